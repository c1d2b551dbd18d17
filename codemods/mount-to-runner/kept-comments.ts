import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext } from '../codemod.js';
import type { TextEdit } from '../edit/text-edit.js';
import { statementAround } from '../source/syntax.js';

/** Moves the comments of a node that is replaced above the statement of another, but for those in parts that are kept. */
export function keptComments(
  context: FileContext,
  node: { readonly range: readonly [number, number] },
  above: TSESTree.Node,
  kept: readonly { readonly range: readonly [number, number] }[],
): TextEdit[] {
  const { view, style } = context;
  const lost = view
    .commentsWithin(node.range[0], node.range[1])
    .filter((one) => !kept.some(({ range }) => range[0] <= one.start && one.end <= range[1]));
  if (lost.length === 0) return [];
  const [start] = statementAround(view, above).range;
  const indent = view.indentationOf(start);
  const text = lost.map((one) => `${view.text.slice(one.start, one.end)}${style.eol}${indent}`).join('');
  return [{ start, end: start, text }];
}
