import type { TSESTree } from '@typescript-eslint/types';
import { EditList } from '../edit/text-edit.js';
import { reasonSentence, type ReasonCode } from '../reasons.js';
import { fileStyleOf } from '../source/file-style.js';
import { isInsideText } from '../source/inside-text.js';
import { isBlank } from '../source/lines.js';
import type { SourceView } from '../source/source-view.js';

export interface LeftPlace {
  readonly codemod: string;
  readonly reason: ReasonCode;
  readonly data: Readonly<Record<string, string>> | undefined;
  readonly at: number;
}

/** Writes the reason of each left site as a comment above it, once. */
export function writeReasons(view: SourceView, sites: readonly LeftPlace[]): string {
  const { eol } = fileStyleOf(view);
  const edits = new EditList();
  const written = new Set<string>();
  for (const site of sites) {
    const line = commentLine(view, site.at);
    const label = `TODO stitchkit ${site.codemod} (${site.reason})`;
    const id = `${line} ${label}`;
    if (written.has(id) || isThere(view, line, label)) continue;
    written.add(id);
    const indent = /^[ \t]*/u.exec(view.text.slice(line))?.[0] ?? '';
    const text = `${indent}// ${label}: ${reasonSentence(site.reason, site.data)}${eol}`;
    edits.add([{ start: line, end: line, text }]);
  }
  return edits.apply(view.text);
}

/** Start of the line above which a comment can stand: the site's own, or its statement's where that is inside a text. */
function commentLine(view: SourceView, at: number): number {
  const statement = innermostStatement(view, at);
  const own = view.lineStartOf(at);
  if (!isInsideText(view, own)) return own;
  return statement ? view.lineStartOf(statement.range[0]) : own;
}

function innermostStatement(view: SourceView, at: number): TSESTree.Node | undefined {
  return view.nodes.findLast(
    (node) => /Statement$|Declaration$/u.test(node.type) && node.range[0] <= at && at < node.range[1],
  );
}

/** True where a comment with the label stands in the run of line comments right above. */
function isThere(view: SourceView, line: number, label: string): boolean {
  let below = line;
  for (const comment of view.comments.filter((one) => one.end <= line).toReversed()) {
    if (comment.type !== 'Line' || !isBlank(view.text, comment.end, below)) return false;
    if (comment.value.trim().startsWith(label)) return true;
    below = comment.start;
  }
  return false;
}
