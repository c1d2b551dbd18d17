import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's own root. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** One file of the fixtures: its path from the repository's root, and its text as it is on the disk. */
export interface FixtureProgram {
  readonly path: string;
  readonly text: string;
}

const SOURCE = /\.[cm]?[jt]sx?$/u;
const NO_SOURCE = /\.d\.[cm]?ts$/u;

/** Every source file under a folder of the repository, outside `node_modules`. */
export function programsUnder(folder: string): FixtureProgram[] {
  return readdirSync(join(REPOSITORY, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !NO_SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.split(sep).includes('node_modules'))
    .map((path) => ({ path: relative(REPOSITORY, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
