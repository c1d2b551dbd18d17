import type { LinkedModule, Ref } from '../link/linked-module.js';
import { callsOf } from '../link/parameter-sources.js';
import { placementsOf } from '../link/placements.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { FunctionId, GuardId } from '../summary/module-summary.js';

const ONCE_NAME = /^once/iu;
const MAX_STEPS = 6;
const MAX_WRAPPERS = 2;

/**
 * The function (0 is the module) beyond which what a call gives is kept, made only where it was not there yet: `kept ??= make()`,
 * `if (!kept) kept = make()`, `cache.set(key, make())` behind a question to the cache, or inside `once(…)`. `null` where it is not.
 */
export function keptIn(resolver: ValueResolver, call: Ref): FunctionId | null {
  return keptAt(resolver, call, 0);
}

function keptAt(resolver: ValueResolver, call: Ref, depth: number): FunctionId | null {
  const { module } = call;
  const asked = askedBefore(module, module.value(call.id).guard);
  const holder = holdersOf(module, call.id, 0).find((one) => asked.has(one));
  if (holder !== undefined) return homeOf(module, holder);
  const once = onceAround(resolver, call);
  if (once !== null || depth > MAX_WRAPPERS) return once;
  // a function that only makes it, and whose callers keep it
  for (const fn of makersOf(module, call.id, 0)) {
    for (const id of callsOf(resolver, { module, id: module.fn(fn).value })) {
      const node = module.value(id);
      const differs = node.op === 'call' && node.args.some((one) => module.value(one).op !== 'literal');
      const home = differs ? keptAt(resolver, { module, id }, depth + 1) : null;
      if (home !== null) return home;
    }
  }
  return null;
}

/** The function that a holder belongs to; a field outlives every call. */
function homeOf(module: LinkedModule, holder: string): FunctionId {
  const variable = /^variable (\d+)$/u.exec(holder)?.[1];
  return variable === undefined ? 0 : module.value(Number(variable)).fn;
}

/** The functions that give back a value, also under a name. */
function makersOf(module: LinkedModule, id: number, depth: number): readonly FunctionId[] {
  const own = module.returnedBy(id);
  if (depth > MAX_STEPS) return own;
  const named = module.consumersOf(id).flatMap((use) => {
    const { op } = module.value(use.id);
    return op === 'variable' || op === 'typed' ? makersOf(module, use.id, depth + 1) : [];
  });
  return [...own, ...named];
}

/** The keys under which a call's result is put into a table: `cache.set(key, made)`. */
export function keysOf(call: Ref): number[] {
  const { module } = call;
  const keys = (id: number, depth: number): number[] =>
    depth > MAX_STEPS
      ? []
      : module.consumersOf(id).flatMap((use): number[] => {
          const node = module.value(use.id);
          if (node.op === 'variable' || node.op === 'either' || node.op === 'typed') return keys(use.id, depth + 1);
          if (node.op === 'store' && node.keyValue !== undefined) return [node.keyValue];
          const callee = node.op === 'call' && use.role === 'argument' ? module.value(node.callee) : null;
          const key = node.op === 'call' ? node.args[0] : undefined;
          return callee?.op === 'get' && callee.key === 'set' && key !== undefined ? [key] : [];
        });
  return keys(call.id, 0);
}

/** The variables and members that a value is read from. */
export function rootsOf(module: LinkedModule, id: number): string[] {
  return rootsIn(module, id, 0);
}

/** Names of what holds a value beyond its function: a variable outside it, a field, or a table that is written. */
function holdersOf(module: LinkedModule, id: number, depth: number): string[] {
  if (depth > MAX_STEPS) return [];
  const { fn } = module.value(id);
  return module.consumersOf(id).flatMap((use): string[] => {
    const node = module.value(use.id);
    if (node.op === 'variable') return node.fn === fn ? holdersOf(module, use.id, depth + 1) : [`variable ${use.id}`];
    if (node.op === 'store' && use.role === 'value') return [rootOf(module, node.object, node.key)].flat();
    if (node.op === 'either' || node.op === 'typed') return holdersOf(module, use.id, depth + 1);
    if (node.op !== 'call' || use.role !== 'argument') return [];
    const callee = module.value(node.callee);
    if (callee.op !== 'get') return [];
    if (callee.key === 'resolve') return holdersOf(module, use.id, depth + 1);
    return callee.key === 'set' ? rootOf(module, callee.object, null) : [];
  });
}

/** What the conditions over a value ask about. */
function askedBefore(module: LinkedModule, guard: GuardId | undefined): Set<string> {
  const asked = new Set<string>();
  for (let id = guard; id !== undefined;) {
    const one = module.summary.guards[id];
    if (!one) break;
    for (const root of rootsIn(module, one.test, 0)) asked.add(root);
    id = one.parent ?? undefined;
  }
  return asked;
}

function rootsIn(module: LinkedModule, id: number, depth: number): string[] {
  const node = module.value(id);
  if (depth > MAX_STEPS) return [];
  switch (node.op) {
    case 'unary':
      return rootsIn(module, node.argument, depth + 1);
    case 'binary':
      return [node.left, node.right].flatMap((one) => rootsIn(module, one, depth + 1));
    case 'call':
      return [node.callee, ...node.args].flatMap((one) => rootsIn(module, one, depth + 1));
    case 'template':
      return node.parts.flatMap((one) => rootsIn(module, one, depth + 1));
    case 'typed':
      return rootsIn(module, node.of, depth + 1);
    case 'get':
      return [...rootOf(module, node.object, node.key), ...rootsIn(module, node.object, depth + 1)];
    case 'variable':
      return [`variable ${id}`, ...node.from.flatMap((one) => rootsIn(module, one, depth + 1))];
    case 'either':
      return node.from.flatMap((one) => rootsIn(module, one, depth + 1));
    default:
      return [];
  }
}

function rootOf(module: LinkedModule, object: number, key: string | null): string[] {
  const node = module.value(object);
  if (node.op === 'this') return [`field ${key ?? '*'}`];
  if (node.op === 'variable') return [`variable ${object}`];
  return node.op === 'get' ? rootOf(module, node.object, node.key) : [];
}

function onceAround(resolver: ValueResolver, call: Ref): FunctionId | null {
  const { module } = call;
  for (let fn = module.fn(module.value(call.id).fn); fn.id !== 0; fn = module.fn(fn.parent)) {
    for (const place of placementsOf(module, fn.value)) {
      const host = module.value(place.call);
      const callees = host.op === 'call' ? resolver.resolve({ module, id: host.callee }, null) : [];
      if (callees.some((one) => one.is === 'foreign' && ONCE_NAME.test(one.path.at(-1) ?? one.name))) return host.fn;
    }
  }
  return null;
}
