import type { Place } from './finding.js';

/** The byte order mark some editors put before the first character. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Offsets of the first character of each line. Line ends are `\n`, `\r\n`, `\r`, U+2028 and U+2029, as ECMAScript has them. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  const ends = /\r\n|[\n\r\u2028\u2029]/gu;
  while (ends.exec(text)) starts.push(ends.lastIndex);
  return starts;
}

/** Line and column, both from 1, of an offset. */
export function positionAt(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** The place that a range of offsets covers. */
export function placeOf(file: string, starts: readonly number[], range: readonly [number, number]): Place {
  const from = positionAt(starts, range[0]);
  const to = positionAt(starts, range[1]);
  return {
    file,
    start: range[0],
    end: range[1],
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
  };
}
