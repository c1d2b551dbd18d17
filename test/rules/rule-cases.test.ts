import { describe, expect, it } from 'vitest';
import { casesByRule } from './all-cases.js';

/** The rules whose faults are met most often. */
const CORE = new Set([
  'no-request-span-in-tool',
  'no-request-start-in-tool',
  'no-context-write-in-native-tool',
  'no-unforked-executor',
]);

/** Programs like a rule's cases are rare in the wild, so each rule is judged on many of them, half or nearly half innocent. */
describe.each([...casesByRule])('the cases of %s', (rule, cases) => {
  it('are many, and many of them are innocent', () => {
    expect(cases.length).toBeGreaterThanOrEqual(CORE.has(rule) ? 100 : 60);
    expect(cases.filter(({ errors }) => errors.length === 0).length).toBeGreaterThanOrEqual(CORE.has(rule) ? 40 : 24);
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
