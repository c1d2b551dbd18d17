import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
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

/** Where git sets these, for a hook or an alias, they lead away from the copy and into the checkout. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
}

/** What a person's own git configuration may demand of a commit, and the copy cannot give. */
const COMMIT_SETTINGS = {
  'user.name': 'demo',
  'user.email': 'demo@localhost',
  'commit.gpgSign': 'false',
  'core.hooksPath': '/dev/null',
};

/**
 * Copies the application to a new temporary folder, as a project with an installed framework and a clean git tree.
 *
 * @returns the folder, which the caller removes
 * @throws Error where the project cannot be set up; the folder is gone then
 */
export function copyHelpdesk(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'helpdesk-')));
  try {
    cpSync(HELPDESK, dir, { recursive: true, filter: (from) => basename(from) !== 'node_modules' });
    writeFileSync(join(dir, '.gitignore'), 'node_modules/\n');
    installWorkspace(dir);
    git(dir, 'init', '--quiet');
    commit(dir, 'before');
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
  return dir;
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** What a package manager does in a workspace: packages are linked, and one on another release of the framework has its own. */
function installWorkspace(dir: string): void {
  const packages = join(dir, 'packages');
  for (const folder of readdirSync(packages).map((name) => join(packages, name))) {
    const { name, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const link = join(dir, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(folder, link);
    const release = dependencies?.['stitchkit'];
    if (release !== undefined && release !== HELPDESK_VERSION) installDouble(folder, release);
  }
  installDouble(dir, HELPDESK_VERSION);
}

/** Commits everything in the copy. */
export function commit(dir: string, message: string): void {
  const settings = Object.entries(COMMIT_SETTINGS).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  git(dir, 'add', '--all');
  git(dir, ...settings, 'commit', '--quiet', '--message', message);
}

/** Runs git in the copy and gives what it printed. */
export function git(dir: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: dir, env: environment(), encoding: 'utf8' });
}

/**
 * Runs a program in the copy. Its exit code is part of the answer.
 *
 * @throws Error where the program cannot be started
 */
export function runIn(dir: string, program: string, args: readonly string[]): Output {
  const done = spawnSync(program, args, { cwd: dir, env: environment(), encoding: 'utf8', maxBuffer: 1 << 26 });
  if (done.error) throw new Error(`${program} could not be run: ${done.error.message}`, { cause: done.error });
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
