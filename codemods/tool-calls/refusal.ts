import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName } from '../source/syntax.js';
import { isCalledAtOnce } from './late-services.js';
import { unwrap } from '../source/unwrap.js';

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

/** What a person must look at where the program reads the errors of a call: a runner gives its own (facts, section B). */
export function checkOfErrors(view: SourceView, call: TSESTree.CallExpression): string | null {
  const own = handlersAround(view, call);
  const handlers = own.length > 0 ? own : handlersInFile(view);
  return handlers.some((one) => readsError(view, one)) ? ERRORS_DIFFER : null;
}

/** What handles failures anywhere in the file: one that nothing handles where the call stands may come to any of it. */
function handlersInFile(view: SourceView): TSESTree.Node[] {
  return view.nodes.flatMap((node): TSESTree.Node[] => {
    if (node.type === 'CatchClause') return node.param ? [node.param] : [];
    return node.type === 'MemberExpression' && keyName(node) === 'reason' ? [node] : [];
  });
}

const ERRORS_DIFFER =
  'The error that is read where this call fails is now an AppError of the framework: it has the code, not the class or the text of what the handler threw.';

/** The error parameters of what handles a failure of the call. */
function handlersAround(view: SourceView, call: TSESTree.CallExpression): TSESTree.Node[] {
  const found: TSESTree.Node[] = [];
  let at: TSESTree.Node = call;
  for (const parent of view.ancestorsOf(call)) {
    if (parent.type === 'TryStatement' && parent.block === at && parent.handler?.param)
      found.push(parent.handler.param);
    const chained = parent.type === 'MemberExpression' && parent.object === at ? view.parentOf(parent) : undefined;
    if (chained?.type === 'CallExpression' && parent.type === 'MemberExpression') {
      const handler = chained.arguments[keyName(parent) === 'then' ? 1 : 0];
      const handles = keyName(parent) === 'catch' || keyName(parent) === 'then';
      if (handles && isFunction(handler) && handler.params[0]) found.push(handler.params[0]);
    }
    if (isFunction(parent)) break;
    at = parent;
  }
  return found;
}

/** True where something of the error is looked at, rather than thrown on whole. */
function readsError(view: SourceView, parameter: TSESTree.Node): boolean {
  if (parameter.type !== 'Identifier') return true;
  return (view.variableOf(parameter)?.references ?? []).some(({ identifier }) => {
    let user = view.parentOf(identifier);
    while (user && unwrap(user) === identifier) user = view.parentOf(user);
    return user?.type !== 'ThrowStatement';
  });
}
