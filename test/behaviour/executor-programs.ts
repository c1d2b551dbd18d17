import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDouble } from '../../fixtures/runtime/install-double.js';
import { runIn } from '../../scripts/demo/helpdesk-copy.js';

const PROGRAMS = fileURLToPath(new URL('../../fixtures/codemods/programs/executor-to-runner', import.meta.url));
const CLI = fileURLToPath(new URL('../../cli/bin.ts', import.meta.url));
const VERSION = '0.104.2';

const CONFIG = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    allowJs: true,
    noEmit: true,
  },
  include: ['src'],
};

/** Runs every program in a request's context of its own and prints what each did. */
const RUN_ALL = `
import { createTraceContext, runWithRequestContext } from 'stitchkit/observability';
import { setTimeout as sleep } from 'node:timers/promises';
import { attributed, events } from './shop.js';
const seen = {};
for (const name of process.argv.slice(2)) {
  const { run } = await import('./' + name);
  events.length = 0;
  attributed.length = 0;
  const context = { source: 'http', method: 'POST', path: '/chat', startedAt: 0, trace: createTraceContext(), dimensions: {} };
  // what was started before a refusal ends, too
  const outcome = await runWithRequestContext(context, async () => run()).then((value) => ({ value }), () => ({ refused: true }));
  await sleep(100);
  seen[name] = { outcome, events: [...events], attributed: [...attributed] };
}
console.log(JSON.stringify(seen));
`;

/** What one run of a program came to. */
export interface ProgramRun {
  /** What it gave back; absent where it threw. */
  readonly outcome: { readonly value?: unknown; readonly refused?: true };
  /** What the handlers did, in order. */
  readonly events: readonly string[];
  /** The order a call was for, and the order that its context named. */
  readonly attributed: readonly string[];
}

/** One program before and after its migration. */
export interface ProgramPair {
  readonly text: string;
  readonly before: ProgramRun;
  readonly after: ProgramRun;
  readonly migrated: readonly { readonly line: number; readonly check: string | null }[];
  readonly left: readonly { readonly line: number; readonly reason: string; readonly message: string }[];
}

interface MigrationReport {
  readonly migrated: readonly { readonly file: string; readonly line: number; readonly check: string | null }[];
  readonly left: readonly {
    readonly file: string;
    readonly line: number;
    readonly reason: string;
    readonly message: string;
  }[];
}

/** What the programs share; other modules of a program stand in a folder of its name under `parts`. */
const PARTS = 'parts';
const SHARED = new Set(['shop.ts', 'executors.ts', PARTS]);

/** The programs' file names. */
export function programNames(): string[] {
  return readdirSync(PROGRAMS).filter((one) => !SHARED.has(one));
}

function isOf(name: string, file: string): boolean {
  return file === `src/${name}` || file.startsWith(`src/${PARTS}/${name.replace(/\.\w+$/u, '')}/`);
}

/**
 * Copies the programs into a project, runs them, migrates the project by the command line, and runs them again.
 *
 * @throws Error where a program cannot be started or the command line fails
 */
export function runBeforeAndAfter(options: readonly string[] = []): ReadonlyMap<string, ProgramPair> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'executor-programs-')));
  try {
    mkdirSync(join(dir, 'src'));
    cpSync(PROGRAMS, join(dir, 'src'), { recursive: true });
    writeFileSync(join(dir, 'package.json'), '{ "type": "module", "private": true }\n');
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(CONFIG));
    writeFileSync(join(dir, 'src/run-all.ts'), RUN_ALL);
    installDouble(dir, VERSION);
    const before = runAll(dir);
    const report = migrate(dir, options);
    const after = runAll(dir);
    const of = <T extends { readonly file: string }>(all: readonly T[], name: string): T[] =>
      all.filter((one) => isOf(name, one.file));
    return new Map(
      programNames().map((name) => [
        name,
        {
          text: readFileSync(join(dir, 'src', name), 'utf8'),
          before: ranAs(before, name),
          after: ranAs(after, name),
          migrated: of(report.migrated, name).map(({ line, check }) => ({ line, check })),
          left: of(report.left, name).map(({ line, reason, message }) => ({ line, reason, message })),
        },
      ]),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function ranAs(runs: Readonly<Record<string, ProgramRun>>, name: string): ProgramRun {
  const run = runs[name];
  if (!run) throw new Error(`${name} was not run`);
  return run;
}

function runAll(dir: string): Record<string, ProgramRun> {
  const { code, stdout, stderr } = runIn(dir, process.execPath, [
    '--import',
    'tsx',
    'src/run-all.ts',
    ...programNames(),
  ]);
  if (code !== 0) throw new Error(`the programs ended with ${String(code)}:\n${stderr}`);
  return JSON.parse(stdout) as Record<string, ProgramRun>;
}

function migrate(dir: string, options: readonly string[]): MigrationReport {
  const args = ['migrate', '--only', 'executor-to-runner', '--force', '--format', 'json', ...options];
  const { code, stdout, stderr } = runIn(dir, process.execPath, ['--import', 'tsx', CLI, ...args]);
  if (code > 1) throw new Error(`migrate ended with ${String(code)}:\n${stderr}`);
  return JSON.parse(stdout) as MigrationReport;
}
