import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext } from '../codemod.js';
import type { ReasonCode } from '../reasons.js';
import { isFunction, onlyResultOf } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import type { HandlerCall } from '../tool-calls/handler-calls.js';
import type { Registration } from './registration.js';
import type { ToolLoop } from './tool-loop.js';

/** What a mount takes the place of. */
export type Target =
  /** A loop that fills a set; `into` is the set. */
  | { readonly form: 'fill'; readonly node: TSESTree.Node; readonly into: TSESTree.Expression }
  /** A loop that registers on a server. */
  | { readonly form: 'register'; readonly node: TSESTree.Node; readonly server: TSESTree.Expression }
  /** An expression whose value is the set. */
  | { readonly form: 'value'; readonly node: TSESTree.Node };

/** Where a mount would stand, or why a loop does more than fill a set or a server with tools under their own names. */
export function targetOf(
  context: FileContext,
  registration: Registration,
  call: HandlerCall,
  loop: ToolLoop,
): Target | ReasonCode {
  const { view } = context;
  if (loop.body.form === 'value') return valueTarget(context, registration, call, loop);
  const [only, ...more] = loop.body.statements;
  if (!only || more.length > 0) return 'extra-work-in-loop';
  const expression = unwrap(only.type === 'ExpressionStatement' ? only.expression : only);
  if (registration.surface === 'mcp') {
    if (expression !== registration.node || expression.type !== 'CallExpression') return 'extra-work-in-loop';
    const [name] = expression.arguments;
    if (!name || !isToolName(context, name, call)) return 'renamed-tools';
    const { callee } = expression;
    if (callee.type !== 'MemberExpression') return 'extra-work-in-loop';
    return { form: 'register', node: loop.node, server: callee.object };
  }
  if (expression.type !== 'AssignmentExpression' || unwrap(expression.right) !== registration.node) {
    return 'extra-work-in-loop';
  }
  const { left } = expression;
  if (expression.operator !== '=' || left.type !== 'MemberExpression' || !left.computed) return 'renamed-tools';
  if (!isToolName(context, left.property, call)) return 'renamed-tools';
  return view.textOf(left.object) ? { form: 'fill', node: loop.node, into: left.object } : 'extra-work-in-loop';
}

function isToolName(context: FileContext, node: TSESTree.Node, call: HandlerCall): boolean {
  const { toolName } = call.endpoint;
  return toolName !== null && context.view.textOf(unwrap(node)) === toolName;
}

/** `Object.fromEntries(tools.map((t) => [t.name, …]))` and `tools.reduce(…, {})`. */
function valueTarget(
  context: FileContext,
  registration: Registration,
  call: HandlerCall,
  loop: ToolLoop,
): Target | ReasonCode {
  if (loop.body.form !== 'value' || registration.surface === 'mcp') return 'extra-work-in-loop';
  const { method, callback } = loop.body;
  const outer = recordAround(context, loop);
  if (method === 'reduce') return reduceTarget(context, registration, call, loop.body);
  const pair = method === 'map' && isFunction(callback) ? onlyResultOf(callback) : null;
  const entry = pair && unwrap(pair);
  if (entry?.type !== 'ArrayExpression' || !outer) return 'extra-work-in-loop';
  const [name, value] = entry.elements;
  if (!value || unwrap(value) !== registration.node) return 'extra-work-in-loop';
  return name && isToolName(context, name, call) ? { form: 'value', node: outer } : 'renamed-tools';
}

function reduceTarget(
  context: FileContext,
  registration: Registration,
  call: HandlerCall,
  body: ToolLoop['body'] & { form: 'value' },
): Target | ReasonCode {
  const [, start] = body.call.arguments;
  const empty = start ? unwrap(start) : null;
  if (empty?.type !== 'ObjectExpression' || empty.properties.length > 0 || !isFunction(body.callback)) {
    return 'extra-work-in-loop';
  }
  const [set] = body.callback.params;
  const left = set?.type === 'Identifier' ? storedKey(context, registration, body.callback, set) : null;
  if (!left) return 'extra-work-in-loop';
  return isToolName(context, left, call) ? { form: 'value', node: body.call } : 'renamed-tools';
}

/** The key under which a reducing callback puts the tool into the set it was given, when that is all it does. */
function storedKey(
  context: FileContext,
  registration: Registration,
  callback: TSESTree.Node,
  set: TSESTree.Identifier,
): TSESTree.Node | null {
  if (!isFunction(callback)) return null;
  const result = onlyResultOf(callback);
  const object = result && unwrap(result);
  if (object?.type === 'ObjectExpression') {
    const [spread, entry] = object.properties;
    const same = spread?.type === 'SpreadElement' && context.view.textOf(spread.argument) === set.name;
    const own = same && object.properties.length === 2 && entry?.type === 'Property' && entry.computed;
    return own && unwrap(entry.value) === registration.node ? entry.key : null;
  }
  if (callback.body.type !== 'BlockStatement') return null;
  const [store, end, ...more] = callback.body.body;
  const returns =
    end?.type === 'ReturnStatement' && end.argument?.type === 'Identifier' && end.argument.name === set.name;
  const assigned = store?.type === 'ExpressionStatement' ? store.expression : null;
  if (!returns || more.length > 0 || assigned?.type !== 'AssignmentExpression') return null;
  const { left } = assigned;
  const intoSet = left.type === 'MemberExpression' && left.computed && context.view.textOf(left.object) === set.name;
  return intoSet && unwrap(assigned.right) === registration.node ? left.property : null;
}

/** The `Object.fromEntries(…)` that a walk's pairs go into. */
export function recordAround(context: FileContext, loop: ToolLoop): TSESTree.Node | null {
  const outer = context.view.parentOf(loop.node);
  const isRecord = outer?.type === 'CallExpression' && context.view.textOf(outer.callee) === 'Object.fromEntries';
  return isRecord ? outer : null;
}
