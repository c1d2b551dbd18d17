import type { CorpusInput, Report } from './corpus.js';

/** How a linter did on the corpus: for one rule, or for all. */
export interface Score {
  readonly right: number;
  /** Reports that no label asks for. */
  readonly wrong: number;
  /** Labels without a report. */
  readonly missed: number;
}

/** A report that is no label, or a label without a report. */
export interface Difference extends Report {
  readonly input: string;
  readonly kind: 'wrong' | 'missed';
}

export interface Judged {
  readonly byRule: ReadonlyMap<string, Score>;
  readonly all: Score;
  readonly differences: readonly Difference[];
}

/** Compares what a linter reports with the labels. A report counts where its rule, file and line are a label's, each label once. */
export function judge(inputs: readonly CorpusInput[], reportsOf: (input: CorpusInput) => readonly Report[]): Judged {
  const byRule = new Map<string, Score>();
  const differences: Difference[] = [];
  const add = (rule: string, part: Partial<Score>): void => {
    const known = byRule.get(rule) ?? NOTHING;
    byRule.set(rule, sum([known, { ...NOTHING, ...part }]));
  };
  for (const input of inputs) {
    const open = [...input.expected];
    for (const report of reportsOf(input)) {
      const index = open.findIndex((one) => keyOf(one) === keyOf(report));
      if (index >= 0) open.splice(index, 1);
      else differences.push({ ...report, input: input.name, kind: 'wrong' });
      add(report.rule, index >= 0 ? { right: 1 } : { wrong: 1 });
    }
    for (const label of open) {
      differences.push({ ...label, input: input.name, kind: 'missed' });
      add(label.rule, { missed: 1 });
    }
  }
  return { byRule, all: sum([...byRule.values()]), differences };
}

const NOTHING: Score = { right: 0, wrong: 0, missed: 0 };

function sum(scores: readonly Score[]): Score {
  return scores.reduce(
    (a, b) => ({ right: a.right + b.right, wrong: a.wrong + b.wrong, missed: a.missed + b.missed }),
    NOTHING,
  );
}

function keyOf({ rule, file, line }: Report): string {
  return `${rule} ${file}:${String(line)}`;
}

/** The part of the reports that are right; `null` where there is none. */
export function precisionOf({ right, wrong }: Score): number | null {
  return right + wrong === 0 ? null : right / (right + wrong);
}

/** The part of the labels that are reported; `null` where there is none. */
export function recallOf({ right, missed }: Score): number | null {
  return right + missed === 0 ? null : right / (right + missed);
}
