import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BENCH_SIZE, generateTree } from './generate-tree.js';
import { CLI, measure, type Cost } from './measure.js';

const RUNS = 5;
const BUDGETED: ReadonlySet<string> = new Set(['check', 'migrate --dry-run']);
const BUDGET = { seconds: 2, peakMiB: 200 };

function git(root: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: root });
}

function costs(root: string): Cost[] {
  const node = process.execPath;
  return [
    measure('node, nothing else', root, [node, '--eval', '0'], RUNS, [0]),
    measure('grep -rl stitchkit src', root, ['grep', '-rl', 'stitchkit', 'src'], RUNS, [0]),
    measure('check', root, [node, CLI, 'check'], RUNS, [1]),
    measure('migrate --dry-run', root, [node, CLI, 'migrate', '--dry-run'], RUNS, [1]),
  ];
}

function print(all: readonly Cost[]): void {
  const { files, lines, relevant } = BENCH_SIZE;
  console.log(
    `${String(files)} files, ${String(lines)} lines, ${String(relevant)} relevant; median of ${String(RUNS)} runs, whole process\n`,
  );
  const base = all[0]?.seconds ?? 1;
  printRow(['what', 'seconds', 'x node', 'cpu s', 'peak MiB']);
  for (const { name, seconds, usage } of all) {
    const used = usage ? [usage.cpuSeconds.toFixed(2), usage.peakMiB.toFixed(0)] : ['-', '-'];
    printRow([name, seconds.toFixed(2), (seconds / base).toFixed(1), ...used]);
  }
  for (const cost of all.filter(({ name }) => BUDGETED.has(name))) console.log(`${cost.name}: ${verdict(cost)}`);
  console.log(`load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)} on ${String(availableParallelism())} processors`);
}

function printRow([name = '', ...numbers]: readonly string[]): void {
  console.log(name.padEnd(26) + numbers.map((one) => one.padStart(10)).join(''));
}

function verdict({ seconds, usage }: Cost): string {
  const within = seconds <= BUDGET.seconds && usage !== null && usage.peakMiB <= BUDGET.peakMiB;
  return `${within ? 'within' : 'over'} the budget of ${String(BUDGET.seconds)} s and ${String(BUDGET.peakMiB)} MiB`;
}

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
try {
  generateTree(root);
  git(root, 'init', '--quiet');
  git(root, 'add', '--all');
  git(root, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '--quiet', '--message', 'tree');
  print(costs(root));
} finally {
  rmSync(root, { recursive: true, force: true });
}
