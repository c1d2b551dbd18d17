import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import { ELEMENT_CALLBACKS } from '../link/method-calls.js';
import { placementsOf } from '../link/placements.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { FunctionId, ValueNode } from '../summary/module-summary.js';
import type { Role } from '../vocabulary/shape.js';

/** Entry points whose calls are given the hooks of a server. */
const SERVER_MODULE = /^stitchkit\/(?:server|node)$/u;
/** Calls that run tools in the context around them. */
const RUNS_TOOLS: ReadonlySet<Role> = new Set<Role>(['sdk-loop', 'managed-call', 'mount']);
const MAX_CALLS = 3;

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

/** Whether the function ran tools before the code in question: itself, in a callback for each of a list, or in a function that it calls. */
function runsToolsBefore(resolver: ValueResolver, { module, id: until }: Ref, fn: FunctionId): boolean {
  const [end] = module.value(until).at;
  return callsIn(module, fn).some((call) => call.node.at[1] <= end && runsTools(resolver, call, 0));
}

interface Call {
  readonly module: LinkedModule;
  readonly node: ValueNode & { op: 'call' };
}

function callsIn(module: LinkedModule, fn: FunctionId): Call[] {
  return module.valuesOf(fn).flatMap((id) => {
    const node = module.value(id);
    return node.op === 'call' ? [{ module, node }] : [];
  });
}

function runsTools(resolver: ValueResolver, { module, node }: Call, depth: number): boolean {
  const isRun = (one: Meaning): boolean =>
    one.is === 'function' &&
    depth < MAX_CALLS &&
    callsIn(one.module, one.fn.id).some((call) => runsTools(resolver, call, depth + 1));
  return resolver.resolve({ module, id: node.callee }, null).some((one) => {
    if (one.is === 'shape') {
      const { role } = resolver.vocabulary.shape(one.shape);
      return role !== undefined && RUNS_TOOLS.has(role);
    }
    if (one.is === 'function') return isRun(one);
    return (
      callsForEach(module, node, one) && node.args.some((id) => resolver.resolve({ module, id }, null).some(isRun))
    );
  });
}

/** Whether a built-in calls a function that it is handed, for the elements of a list, before it gives its result. */
function callsForEach(module: LinkedModule, node: ValueNode & { op: 'call' }, callee: Meaning): boolean {
  if (callee.is === 'global') return callee.path === 'Array.from';
  const get = module.value(node.callee);
  return get.op === 'get' && get.key !== null && (ELEMENT_CALLBACKS.has(get.key) || get.key === 'reduce');
}
