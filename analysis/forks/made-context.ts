import type { Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { frameOf, type ValueResolver } from '../link/value-resolver.js';
import type { ValueNode } from '../summary/module-summary.js';
import { valuesAt } from './assignments.js';
import { layersAfter } from './later-stores.js';

/** A value, seen from one activation. */
export interface Seen {
  readonly ref: Ref;
  readonly frame: Frame | null;
  /** Where in the text it is used, where that decides which assignment of a variable counts. */
  readonly at?: number;
}

/** What a record is put together from. Of a list of layers, a later one covers the earlier ones. */
export type Layer =
  /** The request context that is current, or a deep copy of it. */
  | { readonly is: 'context'; readonly copied: boolean }
  /** `sure` is false where a condition decides whether the field is set. */
  | { readonly is: 'field'; readonly key: string; readonly value: Seen; readonly sure: boolean }
  | { readonly is: 'removed'; readonly key: string }
  | { readonly is: 'without'; readonly of: Layer; readonly keys: readonly string[] }
  | { readonly is: 'layers'; readonly of: readonly Layer[] }
  | { readonly is: 'one-of'; readonly of: readonly Layer[] }
  | { readonly is: 'nothing' }
  | { readonly is: 'unknown' };

/** Where a field of a record comes from. */
export type FieldSource =
  | { readonly from: 'parent' }
  | { readonly from: 'copy' }
  | { readonly from: 'own'; readonly value: Seen }
  | { readonly from: 'nowhere' }
  | { readonly from: 'unknown' };

const MAX_DEPTH = 16;
const MAX_CHOICES = 4;
const UNKNOWN: Layer = { is: 'unknown' };
const CONTEXT: Layer = { is: 'context', copied: false };

/** Reads how an expression puts a request context together. */
export function layerOf(resolver: ValueResolver, seen: Seen, before: Ref | null = null, depth = 0): Layer {
  const { module } = seen.ref;
  const node = module.value(seen.ref.id);
  const inner = (id: number, at = seen.at): Layer =>
    layerOf(
      resolver,
      { ref: { module, id }, frame: seen.frame, ...(at === undefined ? {} : { at }) },
      before,
      depth + 1,
    );
  if (depth > MAX_DEPTH) return UNKNOWN;
  switch (node.op) {
    case 'variable':
      return node.from.length > 0 ? oneOf(valuesAt(module, node.from, seen.at).map((one) => inner(one))) : UNKNOWN;
    case 'either':
      // `condition && { … }` may also be nothing
      return oneOf([
        ...node.from.map((one) => inner(one)),
        ...(node.from.length === 1 ? [{ is: 'nothing' } as const] : []),
      ]);
    case 'typed': {
      const layer = inner(node.of);
      if (layer.is !== 'unknown') return layer;
      return byMeaning(resolver, seen, before, depth);
    }
    case 'rest':
      return { is: 'without', of: inner(node.object), keys: node.without };
    case 'object':
      return { is: 'layers', of: [...entryLayers(node, inner, seen), ...layersAfter(resolver, seen, before, depth)] };
    case 'call':
      return callLayer(resolver, seen, node, before, depth);
    case 'param':
      return argumentLayer(resolver, seen, node, before, depth) ?? byMeaning(resolver, seen, before, depth);
    case 'global':
      return node.name === 'undefined' ? { is: 'nothing' } : UNKNOWN;
    case 'literal':
      return node.value === null || node.value === false ? { is: 'nothing' } : UNKNOWN;
    default:
      return byMeaning(resolver, seen, before, depth);
  }
}

function entryLayers(
  node: ValueNode & { op: 'object' },
  inner: (id: number, at: number) => Layer,
  { ref, frame }: Seen,
): Layer[] {
  let hasContext = false;
  return node.entries.map((entry): Layer => {
    if (entry.kind === 'spread') {
      const layer = inner(entry.value, entry.at[0]);
      // what is spread over a context and is typed as one too is a part of one: `overrides: Partial<RequestContext>`
      if (hasContext && inherits(layer)) return UNKNOWN;
      hasContext ||= inherits(layer);
      return layer;
    }
    if (entry.key === null) return UNKNOWN;
    return {
      is: 'field',
      key: entry.key,
      value: { ref: { module: ref.module, id: entry.value }, frame, at: entry.at[0] },
      sure: true,
    };
  });
}

function callLayer(
  resolver: ValueResolver,
  seen: Seen,
  node: ValueNode & { op: 'call' },
  before: Ref | null,
  depth: number,
): Layer {
  const { module } = seen.ref;
  const later = (): Layer[] => layersAfter(resolver, seen, before, depth);
  const argument = (id: number): Layer =>
    layerOf(resolver, { ref: { module, id }, frame: seen.frame, at: node.at[0] }, before, depth + 1);
  const callees = resolver.resolve({ module, id: node.callee }, seen.frame);
  // whatever record a fork around put there: to this expression it is the context around
  if (callees.some((one) => one.is === 'shape' && resolver.vocabulary.shape(one.shape).role === 'context-getter')) {
    return CONTEXT;
  }
  const builtIn = callees.find((one): one is Meaning & { is: 'global' } => one.is === 'global');
  const [first] = node.args;
  switch (builtIn?.path.replace(/^globalThis\./u, '')) {
    case 'Object.assign':
      return { is: 'layers', of: node.spreadAt < 0 ? [...node.args.map(argument), ...later()] : [UNKNOWN] };
    case 'structuredClone':
      return first === undefined ? UNKNOWN : { is: 'layers', of: [copied(argument(first)), ...later()] };
    case 'Object.create':
      return first === undefined ? UNKNOWN : { is: 'layers', of: [argument(first), ...later()] };
    case 'Object.freeze':
      return first === undefined ? UNKNOWN : argument(first);
    default:
      return resultLayer(resolver, seen, callees, before, depth, later);
  }
}

/** What a function of the project gives back; `unknown` where one of several cannot be followed. */
function resultLayer(
  resolver: ValueResolver,
  seen: Seen,
  callees: readonly Meaning[],
  before: Ref | null,
  depth: number,
  later: () => Layer[],
): Layer {
  const results = callees.flatMap((callee): Layer[] => {
    if (callee.is !== 'function') return [];
    const frame = resolver.enter(callee, seen.ref, seen.frame);
    if (!frame || callee.fn.returns.length === 0) return [UNKNOWN];
    return callee.fn.returns.map((id) =>
      layerOf(resolver, { ref: { module: callee.module, id }, frame }, null, depth + 1),
    );
  });
  if (results.length === 0) return byMeaning(resolver, seen, before, depth);
  const stores = later();
  return stores.length > 0 ? { is: 'layers', of: [oneOf(results), ...stores] } : oneOf(results);
}

/** The argument that a parameter holds in the activation it is seen from. */
function argumentLayer(
  resolver: ValueResolver,
  { ref, frame }: Seen,
  node: ValueNode & { op: 'param' },
  before: Ref | null,
  depth: number,
): Layer | null {
  const holder = frameOf(frame, ref.module, node.function);
  const call = holder?.call?.module.value(holder.call.id);
  if (!holder?.call || call?.op !== 'call' || call.spreadAt >= 0) return null;
  const id = call.args[node.index];
  if (id === undefined) return null;
  return layerOf(resolver, { ref: { module: holder.call.module, id }, frame: holder.caller }, before, depth + 1);
}

function byMeaning(resolver: ValueResolver, seen: Seen, before: Ref | null, depth: number): Layer {
  const meanings = resolver.resolve(seen.ref, seen.frame);
  return oneOf(
    meanings.map((one): Layer => {
      if (one.is === 'shape' && resolver.vocabulary.shape(one.shape).role === 'context') return CONTEXT;
      if (one.is === 'literal' && (one.value === null || one.value === false)) return { is: 'nothing' };
      const isItself = one.is === 'object' && one.ref.module === seen.ref.module && one.ref.id === seen.ref.id;
      if (one.is !== 'object' || isItself) return UNKNOWN;
      return layerOf(resolver, { ref: one.ref, frame: one.frame }, before, depth + 1);
    }),
  );
}

function oneOf(layers: readonly Layer[]): Layer {
  const [first] = layers;
  if (!first) return UNKNOWN;
  return layers.length === 1 ? first : { is: 'one-of', of: layers };
}

function copied(layer: Layer): Layer {
  switch (layer.is) {
    case 'context':
      return { is: 'context', copied: true };
    case 'without':
      return { ...layer, of: copied(layer.of) };
    case 'layers':
    case 'one-of':
      return { ...layer, of: layer.of.map(copied) };
    default:
      return layer;
  }
}

/** The records a layer may be, each one alone. A part that may be missing stays a doubt within its record. */
export function alternatives(layer: Layer): readonly Layer[] {
  if (layer.is === 'one-of') return layer.of.flatMap(alternatives);
  if (layer.is === 'without') return alternatives(layer.of).map((of) => ({ ...layer, of }));
  if (layer.is !== 'layers') return [layer];
  const choice = layer.of.findIndex((one) => one.is === 'one-of' && !one.of.some(isEmpty));
  const chosen = layer.of[choice];
  if (chosen?.is !== 'one-of' || chosen.of.length > MAX_CHOICES) return [layer];
  return chosen.of.flatMap((one) => alternatives({ is: 'layers', of: layer.of.with(choice, one) }));
}

/** Nothing, or the `{}` that a parameter falls back to. */
function isEmpty(layer: Layer): boolean {
  return layer.is === 'nothing' || (layer.is === 'layers' && layer.of.length === 0);
}

/** Whether a layer takes over the request context. */
export function inherits(layer: Layer): boolean {
  switch (layer.is) {
    case 'context':
      return true;
    case 'without':
      return inherits(layer.of);
    case 'layers':
    case 'one-of':
      return layer.of.some(inherits);
    default:
      return false;
  }
}

/** Where a field may come from. It is `nowhere` as well where a record may lack it. */
export function sourcesOf(layer: Layer, key: string): readonly FieldSource[] {
  switch (layer.is) {
    case 'context':
      return [{ from: layer.copied ? 'copy' : 'parent' }];
    case 'field':
      if (layer.key !== key) return [{ from: 'nowhere' }];
      return [{ from: 'own', value: layer.value }, ...(layer.sure ? [] : [{ from: 'nowhere' } as const])];
    case 'without':
      return layer.keys.includes(key) ? [{ from: 'nowhere' }] : sourcesOf(layer.of, key);
    case 'layers':
      return sourcesOfLayers(layer.of, key);
    case 'one-of':
      return layer.of.flatMap((one) => sourcesOf(one, key));
    case 'unknown':
      return [{ from: 'unknown' }, { from: 'nowhere' }];
    default:
      return [{ from: 'nowhere' }];
  }
}

function sourcesOfLayers(layers: readonly Layer[], key: string): readonly FieldSource[] {
  const found: FieldSource[] = [];
  for (const layer of layers.toReversed()) {
    if (layer.is === 'removed' && layer.key === key) break;
    const sources = sourcesOf(layer, key);
    found.push(...sources.filter((one) => one.from !== 'nowhere'));
    if (!sources.some((one) => one.from === 'nowhere')) return found;
  }
  return [...found, { from: 'nowhere' }];
}
