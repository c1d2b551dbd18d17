import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext } from '../codemod.js';
import { listEdits } from '../edit/list-edits.js';
import type { TextEdit } from '../edit/text-edit.js';
import { wholeLinesOf } from '../source/lines.js';
import { objectOfMember } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { hasSideEffect } from './side-effects.js';
import { widened } from './start-uses.js';

type Node = TSESTree.Node;

/**
 * Edits that take out the declaration of the name which a read of the start is stored under. What else the declaration
 * does stays: other names, and a call that may do more than give the context.
 *
 * @returns `null` where the name has to stay, as in a pattern whose rest would change
 */
export function withoutStoredStart(context: FileContext, read: Node): TextEdit[] | null {
  const { view, style } = context;
  let property = read.type === 'Property' ? read : view.parentOf(read);
  while (property?.type === 'Property') {
    const pattern = view.parentOf(property);
    if (pattern?.type !== 'ObjectPattern') return null;
    if (pattern.properties.some((one) => one.type === 'RestElement')) return null;
    if (pattern.properties.length > 1) {
      return listEdits(view, style, { items: pattern.properties, owner: pattern }, [property], []);
    }
    const holder = view.parentOf(pattern);
    if (holder?.type === 'VariableDeclarator') return withoutDeclarator(context, holder);
    property = holder;
  }
  const declarator = view.parentOf(widened(view, read));
  return declarator?.type === 'VariableDeclarator' ? withoutDeclarator(context, declarator) : null;
}

/** Edits that take out one declared name; `null` where it has to stay. */
export function withoutDeclarator(context: FileContext, declarator: TSESTree.VariableDeclarator): TextEdit[] | null {
  const { view, style } = context;
  const statement = view.parentOf(declarator);
  if (statement?.type !== 'VariableDeclaration' || view.parentOf(statement)?.type === 'ExportNamedDeclaration')
    return null;
  const { init } = declarator;
  const kept = init && hasSideEffect(context, init) ? init : null;
  const declarations: readonly Node[] = statement.declarations;
  const [start, end] = statement.range;
  if (declarations.length === 1) {
    const comments = commentsIn(context, start, end);
    if (!kept)
      return [comments === '' ? { ...wholeLinesOf(view.text, start, end), text: '' } : { start, end, text: comments }];
    const text = `${view.textOf(effectOf(kept))}${view.text[end - 1] === ';' ? ';' : style.semicolon}`;
    return comments !== '' || /^[[(`/+-]/u.test(text) ? null : [{ start, end, text }];
  }
  if (kept || commentsIn(context, start, end) !== '') return null;
  const at = declarations.indexOf(declarator);
  const next = declarations[at + 1];
  if (next) return [{ start: declarator.range[0], end: next.range[0], text: '' }];
  return [{ start: declarations[at - 1]?.range[1] ?? declarator.range[0], end: declarator.range[1], text: '' }];
}

/** The comments of a range, as they can stand by themselves. */
function commentsIn({ view, style }: FileContext, start: number, end: number): string {
  const apart = `${style.eol}${view.indentationOf(start)}`;
  return view
    .commentsWithin(start, end)
    .map((one, index, all) => `${view.text.slice(one.start, one.end)}${index < all.length - 1 ? apart : ''}`)
    .join('');
}

/** The part of a declared value that has to go on being evaluated: the call whose result a member was read of. */
function effectOf(value: TSESTree.Expression): Node {
  return objectOfMember(value, 'startedAt') ? unwrapCall(value) : value;
}

function unwrapCall(value: Node): Node {
  const inner = unwrap(value);
  const object = inner.type === 'MemberExpression' ? unwrap(inner.object) : inner;
  return object.type === 'CallExpression' ? object : value;
}
