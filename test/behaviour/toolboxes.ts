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
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { installDouble } from '../../fixtures/runtime/install-double.js';
import { runIn } from '../../scripts/demo/helpdesk-copy.js';

/** The programs, as an application. */
export const TOOLBOXES = fileURLToPath(new URL('../../fixtures/apps/toolboxes', import.meta.url));
const CLI = fileURLToPath(new URL('../../cli/bin.ts', import.meta.url));
const TSX = fileURLToPath(new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url));

/** What a caller sees of one program's tools, and what its handlers saw. */
export interface Shown {
  readonly tools: readonly unknown[];
  readonly answers: readonly unknown[];
  readonly rows: readonly { readonly asked: string; readonly says?: string }[];
}

interface Site {
  readonly file: string;
  readonly line: number;
}

/** One release: the programs as they were, and as the codemods leave them. */
export interface Migrated {
  readonly before: Readonly<Record<string, Shown>>;
  readonly after: Readonly<Record<string, Shown>>;
  readonly left: readonly (Site & { readonly reason: string })[];
  readonly migrated: readonly (Site & { readonly check: string | null })[];
  readonly failed: readonly unknown[];
  /** The migrated programs. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Runs the programs on a release, migrates them by the command line, and runs them again.
 *
 * @throws Error where a program cannot be run
 */
export function migrateToolboxes(version: string): Migrated {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'toolboxes-')));
  try {
    cpSync(TOOLBOXES, dir, { recursive: true });
    installDouble(dir, version);
    const before = runPrograms(dir);
    const cli = ['--import', TSX, CLI, 'migrate', 'src', '--only', 'mount-to-runner', '--format', 'json'];
    const { stdout, stderr, code } = runIn(dir, process.execPath, cli);
    if (code > 1) throw new Error(`the migration ended with ${String(code)}:\n${stderr}`);
    const report = JSON.parse(stdout) as Pick<Migrated, 'left' | 'migrated' | 'failed'>;
    return { ...report, before, after: runPrograms(dir), texts: programTexts(dir) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function programTexts(dir: string): Map<string, string> {
  const folder = join(dir, 'src', 'programs');
  const texts = readdirSync(folder).map(
    (file) => [programName(file), readFileSync(join(folder, file), 'utf8')] as const,
  );
  return new Map(texts);
}

/** The name a program goes by: its file without folder and ending. */
export function programName(file: string): string {
  return basename(file).replace(/\.[^.]+$/u, '');
}

/** Compiles the programs and runs them in one process. Plain Node, so that CommonJS and ES modules load one framework. */
function runPrograms(dir: string): Record<string, Shown> {
  const out = join(dir, 'out');
  rmSync(out, { recursive: true, force: true });
  const sources = join(dir, 'src');
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!/\.[cm]?[jt]s$/u.test(file)) continue;
    const text = readFileSync(join(sources, file), 'utf8');
    const target = join(out, file.replace(/\.ts$/u, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, file.endsWith('.ts') ? asJavaScript(text) : text);
  }
  const { code, stdout, stderr } = runIn(dir, process.execPath, ['out/run.js']);
  if (code !== 0) throw new Error(`the programs ended with ${String(code)}:\n${stderr}`);
  return JSON.parse(stdout) as Record<string, Shown>;
}

function asJavaScript(text: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}
