import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program that is run whole, and measured. */
export interface Program {
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The exit codes that are no failure. */
  readonly codes: readonly number[];
}

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

interface Run {
  readonly seconds: number;
  readonly usage: Usage | null;
}

const HOOK = new URL('./usage-at-exit.mjs', import.meta.url).href;

/**
 * Runs programs several times, whole and in turn, so that what else the machine does falls on all of them alike.
 *
 * @returns their costs, in the order given
 * @throws Error where a program ends in a way that is not expected
 */
export function measure(cwd: string, programs: readonly Program[], rounds: number): Cost[] {
  const runs = programs.map((): Run[] => []);
  for (let round = 0; round < rounds; round++) {
    programs.forEach((program, index) => runs[index]?.push(runOnce(cwd, program)));
  }
  return programs.map(({ name }, index) => costOf(name, runs[index] ?? []));
}

function runOnce(cwd: string, { name, command, codes }: Program): Run {
  const usageFile = join(tmpdir(), `bench-usage-${String(process.pid)}`);
  const [program = '', ...args] = command;
  const isNode = program === process.execPath;
  const began = performance.now();
  const done = spawnSync(program, isNode ? ['--import', HOOK, ...args] : args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, BENCH_USAGE_FILE: usageFile },
    maxBuffer: 1 << 28,
  });
  const seconds = (performance.now() - began) / 1_000;
  if (!codes.includes(done.status ?? -1)) {
    throw new Error(`${name} ended with ${String(done.status)}: ${done.stderr}${done.stdout.slice(0, 2_000)}`);
  }
  return { seconds, usage: isNode ? takeUsage(usageFile) : null };
}

/** Reads what the run wrote and takes the file away, so that a run that writes nothing is not given the last one's. */
function takeUsage(file: string): Usage {
  const usage = JSON.parse(readFileSync(file, 'utf8')) as Usage;
  rmSync(file);
  return usage;
}

function costOf(name: string, runs: readonly Run[]): Cost {
  const usages = runs.flatMap(({ usage }) => (usage ? [usage] : []));
  return {
    name,
    seconds: median(runs.map((one) => one.seconds)),
    usage:
      usages.length === 0
        ? null
        : {
            cpuSeconds: median(usages.map((one) => one.cpuSeconds)),
            peakMiB: Math.max(...usages.map((one) => one.peakMiB)),
          },
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The command line of the build. */
export const CLI = fileURLToPath(new URL('../dist/cli/bin.js', import.meta.url));
