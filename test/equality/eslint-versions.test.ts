import { createRequire } from 'node:module';
import type { Linter } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { casesByRule } from '../rules/all-cases.js';
import { eslintVerdict, type Verdict } from './hosts.js';
import { programsUnder, type FixtureProgram } from './programs.js';

interface EslintPackage {
  readonly Linter: typeof Linter & { readonly version: string };
}

const require = createRequire(import.meta.url);
const LATEST = '0.104.2';
const FOLDERS = ['fixtures/lint', 'fixtures/apps', 'fixtures/codemods'];
const OLDER: readonly (readonly [version: string, known: string])[] = [
  ['9.0', 'eslint90'],
  ['9.39', 'eslint9'],
];

const programs: readonly FixtureProgram[] = [
  ...FOLDERS.flatMap(programsUnder),
  ...[...casesByRule.values()].flat().map((one) => ({ path: one.filename, text: one.code })),
];
let newest: readonly Verdict[];

beforeAll(() => {
  newest = programs.map((one) => eslintVerdict(one, LATEST));
}, 120_000);

it('this repository has ESLint 10.15', () => {
  expect((require('eslint') as EslintPackage).Linter.version).toMatch(/^10\.15\./u);
  expect(newest.flat().length).toBeGreaterThan(100);
});

describe.each(OLDER)('ESLint %s', (version, known) => {
  const { Linter } = require(known) as EslintPackage;

  it('is the version that is meant', () => {
    expect(Linter.version).toMatch(new RegExp(`^${version.replace('.', '\\.')}\\.`, 'u'));
  });

  it('gives the reports of the newest, for every fixture and case', { timeout: 120_000 }, () => {
    for (const [index, program] of programs.entries()) {
      expect({ ...program, says: eslintVerdict(program, LATEST, { Host: Linter }) }).toEqual({
        ...program,
        says: newest[index],
      });
    }
  });
});

it('the parser makes no difference to what is said of JavaScript', { timeout: 120_000 }, () => {
  for (const [index, program] of programs.entries()) {
    if (!/\.[cm]?jsx?$/u.test(program.path)) continue;
    const says = eslintVerdict(program, LATEST, { parser: 'espree' });
    expect({ ...program, says }).toEqual({ ...program, says: newest[index] });
  }
});
