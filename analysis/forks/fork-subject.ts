import { handlerCallOf } from '../executors/handler-call.js';
import { dispatchOf } from '../executors/tool-call-dispatch.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { FunctionId, ValueNode } from '../summary/module-summary.js';
import { HOOK_NAMES, TOOL_CALL_WORDS } from '../vocabulary/tool-call-words.js';
import type { ForkSite } from './fork-site.js';

/** What a hand-made fork is around: one tool call, a loop that makes calls of its own, or something else. */
export type ForkSubject = 'call' | 'loop' | 'other';

const MAX_CALLS = 200;

/** Tells what a fork is around, by what its body runs and where it stands. */
export class ForkSubjects {
  constructor(
    readonly resolver: ValueResolver,
    readonly module: LinkedModule,
    readonly scopes: readonly DeclaredScope[],
  ) {}

  of(site: ForkSite): ForkSubject {
    const evidence = this.#evidence(site);
    if (evidence.has('loop')) return 'loop';
    if (evidence.has('call')) return 'call';
    return this.#standsInCall(site) || this.#isNamedForCalls(site) ? 'call' : 'other';
  }

  #evidence(site: ForkSite): Set<ForkSubject> {
    const found = new Set<ForkSubject>();
    const seen = new Set<FunctionId>();
    let calls = 0;
    const visit = (fn: FunctionId): void => {
      if (seen.has(fn)) return;
      seen.add(fn);
      for (const id of this.module.valuesOf(fn)) {
        const node = this.module.value(id);
        if (node.op !== 'call' || ++calls > MAX_CALLS) continue;
        const subject = this.#subjectOfCall({ module: this.module, id }, node);
        if (subject) found.add(subject);
        for (const callee of this.resolver.resolve({ module: this.module, id: node.callee }, null)) {
          if (callee.is === 'function' && callee.module === this.module) visit(callee.fn.id);
        }
      }
      for (const inner of this.module.functionsIn(fn)) visit(inner);
    };
    for (const one of site.functions) if (one.module === this.module) visit(one.fn.id);
    return found;
  }

  #subjectOfCall(ref: Ref, node: ValueNode & { op: 'call' }): ForkSubject | null {
    if (handlerCallOf(this.resolver, ref, node, null)) return 'call';
    for (const callee of this.resolver.resolve({ module: this.module, id: node.callee }, null)) {
      if (callee.is === 'shape') {
        const { role } = this.resolver.vocabulary.shape(callee.shape);
        if (role === 'managed-call' || role === 'vendored-executor') return 'call';
        if (role === 'sdk-loop' || role === 'mount') return 'loop';
      }
      if ((callee.is === 'foreign' || callee.is === 'parameter') && HOOK_NAMES.has(callee.path.at(-1) ?? ''))
        return 'call';
    }
    const dispatch = dispatchOf(ref, node);
    return dispatch && (dispatch.member === null || TOOL_CALL_WORDS.run.has(dispatch.member)) ? 'call' : null;
  }

  /** A fork inside a function that runs during a call, or made for each of a list of calls. */
  #standsInCall(site: ForkSite): boolean {
    const { fn } = this.module.value(site.call.id);
    return this.scopes.some((one) => one.fn.module === this.module && this.module.isInside(fn, one.fn.fn.id));
  }

  /** A wrapper whose names say that it is for tool calls: `runToolCall(call, run)`. */
  #isNamedForCalls(site: ForkSite): boolean {
    const names = [...this.#functionNames(site), ...this.#valueNames(site.body)];
    return names.some((one) => TOOL_CALL_WORDS.identifier.test(one) || TOOL_CALL_WORDS.call.test(one));
  }

  #functionNames(site: ForkSite): string[] {
    const names: string[] = [];
    for (let fn = this.module.fn(this.module.value(site.call.id).fn); fn.id !== 0; fn = this.module.fn(fn.parent)) {
      if (fn.name) names.push(fn.name);
      names.push(...fn.params.flatMap((param) => this.#valueNames({ module: this.module, id: param })));
    }
    return names;
  }

  #valueNames(ref: Ref): string[] {
    const node = ref.module.value(ref.id);
    if (node.op === 'variable') return [node.name];
    if (node.op !== 'param') return [];
    return ref.module.consumersOf(ref.id).flatMap((use) => {
      const holder = ref.module.value(use.id);
      return holder.op === 'variable' ? [holder.name] : [];
    });
  }
}
