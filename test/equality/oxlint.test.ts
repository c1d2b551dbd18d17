import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { buildPackage, type BuiltPackage } from '../cli/built-package.js';
import { temporaryFolder, writeFiles } from '../cli/temporary-project.js';
import { casesByRule } from '../rules/all-cases.js';
import { eslintVerdict } from './hosts.js';
import { runOxlint, type OxlintReport } from './oxlint.js';
import { programsUnder, type FixtureProgram } from './programs.js';

const LATEST = '0.104.2';
const RULES = Object.keys(plugin.rules);

let built: BuiltPackage;

beforeAll(() => {
  built = buildPackage();
}, 120_000);

afterAll(() => {
  rmSync(built.folder, { recursive: true, force: true });
});

const byText = (a: OxlintReport, b: OxlintReport): number => JSON.stringify(a).localeCompare(JSON.stringify(b));

/** oxlint does not lint files of this name, whatever rules are on. */
const SKIPPED_BY_OXLINT = /\.min\./u;

/** What ESLint says, with its places as offsets in the text. */
function eslintReports(program: FixtureProgram, root: string): OxlintReport[] {
  const verdict = eslintVerdict(program, LATEST, { root });
  if (verdict === 'unparsable') return [];
  const mark = program.text.startsWith('\uFEFF') ? 1 : 0;
  const lines = program.text.slice(mark).split('\n');
  const offset = (line: number, column: number): number =>
    mark + lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  return verdict
    .map(({ rule, line, column, endLine, endColumn, message }) => ({
      rule,
      start: offset(line, column),
      end: offset(endLine ?? line, endColumn ?? column),
      message,
    }))
    .toSorted(byText);
}

/** Compares the two on programs that are written into a folder of their own. */
function compare(programs: readonly FixtureProgram[]): number {
  const folder = temporaryFolder({ 'package.json': '{ "name": "kilns", "private": true }' });
  writeFiles(folder, Object.fromEntries(programs.map((one) => [one.path, one.text])));
  const reports = runOxlint(folder, join(built.folder, 'dist/rules/index.js'), RULES, LATEST);
  let compared = 0;
  for (const { path, text } of programs) {
    const eslint = eslintReports({ path, text }, folder);
    const oxlint = (reports.get(path) ?? []).toSorted(byText);
    expect({ path, text, says: oxlint }).toEqual({ path, text, says: eslint });
    compared += eslint.length;
  }
  return compared;
}

it.each(['fixtures/lint', 'fixtures/apps', 'fixtures/codemods'])(
  'oxlint reports what ESLint reports in %s',
  { timeout: 120_000 },
  (folder) => {
    expect(compare(programsUnder(folder).filter(({ path }) => !SKIPPED_BY_OXLINT.test(path)))).toBeGreaterThan(0);
  },
);

it('oxlint reports what ESLint reports of every case of every rule', { timeout: 240_000 }, () => {
  const cases = [...casesByRule.values()].flat();
  const programs = cases.map(({ filename, code }, index) => ({
    path: `case-${String(index)}/${filename}`,
    text: code,
  }));
  expect(compare(programs)).toBeGreaterThan(500);
});
