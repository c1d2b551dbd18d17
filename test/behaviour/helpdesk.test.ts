import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { RULES } from '../../rules/rule-list.js';
import { commit, copyHelpdesk, git, runHelpdesk, runIn, type Output } from '../../scripts/demo/helpdesk-copy.js';
import { judgeRows, wrongCells, type JudgedRow } from '../../scripts/demo/judge-rows.js';

interface LeftSite {
  readonly codemod: string;
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

interface Fault {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
}

interface Planted {
  readonly faults: readonly Fault[];
  readonly twins: readonly { readonly file: string; readonly line: number; readonly code: string }[];
  /** Faults that are there, as a run shows, and that no rule reports. */
  readonly left: readonly LeftSite[];
  /** What is left besides, where the framework has no invoker that could run the call. */
  readonly leftWithoutInvoker: { readonly version: string; readonly left: readonly LeftSite[] };
}

interface Report {
  readonly stitchkit: { readonly version: string; readonly from: string };
  readonly files: { readonly changed: readonly string[] };
  readonly findings: readonly Fault[];
  readonly migrated: readonly { readonly codemod: string; readonly file: string; readonly line: number }[];
  readonly left: readonly LeftSite[];
}

const CLI = fileURLToPath(new URL('../../cli/bin.ts', import.meta.url));
const planted = JSON.parse(
  readFileSync(new URL('../../fixtures/apps/helpdesk/planted.json', import.meta.url), 'utf8'),
) as Planted;

let dir = '';

beforeAll(() => {
  dir = copyHelpdesk();
}, 120_000);

afterEach(() => {
  vi.unstubAllEnvs();
});

afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});

function cli(...args: readonly string[]): Output {
  return runIn(dir, process.execPath, ['--import', 'tsx', CLI, ...args]);
}

function report(...args: readonly string[]): Report {
  return JSON.parse(cli(...args, '--format', 'json').stdout) as Report;
}

const place = ({ file, line }: { file: string; line: number }): string => `${file}:${String(line)}`;
const inFile = (one: { file: string; rule: string }): string => `${one.file} ${one.rule}`;
const leftSite = (one: LeftSite): string => `${place(one)} ${one.codemod} ${one.reason}`;
function ownTests(): Output {
  const files = readdirSync(join(dir, 'test')).map((name) => `test/${name}`);
  return runIn(dir, process.execPath, ['--import', 'tsx', '--test', ...files]);
}
const typeCheck = (): Output => runIn(dir, process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit']);
const ticketsSaid = (rows: readonly JudgedRow[]): string[] =>
  rows.map((row) => `${row.tool} ${row.asked} ${row.ticket.text}`).sort();

/** The rule that goes on reporting a site which a codemod leaves. */
const RULE_OF_LEFT: Readonly<Record<string, string>> = {
  'executor-to-runner': 'no-unforked-executor',
  'call-timing': 'no-request-start-in-tool',
};

/** What `check` has to report once everything that can be migrated is. */
function remaining(): string[] {
  const repairable = new Set(Object.values(RULE_OF_LEFT));
  const unrepaired = planted.faults.filter((one) => !repairable.has(one.rule));
  const left = planted.left.map((one) => ({ file: one.file, rule: RULE_OF_LEFT[one.codemod] ?? one.codemod }));
  return [...unrepaired, ...left].map(inFile).sort();
}

describe('the helpdesk application', { timeout: 300_000 }, () => {
  it('has a fault of every rule, in at least two files', () => {
    const files = new Map(RULES.map(({ text }) => [text.name, new Set<string>()]));
    for (const { rule, file } of planted.faults) files.get(rule)?.add(file);
    expect([...files].filter(([, places]) => places.size < 2)).toEqual([]);
    const packages = planted.faults.filter(({ file }) => file.startsWith('packages/'));
    expect(packages.length).toBeGreaterThan(0);
  });

  it('is reported once for each planted fault, and nowhere else', () => {
    const { findings, stitchkit } = report('check');
    expect(stitchkit).toMatchObject({ version: '0.43.0', from: 'installed' });
    expect(findings.map((one) => `${place(one)} ${one.rule}`).sort()).toEqual(
      planted.faults.map((one) => `${place(one)} ${one.rule}`).sort(),
    );
    const reported = new Set(findings.map(place));
    expect(planted.twins.filter((twin) => reported.has(place(twin)))).toEqual([]);
  });

  it('has each innocent twin where the list says', () => {
    const lineOf = (file: string, line: number): string | undefined =>
      readFileSync(join(dir, file), 'utf8').split('\n')[line - 1]?.trim();
    expect(planted.twins.map((twin) => [place(twin), lineOf(twin.file, twin.line)])).toEqual(
      planted.twins.map((twin) => [place(twin), twin.code]),
    );
  });

  it('is copied into a repository of its own, whatever repository git was told to use', () => {
    vi.stubEnv('GIT_DIR', join(dir, 'no-such-repository'));
    vi.stubEnv('GIT_INDEX_FILE', join(dir, 'no-such-index'));
    expect(git(dir, 'rev-parse', '--show-toplevel').trim()).toBe(dir);
    expect(runIn(dir, 'git', ['status', '--porcelain'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('is left to a person at more places where the framework has no invoker, and is not written to by a dry run', () => {
    const { version, left } = planted.leftWithoutInvoker;
    const dry = report('migrate', '--dry-run', '--from', version, '--to', version);
    const alsoLeft = new Set(left.map(place));
    const always = planted.left.filter((one) => !alsoLeft.has(place(one)));
    expect(dry.left.map(leftSite).sort()).toEqual([...left, ...always].map(leftSite).sort());
    expect(git(dir, 'status', '--porcelain')).toBe('');
  });

  it('writes wrong rows before, and right ones after, with its types and tests intact', () => {
    const before = judgeRows(runHelpdesk(dir));
    expect(ticketsSaid(before)).toEqual([
      'tickets_assign T-100 T-200',
      'tickets_assign T-200 T-200',
      'tickets_close T-100 T-200',
      'tickets_close T-200 T-200',
    ]);
    expect(before.filter((row) => row.tool === 'tickets_assign').every((row) => row.work.wrong)).toBe(true);
    expect(ownTests()).toMatchObject({ code: 0 });

    const first = report('migrate');
    expect(first.left.map(leftSite).sort()).toEqual(planted.left.map(leftSite).sort());
    const executors = planted.faults.filter((one) => one.rule === 'no-unforked-executor').length;
    const repaired = first.migrated.filter((one) => one.codemod !== 'call-timing').length;
    expect(repaired + planted.left.filter((one) => one.codemod !== 'call-timing').length).toBe(executors);
    expect(git(dir, 'diff', '--name-only').trim().split('\n')).toEqual([...first.files.changed]);

    const after = judgeRows(runHelpdesk(dir));
    expect(ticketsSaid(after)).toEqual([
      'tickets_assign T-100 T-100',
      'tickets_assign T-200 T-200',
      'tickets_close T-100 T-100',
      'tickets_close T-200 T-200',
    ]);
    expect(wrongCells(after)).toBe(0);
    expect(report('check').findings.map(inFile).sort()).toEqual(remaining());
    expect(typeCheck()).toMatchObject({ code: 0, stdout: '' });
    expect(ownTests()).toMatchObject({ code: 0 });

    commit(dir, 'migrated');
    const second = report('migrate');
    expect(second.files.changed).toEqual([]);
    expect(second.migrated).toEqual([]);
    expect(git(dir, 'status', '--porcelain')).toBe('');
  });
});
