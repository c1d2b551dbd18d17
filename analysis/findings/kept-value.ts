import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import { callsOf, instancesOf } from '../link/parameter-sources.js';
import { placementsOf } from '../link/placements.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { ClassId, ClassNode, FunctionId, GuardId, Range, ValueId } from '../summary/module-summary.js';
import { SESSION_OPTIONS } from '../vocabulary/session-options.js';

const ONCE_NAME = /^once|^one-?time$|^(?:call|run|make|p)-?once$/iu;
/** What keeps the result for each argument: of a function without arguments, the one result. */
const MEMO_NAME = /^(?:memo|memoi[sz]e|memoi[sz]e-?one|mem|(?:p|fast|micro)-?memoi[sz]e)$/iu;
const INSTANCE_SCOPES: readonly string[] = SESSION_OPTIONS.instanceScopes;
const MAX_STEPS = 6;
const MAX_WRAPPERS = 2;

/** A value that is made once and kept. */
export interface Kept {
  /** The function (0 is the module) beyond which it is kept. */
  readonly home: FunctionId;
  /** For each function on the way from the value to its keeper, the call that fills the function's parameters. */
  readonly fills: ReadonlyMap<FunctionId, ValueId>;
}

/**
 * Where what a call gives is kept, if it is made only where it was not there yet: `kept ??= make()`, `if (!kept) kept = make()`,
 * `cache.set(key, make())` behind a question to the cache, or inside `once(…)`; also by who calls the function, or makes an
 * instance of the class, that the call stands in. `null` where it is not.
 */
export function keptIn(resolver: ValueResolver, call: Ref): Kept | null {
  return keptAt(resolver, call, 0);
}

function keptAt(resolver: ValueResolver, call: Ref, depth: number): Kept | null {
  const { module } = call;
  const asked = askedBefore(module, module.value(call.id).guard);
  const holder = holdersOf(module, call.id, 0).find((one) => asked.has(one));
  if (holder !== undefined) {
    return outlivesRequest(resolver, call, holder, depth) ? { home: homeOf(module, holder), fills: new Map() } : null;
  }
  const once = onceAround(resolver, call, depth);
  if (once !== null) return { home: once, fills: new Map() };
  if (depth > MAX_WRAPPERS) return null;
  // a function that only makes it, and whose callers keep it
  for (const [fn, id] of makingCalls(resolver, call)) {
    const kept = keptAt(resolver, { module, id }, depth + 1);
    if (kept) return { home: kept.home, fills: new Map([...kept.fills, [fn, id]]) };
  }
  return null;
}

/** The calls, with the function they run, that make what `call` makes. */
function makingCalls(resolver: ValueResolver, call: Ref): (readonly [FunctionId, ValueId])[] {
  const { module } = call;
  const given = makersOf(module, call.id, 0).flatMap((fn) =>
    callsOf(resolver, { module, id: module.fn(fn).value }).map((id) => [fn, id] as const),
  );
  const instance = instanceMaking(module, call.id);
  const made = instance ? instancesOf(resolver, module, instance.owner) : [];
  return [...given, ...made.map((id) => [instance?.runs ?? 0, id] as const)];
}

/** The class whose instance a value is computed for, and the constructor that computes it; 0 where a field's initialiser does. */
export function instanceMaking(module: LinkedModule, id: ValueId): { owner: ClassId; runs: FunctionId } | null {
  const { at, fn } = module.value(id);
  const { owner, name } = module.fn(fn);
  if (name === 'constructor' && owner && 'class' in owner) return { owner: owner.class, runs: fn };
  const isFieldOf = (cls: ClassNode): boolean =>
    cls.members.some((one) => {
      const member = module.value(one.value);
      return !one.static && member.fn === fn && member.op !== 'function' && isWithin(at, member.at);
    });
  const cls = module.summary.classes.findLast((one) => isWithin(at, one.at) && isFieldOf(one));
  return cls ? { owner: cls.id, runs: 0 } : null;
}

function isWithin(inner: Range, outer: Range): boolean {
  return outer[0] <= inner[0] && inner[1] <= outer[1];
}

/** Whether what a holder keeps is still there for the next request: a field of an instance may go with its request. */
function outlivesRequest(resolver: ValueResolver, call: Ref, holder: string, depth: number): boolean {
  const { module } = call;
  const owner = holder.startsWith('field ') ? module.ownerOf(module.value(call.id).fn) : null;
  if (!owner || !('class' in owner) || owner.static) return true;
  if (module.class(owner.class).decorators.some((id) => saysScope(module, id, 0))) return false;
  const made = instancesOf(resolver, module, owner.class);
  if (made.length === 0 || depth > MAX_WRAPPERS) return true;
  return made.some((id) => module.value(id).fn === 0 || keptAt(resolver, { module, id }, depth + 1) !== null);
}

/** `@Injectable({ scope: Scope.REQUEST })` and its like. */
function saysScope(module: LinkedModule, id: ValueId, depth: number): boolean {
  const node = module.value(id);
  const isScope = (word: string): boolean => INSTANCE_SCOPES.some((one) => word.toUpperCase().includes(one));
  if (depth > MAX_STEPS) return false;
  switch (node.op) {
    case 'get':
      return node.key !== null && isScope(node.key);
    case 'literal':
      return typeof node.value === 'string' && isScope(node.value);
    case 'call':
      return node.args.some((one) => saysScope(module, one, depth + 1));
    case 'object':
      return node.entries.some((one) => saysScope(module, one.value, depth + 1));
    case 'variable':
      return node.from.some((one) => saysScope(module, one, depth + 1));
    default:
      return false;
  }
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

/** The function around a call of `once`, or of what keeps results, that is handed the function the value is made in. */
function onceAround(resolver: ValueResolver, call: Ref, depth: number): FunctionId | null {
  const { module } = call;
  for (let fn = module.fn(module.value(call.id).fn); fn.id !== 0; fn = module.fn(fn.parent)) {
    for (const place of placementsOf(module, fn.value)) {
      const host = module.value(place.call);
      const callees = host.op === 'call' ? resolver.resolve({ module, id: host.callee }, null) : [];
      if (callees.some((one) => keepsResult(resolver, one, place.argument, fn.params.length, depth))) return host.fn;
    }
  }
  return null;
}

/** Whether a function keeps what the function that it is handed gives, whoever asks later. */
function keepsResult(
  resolver: ValueResolver,
  callee: Meaning,
  argument: number,
  parameters: number,
  depth: number,
): boolean {
  if (callee.is === 'foreign') {
    return ONCE_NAME.test(nameOf(callee)) || (parameters === 0 && MEMO_NAME.test(nameOf(callee)));
  }
  const param = callee.is === 'function' ? callee.fn.params[argument] : undefined;
  if (callee.is !== 'function' || param === undefined || parameters > 0 || depth > MAX_WRAPPERS) return false;
  const { module } = callee;
  return callsOf(resolver, { module, id: param }).some((id) => keptAt(resolver, { module, id }, depth + 1) !== null);
}

/** The name of a foreign function; a module that is a function is called as its file. */
function nameOf({ module, name, path }: Meaning & { is: 'foreign' }): string {
  const last = path.at(-1) ?? name;
  return last === 'default' || last === '*' ? (/[^/.]+(?=(?:\.[cm]?js)?$)/u.exec(module)?.[0] ?? '') : last;
}
