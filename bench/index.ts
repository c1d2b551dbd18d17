import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BENCH_SIZE, generateTree } from './generate-tree.js';
import { lintPairs, shareOfRules } from './lint-programs.js';
import { CLI, measure, type Cost, type Program } from './measure.js';

const ROUNDS = 5;
const LINT_ROUNDS = 3;
const NODE = process.execPath;

interface Budget {
  readonly seconds: number;
  readonly peakMiB: number;
}

const OWN: readonly (Program & { readonly budget?: Budget })[] = [
  { name: 'node, nothing else', command: [NODE, '--eval', '0'], codes: [0] },
  { name: 'grep -rl stitchkit src', command: ['grep', '-rl', 'stitchkit', 'src'], codes: [0] },
  { name: 'check', command: [NODE, CLI, 'check'], codes: [1], budget: { seconds: 2, peakMiB: 200 } },
  {
    name: 'migrate --dry-run',
    command: [NODE, CLI, 'migrate', '--dry-run'],
    codes: [1],
    budget: { seconds: 2, peakMiB: 200 },
  },
];

const TYPED: Program & { readonly budget: Budget } = {
  name: 'migrate --dry-run, with types',
  command: [NODE, CLI, 'migrate', '--dry-run'],
  codes: [1],
  budget: { seconds: 6, peakMiB: 800 },
};

function git(root: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: root });
}

function printRow([name = '', ...cells]: readonly string[]): void {
  console.log(name.padEnd(34) + cells.map((one) => one.padStart(10)).join(''));
}

function printCosts(costs: readonly Cost[], base: number): void {
  for (const { name, seconds, usage } of costs) {
    const used = usage ? [usage.cpuSeconds.toFixed(2), usage.peakMiB.toFixed(0)] : ['-', '-'];
    printRow([name, seconds.toFixed(2), (seconds / base).toFixed(1), ...used]);
  }
}

function verdict({ name, seconds, usage }: Cost, budget: Budget): string {
  const within = seconds <= budget.seconds && usage !== null && usage.peakMiB <= budget.peakMiB;
  return `${name}: ${within ? 'within' : 'over'} the budget of ${String(budget.seconds)} s and ${String(budget.peakMiB)} MiB`;
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)}%`;
}

/** What our rules add to a linter's run, by whole processes, and for ESLint by its own clock as well. */
function printLint(root: string): void {
  for (const pair of lintPairs(root)) {
    const [without, ours] = measure(root, [pair.without, pair.with], LINT_ROUNDS);
    if (!without || !ours) continue;
    printCosts([without, ours], without.seconds);
    const added = (ours.usage?.cpuSeconds ?? ours.seconds) / (without.usage?.cpuSeconds ?? without.seconds) - 1;
    const own = pair.name.startsWith('ESLint') ? `; ${percent(shareOfRules(root, pair.with))} by ESLint's clock` : '';
    console.log(`${pair.name}: our rules add ${percent(added)} of processor time${own}`);
  }
}

function bench(root: string): void {
  const { files, lines, relevant } = BENCH_SIZE;
  console.log(
    `${String(files)} files, ${String(lines)} lines, ${String(relevant)} relevant; medians, whole processes, run in turn\n`,
  );
  const costs = measure(root, OWN, ROUNDS);
  printRow(['what', 'seconds', 'ratio', 'cpu s', 'peak MiB']);
  printCosts(costs, costs[0]?.seconds ?? 1);
  costs.forEach((cost, index) => {
    const budget = OWN[index]?.budget;
    if (budget) console.log(verdict(cost, budget));
  });
  console.log('');
  printLint(root);
  const [typed] = measure(root, [TYPED], LINT_ROUNDS);
  if (typed) {
    console.log('');
    printCosts([typed], costs[0]?.seconds ?? 1);
    console.log(verdict(typed, TYPED.budget));
  }
  console.log(`load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)} on ${String(availableParallelism())} processors`);
}

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
try {
  generateTree(root);
  git(root, 'init', '--quiet');
  git(root, 'add', '--all');
  git(root, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '--quiet', '--message', 'tree');
  bench(root);
} finally {
  rmSync(root, { recursive: true, force: true });
}
