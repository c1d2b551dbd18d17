import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foldersUpward } from '../analysis/project-root.js';

/** Whether a file has a `tsconfig.json` at its folder or above, up to the root. */
export function hasTsconfig(file: string, root: string): boolean {
  for (const folder of foldersUpward(dirname(file))) {
    if (existsSync(join(folder, 'tsconfig.json'))) return true;
    if (folder === root) return false;
  }
  return false;
}
