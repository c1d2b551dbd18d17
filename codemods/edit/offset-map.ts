import type { TextEdit } from './text-edit.js';

/** Gives the offset in the text before some edits of an offset in the text after them. */
export type OffsetMap = (offset: number) => number;

export const unchangedOffsets: OffsetMap = (offset) => offset;

/** An offset inside replaced text is taken back to where that text began. */
export function offsetsBefore(edits: readonly TextEdit[]): OffsetMap {
  return (offset) => {
    let shift = 0;
    for (const edit of edits) {
      const startAfter = edit.start + shift;
      if (offset < startAfter) break;
      if (offset < startAfter + edit.text.length) return edit.start;
      shift += edit.text.length - (edit.end - edit.start);
    }
    return offset - shift;
  };
}

export function composeOffsets(first: OffsetMap, second: OffsetMap): OffsetMap {
  return (offset) => first(second(offset));
}

/** Gives the offset after some edits of an offset before them. An offset inside replaced text goes to where it began. */
export function offsetsAfter(edits: readonly TextEdit[]): OffsetMap {
  return (offset) => {
    let shift = 0;
    for (const edit of edits) {
      if (edit.start > offset || (edit.start === offset && edit.end > offset)) break;
      if (offset < edit.end) return edit.start + shift;
      shift += edit.text.length - (edit.end - edit.start);
    }
    return offset + shift;
  };
}
