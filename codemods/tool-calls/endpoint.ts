import type { TSESTree } from '@typescript-eslint/types';
import type { Meaning } from '../../analysis/link/meaning.js';
import type { MeaningIndex } from '../meaning/meaning-index.js';
import type { SourceView } from '../source/source-view.js';
import { declaredAs, isFunction, keyName, objectOfMember } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import type { ResolvedVariable } from '../source/variable.js';
import { entryNameOf } from './entry-name.js';
import { isFromSettledMember } from './tool-member.js';
import { isListOfTools, localOf, nameOfWholeLookup } from './tool-lookup.js';

/** A key into a service's table of endpoints. */
export interface EndpointKey {
  readonly text: string;
  readonly literal: string | null;
  /** True where reading it does something, so that it must not be read twice. */
  readonly acts: boolean;
}

/** Which endpoint a handler call runs, as far as the file says. */
export interface Endpoint {
  /** The expression of the endpoint; absent where the handler itself was destructured. */
  readonly node: TSESTree.Expression | null;
  /** The expression of the mountable tool it was taken from. */
  readonly tool: TSESTree.Expression | null;
  /** An expression for the tool's name, for which the runner refuses what the lookup refused. */
  readonly toolName: string | null;
  /** The name read off the tool that was looked up: it refuses where and how the lookup did. */
  readonly entryName: string | null;
  /** The key the endpoint was looked up by. */
  readonly key: EndpointKey | null;
  /** The calls that listed the tools it may be one of: none unless all of them are known. */
  readonly collectors: readonly TSESTree.CallExpression[];
  /** The service whose endpoints were looked up directly. */
  readonly service: TSESTree.Expression | null;
  /** The variable of a loop or callback that the endpoint comes from. */
  readonly loopVariable: ResolvedVariable | null;
}

/** An endpoint of which the file says nothing. */
export const NO_ENDPOINT: Endpoint = {
  node: null,
  tool: null,
  toolName: null,
  entryName: null,
  key: null,
  collectors: [],
  service: null,
  loopVariable: null,
};

/** Where the endpoint behind an expression comes from. */
export function endpointOf(view: SourceView, meaning: MeaningIndex, node: TSESTree.Expression): Endpoint {
  const origin = originOf(view, meaning, node, 0);
  return { ...origin, node };
}

/** The endpoint whose handler has a name of its own: `{ method: { handler } }` of a tool that is walked or declared. */
export function endpointOfHandler(view: SourceView, meaning: MeaningIndex, handler: TSESTree.Identifier): Endpoint {
  const variable = view.variableOf(handler);
  const name = variable?.defs[0]?.name;
  const inner = name && patternAround(view, name, 'handler');
  const outer = inner && patternAround(view, inner, 'method');
  if (!variable || !outer) return NO_ENDPOINT;
  return {
    ...NO_ENDPOINT,
    toolName: takesTools(view, meaning, outer) ? localOf(outer, 'name') : null,
    collectors: collectorsOf(view, meaning, handler),
    loopVariable: variable,
  };
}

/** The pattern in which a name or pattern stands for a property. */
function patternAround(view: SourceView, binding: TSESTree.Node, property: string): TSESTree.ObjectPattern | null {
  const holder = view.parentOf(binding);
  if (holder?.type !== 'Property' || keyName(holder) !== property || holder.value !== binding) return null;
  const pattern = view.parentOf(holder);
  return pattern?.type === 'ObjectPattern' ? pattern : null;
}

function originOf(view: SourceView, meaning: MeaningIndex, node: TSESTree.Node, depth: number): Endpoint {
  const expression = unwrap(node);
  if (depth > 6) return NO_ENDPOINT;
  if (expression.type === 'MemberExpression' && keyName(expression) === 'method') {
    const isTool = meaning.shapesOf(expression.object).some((one) => collectorBehind(meaning, one));
    if (isTool) return ofTool(view, meaning, expression, depth === 0);
  }
  const direct = ofService(view, expression);
  if (direct) return direct;
  if (expression.type === 'Identifier') return ofIdentifier(view, meaning, expression, depth);
  const name = nameOfWholeLookup(view, meaning, expression as TSESTree.Expression);
  return { ...NO_ENDPOINT, toolName: name && view.textOf(name), collectors: collectorsOf(view, meaning, expression) };
}

