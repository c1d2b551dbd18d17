import type { LinkedModule, Ref } from '../link/linked-module.js';
import { placementsOf } from '../link/placements.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { Role } from '../vocabulary/shape.js';

/** Entry points whose calls are given the hooks of a server. */
const SERVER_MODULE = /^stitchkit\/(?:server|node)$/u;
/** Calls that run tools in the context around them. */
const RUNS_TOOLS: ReadonlySet<Role> = new Set<Role>(['sdk-loop', 'managed-call', 'mount']);

/** Whether code surely runs for a request (or a job) as a whole: in its wrapper, a server's hook, an HTTP handler, or around tools. */
export function isRequestCode(resolver: ValueResolver, ref: Ref): boolean {
  const { module } = ref;
  const enclosure = resolver.ambient.enclosureOf(ref, null);
  if (enclosure) return enclosure.kind === 'root';
  for (let fn = module.fn(module.value(ref.id).fn); fn.id !== 0; fn = module.fn(fn.parent)) {
    if (isGivenToServer(resolver, module, fn.value) || runsToolsBefore(resolver, ref, fn.id)) return true;
  }
  return false;
}

function isGivenToServer(resolver: ValueResolver, module: LinkedModule, fn: number): boolean {
  return placementsOf(module, fn).some((place) => {
    const call = module.value(place.call);
    if (call.op !== 'call') return false;
    return resolver.resolve({ module, id: call.callee }, null).some((one) => {
      if (one.is === 'foreign') return SERVER_MODULE.test(one.module) && place.path.length > 0;
      if (one.is !== 'shape') return false;
      return resolver.vocabulary.callbacks(one.shape).some((position) => position.scope === 'contract-handler');
    });
  });
}

/** Whether the function ran tools before the code in question. */
function runsToolsBefore(resolver: ValueResolver, { module, id: until }: Ref, fn: number): boolean {
  const [end] = module.value(until).at;
  return module.valuesOf(fn).some((id) => {
    const node = module.value(id);
    if (node.op !== 'call' || node.at[1] > end) return false;
    return resolver.resolve({ module, id: node.callee }, null).some((one) => {
      const role = one.is === 'shape' ? resolver.vocabulary.shape(one.shape).role : undefined;
      return role !== undefined && RUNS_TOOLS.has(role);
    });
  });
}
