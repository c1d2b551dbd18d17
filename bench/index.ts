import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ALL_RELEVANT_SIZE, BENCH_SIZE, generateTree, HALF_SIZE, type TreeSize } from './generate-tree.js';
import { lintPairs, shareOfRules, type LintPair } from './lint-programs.js';
import { CLI, measure, type Cost, type Program } from './measure.js';
import { writeSection } from './readme-section.js';

const ROUNDS = 5;
/** Of linters and of type checks, each of which takes many times as long. */
const LONG_ROUNDS = 3;
const NODE = process.execPath;
const START: Program = { name: 'a start of Node', command: [NODE, '--eval', '0'], codes: [0] };

interface Budget {
  readonly seconds: number;
  readonly peakMiB: number;
}

/** A run of our command line, on a tree, and what it may cost there. */
interface OwnRun {
  readonly program: Program;
  readonly size: TreeSize;
  readonly typed: boolean;
  readonly budget: Budget | null;
}

const CHECK: Program = { name: 'check', command: [NODE, CLI, 'check'], codes: [1] };
const DRY_RUN: Program = { name: 'migrate --dry-run', command: [NODE, CLI, 'migrate', '--dry-run'], codes: [1] };

const OWN: readonly OwnRun[] = [
  { program: CHECK, size: BENCH_SIZE, typed: false, budget: { seconds: 2, peakMiB: 200 } },
  { program: CHECK, size: HALF_SIZE, typed: false, budget: { seconds: 1.6, peakMiB: 170 } },
  { program: CHECK, size: ALL_RELEVANT_SIZE, typed: false, budget: null },
  { program: DRY_RUN, size: BENCH_SIZE, typed: false, budget: { seconds: 2, peakMiB: 200 } },
  { program: DRY_RUN, size: BENCH_SIZE, typed: true, budget: { seconds: 6, peakMiB: 800 } },
];

interface OwnCost extends OwnRun {
  readonly start: Cost;
  readonly cost: Cost;
}

interface LintCost {
  readonly pair: LintPair;
  readonly without: Cost;
  readonly ours: Cost;
  /** Part of one, by ESLint's own clock; `null` for another linter. */
  readonly share: number | null;
}

function git(root: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: root });
}

function withTree<T>(size: TreeSize, work: (root: string) => T): T {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
  try {
    generateTree(root, size);
    git(root, 'init', '--quiet');
    git(root, 'add', '--all');
    git(root, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '--quiet', '--message', 'tree');
    return work(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** What runs of our command line cost, each in turn with a start of Node. */
function ownCosts(root: string, runs: readonly OwnRun[], rounds: number): OwnCost[] {
  const [start, ...costs] = measure(root, [START, ...runs.map(({ program }) => program)], rounds);
  return runs.flatMap((run, index) => {
    const cost = costs[index];
    return start && cost ? [{ ...run, start, cost }] : [];
  });
}

/** What our rules add to a linter's run, by whole processes that take turns. */
function lintCosts(root: string, pairs: readonly LintPair[], rounds: number): LintCost[] {
  return pairs.flatMap((pair) => {
    const [without, ours] = measure(root, [pair.without, pair.with], rounds);
    if (!without || !ours) return [];
    const share = pair.name.startsWith('ESLint') ? shareOfRules(root, pair.with) : null;
    return [{ pair, without, ours, share }];
  });
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

function ownRow({ program, size, typed, budget, start, cost }: OwnCost): string {
  const peak = cost.usage?.peakMiB ?? 0;
  const within = budget && cost.seconds <= budget.seconds && peak <= budget.peakMiB;
  const allowed = budget
    ? `${String(budget.seconds)} s, ${String(budget.peakMiB)} MiB: ${within ? 'kept' : 'over'}`
    : '';
  const what = `${String(size.files)} files, ${String(size.relevant)} of them relevant`;
  const ratio = `${(cost.seconds / start.seconds).toFixed(1)} ×`;
  return `| \`${program.name}\`${typed ? ', with types' : ''} | ${what} | ${ratio} | ${cost.seconds.toFixed(2)} s | ${peak.toFixed(0)} MiB | ${allowed} |`;
}

function lintRow({ pair, without, ours, share }: LintCost): string {
  const added = (ours.usage?.cpuSeconds ?? ours.seconds) / (without.usage?.cpuSeconds ?? without.seconds) - 1;
  const cells = [without.seconds, ours.seconds].map((one) => `${one.toFixed(2)} s`);
  return `| ${pair.name} | ${cells.join(' | ')} | ${percent(added)} | ${share === null ? '–' : percent(share)} |`;
}

function report(own: readonly OwnCost[], lint: readonly LintCost[]): string {
  const start = own[0]?.start.seconds ?? 0;
  return [
    `Medians of whole processes, run in turn, where a start of Node takes ${start.toFixed(2)} s (Node ${process.versions.node}, ${String(availableParallelism())} processors):`,
    '',
    '| Command | Tree | starts of Node | time | peak memory | budget |',
    '| --- | --- | --- | --- | --- | --- |',
    ...own.map(ownRow),
    '',
    `Linting ${String(BENCH_SIZE.files)} files with and without the preset \`recommended\`:`,
    '',
    "| Linter | without | with | added processor time | share of the rules by ESLint's clock |",
    '| --- | --- | --- | --- | --- |',
    ...lint.map(lintRow),
  ].join('\n');
}

/** Measures all; `--write` puts the tables into the README, `--long-rounds N` says how often what takes long is run. */
async function bench(args: readonly string[]): Promise<void> {
  const options = { write: { type: 'boolean' }, 'long-rounds': { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const rounds = Number(values['long-rounds'] ?? LONG_ROUNDS);
  const on = (size: TreeSize, typed: boolean): OwnRun[] =>
    OWN.filter((one) => one.size === size && one.typed === typed);
  const own = [HALF_SIZE, ALL_RELEVANT_SIZE].flatMap((size) =>
    withTree(size, (root) => ownCosts(root, on(size, false), ROUNDS)),
  );
  const lint = withTree(BENCH_SIZE, (root) => {
    own.unshift(...ownCosts(root, on(BENCH_SIZE, false), ROUNDS));
    // the linters' tree has a tsconfig.json, so that types are asked from here on
    const pairs = lintPairs(root);
    own.push(...ownCosts(root, on(BENCH_SIZE, true), rounds));
    return lintCosts(root, pairs, rounds);
  });
  const text = report(own, lint);
  console.log(text);
  console.log(`\nload of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}`);
  if (values.write) await writeSection('bench', text);
}

await bench(process.argv.slice(2));
