import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What whole runs of one process cost. */
export interface Cost {
  readonly name: string;
  /** Median of the runs, in seconds. */
  readonly seconds: number;
  /** Highest of the runs, in MiB; `null` where the process is not Node. */
  readonly peakMiB: number | null;
}

const HOOK = new URL('./peak-memory.mjs', import.meta.url).href;

/** Runs a program several times, whole, and gives what it cost. @throws Error where it ends in a way that is not expected */
export function measure(
  name: string,
  cwd: string,
  command: readonly string[],
  runs: number,
  codes: readonly number[],
): Cost {
  const peakFile = join(tmpdir(), `bench-peak-${String(process.pid)}`);
  const [program = '', ...args] = command;
  const isNode = program === process.execPath;
  const times: number[] = [];
  let peak = 0;
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    const done = spawnSync(program, isNode ? ['--import', HOOK, ...args] : args, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, BENCH_PEAK_FILE: peakFile },
      maxBuffer: 1 << 28,
    });
    times.push(performance.now() - began);
    if (!codes.includes(done.status ?? -1))
      throw new Error(`${name} ended with ${String(done.status)}: ${done.stderr}`);
    if (isNode) peak = Math.max(peak, Number(readFileSync(peakFile, 'utf8')));
  }
  rmSync(peakFile, { force: true });
  return { name, seconds: median(times) / 1_000, peakMiB: isNode ? peak : null };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The command line of the build. */
export const CLI = fileURLToPath(new URL('../dist/cli/bin.js', import.meta.url));
