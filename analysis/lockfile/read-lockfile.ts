import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readBunLockfile } from './bun-lockfile.js';
import {
  FRAMEWORK_PACKAGE,
  type LockfileQuestion,
  type LockfileReader,
  type OpenLockfile,
} from './lockfile-question.js';
import { readNpmLockfile } from './npm-lockfile.js';
import { readPnpmLockfile } from './pnpm-lockfile.js';
import { readYarnLockfile } from './yarn-lockfile.js';

/** In the order they are asked where a folder holds several; npm itself prefers the shrinkwrap. */
const READERS: readonly (readonly [string, LockfileReader])[] = [
  ['npm-shrinkwrap.json', readNpmLockfile],
  ['package-lock.json', readNpmLockfile],
  ['bun.lock', readBunLockfile],
  ['pnpm-lock.yaml', readPnpmLockfile],
  ['yarn.lock', readYarnLockfile],
];

/** The names of the lockfiles that are read. */
export const LOCKFILES: readonly string[] = READERS.map(([name]) => name);

/** What the lockfiles of one folder say of the framework's version. */
export interface LockfileAnswer {
  readonly version: string | null;
  /** The lockfile that said so. */
  readonly file: string | null;
  /** A sentence for each lockfile that could not be read. */
  readonly problems: readonly string[];
}

interface Opened {
  readonly stamp: string;
  readonly ask: OpenLockfile | null;
  readonly problem: string | null;
}

const opened = new Map<string, Opened>();

function openText(path: string, read: LockfileReader): Omit<Opened, 'stamp'> {
  try {
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/u, '');
    if (/^<{7} /mu.test(text) && /^>{7} /mu.test(text)) throw new Error('it has unresolved merge conflicts');
    return { ask: text.includes(FRAMEWORK_PACKAGE) ? read(text) : null, problem: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ask: null, problem: `${path} could not be read: ${reason.split('\n', 1)[0] ?? ''}` };
  }
}

function openLockfile(path: string, read: LockfileReader): Opened | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return null;
  const stamp = `${String(stat.mtimeMs)}:${String(stat.size)}`;
  const known = opened.get(path);
  if (known?.stamp === stamp) return known;
  const fresh = { stamp, ...openText(path, read) };
  opened.set(path, fresh);
  return fresh;
}

/** Asks the lockfiles of one folder. Never throws: a lockfile that cannot be read is a problem in the answer. */
export function askLockfiles(folder: string, question: LockfileQuestion): LockfileAnswer {
  const problems: string[] = [];
  for (const [name, read] of READERS) {
    const file = join(folder, name);
    const lockfile = openLockfile(file, read);
    if (lockfile?.problem) problems.push(lockfile.problem);
    const version = lockfile?.ask?.(question) ?? null;
    if (version !== null) return { version, file, problems };
  }
  return { version: null, file: null, problems };
}
