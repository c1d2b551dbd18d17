/** The end of the line that holds `offset`, its line break included. */
export function lineEndAfter(text: string, offset: number): number {
  const breakAt = /\r\n|\n|\r/u.exec(text.slice(offset));
  return breakAt ? offset + breakAt.index + breakAt[0].length : text.length;
}

/** True where only blanks stand between `from` and `to`. */
export function isBlank(text: string, from: number, to: number): boolean {
  return /^\s*$/u.test(text.slice(from, to));
}

/** Start of the line before the one that starts at `lineStart`; `null` on the first line. */
function previousLineStart(text: string, lineStart: number): number | null {
  if (lineStart === 0) return null;
  const before = text.slice(0, lineStart).replace(/(?:\r\n|\n|\r)$/u, '');
  return Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
}

/**
 * The range to remove so that a statement goes with its line, without leaving two blank lines where there was one.
 * Only the statement itself where something else stands on its first or last line.
 */
export function wholeLinesOf(text: string, start: number, end: number): { start: number; end: number } {
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const lineEnd = lineEndAfter(text, end);
  if (!isBlank(text, lineStart, start)) return { start, end };
  if (!isBlank(text, end, lineEnd)) return { start, end: end + (/^[ \t]*/u.exec(text.slice(end))?.[0].length ?? 0) };
  const previous = previousLineStart(text, lineStart);
  const nextEnd = lineEndAfter(text, lineEnd);
  const blankBefore = previous === null || isBlank(text, previous, lineStart);
  const blankAfter = lineEnd < text.length && isBlank(text, lineEnd, nextEnd);
  return { start: lineStart, end: blankBefore && blankAfter ? nextEnd : lineEnd };
}
