import type { LinkedModule, Ref } from '../link/linked-module.js';
import { placementsOf } from '../link/placements.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { GuardId } from '../summary/module-summary.js';

const ONCE_NAME = /^once/iu;
const MAX_STEPS = 6;

/**
 * Whether what a call gives is made only where it was not there yet, and kept beyond the function: `kept ??= make()`,
 * `if (!kept) kept = make()`, `cache.set(key, make())` behind a question to the cache, or inside `once(…)`.
 */
export function isKept(resolver: ValueResolver, call: Ref): boolean {
  const { module } = call;
  const holders = holdersOf(module, call.id, 0);
  const asked = askedBefore(module, module.value(call.id).guard);
  return holders.some((one) => asked.has(one)) || isInsideOnce(resolver, call);
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
    return callee.op === 'get' && callee.key === 'set' ? rootOf(module, callee.object, null) : [];
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
      return rootsIn(module, node.callee, depth + 1);
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

function isInsideOnce(resolver: ValueResolver, call: Ref): boolean {
  const { module } = call;
  for (let fn = module.fn(module.value(call.id).fn); fn.id !== 0; fn = module.fn(fn.parent)) {
    for (const place of placementsOf(module, fn.value)) {
      const host = module.value(place.call);
      const callees = host.op === 'call' ? resolver.resolve({ module, id: host.callee }, null) : [];
      if (callees.some((one) => one.is === 'foreign' && ONCE_NAME.test(one.path.at(-1) ?? one.name))) return true;
    }
  }
  return false;
}
