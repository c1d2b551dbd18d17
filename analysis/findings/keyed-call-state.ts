import type { Finding } from '../finding.js';
import type { Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { Visit } from '../scopes/walk-scope.js';
import type { ValueNode } from '../summary/module-summary.js';
import { scopeFinding } from './finding-builder.js';

const RULE = 'no-trace-keyed-call-state';
const STORING = new Set(['set', 'add']);
const ASKING = new Set(['has', 'get']);
const KEY_ROLES: ReadonlySet<string> = new Set(['trace-id', 'enclosing-span']);

/** State of a call that is stored under an id which all calls of a request share. */
export function judgeKeyedState(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): Finding[] {
  const access = storingAccess(resolver, visit);
  if (!access || isOwn(scope, access.table) || asksFirst(visit, access.table)) return [];
  return [scopeFinding(RULE, 'keyed', visit.ref, scope, visit.path, {})];
}

interface Access {
  readonly table: Ref;
}

function storingAccess(resolver: ValueResolver, visit: Visit): Access | null {
  const { node, ref } = visit;
  const at = (id: number): Ref => ({ module: ref.module, id });
  if (node.op === 'store' && node.key === null && node.keyValue !== undefined && node.operator !== 'delete') {
    return isTraceKey(resolver, at(node.keyValue), visit, 0) ? { table: at(node.object) } : null;
  }
  if (node.op !== 'call') return null;
  const callee = ref.module.value(node.callee);
  const key = node.args[0];
  if (callee.op !== 'get' || callee.key === null || !STORING.has(callee.key) || key === undefined) return null;
  return isTraceKey(resolver, at(key), visit, 0) ? { table: at(callee.object) } : null;
}

/** Whether a key is nothing but an id of the trace; one that also says which call it is for is right. */
function isTraceKey(resolver: ValueResolver, ref: Ref, visit: Visit, depth: number): boolean {
  const node = ref.module.value(ref.id);
  const at = (id: number): Ref => ({ module: ref.module, id });
  if (depth > 6) return false;
  if (node.op === 'template')
    return node.parts.length === 1 && node.parts.every((one) => isTraceKey(resolver, at(one), visit, depth + 1));
  if (node.op === 'typed') return isTraceKey(resolver, at(node.of), visit, depth + 1);
  if (node.op === 'variable' || node.op === 'either') {
    return node.from.some((one) => isTraceKey(resolver, at(one), visit, depth + 1));
  }
  return resolver.resolve(ref, visit.frame).some((one: Meaning) => {
    if (one.is !== 'shape') return false;
    return KEY_ROLES.has(resolver.vocabulary.shape(one.shape).role ?? '');
  });
}

/** A table that the call makes for itself is its own. */
function isOwn(scope: DeclaredScope, table: Ref): boolean {
  const { module, fn } = scope.fn;
  if (table.module !== module) return false;
  return sources(table, 0).every((one) => one.fn !== 0 && module.isInside(one.fn, fn.id) && one.op === 'call');
}

function sources(ref: Ref, depth: number): ValueNode[] {
  const node = ref.module.value(ref.id);
  if ((node.op !== 'variable' && node.op !== 'either') || depth > 4) return [node];
  return node.from.flatMap((one) => sources({ module: ref.module, id: one }, depth + 1));
}

/** `if (!cache.has(id)) cache.set(id, …)`: something kept for the request, and meant to be shared. */
function asksFirst(visit: Visit, table: Ref): boolean {
  const { module } = visit.ref;
  return module.consumersOf(table.id).some((use) => {
    const get = module.value(use.id);
    if (get.op !== 'get' || get.key === null || !ASKING.has(get.key) || get.fn !== visit.node.fn) return false;
    return module.consumersOf(use.id).some((call) => call.role === 'callee' && leadsToTest(visit.ref, call.id, 0));
  });
}

function leadsToTest(at: Ref, id: number, depth: number): boolean {
  if (depth > 4) return false;
  return at.module.consumersOf(id).some((use) => {
    const node = at.module.value(use.id);
    if (node.op === 'test') return true;
    return (
      (node.op === 'unary' || node.op === 'variable' || node.op === 'binary') && leadsToTest(at, use.id, depth + 1)
    );
  });
}
