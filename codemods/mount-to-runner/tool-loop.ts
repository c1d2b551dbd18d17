import type { TSESTree } from '@typescript-eslint/types';
import type { MeaningIndex } from '../meaning/meaning-index.js';
import type { SourceView } from '../source/source-view.js';
import { declaredAs, isFunction, keyName, onlyResultOf } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { walkedListOf, type Endpoint } from '../tool-calls/endpoint.js';
import { isStable, type Services } from '../tool-calls/services.js';

/** A loop, in whatever form, that goes through the tools of services. */
export interface ToolLoop {
  /** The whole loop: a statement, or the call that walks the list. */
  readonly node: TSESTree.Node;
  /** What is done for one tool. */
  readonly body: LoopBody;
  /** The expression that is walked. */
  readonly list: TSESTree.Expression;
}

export type LoopBody =
  | { readonly form: 'statements'; readonly statements: readonly TSESTree.Node[] }
  | {
      readonly form: 'value';
      readonly method: string;
      readonly callback: TSESTree.Node;
      readonly call: TSESTree.CallExpression;
    };

/** What a loop declares for each of the tools that an endpoint comes from: a name, or a pattern. */
export function loopBindingOf(view: SourceView, endpoint: Endpoint): TSESTree.Node | null {
  const name = endpoint.loopVariable?.defs[0]?.name;
  return name ? bindingAround(view, name) : null;
}

