import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder and every folder above it, nearest first. */
export function* foldersUpward(folder: string): Generator<string> {
  for (let current = folder; ; current = dirname(current)) {
    yield current;
    if (dirname(current) === current) return;
  }
}

/** The top level of the git working tree a folder is in, or null. Nothing is executed: a `.git` folder or file decides. */
function gitTopLevel(folder: string): string | null {
  for (const candidate of foldersUpward(folder)) {
    if (existsSync(join(candidate, '.git'))) return candidate;
  }
  return null;
}

/** The root of the project a folder belongs to: the git top level, else the nearest folder with a manifest, else the folder. */
export function projectRoot(folder: string): string {
  const top = gitTopLevel(folder);
  if (top !== null) return top;
  for (const candidate of foldersUpward(folder)) {
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return folder;
}
