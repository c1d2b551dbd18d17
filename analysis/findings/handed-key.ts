import type { Finding } from '../finding.js';
import type { LinkedModule } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import { unreadMeanings } from '../link/unread-meanings.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import { ScopeWalk, type Visit } from '../scopes/walk-scope.js';
import type { FunctionId } from '../summary/module-summary.js';
import { isTraceKey, judgeKeyedState } from './keyed-call-state.js';

const MAX_STEPS = 6;

/** State of a call that a module which says nothing of the framework stores under the id of the trace it is handed. */
export function judgeHandedKey(
  resolver: ValueResolver,
  scope: DeclaredScope,
  visit: Visit,
  isElsewhere: (module: LinkedModule, fn: FunctionId) => boolean,
): Finding[] {
  const { ref, path, frame } = visit;
  return unreadCallees(resolver, visit).flatMap((callee) => {
    const opened = resolver.enter(callee, ref, frame);
    if (!opened) return [];
    const found: Finding[] = [];
    const judge = (inner: Visit): void => {
      found.push(...judgeKeyedState(resolver, scope, inner), ...judgeHandedKey(resolver, scope, inner, isElsewhere));
    };
    const step = { call: ref, callee: callee.fn.name ?? 'an anonymous function' };
    new ScopeWalk(resolver, isElsewhere, judge).runFrom(opened, [...path, step]);
    return found;
  });
}

/** The functions of unread modules that a call hands an id of the trace to. */
function unreadCallees(resolver: ValueResolver, visit: Visit): (Meaning & { is: 'function' })[] {
  const { node, ref, frame, path } = visit;
  const { module } = ref;
  if (node.op !== 'call' || node.args.length === 0 || path.length > MAX_STEPS) return [];
  const callee = { module, id: node.callee };
  if (!resolver.resolve(callee, frame).every(isUnread)) return [];
  if (!node.args.some((id) => isTraceKey(resolver, { module, id }, visit, 0))) return [];
  return unreadMeanings(resolver, callee, frame).filter(
    (one): one is Meaning & { is: 'function' } => one.is === 'function',
  );
}

function isUnread(one: Meaning): boolean {
  return one.is === 'opaque' || (one.is === 'method' && isUnread(one.on));
}
