import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import type { Range } from '../summary/module-summary.js';
import { entryNames, readMember } from '../link/member-read.js';
import type { ValueResolver } from '../link/value-resolver.js';

export type FunctionMeaning = Meaning & { is: 'function' };

/** A function found at a position, with the property names that led to it. */
export interface FoundFunction {
  readonly fn: FunctionMeaning;
  readonly keys: readonly string[];
  /** The property that holds it, where there is one. */
  readonly held: { readonly module: LinkedModule; readonly range: Range } | null;
}

const MAX_WRAPPERS = 4;

interface Spot {
  readonly meanings: readonly Meaning[];
  readonly keys: readonly string[];
  /** The value behind the meanings, where there is one, to look through calls of foreign wrappers. */
  readonly ref: Ref | null;
  readonly frame: Frame | null;
  readonly held?: FoundFunction['held'];
}

/** The functions that stand at a position such as `1.hooks.afterToolCall` of a call's arguments. */
export function functionsAt(resolver: ValueResolver, call: Ref, frame: Frame | null, at: string): FoundFunction[] {
  const node = call.module.value(call.id);
  if (node.op !== 'call') return [];
  const [argument, ...path] = at.split('.');
  const index = argument === 'last' ? node.args.length - 1 : Number(argument);
  const id = node.args[index];
  if (id === undefined || (node.spreadAt >= 0 && index >= node.spreadAt)) return [];
  const ref = { module: call.module, id };
  return functionsBehind(resolver, ref, frame, path);
}

/** The functions that stand at a path inside a value. */
export function functionsBehind(
  resolver: ValueResolver,
  ref: Ref,
  frame: Frame | null,
  path: readonly string[],
): FoundFunction[] {
  let spots: Spot[] = [{ meanings: resolver.resolve(ref, frame), keys: [], ref, frame }];
  for (const step of path) spots = spots.flatMap((spot) => stepInto(resolver, spot, step));
  return spots.flatMap((spot) => functionsOf(resolver, spot));
}

function stepInto(resolver: ValueResolver, spot: Spot, step: string): Spot[] {
  return spot.meanings.flatMap((meaning): Spot[] => {
    if (step === '[]') return intoElements(resolver, spot, meaning);
    if (step === '*') return intoEntries(resolver, spot, meaning);
    if (meaning.is === 'object') return intoEntry(resolver, spot, meaning, step);
    const meanings = readMember(resolver, meaning, step);
    return [{ meanings, keys: [...spot.keys, step], ref: null, frame: null }];
  });
}

function intoElements(resolver: ValueResolver, spot: Spot, meaning: Meaning): Spot[] {
  const lists = meaning.is === 'function' ? resolver.resultOf(meaning, null, null, null) : [meaning];
  return lists.map((list) => ({ meanings: resolver.elementsOf(list), keys: spot.keys, ref: null, frame: null }));
}

function intoEntry(resolver: ValueResolver, spot: Spot, meaning: Meaning & { is: 'object' }, key: string): Spot[] {
  const { module, id } = meaning.ref;
  const node = module.value(id);
  const entry =
    node.op === 'object' ? node.entries.findLast((one) => one.key === key && one.kind !== 'set') : undefined;
  const meanings = readMember(resolver, meaning, key);
  const ref = entry ? { module, id: entry.value } : null;
  // the property of the module that hands it over, not one of another module it was taken from
  const isNearer = entry !== undefined && (!spot.held || spot.held.module === module);
  const held = isNearer ? { module, range: entry.at } : (spot.held ?? null);
  return [{ meanings, keys: [...spot.keys, key], ref, frame: meaning.frame, held }];
}

function intoEntries(resolver: ValueResolver, spot: Spot, meaning: Meaning): Spot[] {
  if (meaning.is === 'object') {
    return objectKeys(resolver, meaning, 0).flatMap((key) => intoEntry(resolver, spot, meaning, key));
  }
  if (meaning.is === 'instance') {
    const keys = meaning.cls.members.filter((one) => !one.static && one.key !== 'constructor').map((one) => one.key);
    return keys.map((key) => ({
      meanings: readMember(resolver, meaning, key),
      keys: [...spot.keys, key],
      ref: null,
      frame: null,
    }));
  }
  if (meaning.is === 'many' && meaning.record) {
    return [{ meanings: meaning.items(), keys: [...spot.keys, '*'], ref: null, frame: null }];
  }
  return [];
}

/** The property names of an object literal, those it takes over by spread and those stored later included. */
export function objectKeys(resolver: ValueResolver, meaning: Meaning & { is: 'object' }, depth: number): string[] {
  const { module, id } = meaning.ref;
  const node = module.value(id);
  if (node.op !== 'object' || depth > MAX_WRAPPERS) return [];
  const keys = node.entries.flatMap((entry) => {
    if (entry.kind !== 'spread') return entryNames(resolver, module, entry, meaning.frame) ?? [];
    return resolver
      .resolve({ module, id: entry.value }, meaning.frame)
      .flatMap((one) => (one.is === 'object' ? objectKeys(resolver, one, depth + 1) : []));
  });
  const stored = module.storesOf(id).flatMap((one) => (one.key === null ? [] : [one.key]));
  return [...new Set([...keys, ...stored])];
}

function functionsOf(resolver: ValueResolver, spot: Spot): FoundFunction[] {
  const direct = spot.meanings.filter((one): one is FunctionMeaning => one.is === 'function');
  const held = spot.meanings.flatMap((one) => heldFunctions(resolver, one, spot.keys));
  const fns = direct.length + held.length > 0 || !spot.ref ? direct : wrapped(resolver, spot.ref, spot.frame, 0);
  return [...fns.map((fn) => ({ fn, keys: spot.keys, held: spot.held ?? null })), ...held];
}

/** The functions that a framework value was made from and runs where it is put. */
function heldFunctions(resolver: ValueResolver, meaning: Meaning, keys: readonly string[]): FoundFunction[] {
  if (meaning.is !== 'shape' || !meaning.origin) return [];
  const { ref, frame } = meaning.origin;
  const paths = resolver.vocabulary.shape(meaning.shape).wraps ?? [];
  return paths.flatMap((at) => functionsAt(resolver, ref, frame, at)).map((one) => ({ ...one, keys }));
}

/** A function handed to a foreign wrapper whose result stands at the position: `withRetries(async () => …)`. */
function wrapped(resolver: ValueResolver, ref: Ref, frame: Frame | null, depth: number): FunctionMeaning[] {
  const node = ref.module.value(ref.id);
  const at = (id: number): Ref => ({ module: ref.module, id });
  if (depth > MAX_WRAPPERS) return [];
  if (node.op === 'variable' || node.op === 'either') {
    return node.from.flatMap((one) => wrapped(resolver, at(one), frame, depth + 1));
  }
  if (node.op === 'typed') return wrapped(resolver, at(node.of), frame, depth + 1);
  if (node.op !== 'call') return [];
  if (!isForeignCall(resolver, ref.module, node.callee, frame)) return [];
  return node.args.flatMap((id) => {
    const found = resolver.resolve(at(id), frame).filter((one): one is FunctionMeaning => one.is === 'function');
    return found.length > 0 ? found : wrapped(resolver, at(id), frame, depth + 1);
  });
}

function isForeignCall(resolver: ValueResolver, module: LinkedModule, callee: number, frame: Frame | null): boolean {
  return resolver
    .resolve({ module, id: callee }, frame)
    .every((one) => one.is === 'foreign' || one.is === 'opaque' || one.is === 'parameter');
}
