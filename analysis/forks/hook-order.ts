import type { Finding } from '../finding.js';
import { placeOfRef } from '../findings/finding-builder.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import { runsWithoutParent } from '../link/no-parent-guard.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { FunctionId } from '../summary/module-summary.js';
import { HOOK_NAMES } from '../vocabulary/tool-call-words.js';
import type { ForkSite } from './fork-site.js';
import type { ForkSubjects } from './fork-subject.js';
import { FunctionReach, type CallNode } from './function-reach.js';

const RULE = 'no-hook-outside-fork';
/** How many functions up a fork's caller is looked for. */
const MAX_CALLERS = 3;

/** Forks around the handler of a call whose hooks run outside them. */
export class HookOrder {
  readonly #reach: FunctionReach;

  constructor(
    readonly resolver: ValueResolver,
    readonly module: LinkedModule,
    readonly scopes: readonly DeclaredScope[],
    readonly subjects: ForkSubjects,
  ) {
    this.#reach = new FunctionReach(resolver, module);
  }

  findings(forks: readonly ForkSite[]): Finding[] {
    return forks.filter((fork) => this.#leavesHooksOut(fork)).map((fork) => finding(fork.call));
  }

  #leavesHooksOut(fork: ForkSite): boolean {
    const { fn } = this.module.value(fork.call.id);
    if (this.#isForked(fork.call) || this.#isInManagedScope(fn)) return false;
    if (!this.subjects.runsHandler(fork)) return false;
    const inside = new Set(fork.functions.flatMap((one) => (one.module === this.module ? this.#hooks(one.fn.id) : [])));
    return this.#surroundings(fork).some((around) => {
      const outside = this.#hooks(around, fork.call);
      return outside.some((one) => !inside.has(one));
    });
  }

  /** The functions that the fork is a part of: its own, those that hand it its body, and their callers. */
  #surroundings(fork: ForkSite): FunctionId[] {
    const found = new Set<FunctionId>();
    const add = (fn: FunctionId, steps: number): void => {
      if (fn === 0 || found.has(fn) || steps > MAX_CALLERS) return;
      found.add(fn);
      for (const call of this.#reach.callersOf(fn))
        if (!this.#isForked(call)) add(this.module.value(call.id).fn, steps + 1);
    };
    const bodies = fork.functions.filter((one) => one.module === this.module);
    const ownFn = this.module.value(fork.call.id).fn;
    const handedIn = bodies.filter((one) => !this.module.isInside(one.fn.id, ownFn)).map((one) => one.fn.parent);
    // a wrapper's other callers have nothing to do with this body
    if (handedIn.length === 0) add(ownFn, 0);
    for (const fn of handedIn) add(fn, 0);
    return [...found].filter((fn) => !this.#isInManagedScope(fn));
  }

  /** The hooks that a function runs outside any fork and with a context around it. */
  #hooks(fn: FunctionId, fork: Ref | null = null): string[] {
    const enters = (one: FunctionId): boolean => one === fn || this.resolver.ambient.hostOf(this.module, one) === null;
    return this.#reach.callsFrom(fn, enters).flatMap(({ ref, node }) => {
      const hook = this.#hookCalled(ref, node);
      if (hook === null || runsWithoutParent(this.resolver, ref, null)) return [];
      return fork && this.#isOfAnotherCall(hook, ref, fork) ? [] : [hook];
    });
  }

  /** A hook for the end of a call that stands before the fork, as for a call that is refused, or one for the start behind it. */
  #isOfAnotherCall(hook: string, ref: Ref, fork: Ref): boolean {
    const at = this.module.value(ref.id);
    const own = this.module.value(fork.id);
    if (at.fn !== own.fn) return false;
    return hook.startsWith('before') ? at.at[0] > own.at[1] : at.at[1] < own.at[0];
  }

  #hookCalled(ref: Ref, node: CallNode): string | null {
    const isHook = this.#reach.calleesOf(ref.id, node).some((one) => {
      if (one.is === 'shape') return this.resolver.vocabulary.shape(one.shape).role === 'tool-hook-call';
      return (one.is === 'foreign' || one.is === 'parameter') && HOOK_NAMES.has(one.path.at(-1) ?? '');
    });
    return isHook ? (nameOf(this.module, node.callee) ?? 'a hook') : null;
  }

  #isForked(ref: Ref): boolean {
    return this.resolver.ambient.enclosureOf(ref, null)?.kind === 'fork';
  }

  /** Whether a function runs inside a call that the framework has forked already. */
  #isInManagedScope(fn: FunctionId): boolean {
    return this.scopes.some(
      (one) => one.forked && one.fn.module === this.module && this.module.isInside(fn, one.fn.fn.id),
    );
  }
}

function nameOf(module: LinkedModule, id: number, depth = 0): string | null {
  const node = module.value(id);
  if (depth > 6) return null;
  if (node.op === 'get') return node.key;
  if (node.op === 'typed') return nameOf(module, node.of, depth + 1);
  if (node.op !== 'variable' && node.op !== 'either') return null;
  return node.from.map((one) => nameOf(module, one, depth + 1)).find((one) => one !== null) ?? null;
}

function finding(at: Ref): Finding {
  return { rule: RULE, messageId: 'hook', data: {}, place: placeOfRef(at), scope: null, path: [], repairs: [] };
}
