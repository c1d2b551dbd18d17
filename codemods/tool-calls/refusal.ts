import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName } from '../source/syntax.js';
import { isCalledAtOnce } from './late-services.js';

/** Methods of a promise that see a rejection, and not what is thrown before there is a promise. */
const HANDLERS = new Set(['catch', 'then', 'finally']);
const GATHERERS = /^Promise\.(?:allSettled|any|race)$/u;

/**
 * True where it matters whether an unknown name throws at once, as a lookup does, or makes a promise that is rejected, as a
 * runner does: something in the expression handles rejections, or the promise is kept for what handles them later.
 */
export function tellsThrowFromRejection(view: SourceView, call: TSESTree.CallExpression): boolean {
  const member = view.parentOf(call);
  if (member?.type === 'MemberExpression' && member.object === call && HANDLERS.has(keyName(member) ?? '')) return true;
  let isHere = true;
  for (const one of view.ancestorsOf(call)) {
    if (isFunction(one) && (one.async || one.body.type === 'BlockStatement')) return false;
    if (isFunction(one)) isHere &&= isCalledAtOnce(view, one);
    if (one.type === 'CallExpression' && GATHERERS.test(view.textOf(one.callee))) return true;
    if (one.type === 'AwaitExpression' || one.type.endsWith('Statement')) return false;
    if (one.type === 'VariableDeclarator') return isHere && isHandledLater(view, one);
  }
  return false;
}

/** True where a `try` that handles failures follows a declaration in its function. */
function isHandledLater(view: SourceView, declarator: TSESTree.Node): boolean {
  const fn = [...view.ancestorsOf(declarator)].find(isFunction);
  const [from, to] = [declarator.range[1], fn?.range[1] ?? view.text.length];
  return view.nodes.some(
    (one) => one.type === 'TryStatement' && one.handler && one.range[0] >= from && one.range[1] <= to,
  );
}