/** The calls that listed the tools a value is one of; none where some of its tools may come from elsewhere. */
function collectorsOf(view: SourceView, meaning: MeaningIndex, node: TSESTree.Node): TSESTree.CallExpression[] {
  const all = meaning.meaningsOf(node);
  const settled = isFromSettledMember(view, node as TSESTree.Expression);
  const calls = (settled ? all.filter((one) => one.is !== 'shape' || one.origin !== null) : all).map((one) => {
    const call = collectorBehind(meaning, one);
    return call && !isAddedTo(view, call) ? call : null;
  });
  const known = calls.filter((one) => one !== null);
  return known.length === calls.length ? [...new Set(known)] : [];
}

/** The call that listed a tool, or the tool of an endpoint. */
function collectorBehind(meaning: MeaningIndex, one: Meaning): TSESTree.CallExpression | null {
  const call = one.is === 'shape' ? meaning.originCallOf(one) : null;
  return call && meaning.hasRole(call.callee, 'tool-collector') ? call : null;
}

/** `tool.method`; `inPlace` where it is written in the call itself, so that it is read once. */
function ofTool(view: SourceView, meaning: MeaningIndex, read: TSESTree.MemberExpression, inPlace: boolean): Endpoint {
  const tool = unwrap(read.object) as TSESTree.Expression;
  const entryName = entryNameOf(view, read, inPlace);
  const whole = tool.type === 'Identifier' ? null : nameOfWholeLookup(view, meaning, tool);
  return {
    ...NO_ENDPOINT,
    tool,
    toolName: whole ? view.textOf(whole) : entryName,
    entryName,
    collectors: collectorsOf(view, meaning, tool),
    loopVariable: loopVariableOf(view, tool),
  };
}

/** `service.methods[key]` and `service.methods.key`. */
function ofService(view: SourceView, node: TSESTree.Node): Endpoint | null {
  if (node.type !== 'MemberExpression') return null;
  const service = objectOfMember(node.object, 'methods');
  if (!service) return null;
  return { ...NO_ENDPOINT, service, key: keyOf(view, node) };
}

function keyOf(view: SourceView, node: TSESTree.MemberExpression): EndpointKey {
  const key = unwrap(node.property);
  const acts = view.nodes.some(
    (one) => ACTS.has(one.type) && one.range[0] >= key.range[0] && one.range[1] <= key.range[1],
  );
  return { text: view.textOf(key), literal: keyName(node), acts };
}

const ACTS = new Set([
  'CallExpression',
  'NewExpression',
  'AwaitExpression',
  'AssignmentExpression',
  'UpdateExpression',
]);

function ofIdentifier(view: SourceView, meaning: MeaningIndex, node: TSESTree.Identifier, depth: number): Endpoint {
  const init = declaredAs(view, node);
  if (init) return originOf(view, meaning, init, depth + 1);
  const destructured = ofPattern(view, meaning, node);
  if (destructured) return destructured;
  const loopVariable = loopVariableOf(view, node);
  const service = loopVariable ? walkedTableOf(view, loopVariable.defs[0]?.name, 'Object.values') : null;
  return { ...NO_ENDPOINT, service, collectors: collectorsOf(view, meaning, node), loopVariable };
}

