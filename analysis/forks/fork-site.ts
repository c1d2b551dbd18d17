import { calleesOf } from '../link/callee-meanings.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { callsOf } from '../link/parameter-sources.js';
import { placementsOf } from '../link/placements.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { FunctionId, ValueId, ValueNode } from '../summary/module-summary.js';
import type { Seen } from './made-context.js';

type CallNode = ValueNode & { op: 'call' };

const MAX_CALLERS = 8;
const MAX_DEPTH = 8;

/** A call that runs a function in a context it is given, as one caller of the function around it has it. */
export interface ForkSite {
  readonly call: Ref;
  /** The call that enters the context: `call` itself, but where that calls a helper of another module. */
  readonly fork: Ref;
  readonly context: Seen;
  readonly body: Ref;
  /** The functions the body may be. */
  readonly functions: readonly (Meaning & { is: 'function' })[];
}

/** Every hand-made fork of a module; one that a wrapper makes, once for each call of the wrapper. */
export function findForks(resolver: ValueResolver, module: LinkedModule): ForkSite[] {
  return module.summary.values.flatMap((node, id): ForkSite[] =>
    node.op === 'call' ? forksAt(resolver, { module, id }, node) : [],
  );
}

/** The calls of a module that hand a function to one of another module, which runs it in a fork that it makes. */
export function findHandedForks(resolver: ValueResolver, module: LinkedModule): ForkSite[] {
  return module.summary.functions.flatMap((fn): ForkSite[] => {
    const host = fn.id === 0 ? null : resolver.ambient.hostOf(module, fn.id);
    if (host?.kind !== 'fork' || host.call.module === module || !host.context) return [];
    const place = placementsOf(module, fn.value).find((one) => one.path.length === 0);
    if (!place) return [];
    const call = { module, id: place.call };
    const context = { ref: host.context, frame: host.frame, at: module.value(place.call).at[0] };
    const body = { is: 'function' as const, module, fn, closure: null, bound: [] };
    return [{ call, fork: host.call, context, body: { module, id: fn.value }, functions: [body] }];
  });
}

function forksAt(resolver: ValueResolver, call: Ref, node: CallNode): ForkSite[] {
  const { module } = call;
  for (const callee of calleesOf(resolver, call, node)) {
    if (callee.is !== 'shape') continue;
    const { role, arguments: roles } = resolver.vocabulary.shape(callee.shape);
    const context = node.args[roles?.['context'] ?? 0];
    const body = node.args[roles?.['body'] ?? 1];
    if (role !== 'fork-runner' || context === undefined || body === undefined) continue;
    return framesOf(resolver, module, [context, body]).map((frame) => {
      const functions = resolver
        .resolve({ module, id: body }, frame)
        .filter((one): one is Meaning & { is: 'function' } => one.is === 'function');
      const seen = { ref: { module, id: context }, frame, at: node.at[0] };
      return { call, fork: call, context: seen, body: { module, id: body }, functions };
    });
  }
  return [];
}

/** The activations of the function whose parameters decide some values; none in particular where no call of it is seen. */
export function framesOf(
  resolver: ValueResolver,
  module: LinkedModule,
  ids: readonly ValueId[],
): readonly (Frame | null)[] {
  const owners = new Set(ids.flatMap((id) => parametersIn(module, id, 0)));
  const [owner, ...more] = owners;
  if (owner === undefined || more.length > 0) return [null];
  const calls = callsOf(resolver, { module, id: module.fn(owner).value });
  if (calls.length > MAX_CALLERS) return [null];
  const frames = calls.flatMap((id) => {
    const node = module.value(id);
    if (node.op !== 'call') return [];
    return resolver.resolve({ module, id: node.callee }, null).flatMap((one) => {
      const frame = one.is === 'function' && one.fn.id === owner ? resolver.enter(one, { module, id }, null) : null;
      return frame ? [frame] : [];
    });
  });
  return frames.length > 0 ? frames : [null];
}

/** The functions whose parameters a value is, or is put together from. */
function parametersIn(module: LinkedModule, id: ValueId, depth: number): readonly FunctionId[] {
  const node = module.value(id);
  if (depth > MAX_DEPTH) return [];
  const into = (one: ValueId): readonly FunctionId[] => parametersIn(module, one, depth + 1);
  switch (node.op) {
    case 'param':
      return [node.function];
    case 'variable':
    case 'either':
      return node.from.flatMap(into);
    case 'typed':
      return into(node.of);
    case 'object':
      return node.entries.filter((one) => one.kind === 'spread').flatMap((one) => into(one.value));
    case 'call':
      return node.args.flatMap(into);
    default:
      return [];
  }
}
