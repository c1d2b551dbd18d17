import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { mutationReport, type MutationResults } from '../test/mutation/runner/mutation-report.js';
import { readSample, type Sample } from '../test/mutation/runner/sample.js';

/** `npm run mutate -- [--sample SEED/N] [--report] [-- what Stryker takes]`. `--report` prints the last run's result again. */
const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' }, report: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const sample = values.sample === undefined ? null : readSample(values.sample);
const status = values.report ? 0 : run(sample, positionals);
if (status === 0) console.log(mutationReport(resultsOfLastRun(), sample));
process.exitCode = status;

function run(asked: Sample | null, args: readonly string[]): number {
  const stryker = 'node_modules/@stryker-mutator/core/bin/stryker.js';
  const { status: code } = spawnSync(process.execPath, [stryker, 'run', ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      // its workers load our TypeScript
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import tsx`,
      MUTATION_ROOT: process.cwd(),
      MUTATION_SAMPLE: asked ? `${asked.seed}/${String(asked.oneIn)}` : 'all/1',
    },
  });
  return code ?? 1;
}

function resultsOfLastRun(): MutationResults {
  return JSON.parse(readFileSync('.cache/mutation.json', 'utf8')) as MutationResults;
}
