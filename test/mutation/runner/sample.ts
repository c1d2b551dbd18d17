import { createHash } from 'node:crypto';

/** A part of all mutants: about one in `oneIn`, which ones by the seed. */
export interface Sample {
  readonly seed: string;
  readonly oneIn: number;
}

/** What tells one mutant from another, in a run and in its report. */
export interface SampledMutant {
  readonly file: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly replacement: string;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Whether a mutant is in the sample. Every mutant is as likely as any other, whatever its file, and the same run after run. */
export function isSampled({ seed, oneIn }: Sample, { file, location, replacement }: SampledMutant): boolean {
  const { start, end } = location;
  const key = JSON.stringify([seed, file, start.line, start.column, end.line, end.column, replacement]);
  return createHash('sha256').update(key).digest().readUInt32BE() % oneIn === 0;
}

/**
 * A sample as it is written: `SEED/N`.
 * @throws RangeError for anything else
 */
export function readSample(text: string): Sample {
  const [, seed, oneIn] = /^(\w+)\/([1-9]\d*)$/u.exec(text) ?? [];
  if (seed === undefined) throw new RangeError(`a sample is written SEED/N, not ${text}`);
  return { seed, oneIn: Number(oneIn) };
}

const Z_95 = 1.959964;

/** The 95 % interval of a part that was seen in a sample (Wilson). */
export function wilson(seen: number, of: number): readonly [low: number, high: number] {
  if (of === 0) return [0, 1];
  const part = seen / of;
  const weight = Z_95 ** 2 / of;
  const middle = part + weight / 2;
  const reach = Z_95 * Math.sqrt((part * (1 - part)) / of + weight / (4 * of));
  return [(middle - reach) / (1 + weight), (middle + reach) / (1 + weight)];
}
