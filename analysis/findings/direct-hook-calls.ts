import type { Finding } from '../finding.js';
import { isHookMeaning } from '../forks/call-order.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { ValueNode } from '../summary/module-summary.js';
import { HOOK_NAMES } from '../vocabulary/tool-call-words.js';
import { placeOfRef } from './finding-builder.js';

const RULE = 'no-direct-tool-hook';

/** Hooks of a tool call that a test calls by hand. A hook that a mounted hook hands its call on to is right. */
export function findDirectHookCalls(
  resolver: ValueResolver,
  module: LinkedModule,
  scopes: readonly DeclaredScope[],
): Finding[] {
  return module.summary.values.flatMap((node, id): Finding[] => {
    const ref = { module, id };
    if (node.op !== 'call' || !callsHook(resolver, ref, node)) return [];
    if (isDelegation(module, node.fn, scopes) || resolver.ambient.enclosureOf(ref, null)?.kind === 'fork') return [];
    const callee = module.value(node.callee);
    const hook = callee.op === 'get' && callee.key !== null ? callee.key : 'a hook';
    return [
      { rule: RULE, messageId: 'direct', data: { hook }, place: placeOfRef(ref), scope: null, path: [], repairs: [] },
    ];
  });
}

function callsHook(resolver: ValueResolver, ref: Ref, node: ValueNode & { op: 'call' }): boolean {
  const callee = ref.module.value(node.callee);
  const meanings = resolver.resolve({ module: ref.module, id: node.callee }, null);
  if (meanings.some((one) => isHookMeaning(resolver, one))) return true;
  return (
    callee.op === 'get' &&
    callee.key !== null &&
    HOOK_NAMES.has(callee.key) &&
    meanings.some((one) => one.is === 'function')
  );
}

/** Whether code stands in a function that is a hook itself. */
function isDelegation(module: LinkedModule, fn: number, scopes: readonly DeclaredScope[]): boolean {
  for (let at = module.fn(fn); at.id !== 0; at = module.fn(at.parent)) {
    if (at.name !== null && HOOK_NAMES.has(at.name)) return true;
    if (scopes.some((one) => one.kind === 'tool-hook' && one.fn.module === module && one.fn.fn.id === at.id))
      return true;
  }
  return false;
}
