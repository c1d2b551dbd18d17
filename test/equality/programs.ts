import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMarked } from '../rules/marked-program.js';

/** The repository's own root. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** One file of the fixtures: its path from the repository's root, and its text as it is on the disk. */
export interface FixtureProgram {
  readonly path: string;
  readonly text: string;
}

const SOURCE = /\.[cm]?[jt]sx?(?:\.txt)?$/u;
const NO_SOURCE = /\.d\.[cm]?ts$/u;

/** Every source file under a folder of the repository, outside `node_modules`. What is kept as `.txt` has its own name and no marks. */
export function programsUnder(folder: string): FixtureProgram[] {
  return readdirSync(join(REPOSITORY, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !NO_SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.split(sep).includes('node_modules'))
    .map((path) => sourceAt(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function sourceAt(file: string): FixtureProgram {
  const path = relative(REPOSITORY, file).split(sep).join('/');
  const text = readFileSync(file, 'utf8');
  return path.endsWith('.txt') ? { path: path.slice(0, -'.txt'.length), text: readMarked(text).code } : { path, text };
}
