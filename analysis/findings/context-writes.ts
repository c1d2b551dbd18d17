import type { Finding } from '../finding.js';
import { callsOf } from '../link/parameter-sources.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { Visit } from '../scopes/walk-scope.js';
import { satisfies } from '../vocabulary/version-range.js';
import { scopeFinding } from './finding-builder.js';
import { NEVER_FORKED } from './scope-labels.js';
import { contextWriteAt } from './context-write.js';
import { isExportedFunction } from './exported-value.js';
import { isHandedElsewhere } from './lifecycle-placements.js';

const SHARED_RULE = 'no-shared-context-write';
const INEFFECTIVE_RULE = 'no-ineffective-context-write';
/** From this version on, a tool call's user and error reach no built-in row through the context (facts, section A). */
const ROWS_OF_THEIR_OWN = '0.36.0';
const UNREAD_PARTS: ReadonlySet<string> = new Set(['user', 'error']);

/** Judges a context write in a scope that the framework manages: shared in old versions, without effect in newer ones. */
export function judgeManagedWrite(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): Finding[] {
  if (NEVER_FORKED.has(scope.kind) || scope.kind === 'tool-file' || scope.kind === 'audit-sink') return [];
  const write = contextWriteAt(resolver, visit);
  if (!write || resolver.ambient.enclosureOf(visit.ref, visit.frame)) return [];
  const data = { write: write.text };
  if (!scope.forked) return [scopeFinding(SHARED_RULE, 'shared', visit.ref, scope, visit.path, data)];
  if (!satisfies(resolver.vocabulary.version, { since: ROWS_OF_THEIR_OWN })) return [];
  if (write.part === null || !UNREAD_PARTS.has(write.part) || servesHttp(resolver, scope, visit)) return [];
  return [scopeFinding(INEFFECTIVE_RULE, write.part, visit.ref, scope, visit.path, data)];
}

/** Whether the write may also run for an HTTP request, whose row does carry it. */
function servesHttp(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): boolean {
  if (scope.kind === 'contract-handler') {
    if (scope.exposure !== 'tool-only') return true;
  } else if (scope.kind === 'lifecycle' && isHandedElsewhere(resolver, scope)) {
    return true;
  }
  return visit.path.length > 0 && isCalledElsewhere(resolver, scope, visit);
}

/** A helper that more than the one call on the way leads to. What stands in another module is reported at the call that leads there. */
function isCalledElsewhere(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): boolean {
  const leaves = visit.path.findLast((one) => one.call.module === scope.module);
  const { module, id } = visit.ref.module === scope.module || !leaves ? visit.ref : leaves.call;
  const ways = new Set(visit.path.filter((one) => one.call.module === module).map((one) => one.call.id));
  for (
    let fn = module.fn(module.value(id).fn);
    fn.id !== 0 && !isOwn(scope, module, fn.id);
    fn = module.fn(fn.parent)
  ) {
    const value: Ref = { module, id: fn.value };
    if (callsOf(resolver, value).some((call) => !ways.has(call))) return true;
    if (isExportedFunction(module, fn)) return true;
  }
  return false;
}

/** A function that is the scope's own body: who else runs that was asked before. */
function isOwn({ fn }: DeclaredScope, module: LinkedModule, id: number): boolean {
  return fn.module === module && fn.fn.id === id;
}
