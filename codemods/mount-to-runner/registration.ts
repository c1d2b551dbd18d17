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
  const property = view.parentOf(callback);
  if (property?.type !== 'Property' || keyName(property) !== 'execute' || property.value !== callback) return null;
  const config = view.parentOf(property);
  if (config?.type !== 'ObjectExpression') return null;
  const call = view.parentOf(config);
  if (call?.type === 'CallExpression' && call.arguments[0] === config && meaning.hasRole(call.callee, 'sdk-tool')) {
    return { surface: 'agent', node: call, callback, config };
  }
  const hasSchema = config.properties.some(
    (one) => one.type === 'Property' && ['inputSchema', 'parameters'].includes(keyName(one) ?? ''),
  );
  return hasSchema && call?.type !== 'CallExpression' ? { surface: 'agent', node: config, callback, config } : null;
}

/** `server.registerTool(name, config, callback)`. */
function mcpTool(view: SourceView, meaning: MeaningIndex, callback: FunctionNode): Registration | null {
  const call = view.parentOf(callback);
  if (call?.type !== 'CallExpression' || call.arguments.at(-1) !== callback) return null;
  if (!meaning.hasRole(call.callee, 'raw-registration') && !looksRegistering(meaning, call)) return null;
  return { surface: 'mcp', node: call, callback, config: call.arguments[1] ?? null };
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
