import type { TSESTree } from '@typescript-eslint/types';
import { importInsertion } from '../edit/import-insertion.js';
import type { TextEdit } from '../edit/text-edit.js';
import type { FileStyle } from '../source/file-style.js';
import { isBlank, lineEndAfter } from '../source/lines.js';
import { moduleBindingsOf } from '../source/module-bindings.js';
import type { SourceView } from '../source/source-view.js';
import { isDirective, isFunction } from '../source/syntax.js';
import type { ResolvedVariable } from '../source/variable.js';

/** The variables that an expression names. */
export function variablesIn(view: SourceView, node: TSESTree.Node): ResolvedVariable[] {
  const inside = view.nodes.filter(
    (one) => one.type === 'Identifier' && one.range[0] >= node.range[0] && one.range[1] <= node.range[1],
  );
  return [...new Set(inside.flatMap((one) => view.variableOf(one) ?? []))];
}

/** True where an expression reads `this`, which a declaration elsewhere would not see. */
export function mentionsThis(view: SourceView, node: TSESTree.Node): boolean {
  return view.nodes.some(
    (one) => one.type === 'ThisExpression' && one.range[0] >= node.range[0] && one.range[1] <= node.range[1],
  );
}

/** The node that gives `this` its meaning at a place: a function that is no arrow, a class member, or the file. */
export function thisOwnerOf(view: SourceView, node: TSESTree.Node): TSESTree.Node | undefined {
  for (const one of view.ancestorsOf(node)) {
    if (one.type === 'FunctionExpression' || one.type === 'FunctionDeclaration') return one;
    if (one.type === 'PropertyDefinition' || one.type === 'StaticBlock' || one.type === 'Program') return one;
  }
  return undefined;
}

/** Where a declaration that needs some variables can stand so that a node sees it. */
export type DeclarationPlace =
  | { readonly level: 'module'; readonly after: TSESTree.Node | null }
  | { readonly level: 'local'; readonly before: TSESTree.Node };

/** The outermost place where all the variables are known and that the node still sees; `null` where there is none. */
export function declarationPlace(
  view: SourceView,
  needs: readonly ResolvedVariable[],
  at: TSESTree.Node,
): DeclarationPlace | null {
  const local = needs.filter((one) => one.scope.type !== 'Program');
  if (local.length === 0) return { level: 'module', after: lastDeclaration(view, needs) };
  const chain = [at, ...view.ancestorsOf(at)];
  for (const [index, block] of chain.entries()) {
    if (block.type !== 'BlockStatement') continue;
    const owner = view.parentOf(block);
    const holds = local.some((one) => one.scope === block || one.scope === owner);
    const before = chain[index - 1];
    if (holds && before) return { level: 'local', before };
    if (isFunction(owner) && local.some((one) => one.scope === owner)) return null;
  }
  return null;
}

function lastDeclaration(view: SourceView, needs: readonly ResolvedVariable[]): TSESTree.Node | null {
  const imports = new Set(moduleBindingsOf(view).map((one) => one.variable));
  const statements = needs
    .filter((one) => !imports.has(one))
    .flatMap((one) => {
      const name = one.defs[0]?.name;
      return view.ast.body.filter((node) => name && node.range[0] <= name.range[0] && name.range[1] <= node.range[1]);
    });
  return statements.sort((a, b) => a.range[0] - b.range[0]).at(-1) ?? null;
}

/** An edit that puts declarations at a place. */
export function insertDeclarations(
  view: SourceView,
  style: FileStyle,
  place: DeclarationPlace,
  lines: readonly string[],
): TextEdit {
  const { eol } = style;
  if (place.level === 'local') {
    return insertBefore(view, style, place.before, lines);
  }
  const anchor = place.after ?? lastLoad(view);
  if (!anchor) return importInsertion(view, style, lines, []);
  const end = endOfLine(view, anchor.range[1]);
  const multiLine = view.lineStartOf(anchor.range[0]) !== view.lineStartOf(anchor.range[1] - 1);
  const lineEnd = lineEndAfter(view.text, end);
  const apart = multiLine || place.after === null || isBlank(view.text, end, lineEndAfter(view.text, lineEnd));
  return { start: end, end, text: `${apart ? eol : ''}${lines.map((one) => `${eol}${one}`).join('')}` };
}

/** An edit that puts statements above another one and the comments that belong to it. */
export function insertBefore(
  view: SourceView,
  style: FileStyle,
  node: TSESTree.Node,
  lines: readonly string[],
): TextEdit {
  const at = startWithComments(view, node);
  const lineStart = view.lineStartOf(at);
  if (!isBlank(view.text, lineStart, at)) {
    return { start: at, end: at, text: lines.map((one) => `${one.replace(/;$/u, '')}; `).join('') };
  }
  const indent = view.text.slice(lineStart, at);
  return { start: lineStart, end: lineStart, text: lines.map((one) => `${indent}${one}${style.eol}`).join('') };
}

/** The last top-level statement that only loads modules. */
function lastLoad(view: SourceView): TSESTree.Node | null {
  const statements = new Set(moduleBindingsOf(view).map((one) => one.statement));
  return (
    view.ast.body.findLast((node) => node.type === 'ImportDeclaration' || statements.has(node)) ??
    view.ast.body.findLast(isDirective) ??
    null
  );
}

function endOfLine(view: SourceView, offset: number): number {
  const line = view.text.slice(offset, lineEndAfter(view.text, offset)).replace(/[\r\n]+$/u, '');
  return /^\s*(?:\/\/.*)?$/u.test(line) ? offset + line.length : offset;
}

/** The start of a statement, or of the comments that stand right above it. */
export function startWithComments(view: SourceView, node: TSESTree.Node): number {
  let [start] = node.range;
  for (const comment of view.comments.filter((one) => one.end <= node.range[0]).toReversed()) {
    const gap = view.text.slice(comment.end, start);
    const ownLine = isBlank(view.text, view.lineStartOf(comment.start), comment.start);
    if (!ownLine || !/^[ \t]*(?:\r\n|\n|\r)[ \t]*$/u.test(gap)) break;
    start = comment.start;
  }
  return start;
}
