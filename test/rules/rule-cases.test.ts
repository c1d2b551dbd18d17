import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/rule-list.js';
import { casesByRule } from './all-cases.js';

/** The rules whose faults are met most often. */
const CORE = new Set([
  'no-request-span-in-tool',
  'no-request-start-in-tool',
  'no-context-write-in-native-tool',
  'no-unforked-executor',
]);

/** Each way to reach the context and each kind of scope is tried with the read that is wrong there, so faults are many. */
const OF_TEMPLATES = new Set(['no-request-span-in-tool', 'no-request-start-in-tool']);

/** Programs like a rule's cases are rare in the wild, so each rule is judged on many of them. */
describe.each([...casesByRule])('the cases of %s', (rule, cases) => {
  const innocent = cases.filter(({ errors }) => errors.length === 0);
  const bar = CORE.has(rule) ? 100 : 60;
  const share = OF_TEMPLATES.has(rule) ? 0.44 : 0.5;

  it(`are ${cases.length}, of which ${innocent.length} are innocent: at least ${bar}, and ${share} of all`, () => {
    expect(cases.length).toBeGreaterThanOrEqual(bar);
    expect(innocent.length).toBeGreaterThanOrEqual(bar / 2);
    expect(innocent.length / cases.length).toBeGreaterThanOrEqual(share);
  });

  it('have names of their own', () => {
    const names = cases.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('are different programs', () => {
    const programs = cases.map(({ filename, code, version, settings }) =>
      JSON.stringify([filename, code, version, settings]),
    );
    const names = cases.filter((_, index) => programs.indexOf(programs[index]!) !== index).map(({ name }) => name);
    expect(names).toEqual([]);
  });

  it('stand on TypeScript, TSX, ES modules and CommonJS', () => {
    const extensions = new Set(cases.map(({ filename }) => /\.(\w+)$/.exec(filename)?.[1]));
    expect([...extensions]).toEqual(expect.arrayContaining(['ts', 'tsx', 'js', 'cjs']));
  });
});

it('no rule is without cases', () => {
  expect([...casesByRule.keys()].sort()).toEqual(RULES.map(({ text }) => text.name).sort());
});
