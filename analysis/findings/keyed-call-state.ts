import type { Finding } from '../finding.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import { frameOf, type ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { Visit } from '../scopes/walk-scope.js';
import type { ValueNode } from '../summary/module-summary.js';
import { scopeFinding } from './finding-builder.js';
import { argumentOf, OwnTables } from './own-table.js';

const RULE = 'no-trace-keyed-call-state';
const STORING = new Set(['set', 'add']);
const ASKING = new Set(['has', 'get']);
const LOOKING_UP = new Set(['has', 'get', 'delete']);
const MAX_STEPS = 6;
const KEY_ROLES: ReadonlySet<string> = new Set(['trace-id', 'enclosing-span']);

/** State of a call that is stored under an id which all calls of a request share. */
export function judgeKeyedState(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): Finding[] {
  const access = storingAccess(resolver, visit);
  if (!access || asksFirst(visit, access.table)) return [];
  if (new OwnTables(resolver, scope).has(access.table, visit.frame)) return [];
  return [scopeFinding(RULE, 'keyed', visit.ref, scope, visit.path, {})];
}

/** Whether all that an id is used for is to find state in tables, and this rule speaks of one that is stored there. */
export function isOnlyKey(resolver: ValueResolver, scope: DeclaredScope, visit: Visit, uses: readonly Ref[]): boolean {
  const stores = (ref: Ref): boolean =>
    judgeKeyedState(resolver, scope, { ...visit, ref, node: ref.module.value(ref.id) }).length > 0;
  return uses.some(stores) && uses.every((one) => stores(one) || isLookup(one));
}

function isLookup({ module, id }: Ref): boolean {
  const node = module.value(id);
  if (node.op === 'get') return node.keyValue !== undefined;
  const callee = node.op === 'call' ? module.value(node.callee) : null;
  return callee?.op === 'get' && callee.key !== null && LOOKING_UP.has(callee.key);
}

interface Access {
  readonly table: Ref;
}

function storingAccess(resolver: ValueResolver, visit: Visit): Access | null {
  const { node, ref } = visit;
  const at = (id: number): Ref => ({ module: ref.module, id });
  if (node.op === 'store' && node.key === null && node.keyValue !== undefined) {
    if (node.operator !== '=' || !isTraceKey(resolver, at(node.keyValue), visit, 0)) return null;
    return isBuiltOn(at(node.value), node.object, 0) ? null : { table: at(node.object) };
  }
  if (node.op === 'object') return spreadTable(resolver, visit, node);
  if (node.op !== 'call') return null;
  const assigned = assignedTable(resolver, visit, node);
  if (assigned) return assigned;
  const callee = ref.module.value(node.callee);
  const key = node.args[0];
  if (callee.op !== 'get' || callee.key === null || !STORING.has(callee.key) || key === undefined) return null;
  if (!isTraceKey(resolver, at(key), visit, 0) || !isTable(resolver, at(callee.object), visit)) return null;
  const value = node.args[1];
  if (value !== undefined && isBuiltOn(at(value), callee.object, 0)) return null;
  return { table: at(callee.object) };
}

/** `table = { ...table, [id]: state }`. */
function spreadTable(resolver: ValueResolver, visit: Visit, node: ValueNode & { op: 'object' }): Access | null {
  const { module } = visit.ref;
  if (!hasTraceKey(resolver, visit, visit.ref.id, 0)) return null;
  const spread = node.entries.find((one) => one.kind === 'spread')?.value;
  if (spread === undefined) return null;
  const isKept = module.consumersOf(visit.ref.id).some((use) => {
    const holder = module.value(use.id);
    return holder.op === 'store'
      ? use.role === 'value' && isSame(module, holder, use.id, spread)
      : isSameVariable(module, use.id, spread);
  });
  return isKept ? { table: { module, id: spread } } : null;
}

/** Whether the variable that holds the new table is the one whose entries it takes over. */
function isSameVariable(module: LinkedModule, holder: number, spread: number): boolean {
  return module.value(holder).op === 'variable' && holder === spread;
}

/** Whether the field that gets the new table is the one whose entries it takes over. */
function isSame(module: LinkedModule, store: ValueNode & { op: 'store' }, id: number, spread: number): boolean {
  const read = module.value(spread);
  return read.op === 'get' && read.key !== null && read.key === store.key && id !== spread;
}

/** `Object.assign(table, { [id]: state })`. */
function assignedTable(resolver: ValueResolver, visit: Visit, node: ValueNode & { op: 'call' }): Access | null {
  const { module } = visit.ref;
  const [table, ...sources] = node.args;
  if (table === undefined || sources.length === 0 || module.value(table).op === 'object') return null;
  const callees = resolver.resolve({ module, id: node.callee }, visit.frame);
  if (!callees.some((one) => one.is === 'global' && one.path === 'Object.assign')) return null;
  return sources.some((one) => hasTraceKey(resolver, visit, one, 0)) ? { table: { module, id: table } } : null;
}

/** Whether an object literal holds state under a trace's id that it did not take from a table. */
function hasTraceKey(resolver: ValueResolver, visit: Visit, id: number, depth: number): boolean {
  const { module } = visit.ref;
  const node = module.value(id);
  if (node.op === 'variable' && depth < MAX_STEPS)
    return node.from.some((one) => hasTraceKey(resolver, visit, one, depth + 1));
  if (node.op !== 'object') return false;
  const spreads = node.entries.filter((one) => one.kind === 'spread').map((one) => one.value);
  return node.entries.some(
    (one) =>
      one.keyValue !== undefined &&
      isTraceKey(resolver, { module, id: one.keyValue }, visit, 0) &&
      !spreads.some((table) => isBuiltOn({ module, id: one.value }, table, 0)),
  );
}

