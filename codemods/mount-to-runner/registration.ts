import type { TSESTree } from '@typescript-eslint/types';
import { SHAPES } from '../../analysis/vocabulary/shapes.js';
import type { MeaningIndex } from '../meaning/meaning-index.js';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName, type FunctionNode } from '../source/syntax.js';

/** One tool put on a surface by hand, with the function that runs it. */
export interface Registration {
  /** The tool of an AI SDK, or a registration on an MCP server. */
  readonly surface: 'agent' | 'mcp';
  /** The call that makes or registers the tool; the object itself where no call does. */
  readonly node: TSESTree.CallExpression | TSESTree.ObjectExpression;
  /** The function that runs the tool. */
  readonly callback: FunctionNode;
  /** True where a function of the project's own is given the callback and makes the one that the tool gets. */
  readonly wrapped: boolean;
  /** The tool's configuration. */
  readonly config: TSESTree.Node | null;
}

/** The registration whose callback a node runs in. */
export function registrationAround(view: SourceView, meaning: MeaningIndex, node: TSESTree.Node): Registration | null {
  for (const one of view.ancestorsOf(node)) {
    if (!isFunction(one)) continue;
    const found = agentTool(view, meaning, one) ?? mcpTool(view, meaning, one);
    if (found) return found;
  }
  return null;
}

/** `tool({ execute })`, or an object with `execute` and a schema. */
function agentTool(view: SourceView, meaning: MeaningIndex, callback: FunctionNode): Registration | null {
  const whole = wrapperAround(view, callback);
  const wrapped = whole !== callback;
  const property = view.parentOf(whole);
  if (property?.type !== 'Property' || keyName(property) !== 'execute' || property.value !== whole) return null;
  const config = view.parentOf(property);
  if (config?.type !== 'ObjectExpression') return null;
  const call = view.parentOf(config);
  if (call?.type === 'CallExpression' && call.arguments[0] === config && meaning.hasRole(call.callee, 'sdk-tool')) {
    return { surface: 'agent', node: call, callback, wrapped, config };
  }
  const hasSchema = config.properties.some(
    (one) => one.type === 'Property' && ['inputSchema', 'parameters'].includes(keyName(one) ?? ''),
  );
  return hasSchema && call?.type !== 'CallExpression'
    ? { surface: 'agent', node: config, callback, wrapped, config }
    : null;
}

/** `server.registerTool(name, config, callback)`. */
function mcpTool(view: SourceView, meaning: MeaningIndex, callback: FunctionNode): Registration | null {
  for (const whole of [callback, wrapperAround(view, callback)]) {
    const call = view.parentOf(whole);
    if (call?.type !== 'CallExpression' || call.arguments.at(-1) !== whole) continue;
    if (!meaning.hasRole(call.callee, 'raw-registration') && !looksRegistering(meaning, call)) continue;
    return { surface: 'mcp', node: call, callback, wrapped: whole !== callback, config: call.arguments[1] ?? null };
  }
  return null;
}

/** The outermost call that is given a function, or the result of such a call; the function itself where there is none. */
function wrapperAround(view: SourceView, callback: FunctionNode): TSESTree.Node {
  let at: TSESTree.Node = callback;
  for (;;) {
    const call = view.parentOf(at);
    const holder = call && view.parentOf(call);
    const isWrapper = call?.type === 'CallExpression' && call.arguments.some((one) => one === at);
    if (!isWrapper || holder?.type === 'ExpressionStatement' || holder?.type === 'AwaitExpression') return at;
    at = call;
  }
}

/** The names under which a server of an SDK takes tools. */
const REGISTRATION_NAMES = new Set(
  Object.values(SHAPES).flatMap(({ members }) =>
    Object.entries(members ?? {}).flatMap(([name, shape]) =>
      SHAPES[shape]?.role === 'raw-registration' ? [name] : [],
    ),
  ),
);

/** A registration by its name, on something of which the file does not say what it is. */
function looksRegistering(meaning: MeaningIndex, call: TSESTree.CallExpression): boolean {
  const { callee } = call;
  if (callee.type !== 'MemberExpression' || !REGISTRATION_NAMES.has(keyName(callee) ?? '')) return false;
  const meanings = meaning.meaningsOf(callee.object);
  return call.arguments.length > 2 && meanings.every((one) => ['parameter', 'foreign', 'opaque'].includes(one.is));
}
