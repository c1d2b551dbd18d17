import type { TSESTree } from '@typescript-eslint/types';
import type { FileStyle } from '../source/file-style.js';
import { isBlank, lineEndAfter } from '../source/lines.js';
import type { SourceView } from '../source/source-view.js';
import type { TextEdit } from './text-edit.js';

/** A list in braces: import specifiers, pattern or object properties. */
export interface BracedList {
  readonly items: readonly TSESTree.Node[];
  /** The nearest node around the braces. */
  readonly owner: TSESTree.Node;
}

/** Edits that take items out of a braced list and put others in. Comments between the items stay. */
export function listEdits(
  view: SourceView,
  style: FileStyle,
  list: BracedList,
  removed: readonly TSESTree.Node[],
  added: readonly string[],
): TextEdit[] {
  const [first, ...rest] = removed;
  if (first && added.length > 0) {
    const [start, end] = first.range;
    return [{ start, end, text: added.join(', ') }, ...removals(view, list, rest)];
  }
  if (first) return removals(view, list, removed);
  return added.length > 0 ? insertion(view, style, list, added) : [];
}

function removals(view: SourceView, list: BracedList, removed: readonly TSESTree.Node[]): TextEdit[] {
  const tail = tailRun(list, removed);
  const kept = list.items[list.items.length - tail.length - 1];
  const last = tail.at(-1);
  const joined =
    kept &&
    last &&
    view.text[nextTokenAt(view, last.range[1])] !== ',' &&
    view.commentsWithin(kept.range[1], last.range[1]).length === 0;
  if (!joined) return removed.flatMap((one) => removal(view, one));
  const others = removed.filter((one) => !tail.includes(one));
  return [...others.flatMap((one) => removal(view, one)), { start: kept.range[1], end: last.range[1], text: '' }];
}

/** The removed items that the list ends with. */
function tailRun(list: BracedList, removed: readonly TSESTree.Node[]): TSESTree.Node[] {
  const from = list.items.findLastIndex((one) => !removed.includes(one)) + 1;
  return list.items.slice(from);
}

/** Takes out one item with the comma that follows it. */
function removal(view: SourceView, item: TSESTree.Node): TextEdit[] {
  const { text } = view;
  const [start, end] = item.range;
  const comma = nextTokenAt(view, end);
  if (text[comma] !== ',') return [{ start, end, text: '' }];
  if (comma !== end) {
    return [
      { start, end, text: '' },
      { start: comma, end: comma + 1, text: '' },
    ];
  }
  const lineStart = view.lineStartOf(start);
  const lineEnd = lineEndAfter(text, comma + 1);
  if (isBlank(text, lineStart, start) && isBlank(text, comma + 1, lineEnd)) {
    return [{ start: lineStart, end: lineEnd, text: '' }];
  }
  const blanks = /^[ \t]*/u.exec(text.slice(comma + 1))?.[0].length ?? 0;
  return [{ start, end: comma + 1 + blanks, text: '' }];
}

function insertion(view: SourceView, style: FileStyle, list: BracedList, added: readonly string[]): TextEdit[] {
  const last = list.items.at(-1);
  if (!last) {
    const open = view.text.indexOf('{', list.owner.range[0]);
    const pad = style.spacedBraces ? ' ' : '';
    return [{ start: open + 1, end: nextTokenAt(view, open + 1), text: `${pad}${added.join(', ')}${pad}` }];
  }
  const { text } = view;
  const [, end] = last.range;
  const later = sortedPlace(view, list, added);
  if (later) return [{ start: later.range[0], end: later.range[0], text: added.map((one) => `${one}, `).join('') }];
  const previous = list.items.at(-2);
  const ownLine = isBlank(text, view.lineStartOf(last.range[0]), last.range[0]);
  const multiLine = ownLine && (!previous || view.lineStartOf(previous.range[0]) !== view.lineStartOf(last.range[0]));
  const separator = multiLine ? `,${style.eol}${view.indentationOf(last.range[0])}` : ', ';
  const comma = nextTokenAt(view, end);
  if (text[comma] === ',' && multiLine) {
    const lines = added.map((one) => `${style.eol}${view.indentationOf(last.range[0])}${one},`).join('');
    return [{ start: comma + 1, end: comma + 1, text: lines }];
  }
  return [{ start: end, end, text: added.map((one) => `${separator}${one}`).join('') }];
}

/** The item of a sorted one-line list that the added names come before. */
function sortedPlace(view: SourceView, list: BracedList, added: readonly string[]): TSESTree.Node | undefined {
  const nameOf = (text: string): string => text.replace(/^type\s+/u, '').toLowerCase();
  const names = list.items.map((one) => nameOf(view.textOf(one)));
  const isSorted = names.every((one, index) => index === 0 || (names[index - 1] ?? '') <= one);
  const [first] = list.items;
  const oneLine = first && view.lineStartOf(first.range[0]) === view.lineStartOf(list.items.at(-1)?.range[0] ?? 0);
  if (!isSorted || !oneLine || names.length < 2) return undefined;
  const largest = added.map(nameOf).sort().at(-1) ?? '';
  return list.items[names.findIndex((one) => one > largest)];
}

/** The offset of the next character that is neither white space nor part of a comment. */
function nextTokenAt(view: SourceView, offset: number): number {
  let at = offset;
  for (;;) {
    const comment = view.comments.find((one) => one.start === at);
    if (comment) at = comment.end;
    else if (/\s/u.test(view.text[at] ?? '')) at += 1;
    else return at;
  }
}