/** The loop that gives an endpoint. */
export function loopOf(view: SourceView, endpoint: Endpoint): ToolLoop | null {
  const binding = loopBindingOf(view, endpoint);
  const list = binding && walkedListOf(view, binding);
  if (!binding || !list) return null;
  const parent = view.parentOf(binding);
  if (parent?.type === 'VariableDeclarator') {
    const loop = view.parentOf(view.parentOf(parent) ?? parent);
    if (loop?.type !== 'ForOfStatement') return null;
    return { node: loop, list, body: { form: 'statements', statements: statementsOf(loop.body) } };
  }
  const call = isFunction(parent) ? view.parentOf(parent) : undefined;
  if (!isFunction(parent) || call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const method = keyName(call.callee) ?? '';
  const outer = view.parentOf(call);
  if (method === 'forEach' && outer?.type === 'ExpressionStatement') {
    const statements = parent.body.type === 'BlockStatement' ? parent.body.body : [parent.body];
    return { node: outer, list, body: { form: 'statements', statements } };
  }
  return { node: call, list, body: { form: 'value', method, callback: parent, call } };
}

/** The pattern or name that a loop or callback declares, around one of its names. */
function bindingAround(view: SourceView, name: TSESTree.Node): TSESTree.Node {
  let at = name;
  for (;;) {
    const parent = view.parentOf(at);
    if (parent?.type !== 'Property' && parent?.type !== 'ObjectPattern' && parent?.type !== 'ArrayPattern') return at;
    at = parent;
  }
}

function statementsOf(body: TSESTree.Node): readonly TSESTree.Node[] {
  return body.type === 'BlockStatement' ? body.body : [body];
}

/** What a loop walks: all tools of some services, or something else. */
export interface WalkedTools {
  readonly services: Services;
  /** Options of the call that lists the tools. */
  readonly options: TSESTree.Node | null;
  /** A loop over the services that does nothing else; it goes with the inner one. */
  readonly outer: TSESTree.Node | null;
}

/** The services whose tools a loop walks, all of them and nothing else; `null` for any other list. */
export function walkedTools(view: SourceView, meaning: MeaningIndex, loop: ToolLoop): WalkedTools | null {
  const list = listBehind(view, loop.list);
  if (list !== unwrap(loop.list) && !isOnlyRead(view, unwrap(loop.list))) return null;
  const single = collectorParts(view, meaning, list);
  if (single) return fromCollector(view, single, loop);
  if (list.type === 'ArrayExpression') return fromSpreads(view, meaning, list);
  return list.type === 'CallExpression' ? fromFlatMap(view, meaning, list) : null;
}

export function listBehind(view: SourceView, list: TSESTree.Node): TSESTree.Node {
  const inner = unwrap(list);
  return unwrap(declaredAs(view, inner) ?? inner);
}

const READING = new Set(['length', 'map', 'forEach', 'filter', 'find', 'some', 'every', 'reduce', 'flatMap', 'at']);

/** True for the name of a list that the file only reads, so that it still holds what it was made with. */
function isOnlyRead(view: SourceView, name: TSESTree.Node): boolean {
  const uses = view.variableOf(name)?.references.filter((one) => !one.init) ?? [];
  return uses.every(({ identifier }) => {
    const holder = view.parentOf(identifier);
    if (holder?.type === 'ForOfStatement' || holder?.type === 'SpreadElement') return true;
    return holder?.type === 'MemberExpression' && READING.has(keyName(holder) ?? '') && holder.object === identifier;
  });
}

interface CollectorParts {
  readonly service: TSESTree.Expression;
  readonly transport: string;
  readonly options: TSESTree.Node | null;
}

function collectorParts(view: SourceView, meaning: MeaningIndex, node: TSESTree.Node): CollectorParts | null {
  const call = unwrap(node);
  if (call.type !== 'CallExpression' || !meaning.hasRole(call.callee, 'tool-collector')) return null;
  const [service, surface, options] = call.arguments;
  if (!service || service.type === 'SpreadElement' || surface?.type !== 'Literal') return null;
  return { service, transport: String(surface.value), options: options ?? null };
}

function fromCollector(view: SourceView, parts: CollectorParts, loop: ToolLoop): WalkedTools | null {
  const { service, transport, options } = parts;
  const outer = loopOverServices(view, service, loop);
  if (outer) return { services: servicesFrom(view, outer.list, transport, true), options, outer: outer.node };
  return { services: servicesFrom(view, service, transport, false), options, outer: null };
}

function servicesFrom(view: SourceView, node: TSESTree.Expression, transport: string, many: boolean): Services {
  return { text: view.textOf(node), nodes: [node], lists: many ? [node] : [], transport, many };
}

/** The loop over services whose only statement is the loop over one service's tools. */
function loopOverServices(
  view: SourceView,
  service: TSESTree.Expression,
  inner: ToolLoop,
): { readonly node: TSESTree.Node; readonly list: TSESTree.Expression } | null {
  const name = service.type === 'Identifier' ? view.variableOf(service)?.defs[0]?.name : undefined;
  const list = name && walkedListOf(view, name);
  if (!name || !list || !isStable(view, list)) return null;
  const body = view.parentOf(inner.node);
  const block = body?.type === 'BlockStatement' && body.body.length === 1 ? body : inner.node;
  const owner = view.parentOf(block);
  const node = isFunction(owner) ? view.parentOf(view.parentOf(owner) ?? owner) : owner;
  const isWhole = node?.type === 'ForOfStatement' ? node.body === block : node?.type === 'ExpressionStatement';
  return node && isWhole ? { node, list } : null;
}

/** `[...collect(a), ...collect(b)]` */
function fromSpreads(view: SourceView, meaning: MeaningIndex, list: TSESTree.ArrayExpression): WalkedTools | null {
  const parts = list.elements.map((one) =>
    one?.type === 'SpreadElement' ? collectorParts(view, meaning, one.argument) : null,
  );
  const [first] = parts;
  if (!first || parts.some((one) => !one || one.options || one.transport !== first.transport)) return null;
  const names = parts.map((one) => (one ? view.textOf(one.service) : ''));
  const services = { text: `[${names.join(', ')}]`, nodes: [list], lists: [], transport: first.transport, many: true };
  return { services, options: null, outer: null };
}

/** `services.flatMap((service) => collect(service))` */
function fromFlatMap(view: SourceView, meaning: MeaningIndex, call: TSESTree.CallExpression): WalkedTools | null {
  const [callback] = call.arguments;
  if (call.callee.type !== 'MemberExpression' || keyName(call.callee) !== 'flatMap' || !isFunction(callback))
    return null;
  const result = onlyResultOf(callback);
  const parts = result && collectorParts(view, meaning, result);
  const [parameter] = callback.params;
  const own = parts?.service.type === 'Identifier' && parameter?.type === 'Identifier';
  if (!parts || !own || view.textOf(parts.service) !== view.textOf(parameter)) return null;
  const list = call.callee.object;
  return { services: servicesFrom(view, list, parts.transport, true), options: parts.options, outer: null };
}
