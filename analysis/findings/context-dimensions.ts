import type { Ref } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import { EVENT_FIELDS } from '../vocabulary/event-fields.js';

const MAX_STEPS = 6;

/** Whether a value is the dimensions of the current request context, also in code that opens the request's own. */
export function isContextDimensions(resolver: ValueResolver, ref: Ref): boolean {
  return leadsTo(ref, 0, (at) => {
    const node = at.module.value(at.id);
    if (node.op !== 'get' || node.key !== EVENT_FIELDS.dimensions) return false;
    return isCurrentContext(resolver, { module: at.module, id: node.object });
  });
}

/** Whether a value is the current request context. */
export function isCurrentContext(resolver: ValueResolver, ref: Ref): boolean {
  return leadsTo(ref, 0, (at) => {
    const node = at.module.value(at.id);
    if (node.op !== 'call') return false;
    return resolver
      .resolve({ module: at.module, id: node.callee }, null)
      .some((one) => one.is === 'shape' && resolver.vocabulary.shape(one.shape).role === 'context-getter');
  });
}

/** Whether a value, or one that a name or condition takes it from, is such. */
function leadsTo(ref: Ref, depth: number, isSuch: (at: Ref) => boolean): boolean {
  const node = ref.module.value(ref.id);
  const next = (id: number): boolean => leadsTo({ module: ref.module, id }, depth + 1, isSuch);
  if (isSuch(ref)) return true;
  if (depth > MAX_STEPS) return false;
  if (node.op === 'variable' || node.op === 'either') return node.from.some(next);
  return node.op === 'typed' && next(node.of);
}
