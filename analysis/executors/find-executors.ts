import type { Finding, Unknown } from '../finding.js';
import { callScopeOf, placeOfRef, scopeText } from '../findings/finding-builder.js';
import { reasonOf, sourceText } from '../findings/unfollowed-reason.js';
import { insteadOfExecutor } from '../findings/version-truth.js';
import { calleesOf } from '../link/callee-meanings.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { callsOf } from '../link/parameter-sources.js';
import { placementsOf } from '../link/placements.js';
import type { Enclosure } from '../link/ambient-context.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { ValueNode } from '../summary/module-summary.js';
import { ConcurrencyJoin } from './concurrency-join.js';
import { handlerCallOf, type HandlerCall } from './handler-call.js';
import { runsWithoutParent } from '../link/no-parent-guard.js';
import { HANDLER_WORDS, TOOL_CALL_WORDS } from '../vocabulary/tool-call-words.js';
import { calleeOf, dispatchOf, isBesideCalls, isToolCall, mentions, speaksOfTools } from './tool-call-dispatch.js';

const RULE = 'no-unforked-executor';
const MAX_EXECUTOR_DEPTH = 4;

type CallNode = ValueNode & { op: 'call' };

/** A place that runs handlers for tool calls itself. */
export interface ExecutorSite {
  readonly kind: 'handler' | 'vendored' | 'dispatch' | 'mutated';
  /** The call that runs the handler. */
  readonly call: Ref;
  /** The call that makes the calls concurrent, where one was found. */
  readonly join: Ref | null;
  /** The scope it stands in, where it stands in one. */
  readonly scope: DeclaredScope | null;
}

/** Finds what runs handlers for tool calls without a fork around each. */
export class ExecutorFinder {
  readonly unknown: Unknown[] = [];
  readonly sites: ExecutorSite[] = [];

  constructor(
    readonly resolver: ValueResolver,
    readonly module: LinkedModule,
    readonly scopes: readonly DeclaredScope[],
    readonly options: { readonly test: boolean },
  ) {}

  find(): this {
    this.module.summary.values.forEach((node, id) => {
      if (node.op !== 'call') return;
      const ref = { module: this.module, id };
      const kind = this.#kindOf(ref, node);
      if (kind) this.#site(kind, ref);
    });
    return this;
  }

  /** The findings of the sites, one for each place. */
  findings(): Finding[] {
    const places = new Map<number, ExecutorSite>();
    for (const site of this.sites) {
      const at = site.join ?? site.call;
      if (!places.has(at.id)) places.set(at.id, site);
    }
    return [...places.values()].map((site) => this.#finding(site));
  }

  #finding(site: ExecutorSite): Finding {
    const at = site.join ?? site.call;
    const line = String(placeOfRef(site.call).line);
    const where = site.scope ? ` in ${scopeText(site.scope)}` : '';
    return {
      rule: RULE,
      messageId: site.join ? `${site.kind}Concurrent` : site.kind,
      data: { line, where, instead: insteadOfExecutor(this.resolver.vocabulary.version) },
      place: placeOfRef(at),
      scope: site.scope ? callScopeOf(site.scope) : null,
      path: [],
      repairs: [],
    };
  }

