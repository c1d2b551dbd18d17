import type { LinkedModule, Ref } from '../link/linked-module.js';
import { readMember } from '../link/member-read.js';
import { callsOf } from '../link/parameter-sources.js';
import { placementsOf } from '../link/placements.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { ValueId } from '../summary/module-summary.js';
import { isExported } from './exported-value.js';

const MAX_STEPS = 4;

/** Whether a lifecycle is also given to something that is no mount, such as a server: then it serves HTTP too. */
export function isHandedElsewhere(resolver: ValueResolver, scope: DeclaredScope): boolean {
  const { module, fn } = scope.fn;
  const self = { module, id: fn.value };
  return (
    isGivenToOthers(resolver, module, fn.value, 0) ||
    memberReads(resolver, scope).some((id) => isGivenToOthers(resolver, module, id, 0)) ||
    callsOf(resolver, self).length > 0 ||
    mayServeElsewhere(scope) ||
    isImportedForOthers(resolver, scope)
  );
}

/** A function of another module that the declaring module gives to something that is no mount as well. */
function isImportedForOthers(
  resolver: ValueResolver,
  { fn: { module, fn }, declaredBy, name }: DeclaredScope,
): boolean {
  const here = declaredBy.module;
  if (here === module) return false;
  return here.summary.values.some((node, id) => {
    if (node.op !== 'import' && (node.op !== 'get' || node.key === null)) return false;
    const isSelf = resolver
      .resolve({ module: here, id }, null)
      .flatMap((one) => (one.is === 'object' ? readMember(resolver, one, name) : [one]))
      .some((one) => one.is === 'function' && one.module === module && one.fn.id === fn.id);
    return isSelf && isGivenToOthers(resolver, here, id, 0);
  });
}

function isGivenToOthers(resolver: ValueResolver, module: LinkedModule, id: ValueId, depth: number): boolean {
  return placementsOf(module, id).some((place) => {
    const call = module.value(place.call);
    if (call.op !== 'call' || depth > MAX_STEPS) return false;
    const callees = resolver.resolve({ module, id: call.callee }, null);
    return !callees.some((one) => {
      if (one.is !== 'shape') return false;
      if (resolver.vocabulary.callbacks(one.shape).length > 0) return true;
      // a hook that is made from the function stands where the hook is put
      const made = resolver.vocabulary.shape(one.shape).returns;
      const wraps = made !== undefined && resolver.vocabulary.shape(made).wraps !== undefined;
      return wraps && !isGivenToOthers(resolver, module, place.call, depth + 1);
    });
  });
}

/** Where the function is taken out of the object that holds it: `lifecycle.beforeHandle`. */
function memberReads(resolver: ValueResolver, { fn: { module, fn }, name }: DeclaredScope): readonly ValueId[] {
  return module
    .readsOf(name)
    .filter((id) => resolver.resolve({ module, id }, null).some((one) => one.is === 'function' && one.fn.id === fn.id));
}

/** An object without a type of its own, or a function, that other modules can take: it may be a server's too. */
function mayServeElsewhere({ fn: { module, fn }, declaredBy }: DeclaredScope): boolean {
  const self: Ref = { module, id: fn.value };
  const isTyped = declaredBy.module.value(declaredBy.id).op === 'typed';
  if (isTyped || declaredBy.module !== module) return false;
  if (isExported(self)) return true;
  return module
    .consumersOf(fn.value)
    .some((use) => module.value(use.id).op === 'object' && isExported({ module, id: use.id }));
}
