import type { TSESTree } from '@typescript-eslint/types';
import { compareVersions } from '../../analysis/vocabulary/version-range.js';
import type { FileContext } from '../codemod.js';
import type { TextEdit } from '../edit/text-edit.js';
import { frameworkExport } from '../meaning/framework-export.js';
import type { ReasonCode } from '../reasons.js';
import { wholeLinesOf, isBlank } from '../source/lines.js';
import { isFunction, onlyResultOf } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import type { HandlerCall } from '../tool-calls/handler-calls.js';
import { startWithComments } from '../tool-calls/insert-statement.js';
import { keptComments } from './kept-comments.js';
import { obstaclesOf } from './mountable.js';
import type { Registration } from './registration.js';
import { listBehind, walkedTools, type ToolLoop, type WalkedTools } from './tool-loop.js';

/** The edits that put a mount in place of a loop, or what stands in the way. */
export type MountPlan =
  | { readonly ok: true; readonly site: TSESTree.Node; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly site: TSESTree.Node; readonly obstacles: readonly ReasonCode[] };

/** From this version on a mount forks around each call (facts, section 0). */
export const MOUNT_FORKS_SINCE = '0.36.0';

const TRANSPORTS = { agent: 'AGENT', mcp: 'MCP' } as const;
const MOUNTS = { agent: 'AgentMount', mcp: 'McpMount' } as const;

export function planMount(
  context: FileContext,
  registration: Registration,
  call: HandlerCall,
  loop: ToolLoop,
): MountPlan {
  const { view, meaning } = context;
  const walked = walkedTools(view, meaning, loop);
  const site = walked?.outer ?? recordAround(context, loop) ?? loop.node;
  if (!walked) {
    return { ok: false, site, obstacles: [holdsOtherTools(context, loop) ? 'runtime-tools' : 'extra-work-in-loop'] };
  }
  const target = targetOf(context, registration, call, loop);
  const obstacles = [
    ...(compareVersions(context.options.to, MOUNT_FORKS_SINCE) < 0 ? (['no-runner-in-version'] as const) : []),
    ...(walked.options ? (['tool-extension'] as const) : []),
    ...(walked.services.transport === TRANSPORTS[registration.surface] ? [] : (['other-surface'] as const)),
    ...obstaclesOf(view, registration, call, loop.node),
    ...(typeof target === 'string' ? [target] : []),
  ];
  if (typeof target === 'string' || obstacles.length > 0) return { ok: false, site, obstacles };
  return { ok: true, site, edits: mountEdits(context, registration, call, loop, walked, target) };
}

/** The `Object.fromEntries(…)` that a walk's pairs go into. */
function recordAround(context: FileContext, loop: ToolLoop): TSESTree.Node | null {
  const outer = context.view.parentOf(loop.node);
  const isRecord = outer?.type === 'CallExpression' && context.view.textOf(outer.callee) === 'Object.fromEntries';
  return isRecord ? outer : null;
}

/** True for a list that also has elements which no service gives. */
function holdsOtherTools(context: FileContext, loop: ToolLoop): boolean {
  const list = listBehind(context.view, loop.list);
  if (list.type !== 'ArrayExpression') return false;
  return list.elements.some(
    (one) =>
      one?.type !== 'SpreadElement' ||
      !context.meaning.shapesOf(one.argument).some((shape) => shape.shape === 'MountableTools'),
  );
}

/** What a mount takes the place of. */
type Target =
  /** A loop that fills a set; `into` is the set. */
  | { readonly form: 'fill'; readonly node: TSESTree.Node; readonly into: TSESTree.Expression }
  /** A loop that registers on a server. */
  | { readonly form: 'register'; readonly node: TSESTree.Node; readonly server: TSESTree.Expression }
  /** An expression whose value is the set. */
  | { readonly form: 'value'; readonly node: TSESTree.Node };

