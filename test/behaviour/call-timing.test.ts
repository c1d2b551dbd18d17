/** Runs ordinary programs before and after `call-timing`, in a request that is an hour old. */
import { mkdtempSync, realpathSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installDouble } from '../../fixtures/runtime/install-double.js';
import { runIn } from '../../scripts/demo/helpdesk-copy.js';
import { leftPrograms } from './call-timing/left-programs.js';
import { timedPrograms } from './call-timing/programs.js';
import { WORLD } from './call-timing/world.js';

const CLI = fileURLToPath(new URL('../../cli/bin.ts', import.meta.url));
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** What one program gave back and wrote, its times taken out. */
interface Told {
  readonly said: unknown;
  /** Each time in milliseconds, by the name it was told under. */
  readonly times: Readonly<Record<string, number>>;
}

interface Report {
  readonly migrated: readonly { readonly file: string }[];
  readonly left: readonly { readonly file: string; readonly reason: string }[];
}

const programs = [...timedPrograms, ...leftPrograms];
let dir = '';
let before: Readonly<Record<string, Told>> = {};
let after: Readonly<Record<string, Told>> = {};
let report: Report = { migrated: [], left: [] };
let second: Report = { migrated: [], left: [] };

function run(options: readonly string[], files: readonly string[]): Record<string, Told> {
  const paths = files.map((file) => `./${file}`);
  const { code, stdout, stderr } = runIn(dir, process.execPath, [...options, 'main.js', ...paths]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, Told>;
}

/** JavaScript runs on Node alone: for `tsx` what a script requires would be another copy of the framework. */
function runAll(): Record<string, Told> {
  const files = programs.map(({ file }) => file);
  const typed = files.filter((file) => file.endsWith('.ts'));
  return {
    ...run(['--import', 'tsx'], typed),
    ...run(
      ['--no-warnings'],
      files.filter((file) => !typed.includes(file)),
    ),
  };
}

function migrate(): Report {
  const args = ['--import', 'tsx', CLI, 'migrate', '--only', 'call-timing', '--format', 'json', '.'];
  return JSON.parse(runIn(dir, process.execPath, args).stdout) as Report;
}

beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'call-timing-')));
  for (const [file, text] of Object.entries(WORLD)) writeFileSync(join(dir, file), text);
  for (const { file, source } of programs) writeFileSync(join(dir, file), source);
  installDouble(dir, '0.43.0');
  before = runAll();
  report = migrate();
  after = runAll();
  second = migrate();
}, 240_000);

afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});

describe.each(programs.map((one) => [one.name, one] as const))('%s', (_name, program) => {
  const { file, source, migrated, left = [], requestTimes = [] } = program;

  it('is decided as the table says', () => {
    expect(report.migrated.filter((one) => one.file === file)).toHaveLength(migrated);
    expect(report.left.filter((one) => one.file === file).map((one) => one.reason)).toEqual(left);
    expect(readFileSync(join(dir, file), 'utf8') === source).toBe(migrated === 0);
  });

  it('does the same otherwise', () => {
    expect(before[file]).toBeDefined();
    expect(before[file]?.said).not.toMatchObject({ result: { ok: false } });
    expect(after[file]?.said).toEqual(before[file]?.said);
  });

  it('tells the time of the request before, and the call’s own after', () => {
    const names = Object.keys(before[file]?.times ?? {});
    expect(Object.keys(after[file]?.times ?? {})).toEqual(names);
    if (migrated > 0) expect(names.length).toBeGreaterThanOrEqual(1);
    for (const name of names) {
      if (!program.nonsenseBefore) expect(before[file]?.times[name], name).toBeGreaterThanOrEqual(HOUR);
      const time = after[file]?.times[name];
      if (requestTimes.includes(name)) expect(time, name).toBeGreaterThanOrEqual(HOUR);
      else expect(time, name).toSatisfy((ms: number) => ms > 10 && ms < MINUTE);
    }
  });
});

it('changes nothing the second time', () => {
  expect(second.migrated).toEqual([]);
  expect(second.left).toHaveLength(report.left.length);
});
