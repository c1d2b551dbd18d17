import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readMarked, type MarkedProgram } from './marked-program.js';
import type { RuleCase } from './rule-case.js';

/** A program as applications have them, with every report there should be, of whichever rule. */
export interface WholeProgram extends MarkedProgram {
  readonly filename: string;
  /** The rules it was written for: it has their fault, or comes near it and is innocent. */
  readonly cases: readonly string[];
}

const FOLDER = fileURLToPath(new URL('../../fixtures/cases/', import.meta.url));
const CASES = /^\/\/ @cases ([\w -]+)$/mu;

/**
 * The programs of `fixtures/cases/`.
 * @throws Error for a program that does not say which rules it was written for, or has a fault of another one
 */
export const wholePrograms: readonly WholeProgram[] = readdirSync(FOLDER)
  .sort()
  .map((name) => {
    const text = readFileSync(`${FOLDER}${name}`, 'utf8');
    const marked = readMarked(text);
    const cases = CASES.exec(text)?.[1]?.split(' ') ?? [];
    const others = marked.faults.filter((fault) => !cases.includes(ruleOf(fault)));
    if (cases.length === 0 || others.length > 0) throw new Error(`${name}: @cases lacks ${others.join(', ')}`);
    return { ...marked, filename: name.replace(/\.txt$/u, ''), cases };
  });

function ruleOf(fault: string): string {
  return fault.split(' ')[1] ?? '';
}

/** The programs that were written for a rule, as its cases. */
export function programsFor(rule: string): RuleCase[] {
  return wholePrograms
    .filter(({ cases }) => cases.includes(rule))
    .map(({ filename, code, version, faults }) => ({
      name: `program: ${filename}`,
      filename,
      code,
      version,
      errors: faults.filter((fault) => ruleOf(fault) === rule).map((fault) => ({ line: Number(fault.split(' ')[0]) })),
    }));
}
