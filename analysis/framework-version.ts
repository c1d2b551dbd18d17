import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import semver from 'semver';
import { FRAMEWORK_PACKAGE, recordOf, textOf } from './lockfile/lockfile-question.js';
import { askLockfiles, LOCKFILES } from './lockfile/read-lockfile.js';
import { NEWEST_KNOWN } from './known-versions.js';
import { foldersUpward } from './project-root.js';
import type { VersionSource } from './settings.js';

/** The framework's version for one folder, and how it is known. */
export interface FrameworkVersion {
  readonly version: string;
  readonly from: Exclude<VersionSource, 'settings'>;
  /** The file that said so; null where the newest known version was assumed. */
  readonly file: string | null;
  /** A sentence for each file that should have said so and could not be read. */
  readonly problems: readonly string[];
}

function readManifest(path: string, problems: string[]): Readonly<Record<string, unknown>> | null {
  if (!existsSync(path)) return null;
  try {
    return recordOf(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/u, '')));
  } catch (error) {
    problems.push(`${path} could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

function installed(folder: string, problems: string[]): { version: string; file: string } | null {
  for (const current of foldersUpward(folder)) {
    const file = join(current, 'node_modules', FRAMEWORK_PACKAGE, 'package.json');
    const manifest = readManifest(file, problems);
    const version = semver.valid(textOf(manifest?.version));
    if (version !== null) return { version, file };
    if (manifest) problems.push(`${file} names no version`);
  }
  return null;
}

const DEPENDENCY_LISTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

function rangeInManifests(folders: readonly string[]): string | null {
  for (const folder of folders) {
    const manifest = readManifest(join(folder, 'package.json'), []);
    for (const list of DEPENDENCY_LISTS) {
      const range = textOf(recordOf(manifest?.[list])?.[FRAMEWORK_PACKAGE]);
      if (range !== null) return range;
    }
  }
  return null;
}

function locked(folder: string, problems: string[]): { version: string; file: string } | null {
  const above: string[] = [];
  for (const current of foldersUpward(folder)) {
    above.push(current);
    const folders = above.map((one) => relative(current, one).split(sep).join('/'));
    const answer = askLockfiles(current, { folders, manifestRange: () => rangeInManifests(above) });
    problems.push(...answer.problems);
    const version = semver.valid(answer.version);
    if (version !== null && answer.file !== null) return { version, file: answer.file };
  }
  return null;
}

/** Whether something in this very folder may make its version another than that of the folder above. */
export function decidesVersion(folder: string): boolean {
  const files = ['package.json', join('node_modules', FRAMEWORK_PACKAGE, 'package.json'), ...LOCKFILES];
  return files.some((file) => existsSync(join(folder, file)));
}

/**
 * The framework's version that code in a folder runs on: the nearest installed one, else the nearest lockfile's, else the newest known.
 * A manifest's range never decides. Never throws: what could not be read is named in `problems`.
 *
 * @param folder absolute path of the folder the code is in; it need not exist
 */
export function frameworkVersion(folder: string): FrameworkVersion {
  const problems: string[] = [];
  const found = installed(folder, problems);
  if (found) return { ...found, from: 'installed', problems };
  const inLockfile = locked(folder, problems);
  if (inLockfile) return { ...inLockfile, from: 'lockfile', problems };
  return { version: NEWEST_KNOWN, from: 'latest', file: null, problems };
}
