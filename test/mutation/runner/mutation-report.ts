import { isSampled, type Sample, type SampledMutant, wilson } from './sample.js';

/** What is read of the JSON report of a run. */
export interface MutationResults {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly JudgedMutant[] }>>;
}

interface JudgedMutant extends Omit<SampledMutant, 'file'> {
  readonly status: string;
  readonly mutatorName: string;
}

interface Tally {
  readonly noticed: number;
  readonly survived: number;
  readonly notReached: number;
}

const NOTHING: Tally = { noticed: 0, survived: 0, notReached: 0 };
const COUNTS: Readonly<Record<string, Partial<Tally>>> = {
  Killed: { noticed: 1 },
  Timeout: { noticed: 1 },
  Survived: { survived: 1 },
  NoCoverage: { notReached: 1 },
};

/** A table by folder, and each mutant that no test noticed. */
export function mutationReport(results: MutationResults, sample: Sample | null): string {
  const byFolder = new Map<string, Tally>();
  const unnoticed: string[] = [];
  for (const [file, { source, mutants }] of Object.entries(results.files)) {
    for (const mutant of mutants) {
      const counted = COUNTS[mutant.status];
      if (!counted || (sample && !isSampled(sample, { ...mutant, file }))) continue;
      const folder = file.slice(0, file.lastIndexOf('/') + 1);
      byFolder.set(folder, sum([byFolder.get(folder) ?? NOTHING, { ...NOTHING, ...counted }]));
      if (!counted.noticed) unnoticed.push(described(file, source, mutant));
    }
  }
  const rows = [...byFolder].sort(([a], [b]) => a.localeCompare(b)).map(([folder, one]) => row(`\`${folder}\``, one));
  const all = sum([...byFolder.values()]);
  return [...unnoticed, '', ...HEAD, ...rows, row('all', all), '', interval(all)].join('\n');
}

const HEAD = [
  '| Folder | Mutants | Noticed | Survived | Not reached | Score |',
  '| --- | --- | --- | --- | --- | --- |',
];

function row(name: string, tally: Tally): string {
  const { noticed, survived, notReached } = tally;
  return `| ${name} | ${String(countOf(tally))} | ${String(noticed)} | ${String(survived)} | ${String(notReached)} | ${percent(noticed / countOf(tally))} |`;
}

function interval(all: Tally): string {
  const [low, high] = wilson(all.noticed, countOf(all));
  return `${percent(all.noticed / countOf(all))} (95 %: ${percent(low)} to ${percent(high)})`;
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

function countOf({ noticed, survived, notReached }: Tally): number {
  return noticed + survived + notReached;
}

function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (a, b) => ({
      noticed: a.noticed + b.noticed,
      survived: a.survived + b.survived,
      notReached: a.notReached + b.notReached,
    }),
    NOTHING,
  );
}

/** The place, what stands there and what stood there instead, on one line. */
function described(file: string, source: string, { location, replacement, status, mutatorName }: JudgedMutant): string {
  const { start, end } = location;
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  const original = lines
    .map((text, index) => text.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join(' ');
  const short = (text: string): string => text.replaceAll(/\s+/gu, ' ').slice(0, 160);
  return `${file}:${String(start.line)}:${String(start.column)} ${mutatorName} (${status}): ${short(original)}  =>  ${short(replacement)}`;
}
