import type { TSESTree } from '@typescript-eslint/types';
import { requiredModuleOf } from '../source/module-bindings.js';
import { isBlank, lineEndAfter } from '../source/lines.js';
import { isDirective } from '../source/syntax.js';
import type { SourceView } from '../source/source-view.js';
import type { FileStyle } from '../source/file-style.js';
import type { TextEdit } from './text-edit.js';

/** True for a file that loads modules with `require` and has no `import` of its own. */
export function isCommonJs(view: SourceView): boolean {
  const { body } = view.ast;
  const isModule = body.some(
    (node) => node.type === 'ImportDeclaration' || node.type.startsWith('Export') || node.type === 'TSExportAssignment',
  );
  if (isModule) return false;
  return /\.c[jt]s$/u.test(view.file) || view.nodes.some((node) => requiredModuleOf(view, node) !== null);
}

/** An edit that puts import lines where a reader expects them. */
export function importInsertion(
  view: SourceView,
  style: FileStyle,
  lines: readonly string[],
  near: readonly string[],
): TextEdit {
  const loads = view.ast.body.filter((node) => loadedModules(view, node).length > 0);
  const anchor =
    loads.filter((node) => loadedModules(view, node).some((one) => near.includes(one))).at(-1) ?? loads.at(-1);
  const text = lines.join(style.eol);
  if (anchor) {
    const end = endOfLineWith(view, anchor.range[1]);
    return { start: end, end, text: `${style.eol}${text}`, rank: -1 };
  }
  return atTop(view, style, text);
}

/** The modules a top-level statement loads. */
function loadedModules(view: SourceView, node: TSESTree.ProgramStatement): string[] {
  if (node.type === 'ImportDeclaration') return [node.source.value];
  if (node.type === 'TSImportEqualsDeclaration') {
    const reference = node.moduleReference;
    return reference.type === 'TSExternalModuleReference' ? [reference.expression.value] : [];
  }
  const inits =
    node.type === 'VariableDeclaration'
      ? node.declarations.map((one) => one.init)
      : node.type === 'ExpressionStatement'
        ? [node.expression]
        : [];
  return inits.flatMap((init) => {
    const loaded = requiredModuleOf(view, init?.type === 'MemberExpression' ? init.object : init);
    return loaded === null ? [] : [loaded];
  });
}

/** End of the line, before its line break, unless other code follows on it. */
function endOfLineWith(view: SourceView, offset: number): number {
  const rest = view.text.slice(offset, lineEndAfter(view.text, offset)).replace(/[\r\n]+$/u, '');
  return /^\s*(?:\/\/.*|\/\*[^*]*\*\/\s*)?$/u.test(rest) ? offset + rest.length : offset;
}

/** Below the shebang, a header comment and the directives. */
function atTop(view: SourceView, style: FileStyle, text: string): TextEdit {
  const directive = view.ast.body.findLast(isDirective);
  if (directive) {
    const end = endOfLineWith(view, directive.range[1]);
    return { start: end, end, text: `${style.eol}${style.eol}${text}`, rank: -1 };
  }
  const start = headerEnd(view);
  return { start, end: start, text: `${text}${style.eol}${style.eol}`, rank: -1 };
}

const HEADER = /licen[cs]e|copyright|@file|@overview|@ts-(?:no)?check|eslint|biome|prettier|^!|^\/\s*<reference/iu;

/** The offset of the first line after the shebang and the comments that belong to the file as a whole. */
function headerEnd(view: SourceView): number {
  const { text } = view;
  let at = text.startsWith('#!') ? lineEndAfter(text, 0) : 0;
  for (const comment of view.comments) {
    if (comment.start < at) continue;
    if (!isBlank(text, at, comment.start)) break;
    const end = lineEndAfter(text, comment.end);
    if (!isBlank(text, comment.end, end)) break;
    const blankAfter = isBlank(text, end, lineEndAfter(text, end));
    if (!blankAfter && !HEADER.test(comment.value) && !headerFollows(view, comment.end)) break;
    at = end;
  }
  while (at < text.length && isBlank(text, at, lineEndAfter(text, at)) && at > 0) at = lineEndAfter(text, at);
  return at;
}

/** A run of line comments counts as header where its last line is followed by a blank line. */
function headerFollows(view: SourceView, end: number): boolean {
  let at = end;
  for (const comment of view.comments.filter((one) => one.start >= end)) {
    if (comment.type !== 'Line' || !/^\r?\n[ \t]*$/u.test(view.text.slice(at, comment.start))) return false;
    at = comment.end;
    const lineEnd = lineEndAfter(view.text, at);
    if (isBlank(view.text, lineEnd, lineEndAfter(view.text, lineEnd))) return true;
  }
  return false;
}
