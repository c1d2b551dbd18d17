import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { declaredAs, isFunction, keyName, type FunctionNode } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';

/** What a runner that took an executor's place would not do. */
export type ExecutorSurplus = 'extra-work-in-executor' | 'custom-result-shape';

/** Hooks, lifecycles and schemas: a runner calls them too. */
const RUNNER_CALLS = new Set([
  ...['beforeToolCall', 'afterToolCall', 'onToolError', 'beforeHandle', 'afterHandle'],
  ...['parse', 'safeParse', 'parseAsync', 'safeParseAsync'],
]);
const WITHOUT_EFFECT =
  /^(?:Date\.now|performance\.now|process\.hrtime(?:\.bigint)?|Object\.\w+|String|Number|Boolean|Math\.\w+)$/u;
/** The fields of a handler's context that hold its arguments. */
const ARGUMENTS = new Set(['input', 'params']);
/** The fields of the runner's own envelope (facts, section B). */
const ENVELOPE_FIELDS = new Set(['ok', 'data', 'code', 'details', 'hint', 'retryable']);

/** What an executor does beside running the handler as a runner would; `null` where a runner does the same. */
export function surplusOf(
  view: SourceView,
  fn: FunctionNode,
  handlerCall: TSESTree.CallExpression,
): ExecutorSurplus | null {
  const inside = view.nodes.filter((one) => one.range[0] >= fn.body.range[0] && one.range[1] <= fn.body.range[1]);
  if (inside.some((one) => isOwnWork(view, one, handlerCall))) return 'extra-work-in-executor';
  if (!givesOnlyTheCall(view, fn, handlerCall)) return 'extra-work-in-executor';
  return inside.some((one) => one.type === 'ObjectExpression' && isOtherEnvelope(one)) ? 'custom-result-shape' : null;
}

function isOwnWork(view: SourceView, node: TSESTree.Node, handlerCall: TSESTree.CallExpression): boolean {
  switch (node.type) {
    case 'CallExpression':
      return node !== handlerCall && !isRunnersCall(view, node);
    case 'ThrowStatement':
      return !isCaught(view, node.argument);
    case 'AssignmentExpression':
      return unwrap(node.left).type === 'MemberExpression';
    case 'YieldExpression':
    case 'ForStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return true;
    default:
      return false;
  }
}

function isRunnersCall(view: SourceView, call: TSESTree.CallExpression): boolean {
  const callee = unwrap(call.callee);
  if (WITHOUT_EFFECT.test(view.textOf(callee))) return true;
  return callee.type === 'MemberExpression' && RUNNER_CALLS.has(keyName(callee) ?? '');
}

/** True for the error that a `catch` has caught. */
function isCaught(view: SourceView, node: TSESTree.Node): boolean {
  const thrown = unwrap(node);
  return thrown.type === 'Identifier' && view.variableOf(thrown)?.defs[0]?.node.type === 'CatchClause';
}

/** True where the handler gets the arguments as they came, or as a schema parsed them, and a context without fields of the executor's own. */
function givesOnlyTheCall(view: SourceView, fn: FunctionNode, handlerCall: TSESTree.CallExpression): boolean {
  const given = handlerCall.arguments[0] && unwrap(handlerCall.arguments[0]);
  const object = given && unwrap(declaredAs(view, given) ?? given);
  if (object?.type !== 'ObjectExpression') return true;
  return object.properties.every((one) => {
    if (one.type === 'SpreadElement') return isHandedOn(view, fn, one.argument);
    const key = keyName(one);
    return key === 'source' || (ARGUMENTS.has(key ?? '') && isHandedOn(view, fn, one.value));
  });
}

/** True for a parameter, a member of one, and what a schema made of one. */
function isHandedOn(view: SourceView, fn: FunctionNode, node: TSESTree.Node): boolean {
  const value = unwrap(node);
  switch (value.type) {
    case 'Identifier': {
      const definition = view.variableOf(value)?.defs[0];
      if (definition?.type === 'Parameter') return definition.node === fn;
      const init = definition?.node.type === 'VariableDeclarator' ? definition.node.init : null;
      return init ? isHandedOn(view, fn, init) : value.name === 'undefined' || isSetFromSchema(view, value);
    }
    case 'MemberExpression':
      return isHandedOn(view, fn, value.object);
    case 'CallExpression':
      return isRunnersCall(view, value);
    case 'ConditionalExpression':
      return isHandedOn(view, fn, value.consequent) && isHandedOn(view, fn, value.alternate);
    case 'LogicalExpression':
      return isHandedOn(view, fn, value.left) && isHandedOn(view, fn, value.right);
    case 'ObjectExpression':
      return value.properties.length === 0;
    default:
      return value.type === 'Literal' && value.value === null;
  }
}

/** True for a variable that is declared empty and filled by a schema. */
function isSetFromSchema(view: SourceView, node: TSESTree.Identifier): boolean {
  return (view.variableOf(node)?.references ?? []).some(({ identifier, write }) => {
    const set = write ? view.parentOf(identifier) : undefined;
    const value = set?.type === 'AssignmentExpression' ? unwrap(set.right) : undefined;
    return value?.type === 'CallExpression' && isRunnersCall(view, value);
  });
}

/** True for an envelope with fields that a runner's has not. */
function isOtherEnvelope(object: TSESTree.ObjectExpression): boolean {
  const keys = object.properties.map((one) => (one.type === 'Property' ? keyName(one) : null));
  if (!keys.includes('ok')) return false;
  return keys.some((one) => one !== null && !ENVELOPE_FIELDS.has(one));
}

/** The source that an executor gives every call, where it gives one. */
export function sourceGivenBy(view: SourceView, handlerCall: TSESTree.CallExpression): TSESTree.Expression | null {
  const given = handlerCall.arguments[0] && unwrap(handlerCall.arguments[0]);
  const object = given && unwrap(declaredAs(view, given) ?? given);
  if (object?.type !== 'ObjectExpression') return null;
  for (const one of object.properties) {
    if (one.type !== 'Property' || keyName(one) !== 'source' || isFunction(one.value)) continue;
    return one.value.type === 'Literal' ? one.value : null;
  }
  return null;
}
