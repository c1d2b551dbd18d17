import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../cli/report.js';
import { check as checkCommand } from '../../cli/check.js';
import { engines } from '../../cli/real-engines.js';
import { casesByRule } from '../rules/all-cases.js';
import { checkEngine, eslintVerdict, type Verdict } from './hosts.js';
import { programsUnder, REPOSITORY, type FixtureProgram } from './programs.js';

const LATEST = '0.104.2';
const FOLDERS = ['fixtures/lint', 'fixtures/apps', 'fixtures/codemods'];

let check: (program: FixtureProgram, version: string) => Verdict;

beforeAll(async () => {
  check = await checkEngine();
});

describe('check says of a program what the rules say in ESLint', () => {
  it.each(FOLDERS)('%s', { timeout: 120_000 }, (folder) => {
    const programs = programsUnder(folder);
    const checked = Object.fromEntries(programs.map((one) => [one.path, check(one, LATEST)]));
    const linted = Object.fromEntries(programs.map((one) => [one.path, eslintVerdict(one, LATEST)]));
    expect(checked).toEqual(linted);
    expect(Object.values(linted).flat().length).toBeGreaterThan(0);
  });

  it.each(['0.35', '0.36.0', '0.43', '0.54', LATEST])('the helpdesk on version %s', { timeout: 120_000 }, (version) => {
    for (const one of programsUnder('fixtures/apps')) {
      expect({ path: one.path, says: check(one, version) }).toEqual({
        path: one.path,
        says: eslintVerdict(one, version),
      });
    }
  });
});

it('the whole command reports what ESLint reports, each with the settings it finds by itself', async () => {
  let out = '';
  const io = { cwd: REPOSITORY, out: (text: string) => (out += text), err: () => undefined, colour: false };
  const options = { command: 'check', paths: ['fixtures/apps'], format: 'json', unknown: false } as const;
  await checkCommand({ ...options, settingsFile: undefined }, io, engines);
  const { findings } = JSON.parse(out) as Report;
  const linted = programsUnder('fixtures/apps').flatMap((program) => {
    const verdict = eslintVerdict(program, undefined);
    if (verdict === 'unparsable') throw new Error(`${program.path} is no valid source`);
    return verdict.map((report) => ({ file: program.path, ...report }));
  });
  expect(findings.map(({ scope: _scope, path: _path, ...report }) => report)).toEqual(linted);
  expect(linted.length).toBeGreaterThan(0);
});

describe('check says of every case of every rule what the rules say in ESLint', () => {
  it.each([...casesByRule].map(([rule, cases]) => ({ rule, cases })))('$rule', { timeout: 120_000 }, ({ cases }) => {
    for (const one of cases) {
      if (one.settings) continue;
      const program = { path: one.filename, text: one.code };
      const version = one.version ?? LATEST;
      expect({ name: one.name, says: check(program, version) }).toEqual({
        name: one.name,
        says: eslintVerdict(program, version),
      });
    }
  });
});
