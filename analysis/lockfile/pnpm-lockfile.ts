import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { FRAMEWORK_PACKAGE, recordOf, textOf, type LockfileReader } from './lockfile-question.js';

const DEPENDENCY_LISTS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** `0.36.1(zod@4.0.0)`, `0.36.1_zod@4.0.0`, `@acme/fork@0.36.1`, `/stitchkit/0.36.1`: the version in it. */
function versionIn(locked: string): string | null {
  const bare = locked.replace(/[(_].*$/u, '');
  return /(?:^|[@/])(\d+\.\d+\.\d[^@/]*)$/u.exec(bare)?.[1] ?? null;
}

function versionOf(importer: Readonly<Record<string, unknown>>): string | null {
  for (const list of DEPENDENCY_LISTS) {
    const entry = recordOf(importer[list])?.[FRAMEWORK_PACKAGE];
    const locked = textOf(entry) ?? textOf(recordOf(entry)?.version);
    if (locked !== null) return versionIn(locked);
  }
  return null;
}

/** The lockfile's documents, each without the list of packages: importers stand before it, and it is most of the file. */
function heads(text: string): string[] {
  return text.split(/^---\r?$/mu).map((document) => document.split(/^packages:/mu, 1)[0] ?? '');
}

/** `pnpm-lock.yaml`: with importers, or (up to format 6, without workspaces) with its dependencies at the top. */
export const readPnpmLockfile: LockfileReader = (text) => {
  const { parse } = createRequire(import.meta.url)('yaml') as typeof Yaml;
  const versions = new Map<string, string>();
  for (const head of heads(text)) {
    const lock = recordOf(parse(head));
    if (!lock) continue;
    for (const [place, value] of Object.entries(recordOf(lock.importers) ?? { '.': lock })) {
      const importer = recordOf(value);
      const version = importer && versionOf(importer);
      if (version) versions.set(place === '.' ? '' : place, version);
    }
  }
  return ({ folders }) => {
    const nearest = folders.find((folder) => versions.has(folder));
    return nearest === undefined ? null : (versions.get(nearest) ?? null);
  };
};