  #site(kind: ExecutorSite['kind'], call: Ref): void {
    const enclosure = this.resolver.ambient.enclosureOf(call, null);
    const join = new ConcurrencyJoin(this.resolver).of(call);
    if (enclosure?.kind === 'fork' && !this.#isShared(enclosure, join)) return;
    if (runsWithoutParent(this.resolver, call, null)) return;
    if (!enclosure && this.#isForkedByCallers(call, 0)) return;
    if (enclosure?.kind === 'maybe') {
      const message = `a handler runs inside ${sourceText(enclosure.through)}, which may open a fork and was not followed`;
      const reason = reasonOf(this.resolver, enclosure.call.module, enclosure.through);
      this.unknown.push({ reason, message, place: placeOfRef(call) });
      return;
    }
    if (kind === 'dispatch' && !join && !this.#isMapped(call)) return;
    this.sites.push({ kind, call, join, scope: this.#scopeAround(call) });
  }

  /** Whether a call stands in a function whose every call in this module stands in a fork, or where there is no context. */
  #isForkedByCallers({ id }: Ref, depth: number): boolean {
    const { fn } = this.module.value(id);
    if (fn === 0 || depth > MAX_EXECUTOR_DEPTH) return false;
    const calls = callsOf(this.resolver, { module: this.module, id: this.module.fn(fn).value });
    return (
      calls.length > 0 &&
      calls.every((one) => {
        const call = { module: this.module, id: one };
        const isApart =
          this.resolver.ambient.enclosureOf(call, null)?.kind === 'fork' ||
          runsWithoutParent(this.resolver, call, null);
        return isApart || this.#isForkedByCallers(call, depth + 1);
      })
    );
  }

  /** One fork around the join: the calls share it as they would have shared the request's record. */
  #isShared(fork: Enclosure & { kind: 'fork' }, join: Ref | null): boolean {
    if (!join) return false;
    const around = this.resolver.ambient.enclosureOf(join, null);
    if (around?.kind === 'fork' && around.call.id === fork.call.id) return true;
    return fork.context !== null && this.#isMadeOnce(fork.context, fork.call, join);
  }

  /** One context object for all calls: made outside the function that runs for each of them. */
  #isMadeOnce(context: Ref, fork: Ref, join: Ref): boolean {
    const perCall = this.module.value(fork.id).fn;
    const outside = this.module.value(join.id).fn;
    if (perCall === outside) return false;
    const made = this.resolver.resolve(context, null);
    return (
      made.length > 0 &&
      made.every((one) => {
        if (one.is !== 'object' || one.ref.module !== this.module) return false;
        const { fn } = this.module.value(one.ref.id);
        return fn !== perCall && this.module.isInside(perCall, fn) && this.module.isInside(outside, fn);
      })
    );
  }

  /** Started for every element of a list of calls by functions that touch the context, and joined in a way not followed. */
  #isMapped(call: Ref): boolean {
    const { fn } = this.module.value(call.id);
    const node = this.module.value(call.id);
    if (node.op !== 'call') return false;
    const touches = this.resolver
      .resolve({ module: this.module, id: calleeOf(this.module, node) }, null)
      .some((one) => one.is === 'function' && one.fn.async && this.#touchesContext(one));
    return (
      touches &&
      placementsOf(this.module, this.module.fn(fn).value).some((place) => {
        const host = this.module.value(place.call);
        const callee = host.op === 'call' ? this.module.value(host.callee) : null;
        return callee?.op === 'get' && (callee.key === 'map' || callee.key === 'forEach');
      })
    );
  }

  #scopeAround(ref: Ref): DeclaredScope | null {
    const fn = this.module.value(ref.id).fn;
    return this.scopes.find((one) => one.fn.module === this.module && this.module.isInside(fn, one.fn.fn.id)) ?? null;
  }

  #kindOf(ref: Ref, node: CallNode): ExecutorSite['kind'] | null {
    const handler = handlerCallOf(this.resolver, ref, node, null);
    if (handler) return this.#isExecutor(ref, node, handler) ? 'handler' : null;
    if (this.#runsVendored(ref, node)) return 'vendored';
    if (this.#runsAfterMutation(ref, node)) return 'mutated';
    const isDispatch =
      this.#isDispatch(ref, node) || this.#isBranchDispatch(ref, node) || this.#isBranchWrite(ref, node);
    return isDispatch ? 'dispatch' : null;
  }

  /** A handler call that stands for a tool call, not for a request, a job or a test of one endpoint. */
  #isExecutor(ref: Ref, node: CallNode, handler: HandlerCall): boolean {
    if (handler.picked === 'given') return this.#isGivenExecutor(ref);
    if (handler.picked === 'by-name') return !this.options.test || new ConcurrencyJoin(this.resolver).of(ref) !== null;
    const scope = this.#scopeAround(ref);
    return scope !== null && (scope.kind === 'sdk-execute' || scope.kind === 'raw-callback');
  }

