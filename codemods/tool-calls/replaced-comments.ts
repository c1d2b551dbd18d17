import type { TSESTree } from '@typescript-eslint/types';
import type { TextEdit } from '../edit/text-edit.js';
import type { FileStyle } from '../source/file-style.js';
import { isBlank } from '../source/lines.js';
import type { SourceView } from '../source/source-view.js';
import { statementAround } from '../source/syntax.js';

/**
 * Edits that put a text in a node's place and keep the comments in the node that the text does not repeat: above the text
 * where the node starts its line, else above the statement.
 */
export function withComments(view: SourceView, style: FileStyle, node: TSESTree.Node, text: string): TextEdit[] {
  const [start, end] = node.range;
  const lost = commentsNotIn(text, view, node);
  const startsLine = isBlank(view.text, view.lineStartOf(start), start);
  const [place] = startsLine ? node.range : statementAround(view, node).range;
  const above = lost.map((one) => `${one}${style.eol}${view.indentationOf(place)}`).join('');
  if (above === '') return [{ start, end, text }];
  if (startsLine) return [{ start, end, text: `${above}${text}` }];
  return [
    { start: place, end: place, text: above },
    { start, end, text },
  ];
}

/** The comments in a node that a text does not hold, each as often as it is missing. */
function commentsNotIn(text: string, view: SourceView, node: TSESTree.Node): string[] {
  let rest = text;
  return view.commentsWithin(node.range[0], node.range[1]).flatMap(({ start, end }) => {
    const comment = view.text.slice(start, end);
    const at = rest.indexOf(comment);
    if (at < 0) return [comment];
    rest = rest.slice(0, at) + rest.slice(at + comment.length);
    return [];
  });
}
