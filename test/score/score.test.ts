import { describe, expect, it } from 'vitest';
import { astGrepReports } from '../../bench/score/ast-grep-baseline.js';
import type { CorpusInput, Report } from '../../bench/score/corpus.js';
import { judge, precisionOf, recallOf } from '../../bench/score/score.js';
import { selectorReports } from '../../bench/score/selector-baseline.js';

function input(text: string, expected: readonly Report[] = [], version = 'latest'): CorpusInput {
  return { name: 'one', version, files: [{ path: 'input.ts', text }], expected, root: '/nowhere' };
}

const at = (rule: string, line: number): Report => ({ rule, line, file: 'input.ts' });

describe('the score of a linter', () => {
  it('counts each label once, and each other report as wrong', () => {
    const inputs = [input('', [at('a', 1), at('a', 2), at('b', 3)]), input('')];
    const reports = [[at('a', 1), at('a', 1), at('b', 4)], [at('a', 9)]];
    const { byRule, all, differences } = judge(inputs, (one) => reports[inputs.indexOf(one)] ?? []);
    expect(byRule.get('a')).toEqual({ right: 1, wrong: 2, missed: 1 });
    expect(byRule.get('b')).toEqual({ right: 0, wrong: 1, missed: 1 });
    expect(all).toEqual({ right: 1, wrong: 3, missed: 2 });
    expect(differences.map(({ kind, rule, line }) => `${kind} ${rule} ${String(line)}`).sort()).toEqual([
      'missed a 2',
      'missed b 3',
      'wrong a 1',
      'wrong a 9',
      'wrong b 4',
    ]);
  });

  it('is no number where there is nothing to count', () => {
    const nothing = { right: 0, wrong: 0, missed: 0 };
    expect(precisionOf(nothing)).toBeNull();
    expect(recallOf(nothing)).toBeNull();
    expect(precisionOf({ right: 3, wrong: 1, missed: 0 })).toBe(0.75);
    expect(recallOf({ right: 3, wrong: 0, missed: 1 })).toBe(0.75);
  });
});

const TOOL = `import { implement } from 'stitchkit/server';
import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
export const service = implement(contract, {
  act: async ({ input }) => {
    setRequestDimensions({ id: input.id });
    return save({ parentSpanId: getRequestContext()?.trace.spanId, spanId: getRequestContext()?.trace.spanId });
  },
});
`;

/** A baseline that cannot report anything would flatter the rules. */
describe.each([
  ['no-restricted-syntax', selectorReports],
  ['ast-grep', astGrepReports],
])('the baseline %s', (_name, reportsOf) => {
  it('finds what stands where the tool is declared', () => {
    expect(reportsOf(input(TOOL))).toEqual([at('no-request-span-in-tool', 6)]);
  });

  it('is judged with the rules that its user would turn on for the version', () => {
    expect(reportsOf(input(TOOL, [], '0.35.0'))).toContainEqual(at('no-shared-context-write', 5));
  });

  it('leaves other frameworks alone', () => {
    expect(reportsOf(input(TOOL.replaceAll('stitchkit', 'other')))).toEqual([]);
  });
});
