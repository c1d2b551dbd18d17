import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDouble } from '../../../fixtures/runtime/install-double.js';

const PROGRAMS = fileURLToPath(new URL('../programs', import.meta.url));

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  },
};

export interface ProgramEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface InstalledProject {
  readonly dir: string;
  write(file: string, text: string): void;
  /** Runs a program of the project's `node_modules/.bin`, or `node`. */
  run(program: string, ...args: string[]): Promise<ProgramEnd>;
  start(program: string, ...args: string[]): ChildProcess;
  remove(): void;
}

/** A temporary project with the test programs and an installed double. */
export function installedProject(version: string): InstalledProject {
  const dir = mkdtempSync(join(tmpdir(), 'double-'));
  cpSync(PROGRAMS, dir, { recursive: true });
  const write = (file: string, text: string): void => {
    writeFileSync(join(dir, file), text);
  };
  write(
    'package.json',
    JSON.stringify({ name: 'desk', type: 'module', dependencies: { stitchkit: version, zod: '4' } }),
  );
  write('strict.json', JSON.stringify(TSCONFIG));
  write('tsconfig.json', JSON.stringify({ extends: './strict.json', include: ['*.ts'] }));
  installDouble(dir, version);

  function start(program: string, ...args: string[]): ChildProcess {
    const { STITCHKIT_VERSION: _, ...env } = process.env;
    const command = program === 'node' ? process.execPath : join(dir, 'node_modules', '.bin', program);
    return spawn(command, args, { cwd: dir, env, stdio: 'pipe' });
  }

  return {
    dir,
    write,
    start,
    run: (program, ...args) => endOf(start(program, ...args)),
    remove: () => {
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Waits for a program's end, and gives what it printed. */
export function endOf(child: ChildProcess): Promise<ProgramEnd> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      resolve({ code, out, err });
    });
  });
}