function targetOf(
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

function mountEdits(
  context: FileContext,
  registration: Registration,
  call: HandlerCall,
  loop: ToolLoop,
  walked: WalkedTools,
  target: Target,
): TextEdit[] {
  const { view, style } = context;
  const node = walked.outer ?? target.node;
  const list = listDeclaration(context, loop);
  const mount = mountText(context, registration, call, walked, target);
  const kept = [walked.services.node, ...(call.given?.contextNodes ?? [])];
  if (target.form === 'value') {
    return [
      { start: node.range[0], end: node.range[1], text: mount },
      ...keptComments(context, node, node, kept),
      ...list,
    ];
  }
  const empty = target.form === 'fill' ? emptySetBefore(context, target.into, node) : null;
  if (empty) {
    const loopWithComments = { range: [startWithComments(view, node), node.range[1]] as const };
    return [
      { start: empty.range[0], end: empty.range[1], text: mount },
      { ...wholeLinesOf(view.text, ...loopWithComments.range), text: '' },
      ...keptComments(context, loopWithComments, empty, kept),
      ...list,
    ];
  }
  const text = target.form === 'fill' ? `Object.assign(${view.textOf(target.into)}, ${mount})` : mount;
  return [
    { start: node.range[0], end: node.range[1], text: `${text}${style.semicolon}` },
    ...keptComments(context, node, node, kept),
    ...list,
  ];
}

function mountText(
  context: FileContext,
  registration: Registration,
  call: HandlerCall,
  walked: WalkedTools,
  target: Target,
): string {
  const { view, imports, options } = context;
  const mount = frameworkExport(MOUNTS[registration.surface], options.to);
  const callee = mount ? imports.use(mount.name, mount.modules, target.node) : '';
  const { given } = call;
  const fields = [
    ['context', given?.context],
    ['hooks', given?.hooks],
    ['lifecycle', given?.lifecycle],
  ].flatMap(([name, text]) => (text ? [text === name ? name : `${name ?? ''}: ${text}`] : []));
  const config = fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
  const { text, many } = walked.services;
  const services = target.form === 'register' && !many ? `[${text}]` : text;
  return target.form === 'register'
    ? `${callee}(${view.textOf(target.server)}, ${services}, ${config})`
    : `${callee}(${services}, ${config})`;
}

/** The `{}` that declares a set right before the loop that fills it. */
function emptySetBefore(
  context: FileContext,
  into: TSESTree.Expression,
  loop: TSESTree.Node,
): TSESTree.ObjectExpression | null {
  const { view } = context;
  const block = view.parentOf(loop);
  if (into.type !== 'Identifier' || (block?.type !== 'BlockStatement' && block?.type !== 'Program')) return null;
  const statements: readonly TSESTree.Node[] = block.body;
  const before = statements[statements.indexOf(loop) - 1];
  if (before?.type !== 'VariableDeclaration' || before.declarations.length !== 1) return null;
  const [only] = before.declarations;
  const init = only?.init ? unwrap(only.init) : null;
  const same = only?.id.type === 'Identifier' && view.variableOf(only.id) === view.variableOf(into);
  return same && init?.type === 'ObjectExpression' && init.properties.length === 0 ? init : null;
}

/** Takes out the constant that held the list, where the loop was its only use. */
function listDeclaration(context: FileContext, loop: ToolLoop): TextEdit[] {
  const { view } = context;
  const list = unwrap(loop.list);
  const variable = list.type === 'Identifier' ? view.variableOf(list) : undefined;
  const declarator = variable?.defs[0]?.node;
  if (!variable || declarator?.type !== 'VariableDeclarator') return [];
  const uses = variable.references.filter((one) => !one.init);
  const statement = view.parentOf(declarator);
  const owner = statement && view.parentOf(statement);
  const alone = statement?.type === 'VariableDeclaration' && statement.declarations.length === 1;
  if (uses.length !== 1 || !alone || owner?.type === 'ExportNamedDeclaration') return [];
  const [start, end] = statement.range;
  if (view.commentsWithin(start, end).length > 0) return [];
  const lines = wholeLinesOf(view.text, start, end);
  return isBlank(view.text, lines.start, start) ? [{ ...lines, text: '' }] : [{ start, end, text: '' }];
}
