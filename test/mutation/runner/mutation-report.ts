import { isSampled, type Sample, type SampledMutant, wilson } from './sample.js';

/** What is read of the JSON report of a run. */
export interface MutationResults {
  readonly files: Readonly<Record<string, { readonly mutants: readonly JudgedMutant[] }>>;
}

export interface JudgedMutant extends Omit<SampledMutant, 'file'> {
  readonly status: string;
  readonly mutatorName: string;
}

interface Tally {
  /** Refused by the compiler, and therefore not run. */
  readonly refused: number;
  readonly noticed: number;
  readonly survived: number;
  readonly notReached: number;
}

const NOTHING: Tally = { refused: 0, noticed: 0, survived: 0, notReached: 0 };
const COUNTS: Readonly<Record<string, Partial<Tally>>> = {
  CompileError: { refused: 1 },
  Killed: { noticed: 1 },
  Timeout: { noticed: 1 },
  Survived: { survived: 1 },
  NoCoverage: { notReached: 1 },
};

/** A table by folder, and the scores. */
export function mutationReport(results: MutationResults, sample: Sample | null): string {
  const byFolder = new Map<string, Tally>();
  for (const [file, { mutants }] of Object.entries(results.files)) {
    for (const mutant of mutants) {
      const counted = COUNTS[mutant.status];
      if (!counted || (sample && !isSampled(sample, { ...mutant, file }))) continue;
      const folder = file.slice(0, file.lastIndexOf('/') + 1);
      byFolder.set(folder, sum([byFolder.get(folder) ?? NOTHING, { ...NOTHING, ...counted }]));
    }
  }
  const rows = [...byFolder].sort(([a], [b]) => a.localeCompare(b)).map(([folder, one]) => row(`\`${folder}\``, one));
  const all = sum([...byFolder.values()]);
  return [...HEAD, ...rows, row('all', all), '', interval(all)].join('\n');
}

const HEAD = [
  '| Folder | Mutants | Refused by the compiler | Noticed by tests | Survived | Not reached | Score of the tests | With the compiler |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
];

function row(name: string, tally: Tally): string {
  const { refused, noticed, survived, notReached } = tally;
  const counts = [refused + runOf(tally), refused, noticed, survived, notReached].map(String);
  return `| ${[name, ...counts, percent(noticed / runOf(tally)), percent((refused + noticed) / (refused + runOf(tally)))].join(' | ')} |`;
}

function interval(all: Tally): string {
  const of = (seen: number, from: number): string => {
    const [low, high] = wilson(seen, from);
    return `${percent(seen / from)} (95 %: ${percent(low)} to ${percent(high)})`;
  };
  const whole = all.refused + runOf(all);
  return [
    `By the tests, of what the compiler takes: ${of(all.noticed, runOf(all))}`,
    `By the compiler or the tests: ${of(all.refused + all.noticed, whole)}`,
  ].join('\n');
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

function runOf({ noticed, survived, notReached }: Tally): number {
  return noticed + survived + notReached;
}

function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (a, b) => ({
      refused: a.refused + b.refused,
      noticed: a.noticed + b.noticed,
      survived: a.survived + b.survived,
      notReached: a.notReached + b.notReached,
    }),
    NOTHING,
  );
}

/** Whether a mutant was run, or is in reach of no test, and no test fails. */
export function isUnnoticed({ status }: Pick<JudgedMutant, 'status'>): boolean {
  const counted = COUNTS[status];
  return counted !== undefined && (counted.survived ?? counted.notReached) !== undefined;
}

/** The place, what stands there and what stood there instead, on one line. */
export function describedMutant(
  file: string,
  source: string,
  { location, replacement, status, mutatorName }: JudgedMutant,
): string {
  const { start, end } = location;
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  const original = lines
    .map((text, index) => text.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join(' ');
  const short = (text: string): string => text.replaceAll(/\s+/gu, ' ').slice(0, 160);
  return `${file}:${String(start.line)}:${String(start.column)} ${mutatorName} (${status}): ${short(original)}  =>  ${short(replacement)}`;
}
