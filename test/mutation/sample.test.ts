import { describe, expect, it } from 'vitest';
import { isSampled, readSample, type SampledMutant, wilson } from './runner/sample.js';

function mutant(file: string, line: number, replacement: string): SampledMutant {
  return { file, location: { start: { line, column: 1 }, end: { line, column: 9 } }, replacement };
}

const mutants = ['a.ts', 'b.ts', 'c.ts', 'd.ts'].flatMap((file) =>
  Array.from({ length: 1_000 }, (_, line) => mutant(file, line, line % 2 ? 'true' : 'false')),
);

describe('a sample of mutants', () => {
  it('is about one in so many, in every file', () => {
    const taken = mutants.filter((one) => isSampled({ seed: 'x', oneIn: 10 }, one));
    for (const file of ['a.ts', 'b.ts', 'c.ts', 'd.ts']) {
      const count = taken.filter((one) => one.file === file).length;
      expect(count).toBeGreaterThan(60);
      expect(count).toBeLessThan(140);
    }
  });

  it('is the same for the same seed and another one for another', () => {
    const taken = (seed: string): SampledMutant[] => mutants.filter((one) => isSampled({ seed, oneIn: 10 }, one));
    expect(taken('x')).toEqual(taken('x'));
    expect(taken('x')).not.toEqual(taken('y'));
  });

  it('tells the mutants of one place apart', () => {
    const taken = mutants.map((one) => isSampled({ seed: 'x', oneIn: 2 }, one));
    const others = mutants.map((one) => isSampled({ seed: 'x', oneIn: 2 }, { ...one, replacement: 'x' }));
    expect(taken).not.toEqual(others);
  });

  it('is written as seed and number', () => {
    expect(readSample('first/20')).toEqual({ seed: 'first', oneIn: 20 });
    for (const wrong of ['first', 'first/', '/20', 'first/0', 'first/-1', 'first/2/3', 'a b/2']) {
      expect(() => readSample(wrong), wrong).toThrow(RangeError);
    }
  });
});

it('the interval is that of Wilson', () => {
  // Newcombe 1998, table I: 81 of 263, and 15 of 148
  expect(wilson(81, 263).map((one) => one.toFixed(4))).toEqual(['0.2553', '0.3662']);
  expect(wilson(15, 148).map((one) => one.toFixed(4))).toEqual(['0.0624', '0.1605']);
});