  /** An endpoint that was handed in whole: callers in this module are judged at their calls, else the executor itself is. */
  #isGivenExecutor(ref: Ref): boolean {
    const scope = this.#scopeAround(ref);
    if (scope !== null && (scope.kind === 'sdk-execute' || scope.kind === 'raw-callback')) return true;
    if (this.options.test) return false;
    return !this.#isInsideCalled(ref) && !this.#isInsideVendored(ref);
  }

  /** A copy of the framework's executor under its own name is judged where it is called, in whichever module that is. */
  #isInsideVendored(ref: Ref): boolean {
    for (let fn = this.module.fn(this.module.value(ref.id).fn); fn.id !== 0; fn = this.module.fn(fn.parent)) {
      if (fn.name !== null && this.resolver.vocabulary.knowsMember(fn.name)) return true;
    }
    return false;
  }

  /** Whether a function around a value is called in this module, so that its calls are judged instead. */
  #isInsideCalled(ref: Ref): boolean {
    for (let fn = this.module.fn(this.module.value(ref.id).fn); fn.id !== 0; fn = this.module.fn(fn.parent)) {
      if (this.#called().has(fn.id)) return true;
    }
    return false;
  }

  #calledFunctions: Set<number> | null = null;

  #called(): Set<number> {
    if (this.#calledFunctions) return this.#calledFunctions;
    const called = new Set<number>();
    this.#calledFunctions = called;
    for (const node of this.module.summary.values) {
      if (node.op !== 'call') continue;
      for (const one of this.resolver.resolve({ module: this.module, id: node.callee }, null)) {
        if (one.is === 'function' && one.module === this.module) called.add(one.fn.id);
      }
    }
    return called;
  }

  /** A copy of the framework's executor, imported or written here, that is called with an endpoint. */
  #runsVendored(ref: Ref, node: CallNode): boolean {
    for (const callee of calleesOf(this.resolver, ref, node)) {
      if (callee.is === 'shape' && this.resolver.vocabulary.shape(callee.shape).role === 'vendored-executor')
        return true;
      if (callee.is !== 'function' || this.#isHandedOn(ref, node)) continue;
      if (this.#runsGivenEndpoint(callee, ref) || this.#isUnforkedCopy(callee)) return true;
    }
    return false;
  }

  /** A copy of the framework's executor in another module, under its own name, that runs what it is given with no fork around. */
  #isUnforkedCopy(callee: Meaning & { is: 'function' }): boolean {
    const { module, fn } = callee;
    if (module === this.module || fn.name === null || !this.#isVendoredName(fn.name)) return false;
    return functionsInside(module, fn.id).some((inner) =>
      module.valuesOf(inner).some((id) => {
        const node = module.value(id);
        const run = node.op === 'call' ? module.value(node.callee) : null;
        if (run?.op !== 'get' || run.key !== HANDLER_WORDS.handler) return false;
        const holder = module.value(run.object);
        const given = holder.op === 'variable' && holder.from.some((one) => fn.params.includes(one));
        return given && !this.resolver.ambient.enclosureOf({ module, id }, null);
      }),
    );
  }

  #isVendoredName(name: string): boolean {
    const shape = this.resolver.vocabulary.valueShape(`./${name}`, name);
    return shape !== null && this.resolver.vocabulary.shape(shape).role === 'vendored-executor';
  }

  /** Whether a call only hands on what its own function was handed, and that function is called in this module. */
  #isHandedOn(ref: Ref, node: CallNode): boolean {
    return this.#isInsideCalled(ref) && node.args.some((id) => this.#isOwnParameter(id, 0));
  }

  #isOwnParameter(id: number, depth: number): boolean {
    const node = this.module.value(id);
    if (depth > 4) return false;
    if (node.op === 'param') return this.#called().has(node.function);
    if (node.op === 'typed') return this.#isOwnParameter(node.of, depth + 1);
    return node.op === 'variable' && node.from.some((one) => this.#isOwnParameter(one, depth + 1));
  }

  /** Whether a local function runs the handler of an endpoint that it is handed, with no fork around it. */
  #runsGivenEndpoint(callee: Meaning & { is: 'function' }, call: Ref, caller: Frame | null = null): boolean {
    const frame = this.resolver.enter(callee, call, caller);
    const { module } = callee;
    if (!frame || frame.depth > MAX_EXECUTOR_DEPTH) return false;
    return functionsInside(module, callee.fn.id).some((fn) =>
      module.valuesOf(fn).some((id) => {
        const node = module.value(id);
        if (node.op !== 'call') return false;
        const inner = { module, id };
        const runs = this.#isGivenHandlerCall(inner, node, frame) || this.#handsEndpointOn(inner, node, frame);
        return runs && !this.resolver.ambient.enclosureOf(inner, frame, callee.fn.id);
      }),
    );
  }

  /** Whether a function that was handed an endpoint hands it on to another that runs it. */
  #handsEndpointOn(ref: Ref, node: CallNode, frame: Frame): boolean {
    if (runsWithoutParent(this.resolver, ref, frame)) return false;
    return this.resolver
      .resolve({ module: ref.module, id: node.callee }, frame)
      .some((one) => one.is === 'function' && one.fn.id !== frame.fn.id && this.#runsGivenEndpoint(one, ref, frame));
  }

  #isGivenHandlerCall(ref: Ref, node: CallNode, frame: Frame): boolean {
    const outside = handlerCallOf(this.resolver, ref, node, null);
    if (outside && outside.picked !== 'given') return false;
    const inside = handlerCallOf(this.resolver, ref, node, frame);
    return inside !== null && !runsWithoutParent(this.resolver, ref, frame);
  }

  /**
   * A wrapper of each call that changes the shared context where there is one, and opens a fresh one only where there is
   * none: `if (current) { current.x = …; return fn(); } return run({ … }, fn);`
   */
  #runsAfterMutation(ref: Ref, node: CallNode): boolean {
    const callee = this.module.value(node.callee);
    if (callee.op !== 'variable' || !callee.from.some((one) => this.#isParameter(one))) return false;
    const { fn } = this.module.value(ref.id);
    const alsoForked = placementsOf(this.module, node.callee).some((place) =>
      this.#isForkBody(place.call, place.argument),
    );
    return alsoForked && this.module.valuesOf(fn).some((id) => this.#isContextStore(id, ref));
  }

  #isParameter(id: number): boolean {
    const node = this.module.value(id);
    return node.op === 'param' || (node.op === 'typed' && this.#isParameter(node.of));
  }

  #isForkBody(call: number, argument: number): boolean {
    const node = this.module.value(call);
    if (node.op !== 'call') return false;
    return this.resolver.resolve({ module: this.module, id: node.callee }, null).some((one) => {
      if (one.is !== 'shape') return false;
      const { role, arguments: roles } = this.resolver.vocabulary.shape(one.shape);
      return role === 'fork-runner' && roles?.['body'] === argument;
    });
  }

  #isContextStore(id: number, call: Ref): boolean {
    const node = this.module.value(id);
    if (node.op !== 'store' || node.guard !== this.module.value(call.id).guard) return false;
    return this.resolver
      .resolve({ module: this.module, id: node.object }, null)
      .some((one) => one.is === 'shape' && this.resolver.vocabulary.shape(one.shape).role === 'context');
  }

  /** A table of plain handlers, picked by the name of a tool call. */
  #isDispatch(ref: Ref, node: CallNode): boolean {
    const dispatch = dispatchOf(ref, node);
    if (!dispatch) return false;
    const callees = this.resolver.resolve({ module: ref.module, id: calleeOf(ref.module, node) }, null);
    if (callees.some((one) => one.is === 'shape')) return false;
    const functions = callees.filter((one) => one.is === 'function');
    if (!speaksOfTools(node, dispatch, ref)) return false;
    if (functions.some((one) => this.#touchesContext(one))) return true;
    if (functions.length > 0 && functions.every((one) => this.#opensFork(one))) return false;
    if (!isToolCall(node, dispatch) || isBesideCalls(dispatch) || !this.#importsContext()) return false;
    return functions.length > 0 || dispatch.member === null;
  }

  /** `switch (call.name) { case 'x': return doX(call.args); }`. */
  #isBranchDispatch(ref: Ref, node: CallNode): boolean {
    const callee = this.module.value(node.callee);
    if (callee.op !== 'variable' || !node.args.some((id) => mentions(this.module, id, TOOL_CALL_WORDS.input)))
      return false;
    const callees =
      this.#branchesOnName(ref) !== null ? this.resolver.resolve({ module: this.module, id: node.callee }, null) : [];
    return callees.some((one) => one.is === 'function' && this.#touchesContext(one));
  }

  /** `switch (call.toolName) { case 'x': setRequestDimensions({ … }); … }`: the branches are the tools. */
  #isBranchWrite(ref: Ref, node: CallNode): boolean {
    const key = this.#branchesOnName(ref);
    if (key === null || this.#scopeAround(ref) !== null) return false;
    const callees = this.resolver.resolve({ module: this.module, id: node.callee }, null);
    if (!callees.some((one) => this.#hasRole(one, 'context-writer'))) return false;
    const table = { module: this.module, id: node.callee };
    return speaksOfTools(node, { table, key, member: null }, ref);
  }

  /** The condition on a tool's name that the function around a call branches on. */
  #branchesOnName(ref: Ref): Ref | null {
    const { fn } = this.module.value(ref.id);
    for (const id of this.module.valuesOf(fn)) {
      const test = this.module.value(id);
      const isBefore = test.at[1] <= this.module.value(ref.id).at[0];
      if (test.op !== 'test' || !isBefore || !mentions(this.module, test.of, TOOL_CALL_WORDS.name)) continue;
      return { module: this.module, id: test.of };
    }
    return null;
  }

  /** Whether a function, or one that it calls itself, reads or writes the request context. */
  #touchesContext(fn: Meaning & { is: 'function' }, depth = 0): boolean {
    const { module } = fn;
    // what opens a fork of its own has to look at the context around it
    const forks = this.#opensFork(fn);
    return this.#callsIn(fn).some(({ id, callees }) => {
      if (forks && this.#isApart({ module, id }, fn.fn.id)) return false;
      return callees.some((one) => {
        if (this.#hasRole(one, 'context-writer')) return true;
        if (one.is !== 'function') return !forks && this.#hasRole(one, 'context-getter');
        return depth < 1 && one.fn.id !== fn.fn.id && this.#touchesContext(one, depth + 1);
      });
    });
  }

  #opensFork(fn: Meaning & { is: 'function' }): boolean {
    return this.#callsIn(fn).some(({ callees }) => callees.some((one) => this.#hasRole(one, 'fork-runner')));
  }

  #callsIn({ module, fn }: Meaning & { is: 'function' }): { id: number; callees: readonly Meaning[] }[] {
    return functionsInside(module, fn.id).flatMap((inner) =>
      module.valuesOf(inner).flatMap((id) => {
        const node = module.value(id);
        return node.op === 'call' ? [{ id, callees: this.resolver.resolve({ module, id: node.callee }, null) }] : [];
      }),
    );
  }

  /** Whether a call inside a function runs in a fork that the function opens, or only where there is no context. */
  #isApart(call: Ref, until: number): boolean {
    return (
      this.resolver.ambient.enclosureOf(call, null, until)?.kind === 'fork' ||
      runsWithoutParent(this.resolver, call, null)
    );
  }

  #hasRole(meaning: Meaning, role: string): boolean {
    return meaning.is === 'shape' && this.resolver.vocabulary.shape(meaning.shape).role === role;
  }

  /** Whether the module takes part in the framework's contexts at all. */
  #importsContext(): boolean {
    return this.module.summary.values.some((node) => {
      if (node.op !== 'import') return false;
      const shape = this.resolver.vocabulary.valueShape(node.module, node.name);
      if (shape === null) return false;
      const { role } = this.resolver.vocabulary.shape(shape);
      return role === 'context-getter' || role === 'context-writer' || role === 'fork-runner' || role === 'root-runner';
    });
  }
}

function functionsInside(module: LinkedModule, fn: number): number[] {
  return [fn, ...module.functionsIn(fn).flatMap((one) => functionsInside(module, one))];
}
