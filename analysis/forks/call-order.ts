import type { Finding } from '../finding.js';
import { placeOfRef } from '../findings/finding-builder.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { FunctionId, ValueNode } from '../summary/module-summary.js';
import { HOOK_NAMES, TOOL_CALL_WORDS } from '../vocabulary/tool-call-words.js';
import { findForks, type ForkSite } from './fork-site.js';

const RESOLVE_RULE = 'no-resolve-outside-fork';
const HOOK_RULE = 'no-hook-outside-fork';

type CallNode = ValueNode & { op: 'call' };

/** What runs outside the fork of a call that should run inside: the extension's resolver, or the call's hooks. */
export class CallOrder {
  readonly #forks: readonly ForkSite[];

  constructor(
    readonly resolver: ValueResolver,
    readonly module: LinkedModule,
  ) {
    this.#forks = findForks(resolver, module);
  }

  findings(): Finding[] {
    return [...this.#resolvers(), ...this.#hooks()];
  }

  #resolvers(): Finding[] {
    return this.module.summary.values.flatMap((node, id): Finding[] => {
      const ref = { module: this.module, id };
      if (node.op !== 'call' || !this.#isResolver(ref, node) || this.#isForked(ref)) return [];
      return this.#leadsToCall(ref) ? [finding(RESOLVE_RULE, 'resolve', ref)] : [];
    });
  }

  #isResolver(ref: Ref, node: CallNode): boolean {
    return this.#calleesOf(ref, node).some((one) => {
      if (one.is === 'shape') return this.resolver.vocabulary.shape(one.shape).role === 'extension-resolver';
      return (
        (one.is === 'foreign' || one.is === 'parameter') &&
        one.path.at(-1) === TOOL_CALL_WORDS.extension.method &&
        TOOL_CALL_WORDS.extension.holder.test(one.path.at(-2) ?? holderName(ref.module, node))
      );
    });
  }

  /** Whether the function goes on to run the call: in a fork, through a runner, or by its handler. */
  #leadsToCall(ref: Ref): boolean {
    const outer = this.#outermost(this.module.value(ref.id).fn);
    if (this.#forks.some((one) => this.module.isInside(this.module.value(one.call.id).fn, outer))) return true;
    return this.module.summary.values.some((node, id) => {
      if (node.op !== 'call' || !this.module.isInside(node.fn, outer)) return false;
      return this.#calleesOf({ module: this.module, id }, node).some((one) => {
        if (one.is !== 'shape') return false;
        const { role } = this.resolver.vocabulary.shape(one.shape);
        return role === 'managed-call' || role === 'vendored-executor' || role === 'handler-call';
      });
    });
  }

  #outermost(fn: FunctionId): FunctionId {
    let at = this.module.fn(fn);
    while (at.id !== 0 && at.parent !== 0) at = this.module.fn(at.parent);
    return at.id;
  }

  #hooks(): Finding[] {
    return this.#forks.flatMap((fork) => {
      const { fn } = this.module.value(fork.call.id);
      if (!this.#runsHandler(fork)) return [];
      const outside = this.module.summary.values.some((node, id) => {
        if (node.op !== 'call' || !this.#isAround(node.fn, fn)) return false;
        const ref = { module: this.module, id };
        return this.#isHook(ref, node) && !this.#isForked(ref);
      });
      return outside ? [finding(HOOK_RULE, 'hook', fork.call)] : [];
    });
  }

  /** Whether code stands in the same function as the fork, or in one around or inside it. */
  #isAround(fn: FunctionId, fork: FunctionId): boolean {
    return this.module.isInside(fn, fork) || (fn !== 0 && this.module.isInside(fork, fn));
  }

  /** Whether the fork's body runs a handler and none of the hooks. */
  #runsHandler(fork: ForkSite): boolean {
    return fork.functions.length > 0
      ? fork.functions.some((one) => one.module === this.module && !this.#runsHooks(one.fn.id))
      : this.module.value(fork.body.id).op !== 'function';
  }

  #runsHooks(fn: FunctionId): boolean {
    return this.module.summary.values.some((node, id) => {
      if (node.op !== 'call' || !this.module.isInside(node.fn, fn)) return false;
      return this.#isHook({ module: this.module, id }, node);
    });
  }

  #isHook(ref: Ref, node: CallNode): boolean {
    return this.#calleesOf(ref, node).some((one) => isHookMeaning(this.resolver, one));
  }

  #isForked(ref: Ref): boolean {
    const enclosure = this.resolver.ambient.enclosureOf(ref, null);
    return enclosure !== null && enclosure.kind !== 'root';
  }

  #calleesOf(ref: Ref, node: CallNode): readonly Meaning[] {
    return this.resolver.resolve({ module: ref.module, id: node.callee }, null);
  }
}

/** Whether calling a meaning calls one of a tool call's hooks. */
function isHookMeaning(resolver: ValueResolver, meaning: Meaning): boolean {
  if (meaning.is === 'shape') return resolver.vocabulary.shape(meaning.shape).role === 'tool-hook-call';
  return (meaning.is === 'foreign' || meaning.is === 'parameter') && HOOK_NAMES.has(meaning.path.at(-1) ?? '');
}

function holderName(module: LinkedModule, node: CallNode): string {
  const callee = module.value(node.callee);
  if (callee.op !== 'get') return '';
  const holder = module.value(callee.object);
  return holder.op === 'variable' ? holder.name : holder.op === 'get' ? (holder.key ?? '') : '';
}

function finding(rule: string, messageId: string, at: Ref): Finding {
  return { rule, messageId, data: {}, place: placeOfRef(at), scope: null, path: [], repairs: [] };
}
