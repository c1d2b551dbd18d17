import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const locked = (
  JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  }
).packages;

/** Where Node finds a package from another one's folder, as the lockfile lays them out. */
function locate(from: string, name: string): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (locked[path]) return path;
  return from === '' ? undefined : locate(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

/** The folders of these packages and of all that they need at run time; peers are the user's own affair. */
export function closureOf(names: readonly string[], from = '', found = new Set<string>()): Set<string> {
  for (const name of names) {
    const path = locate(from, name);
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies } = locked[path] ?? {};
    closureOf(Object.keys({ ...dependencies, ...optionalDependencies }), path, found);
  }
  return found;
}

/** The names of a closure's packages. */
export function packageNames(closure: ReadonlySet<string>): string[] {
  return [...closure].map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

/**
 * Copies packages as this repository has them into a project. Optional ones for other platforms are not here.
 *
 * @param renamed the name that the project has a top-level package under, by the one it has here
 */
export function copyInstalled(
  closure: ReadonlySet<string>,
  project: string,
  renamed: Readonly<Record<string, string>>,
): void {
  for (const path of closure) {
    const [, first = ''] = path.split(/(?:^|\/)node_modules\//u);
    const place = path.replace(first, renamed[first] ?? first);
    if (existsSync(join(repository, path))) cpSync(join(repository, path), join(project, place), { recursive: true });
  }
}
