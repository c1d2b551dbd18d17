import type { TSESTree } from '@typescript-eslint/types';
import type { FileStyle } from '../source/file-style.js';
import type { SourceView } from '../source/source-view.js';

/** A call as the texts of its parts. */
export interface CallText {
  readonly callee: string;
  readonly args: readonly string[];
  /** The fields of an object that is the last argument; none where they are empty. */
  readonly options: readonly string[];
}

const NARROWEST = 100;
const WIDEST = 120;

/** How wide lines are in a file: its widest line, as far as that is a usual width. */
function lineWidthOf(text: string): number {
  const widths = text.split(/\r\n|\n|\r/u).map(columnsOf);
  return Math.max(NARROWEST, ...widths.filter((one) => one <= WIDEST));
}

/** A tab counts as two. */
function columnsOf(line: string): number {
  return line.length + (line.match(/\t/gu)?.length ?? 0);
}

/** The text of a call that takes the place of another node: on one line where it fits there, else broken as the file does. */
export function laidOut(view: SourceView, style: FileStyle, at: TSESTree.Node, call: CallText): string {
  const lists = call.options.length > 0 ? [...call.args, `{ ${call.options.join(', ')} }`] : call.args;
  const flat = `${call.callee}(${lists.join(', ')})`;
  const [start, end] = at.range;
  const before = columnsOf(view.text.slice(view.lineStartOf(start), start));
  const after = /^[^\n\r]*/u.exec(view.text.slice(end))?.[0].length ?? 0;
  const width = lineWidthOf(view.text);
  if (!isMultiLine(flat) && before + flat.length + after <= width) return flat;
  const frame = { style, indent: view.indentationOf(start), width };
  const head = `${call.callee}(${call.args.map((one) => `${one}, `).join('')}{`;
  const hugs = call.options.length > 0 && !isMultiLine(head) && before + head.length <= width;
  return hugs ? `${head}${block(call.options, frame)}})` : `${call.callee}(${block(argumentsOf(call, frame), frame)})`;
}

interface Frame {
  readonly style: FileStyle;
  /** Of the line the call starts on. */
  readonly indent: string;
  readonly width: number;
}

function argumentsOf({ args, options }: CallText, { style, indent, width }: Frame): string[] {
  if (options.length === 0) return [...args];
  const flat = `{ ${options.join(', ')} }`;
  const inner = `${indent}${style.indent}`;
  const fits = !isMultiLine(flat) && columnsOf(inner) + flat.length < width;
  return [...args, fits ? flat : `{${block(options, { style, indent: inner, width })}}`];
}

/** Parts on lines of their own, one level further in. */
function block(parts: readonly string[], { style, indent }: Frame): string {
  const inner = `${indent}${style.indent}`;
  const lines = parts.map((one) => `${inner}${reindented(one, inner)}`);
  return `${style.eol}${lines.join(`,${style.eol}`)}${style.trailingComma ? ',' : ''}${style.eol}${indent}`;
}

/** A text of several lines that ends in a closing bracket, moved so that the bracket stands at an indentation. */
function reindented(text: string, indent: string): string {
  const [first = '', ...rest] = text.split(/(?<=\n)/u);
  const base = /^([ \t]*)[}\])]/u.exec(rest.at(-1) ?? '')?.[1];
  const movable = base !== undefined && !text.includes('`') && rest.every((one) => one.startsWith(base) || !one.trim());
  if (!movable) return text;
  return [first, ...rest.map((one) => (one.trim() ? `${indent}${one.slice(base.length)}` : one))].join('');
}

function isMultiLine(text: string): boolean {
  return /[\n\r]/u.test(text);
}
