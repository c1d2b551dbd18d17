import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { ValueNode } from '../summary/module-summary.js';

type CallNode = ValueNode & { op: 'call' };

/** A call that runs a function in a context it is given. */
export interface ForkSite {
  readonly call: Ref;
  readonly context: Ref;
  readonly body: Ref;
  /** The functions the body may be. */
  readonly functions: readonly (Meaning & { is: 'function' })[];
}

/** Every hand-made fork of a module. */
export function findForks(resolver: ValueResolver, module: LinkedModule): ForkSite[] {
  return module.summary.values.flatMap((node, id): ForkSite[] => {
    if (node.op !== 'call') return [];
    const site = forkAt(resolver, { module, id }, node);
    return site ? [site] : [];
  });
}

function forkAt(resolver: ValueResolver, call: Ref, node: CallNode): ForkSite | null {
  const { module } = call;
  for (const callee of resolver.resolve({ module, id: node.callee }, null)) {
    if (callee.is !== 'shape') continue;
    const { role, arguments: roles } = resolver.vocabulary.shape(callee.shape);
    const context = node.args[roles?.['context'] ?? 0];
    const body = node.args[roles?.['body'] ?? 1];
    if (role !== 'fork-runner' || context === undefined || body === undefined) continue;
    const functions = resolver
      .resolve({ module, id: body }, null)
      .filter((one): one is Meaning & { is: 'function' } => one.is === 'function');
    return { call, context: { module, id: context }, body: { module, id: body }, functions };
  }
  return null;
}
