import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type Form, inForm } from './runner/instrumented-source.js';

function brought(form: Form, text: string): string {
  const options = { compilerOptions: { target: ts.ScriptTarget.ES2023, removeComments: true } };
  return ts.transpileModule(text, { ...options, transformers: { before: [inForm(form)] } }).outputText;
}

/** As Stryker writes it: a block, and a condition of two mutants with one inside of it. */
const INSTRUMENTED = `
export function older(a: number, b: number): boolean {
  if (stryMutAct_9fa48("0")) {
    {}
  } else {
    stryCov_9fa48("0");
    return stryMutAct_9fa48("2") ? true : stryMutAct_9fa48("1") ? a <= b : (stryCov_9fa48("1", "2"), a < (stryMutAct_9fa48("3") ? b - 0 : (stryCov_9fa48("3"), b + 0)));
  }
}`;

describe('an instrumented source', () => {
  it('measured, is left as it is', () => {
    expect(brought('measured', INSTRUMENTED)).toContain('stryCov_9fa48("1", "2")');
  });

  it('mutated, has its mutants and counts nothing', () => {
    const text = brought('mutated', INSTRUMENTED);
    expect(text).not.toContain('stryCov');
    for (const id of ['0', '1', '2', '3']) expect(text).toContain(`stryMutAct_9fa48("${id}")`);
  });

  it('plain, does what it did before', () => {
    const text = brought('plain', INSTRUMENTED);
    expect(text).not.toContain('stry');
    const older = runInNewContext(`${text.replace('export ', '')}; older`) as (a: number, b: number) => boolean;
    expect([older(1, 2), older(2, 2), older(3, 2)]).toEqual([true, false, false]);
  });

  it('that was not instrumented is the same in each form', () => {
    const text = 'export const x = f() ? (a(), b) : c;\nif (g()) h(); else i();\n';
    expect(brought('plain', text)).toBe(brought('measured', text));
    expect(brought('mutated', text)).toBe(brought('measured', text));
  });
});
