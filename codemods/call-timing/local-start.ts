import type { FileContext } from '../codemod.js';
import type { TextEdit } from '../edit/text-edit.js';
import { uniqueName } from '../edit/unique-name.js';
import { isBlank, lineEndAfter } from '../source/lines.js';
import { isInsideText } from '../source/inside-text.js';
import type { SourceView } from '../source/source-view.js';
import { isDirective, type FunctionNode } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { isNeverReassigned } from '../source/variable.js';
import { insertBefore } from '../tool-calls/insert-statement.js';
import type { Difference } from './start-uses.js';
import { variableSeenFrom } from './visible-name.js';

/** What a new start is called where the name is free. */
export const START_NAME = 'startedAt';

/** A start that is taken at the top of a function. */
export interface LocalStart {
  readonly name: string;
  /** Edits that take it; none where the function takes one already. */
  readonly edits: readonly TextEdit[];
}

/**
 * A start at the top of a function: the one it takes already, or a new one.
 *
 * @param reading the expression that reads the clock
 * @param wanted a name that is free because its declaration goes
 * @param taken names that other starts of the file got
 */
export function localStart(
  context: FileContext,
  fn: FunctionNode,
  reading: string,
  differences: readonly Difference[],
  wanted: string | null,
  taken: ReadonlySet<string>,
): LocalStart {
  const existing = startTakenFirst(context, fn, reading, differences);
  if (existing) return { name: existing, edits: [] };
  const { view, style } = context;
  const name = wanted ?? uniqueName(view, fn, START_NAME, taken);
  const declaration = `const ${name} = ${reading}`;
  if (fn.body.type !== 'BlockStatement') return { name, edits: blockEdits(context, fn, declaration, differences) };
  const first = fn.body.body.find((one) => !isDirective(one));
  if (!first) return { name, edits: [] };
  return { name, edits: [insertBefore(view, style, first, [`${declaration}${style.semicolon}`])] };
}

/** The name of a start that a function takes before anything else, and that no difference is counted up to. */
function startTakenFirst(
  context: FileContext,
  fn: FunctionNode,
  reading: string,
  differences: readonly Difference[],
): string | null {
  const { view } = context;
  if (fn.body.type !== 'BlockStatement') return null;
  const first = fn.body.body.find((one) => !isDirective(one));
  const [only] = first?.type === 'VariableDeclaration' ? first.declarations : [];
  if (only?.id.type !== 'Identifier' || !only.init || view.textOf(unwrap(only.init)) !== reading) return null;
  const { name } = only.id;
  const variable = view.variableOf(only.id);
  const isEnd = differences.some(({ end }) => view.variableOf(unwrap(end)) === variable);
  const isSeen = differences.every(({ operand }) => variableSeenFrom(view, operand, name) === variable);
  return isEnd || !isSeen || !variable || !isNeverReassigned(variable) ? null : name;
}

/** Gives an arrow that only has an expression a body with a start before it. */
function blockEdits(
  context: FileContext,
  fn: FunctionNode,
  declaration: string,
  differences: readonly Difference[],
): TextEdit[] {
  const { view, style } = context;
  const arrow = view.text.lastIndexOf('=>', fn.body.range[0]) + 2;
  const gapEnd = arrow + (/^\s*/u.exec(view.text.slice(arrow))?.[0].length ?? 0);
  const gap = view.text.slice(arrow, gapEnd);
  const indent = view.indentationOf(lineBegin(context, fn));
  const inner = `${indent}${style.indent}`;
  const head = ` {${style.eol}${inner}${declaration}${style.semicolon}${style.eol}${inner}return`;
  const commented = view.commentsWithin(arrow, fn.body.range[0]).length > 0;
  const broken = /[\r\n]/u.test(gap) || commented;
  const tail = `${style.semicolon}${style.eol}${indent}}`;
  const [, end] = fn.range;
  if (commented) {
    return [
      { start: arrow, end: arrow, text: `${head} (` },
      { start: end, end, text: `)${tail}` },
    ];
  }
  const before =
    broken || gap === '' ? { start: arrow, end: gapEnd, text: `${head} ` } : { start: arrow, end: arrow, text: head };
  const parens = objectParens(view, fn, gapEnd);
  const indents = broken ? [] : deeperLines(context, fn, differences);
  return [before, ...parens, ...indents, { start: end, end, text: tail }];
}

/** Moves the further lines of a body one level in, but for those that begin inside a text. */
function deeperLines(context: FileContext, fn: FunctionNode, differences: readonly Difference[]): TextEdit[] {
  const { view, style } = context;
  const edits: TextEdit[] = [];
  const [from, to] = fn.body.range;
  for (let at = lineEndAfter(view.text, from); at <= to; at = lineEndAfter(view.text, at)) {
    const blank = isBlank(view.text, at, lineEndAfter(view.text, at));
    const replaced = differences.some(({ side }) => side.range[0] < at && at < side.range[1]);
    if (!blank && !replaced && !isInsideText(view, at)) edits.push({ start: at, end: at, text: style.indent });
    if (at >= view.text.length) break;
  }
  return edits;
}

/** The parentheses that an object needs as the body of an arrow and not after `return`. */
function objectParens(view: SourceView, fn: FunctionNode, open: number): TextEdit[] {
  const [start, end] = fn.body.range;
  const isTight = view.text[open] === '(' && open + 1 === start && view.text[end] === ')' && end + 1 === fn.range[1];
  if (fn.body.type !== 'ObjectExpression' || !isTight) return [];
  return [
    { start: open, end: open + 1, text: '' },
    { start: end, end: end + 1, text: '' },
  ];
}

/** The first character of the line that a function starts on. */
function lineBegin(context: FileContext, fn: FunctionNode): number {
  const start = context.view.lineStartOf(fn.range[0]);
  return start + (/^[ \t]*/u.exec(context.view.text.slice(start))?.[0].length ?? 0);
}
