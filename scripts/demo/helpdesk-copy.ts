import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDouble } from '../../fixtures/runtime/install-double.js';
import type { AuditRow } from './judge-rows.js';

const HELPDESK = fileURLToPath(new URL('../../fixtures/apps/helpdesk', import.meta.url));
/** The release of the framework that the application is written for. */
const HELPDESK_VERSION = '0.43.0';

/** What a process said. */
export interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Copies the application to a new temporary folder, as a project with an installed framework and a clean git tree. */
export function copyHelpdesk(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'helpdesk-')));
  cpSync(HELPDESK, dir, { recursive: true });
  writeFileSync(join(dir, '.gitignore'), 'node_modules/\n');
  installDouble(dir, HELPDESK_VERSION);
  git(dir, 'init', '--quiet');
  commit(dir, 'before');
  return dir;
}

/** Commits everything in the copy. */
export function commit(dir: string, message: string): void {
  git(dir, 'add', '--all');
  git(dir, '-c', 'user.name=demo', '-c', 'user.email=demo@localhost', 'commit', '--quiet', '--message', message);
}

/** Runs git in the copy and gives what it printed. */
export function git(dir: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: dir, encoding: 'utf8' });
}

/** Runs a program in the copy; never throws for its exit code. */
export function runIn(dir: string, program: string, args: readonly string[]): Output {
  const done = spawnSync(program, args, { cwd: dir, encoding: 'utf8', maxBuffer: 1 << 26 });
  return { code: done.status ?? 1, stdout: done.stdout, stderr: done.stderr };
}

/**
 * Runs the application: one agent step with two calls at once, and one MCP batch of two calls.
 *
 * @throws Error where the application fails
 */
export function runHelpdesk(dir: string): AuditRow[] {
  const { code, stdout, stderr } = runIn(dir, process.execPath, ['--import', 'tsx', 'src/main.ts']);
  if (code !== 0) throw new Error(`the application ended with ${String(code)}:\n${stderr}`);
  return JSON.parse(stdout) as AuditRow[];
}
