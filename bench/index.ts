import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BENCH_SIZE, generateTree } from './generate-tree.js';
import { CLI, measure, type Cost } from './measure.js';

const RUNS = 5;
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
  const base = all[0]?.seconds ?? 1;
  console.log(
    `${String(BENCH_SIZE.files)} files, ${String(BENCH_SIZE.lines)} lines, ${String(BENCH_SIZE.relevant)} relevant; median of ${String(RUNS)} runs, whole process\n`,
  );
  console.log(`${'what'.padEnd(26)}${'seconds'.padStart(9)}${'x node'.padStart(9)}${'peak MiB'.padStart(10)}`);
  for (const { name, seconds, peakMiB } of all) {
    const peak = peakMiB === null ? '-' : peakMiB.toFixed(0);
    console.log(
      `${name.padEnd(26)}${seconds.toFixed(2).padStart(9)}${(seconds / base).toFixed(1).padStart(9)}${peak.padStart(10)}`,
    );
  }
  for (const { name, seconds, peakMiB } of all.slice(2)) {
    const within = seconds <= BUDGET.seconds && (peakMiB ?? 0) <= BUDGET.peakMiB;
    console.log(
      `${name}: ${within ? 'within' : 'over'} the budget of ${String(BUDGET.seconds)} s and ${String(BUDGET.peakMiB)} MiB`,
    );
  }
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