/** Whether a key is nothing but ids of the trace; one that also says which call it is for is right. */
export function isTraceKey(resolver: ValueResolver, ref: Ref, visit: Visit, depth: number): boolean {
  const node = ref.module.value(ref.id);
  const isKey = (id: number): boolean => isTraceKey(resolver, { module: ref.module, id }, visit, depth + 1);
  if (depth > MAX_STEPS) return false;
  switch (node.op) {
    case 'template':
      return node.parts.length > 0 && node.parts.every(isKey);
    case 'binary': {
      const sides = [node.left, node.right].filter((id) => ref.module.value(id).op !== 'literal');
      return node.operator === '+' && sides.length > 0 && sides.every(isKey);
    }
    case 'typed':
      return isKey(node.of);
    case 'variable':
    case 'either':
      return node.from.some(isKey);
    case 'call':
      return isText(ref, node) ?? isTraceId(resolver, ref, visit);
    case 'param': {
      const activation = frameOf(visit.frame, ref.module, node.function);
      const given = argumentOf(activation, node.index);
      if (!given || !activation?.caller) return isTraceId(resolver, ref, visit);
      return isTraceKey(resolver, given, { ...visit, frame: activation.caller }, depth + 1);
    }
    default:
      return isTraceId(resolver, ref, visit);
  }

  /** `String(id)`: whether `id` is a key; `null` for any other call. */
  function isText({ module }: Ref, call: ValueNode & { op: 'call' }): boolean | null {
    const callee = module.value(call.callee);
    const first = call.args[0];
    if (callee.op === 'global' && callee.name === 'String' && first !== undefined) return isKey(first);
    return callee.op === 'get' && callee.key === 'toString' ? isKey(callee.object) : null;
  }
}

function isTraceId(resolver: ValueResolver, ref: Ref, visit: Visit): boolean {
  return resolver.resolve(ref, visit.frame).some((one: Meaning) => {
    if (one.is !== 'shape') return false;
    return KEY_ROLES.has(resolver.vocabulary.shape(one.shape).role ?? '');
  });
}

/** Whether `set` and `add` on a value put something into a table of this program: a `Map`, a `Set`, or one by its type. */
function isTable(resolver: ValueResolver, table: Ref, visit: Visit): boolean {
  return resolver.resolve(table, visit.frame).every((one) => one.is !== 'foreign' && one.is !== 'shape');
}

/** Whether a stored value is made from what the table held: a count or a list that is kept for the request. */
function isBuiltOn(value: Ref, table: number, depth: number): boolean {
  const { module } = value;
  const node = module.value(value.id);
  const on = (id: number): boolean => isBuiltOn({ module, id }, table, depth + 1);
  if (depth > MAX_STEPS) return false;
  switch (node.op) {
    case 'get':
      return isSameTable(module.value(node.object), module.value(table), node.object, table) || on(node.object);
    case 'call':
      return on(node.callee) || node.args.some(on);
    case 'variable':
    case 'either':
      return node.from.some(on);
    case 'binary':
      return on(node.left) || on(node.right);
    case 'typed':
      return on(node.of);
    case 'array':
      return node.elements.some((one) => on(one.value));
    case 'object':
      return node.entries.some((one) => on(one.value));
    default:
      return false;
  }
}

/** Whether two reads name the same table: one variable, or one field of `this`. */
function isSameTable(left: ValueNode, right: ValueNode, leftId: number, rightId: number): boolean {
  if (leftId === rightId) return true;
  return left.op === 'get' && right.op === 'get' && left.key !== null && left.key === right.key;
}

/** `if (!cache.has(id)) cache.set(id, …)`: something kept for the request, and meant to be shared. */
function asksFirst(visit: Visit, table: Ref): boolean {
  const { module } = visit.ref;
  return module.summary.values.some((node, id) => {
    if (node.fn !== visit.node.fn || node.at[0] >= visit.node.at[1] || id === visit.ref.id) return false;
    if (node.op === 'binary' && node.operator === 'in') {
      return (
        isSameTable(module.value(node.right), module.value(table.id), node.right, table.id) && decides(module, id, 0)
      );
    }
    if (node.op !== 'get') return false;
    if (!isSameTable(module.value(node.object), module.value(table.id), node.object, table.id)) return false;
    if (node.key === null) return decides(module, id, 0);
    if (!ASKING.has(node.key)) return false;
    return module
      .consumersOf(id)
      .some((call) => call.role === 'callee' && isBefore(module, call.id, visit) && decides(module, call.id, 0));
  });
}

function isBefore(module: LinkedModule, id: number, visit: Visit): boolean {
  return module.value(id).at[1] <= visit.node.at[1];
}

/** Whether a condition depends on a value. */
function decides(module: LinkedModule, id: number, depth: number): boolean {
  if (depth > MAX_STEPS) return false;
  return module.consumersOf(id).some((use) => {
    const node = module.value(use.id);
    if (node.op === 'test') return true;
    const passes = node.op === 'unary' || node.op === 'variable' || node.op === 'binary' || node.op === 'typed';
    return passes && decides(module, use.id, depth + 1);
  });
}
