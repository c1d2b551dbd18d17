import { expect } from 'vitest';
import plugin from '../../rules/index.js';
import { lintCase, type Lintable } from '../rules/lint-case.js';
import { readMarked } from '../rules/marked-program.js';

const RULES = Object.keys(plugin.rules);

/** What all rules report of a program, as `line rule`. */
export function reportsOf(program: Lintable): string[] {
  return lintCase(program, RULES).map(
    ({ line, ruleId }) => `${String(line)} ${(ruleId ?? '').replace('stitchkit/', '')}`,
  );
}

/** Expects the reports that a program's lines are marked with (`// !rule`), and no others. */
export function expectMarked(marked: string, filename = 'tools.ts', more: Partial<Lintable> = {}): void {
  const { code, faults, version } = readMarked(marked);
  expect(reportsOf({ filename, code, version, ...more })).toEqual(faults);
}
