import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';

const NOBODY = 65_534;

/**
 * Runs something as a user whom file modes bind: the superuser may read and write everything, so it becomes nobody for the while and hands
 * over the folder first.
 */
export async function asOrdinaryUser<T>(folder: string, run: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0 || !process.seteuid) return run();
  execFileSync('chown', ['-R', `${String(NOBODY)}:${String(NOBODY)}`, folder]);
  chmodSync(folder, 0o755);
  const home = process.env.HOME;
  process.env.HOME = folder;
  process.seteuid(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid(0);
    if (home === undefined) delete process.env.HOME;
    else process.env.HOME = home;
  }
}
