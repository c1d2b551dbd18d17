import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const NOBODY = 65_534;

/** The package as it is built for publishing, in a folder of its own. */
export interface BuiltPackage {
  readonly folder: string;
  /** The program that the manifest's `bin` names. */
  readonly program: string;
}

/** Compiles the package into a new temporary folder, which whoever calls removes. Types are checked elsewhere. */
export function buildPackage(): BuiltPackage {
  const folder = mkdtempSync(join(tmpdir(), 'stitchkit-built-'));
  chmodSync(folder, 0o755);
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '--noCheck', '-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')], {
    cwd: repository,
    stdio: 'pipe',
  });
  for (const part of ['package.json', 'docs', 'schema'])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const program = join(folder, 'dist', 'cli', 'bin.js');
  chmodSync(program, 0o755);
  return { folder, program };
}

export interface ProcessRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the program as a process of its own, in a folder. */
export function runProgram(built: BuiltPackage, cwd: string, ...args: string[]): ProcessRun {
  return finished(spawnSync(process.execPath, [built.program, ...args], { cwd, encoding: 'utf8' }));
}

/** The same as a user whom file modes bind. A superuser hands over the folder to nobody for that. */
export function runProgramAsOrdinaryUser(built: BuiltPackage, cwd: string, ...args: string[]): ProcessRun {
  if (process.getuid?.() !== 0) return runProgram(built, cwd, ...args);
  execFileSync('chown', ['-R', `${String(NOBODY)}:${String(NOBODY)}`, cwd]);
  const as = { uid: NOBODY, gid: NOBODY, env: { ...process.env, HOME: cwd } };
  return finished(spawnSync(process.execPath, [built.program, ...args], { cwd, encoding: 'utf8', ...as }));
}

function finished(run: { status: number | null; stdout: string; stderr: string }): ProcessRun {
  return { code: run.status, out: run.stdout, err: run.stderr };
}
