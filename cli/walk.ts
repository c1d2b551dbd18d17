import * as fs from 'node:fs';
import { join } from 'node:path';
import type * as Globby from 'globby';
import { SOURCE_ENDINGS } from './source-file.js';

/** A folder that could not be opened, by its absolute path. */
export interface ClosedFolder {
  readonly path: string;
  readonly message: string;
}

/** Files found, by their absolute paths, and folders that could not be opened. */
export interface Listing {
  readonly files: readonly string[];
  readonly closed: readonly ClosedFolder[];
}

interface WalkOptions {
  /** The folder whose ignore files, and those below it, count. */
  readonly base: string;
  /** The folder to list, relative to `base`, with `/`; the empty string for `base` itself. */
  readonly folder: string;
  readonly skipInstalled: boolean;
}

type ReadFolder = (
  path: string,
  options: { withFileTypes: true },
  done: (error: NodeJS.ErrnoException | null, entries: fs.Dirent[]) => void,
) => void;

/** One folder that cannot be opened must not end the walk: it is empty, and noted. */
function openWhatOpens(closed: Map<string, string>): ReadFolder {
  return (path, options, done) => {
    fs.readdir(path, options, (error, entries) => {
      if (error?.code === 'EACCES' || error?.code === 'EPERM') {
        closed.set(path, `the folder cannot be opened: ${error.message}`);
        done(null, []);
      } else done(error, entries);
    });
  };
}

/** Lists source files where git cannot, honouring the ignore file of every level. Symbolic links are not followed. */
export async function walk({ base, folder, skipInstalled }: WalkOptions): Promise<Listing> {
  const { globby, convertPathToPattern }: typeof Globby = await import('globby');
  const ending = `**/*.{${SOURCE_ENDINGS.join(',')}}`;
  const closed = new Map<string, string>();
  const found = await globby(folder === '' ? ending : `${convertPathToPattern(folder)}/${ending}`, {
    cwd: base,
    ignoreFiles: '**/.gitignore',
    ignore: ['**/.git/**', ...(skipInstalled ? ['**/node_modules/**'] : [])],
    dot: true,
    followSymbolicLinks: false,
    onlyFiles: false,
    expandDirectories: false,
    fs: { ...fs, readdir: openWhatOpens(closed) as typeof fs.readdir },
  });
  return {
    files: found.map((file) => join(base, file)),
    closed: [...closed].map(([path, message]) => ({ path, message })),
  };
}
