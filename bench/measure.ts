import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a process of Node says of itself as it ends; the processes that it starts are not in it. */
export interface Usage {
  /** Processor time of all threads, the median: other work on the machine lengthens it far less than `seconds`. */
  readonly cpuSeconds: number;
  /** Resident memory, the highest of the runs. */
  readonly peakMiB: number;
}

/** What whole runs of one process cost. */
export interface Cost {
  readonly name: string;
  /** Median of the runs, in seconds. */
  readonly seconds: number;
  /** `null` where the process is not Node, and so cannot be asked. */
  readonly usage: Usage | null;
}

const HOOK = new URL('./usage-at-exit.mjs', import.meta.url).href;

/** Runs a program several times, whole, and gives what it cost. @throws Error where it ends in a way that is not expected */
export function measure(
  name: string,
  cwd: string,
  command: readonly string[],
  runs: number,
  codes: readonly number[],
): Cost {
  const usageFile = join(tmpdir(), `bench-usage-${String(process.pid)}`);
  const [program = '', ...args] = command;
  const isNode = program === process.execPath;
  const seconds: number[] = [];
  const usages: Usage[] = [];
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    const done = spawnSync(program, isNode ? ['--import', HOOK, ...args] : args, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, BENCH_USAGE_FILE: usageFile },
      maxBuffer: 1 << 28,
    });
    seconds.push((performance.now() - began) / 1_000);
    if (!codes.includes(done.status ?? -1)) {
      throw new Error(`${name} ended with ${String(done.status)}: ${done.stderr}`);
    }
    if (isNode) usages.push(takeUsage(usageFile));
  }
  return { name, seconds: median(seconds), usage: isNode ? usageOf(usages) : null };
}

/** Reads what the run wrote and takes the file away, so that a run that writes nothing is not given the last one's. */
function takeUsage(file: string): Usage {
  const usage = JSON.parse(readFileSync(file, 'utf8')) as Usage;
  rmSync(file);
  return usage;
}

function usageOf(usages: readonly Usage[]): Usage {
  return {
    cpuSeconds: median(usages.map((one) => one.cpuSeconds)),
    peakMiB: Math.max(...usages.map((one) => one.peakMiB)),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The command line of the build. */
export const CLI = fileURLToPath(new URL('../dist/cli/bin.js', import.meta.url));
