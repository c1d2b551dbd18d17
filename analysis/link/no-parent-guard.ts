import type { Ref } from './linked-module.js';
import type { Frame } from './meaning.js';
import type { ValueResolver } from './value-resolver.js';

/** Whether a value is only computed where there is no request context: `if (!parent) return run();`. */
export function runsWithoutParent(resolver: ValueResolver, ref: Ref, frame: Frame | null): boolean {
  const { module } = ref;
  for (let id = module.value(ref.id).guard; id !== undefined;) {
    const guard = module.summary.guards[id];
    if (!guard) return false;
    if (provesAbsence(resolver, { module, id: guard.test }, guard.truthy, frame)) return true;
    id = guard.parent ?? undefined;
  }
  return false;
}

function provesAbsence(resolver: ValueResolver, test: Ref, truthy: boolean, frame: Frame | null): boolean {
  const { module } = test;
  const node = module.value(test.id);
  const at = (id: number): Ref => ({ module, id });
  if (node.op === 'unary' && node.operator === '!') return provesAbsence(resolver, at(node.argument), !truthy, frame);
  if (node.op === 'binary') {
    const equal = node.operator === '===' || node.operator === '==';
    const unequal = node.operator === '!==' || node.operator === '!=';
    if (!(equal && truthy) && !(unequal && !truthy)) return false;
    const [context, nothing] = isNothing(at(node.right)) ? [node.left, node.right] : [node.right, node.left];
    return isNothing(at(nothing)) && isContext(resolver, at(context), frame);
  }
  return !truthy && isContext(resolver, test, frame);
}

function isNothing(ref: Ref): boolean {
  const node = ref.module.value(ref.id);
  return (node.op === 'literal' && node.value === null) || (node.op === 'global' && node.name === 'undefined');
}

function isContext(resolver: ValueResolver, ref: Ref, frame: Frame | null): boolean {
  return resolver
    .resolve(ref, frame)
    .some((one) => one.is === 'shape' && resolver.vocabulary.shape(one.shape).role === 'context');
}
