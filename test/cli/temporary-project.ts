import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs git in a folder as somebody without any configuration of their own. */
export function git(folder: string, ...args: string[]): string {
  const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  return execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

/** Writes files under a folder; keys are paths with `/`. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A new folder with these files, removed after the test. Its path has no symbolic links in it. */
export function temporaryFolder(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stitchkit-test-')));
  made.push(folder);
  writeFiles(folder, files);
  return folder;
}

/** A new git repository with these files committed, removed after the test. */
export function temporaryRepository(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = temporaryFolder(files);
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'start');
  return folder;
}