/** `{ name, method }` of a mountable tool, and `[key, method]` of a service's entries. */
function ofPattern(view: SourceView, meaning: MeaningIndex, node: TSESTree.Identifier): Endpoint | null {
  const variable = view.variableOf(node);
  const name = variable?.defs[0]?.name;
  const holder = name && view.parentOf(name);
  const pattern = holder?.type === 'Property' ? view.parentOf(holder) : holder;
  if (!variable || !pattern) return null;
  if (pattern.type === 'ObjectPattern') {
    return {
      ...NO_ENDPOINT,
      toolName: takesTools(view, meaning, pattern) ? localOf(pattern, 'name') : null,
      collectors: collectorsOf(view, meaning, node),
      loopVariable: variable,
    };
  }
  if (pattern.type !== 'ArrayPattern' || pattern.elements[1] !== name) return null;
  const service = walkedTableOf(view, pattern, 'Object.entries');
  const [key] = pattern.elements;
  return {
    ...NO_ENDPOINT,
    service,
    key: key?.type === 'Identifier' ? { text: key.name, literal: null, acts: false } : null,
    loopVariable: variable,
  };
}

/** True for a pattern that takes apart tools as the service lists them, rather than objects made from them. */
function takesTools(view: SourceView, meaning: MeaningIndex, pattern: TSESTree.ObjectPattern): boolean {
  const parent = view.parentOf(pattern);
  if (parent?.type === 'VariableDeclarator' && parent.init) {
    return meaning.shapesOf(parent.init).some((one) => collectorBehind(meaning, one));
  }
  const list = walkedListOf(view, pattern);
  return list !== null && isListOfTools(view, meaning, list);
}

/** The service of `Object.entries(service.methods)` that a pattern walks, or of `Object.values`. */
function walkedTableOf(
  view: SourceView,
  binding: TSESTree.Node | undefined,
  walk: 'Object.entries' | 'Object.values',
): TSESTree.Expression | null {
  const list = binding ? walkedListOf(view, binding) : null;
  const call = list && unwrap(list);
  if (call?.type !== 'CallExpression' || view.textOf(call.callee) !== walk) return null;
  const [table] = call.arguments;
  return table ? objectOfMember(table, 'methods') : null;
}

/** The list whose elements a loop variable or callback parameter stands for. */
export function walkedListOf(view: SourceView, binding: TSESTree.Node): TSESTree.Expression | null {
  const parent = view.parentOf(binding);
  if (parent?.type === 'VariableDeclarator') {
    const loop = view.parentOf(view.parentOf(parent) ?? parent);
    return loop?.type === 'ForOfStatement' ? loop.right : null;
  }
  if (!isFunction(parent)) return null;
  const call = view.parentOf(parent);
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const walks = call.arguments[0] === parent && WALKING.has(keyName(call.callee) ?? '');
  return walks ? call.callee.object : null;
}

/** The methods of a list that give their callback its elements. */
const WALKING = new Set(
  'map flatMap forEach filter find findLast findIndex some every reduce reduceRight sort toSorted'.split(' '),
);

function loopVariableOf(view: SourceView, node: TSESTree.Node): ResolvedVariable | null {
  const variable = node.type === 'Identifier' ? view.variableOf(node) : undefined;
  const name = variable?.defs[0]?.name;
  return variable && name && walkedListOf(view, name) ? variable : null;
}

const ADDING = new Set(['concat', 'push', 'unshift', 'splice', 'fill', 'with', 'toSpliced']);

/** True where something is added to a list: in the chain of calls on it, or by the name it has. */
function isAddedTo(view: SourceView, list: TSESTree.Expression): boolean {
  const holder = view.parentOf(list);
  if (holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier') {
    const uses = view.variableOf(holder.id)?.references ?? [];
    return uses.some(({ identifier, init }) => !init && isAddedTo(view, identifier as TSESTree.Expression));
  }
  const call = holder && view.parentOf(holder);
  if (holder?.type !== 'MemberExpression' || holder.object !== list || call?.type !== 'CallExpression') return false;
  return call.callee === holder && (ADDING.has(keyName(holder) ?? '') || isAddedTo(view, call));
}
