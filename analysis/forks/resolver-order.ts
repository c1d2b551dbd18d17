import type { Finding } from '../finding.js';
import { placeOfRef } from '../findings/finding-builder.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import { runsWithoutParent } from '../link/no-parent-guard.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { FunctionId } from '../summary/module-summary.js';
import { TOOL_CALL_WORDS } from '../vocabulary/tool-call-words.js';
import type { ForkSite } from './fork-site.js';
import { FunctionReach, type CallNode } from './function-reach.js';

const RULE = 'no-resolve-outside-fork';
const MAX_CALLERS = 4;

/** Resolvers of tool extensions that run before the fork, or the runner, of the call they are for. */
export class ResolverOrder {
  readonly #reach: FunctionReach;

  constructor(
    readonly resolver: ValueResolver,
    readonly module: LinkedModule,
    readonly forks: readonly ForkSite[],
  ) {
    this.#reach = new FunctionReach(resolver, module);
  }

  findings(): Finding[] {
    return this.module.summary.values.flatMap((node, id): Finding[] => {
      const ref = { module: this.module, id };
      if (node.op !== 'call' || !this.#isResolver(ref, node)) return [];
      return this.#exposedAt(ref, 0).some((one) => this.#leadsToCall(one)) ? [finding(ref)] : [];
    });
  }

  #isResolver(ref: Ref, node: CallNode): boolean {
    const { method } = TOOL_CALL_WORDS.extension;
    if (this.#isMemberOfExtension(node)) return true;
    return this.#reach.calleesOf(ref.id, node).some((one) => {
      if (one.is === 'shape') return this.resolver.vocabulary.shape(one.shape).role === 'extension-resolver';
      return (
        (one.is === 'foreign' || one.is === 'parameter') &&
        one.path.at(-1) === method &&
        EXTENSION_NAME.test(one.path.at(-2) ?? holderName(this.module, node))
      );
    });
  }

  /** `extension.resolve` of an object of the module that is an extension: it has a schema and a resolver. */
  #isMemberOfExtension(node: CallNode): boolean {
    const { method, schema } = EXTENSION_KEYS;
    const callee = this.module.value(node.callee);
    if (callee.op !== 'get' || callee.key !== method) return false;
    return this.resolver.resolve({ module: this.module, id: callee.object }, null).some((one) => {
      if (one.is !== 'object') return false;
      const made = one.ref.module.value(one.ref.id);
      const keys = made.op === 'object' ? made.entries.map((entry) => entry.key) : [];
      return keys.includes(method) && keys.includes(schema);
    });
  }

  /** Where a piece of code runs outside any fork: itself, or the calls that lead to its function. */
  #exposedAt(ref: Ref, steps: number): Ref[] {
    const enclosure = this.resolver.ambient.enclosureOf(ref, null);
    if ((enclosure !== null && enclosure.kind !== 'root') || runsWithoutParent(this.resolver, ref, null)) return [];
    const fn = this.#named(this.module.value(ref.id).fn);
    const callers = fn === null || steps > MAX_CALLERS ? [] : this.#reach.callersOf(fn);
    if (callers.length === 0) return [ref];
    const exposed = callers.flatMap((one) => this.#exposedAt(one, steps + 1));
    // the function may go on to the call itself
    return exposed.length > 0 ? [ref, ...exposed] : [];
  }

  /** The innermost function around that is called by a name. */
  #named(start: FunctionId): FunctionId | null {
    for (let fn = start; fn !== 0; fn = this.module.fn(fn).parent) if (this.#reach.callersOf(fn).length > 0) return fn;
    return null;
  }

  /** Whether the function around goes on to run the call: in a fork, or through a runner. */
  #leadsToCall(ref: Ref): boolean {
    const { at, fn } = this.module.value(ref.id);
    const outer = this.#outermost(fn);
    return this.#reach.callsFrom(outer).some((one) => {
      if (one.ref.id === ref.id || (one.node.fn === fn && one.node.at[1] < at[0])) return false;
      if (this.forks.some((fork) => fork.call.id === one.ref.id)) return true;
      return this.#reach.calleesOf(one.ref.id, one.node).some((callee) => {
        if (callee.is !== 'shape') return false;
        const { role } = this.resolver.vocabulary.shape(callee.shape);
        return role === 'managed-call' || role === 'vendored-executor';
      });
    });
  }

  #outermost(fn: FunctionId): FunctionId {
    let at = this.module.fn(fn);
    while (at.id !== 0 && at.parent !== 0) at = this.module.fn(at.parent);
    return at.id;
  }
}

/** What one extension is called where its type does not say it. */
const EXTENSION_NAME = /(?:^|[a-z_#])[eE]xten(?:d|sion)$/u;

const EXTENSION_KEYS = { method: TOOL_CALL_WORDS.extension.method, schema: 'schema' } as const;

function holderName(module: LinkedModule, node: CallNode): string {
  const callee = module.value(node.callee);
  if (callee.op !== 'get') return '';
  const holder = module.value(callee.object);
  return holder.op === 'variable' ? holder.name : holder.op === 'get' ? (holder.key ?? '') : '';
}

function finding(at: Ref): Finding {
  return { rule: RULE, messageId: 'resolve', data: {}, place: placeOfRef(at), scope: null, path: [], repairs: [] };
}
