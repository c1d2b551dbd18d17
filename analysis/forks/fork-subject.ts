import { handlerCallOf } from '../executors/handler-call.js';
import { dispatchOf, speaksOfTools } from '../executors/tool-call-dispatch.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import { ELEMENT_CALLBACKS } from '../link/method-calls.js';
import { placementsOf } from '../link/placements.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { FunctionId, ValueId } from '../summary/module-summary.js';
import { HOOK_NAMES, TOOL_CALL_WORDS } from '../vocabulary/tool-call-words.js';
import type { ForkSite } from './fork-site.js';
import { FunctionReach, type CallNode } from './function-reach.js';
import { layerOf, sourcesOf } from './made-context.js';

/**
 * What a hand-made fork is around: one tool call that the application runs itself, one that the framework runs, a loop or a
 * batch that makes calls of its own, or something else.
 */
export type ForkSubject = 'call' | 'managed-call' | 'loop' | 'other';

type Evidence = 'call' | 'managed-call' | 'loop' | 'mount' | 'batch';

/** Kinds of function that are a whole tool call and that nobody forks. */
const UNFORKED_TOOLS = new Set<DeclaredScope['kind']>(['sdk-execute', 'raw-callback', 'native-callback']);
/** Names that only look as if they spoke of tool calls. */
const OTHER_CALLS = /call(?:back|er|able|ee)|tool(?:bar|tip|chain)/iu;
/** What an application calls the function that runs one tool call: `callTool`, `executeToolMethod`, `runToolCall`. */
const CALL_RUNNER =
  /^(?:call|run|exec(?:ute)?|invoke|perform|dispatch|handle)(?:One|Single)?_?Tool(?!s|bar|tip|chain)(?!\w*s$)/iu;
const HANDLER_NAME = /^(?:handlers?|handle|execute|executors?|invoke|run|call|fn)$|tool|handler$/iu;

/** Tells what a fork is around, by what its body runs and where it stands. */
export class ForkSubjects {
  readonly #reach: FunctionReach;
  readonly #subjects = new Map<ForkSite, ForkSubject>();

  constructor(
    readonly resolver: ValueResolver,
    readonly module: LinkedModule,
    readonly scopes: readonly DeclaredScope[],
  ) {
    this.#reach = new FunctionReach(resolver, module);
  }

  of(site: ForkSite): ForkSubject {
    const known = this.#subjects.get(site);
    if (known) return known;
    const subject = this.#judge(site);
    this.#subjects.set(site, subject);
    return subject;
  }

  #judge(site: ForkSite): ForkSubject {
    const evidence = this.#evidence(site);
    if (evidence.has('loop') || evidence.has('mount')) return 'loop';
    if (evidence.has('call')) return 'call';
    if (evidence.has('managed-call')) return 'managed-call';
    if (evidence.has('batch')) return 'loop';
    if (this.#isWholeTool(site) || this.#saysItIsOne(site)) return 'call';
    // what a helper of another module is for, names around the call of it do not tell
    if (site.fork.module !== this.module) return 'other';
    return this.#isNamedForCalls(site) && !this.#isPartOfCall(site) ? 'call' : 'other';
  }

  /** Whether a fork is around a loop or a batch of which each call would hang under its span. */
  runsCalls(site: ForkSite): boolean {
    const evidence = this.#evidence(site);
    return evidence.has('loop') || evidence.has('batch');
  }

  /** Whether a fork's body itself runs one call that the application makes. */
  runsCall(site: ForkSite): boolean {
    return this.#evidence(site).has('call');
  }

  /** Whether a fork's body runs something that is, or reads like, the handler of a call. */
  runsHandler(site: ForkSite): boolean {
    const evidence = this.#evidence(site);
    if (evidence.has('call') || evidence.has('managed-call')) return true;
    if (site.functions.length === 0) return this.#valueNames(site.body).some((one) => HANDLER_NAME.test(one));
    return this.#callsIn(site).some(({ node }) => this.#namesIn(node.callee).some((one) => HANDLER_NAME.test(one)));
  }

  #callsIn(site: ForkSite): { ref: Ref; node: CallNode }[] {
    return site.functions.flatMap((one) => (one.module === this.module ? this.#reach.callsFrom(one.fn.id) : []));
  }

  #evidence(site: ForkSite): Set<Evidence> {
    const found = new Set<Evidence>();
    const bodies = site.functions.filter((one) => one.module === this.module).map((one) => one.fn.id);
    for (const { ref, node } of this.#callsIn(site)) {
      const subject = this.#subjectOfCall(ref, node);
      if (!subject) continue;
      const isCall = subject === 'call' || subject === 'managed-call';
      const one = isCall && bodies.some((body) => this.#isOneOfMany(ref, node, body));
      found.add(one ? 'batch' : subject);
    }
    return found;
  }

  #subjectOfCall(ref: Ref, node: CallNode): Evidence | null {
    if (handlerCallOf(this.resolver, ref, node, null)) return 'call';
    for (const callee of this.#reach.calleesOf(ref.id, node)) {
      if (callee.is === 'shape') {
        const { role } = this.resolver.vocabulary.shape(callee.shape);
        if (role === 'managed-call') return 'managed-call';
        if (role === 'vendored-executor' || role === 'tool-hook-call') return 'call';
        if (role === 'sdk-loop') return 'loop';
        if (role === 'mount') return 'mount';
      }
      if (this.#isCallRunner(callee)) return 'call';
      const isHook =
        callee.is === 'foreign' || callee.is === 'parameter' ? HOOK_NAMES.has(callee.path.at(-1) ?? '') : false;
      if (isHook) return 'call';
    }
    const dispatch = dispatchOf(ref, node);
    if (!dispatch || (dispatch.member !== null && !TOOL_CALL_WORDS.run.has(dispatch.member))) return null;
    return speaksOfTools(node, dispatch, ref) ? 'call' : null;
  }

  #isCallRunner(callee: Meaning): boolean {
    if (callee.is === 'foreign') return CALL_RUNNER.test(callee.path.at(-1) ?? callee.name);
    return callee.is === 'function' && callee.module !== this.module && CALL_RUNNER.test(callee.fn.name ?? '');
  }

  /** Whether a call is made for each of a list, inside the fork's body. */
  #isOneOfMany(ref: Ref, node: CallNode, body: FunctionId): boolean {
    for (let fn = node.fn; fn !== body && fn !== 0; fn = this.module.fn(fn).parent) {
      if (isElementCallback(this.module, fn)) return true;
    }
    return this.#comesFromLoop(node.callee, body, 0) || node.args.some((one) => this.#comesFromLoop(one, body, 0));
  }

  /** Whether a value is, or is read from, what a loop inside the body goes over. */
  #comesFromLoop(id: ValueId, body: FunctionId, depth: number): boolean {
    const node = this.module.value(id);
    if (depth > 8) return false;
    const into = (one: ValueId): boolean => this.#comesFromLoop(one, body, depth + 1);
    switch (node.op) {
      case 'element':
        return this.module.isInside(node.fn, body);
      case 'get':
        return into(node.object) || (node.keyValue !== undefined && into(node.keyValue));
      case 'variable':
      case 'either':
        return node.from.some(into);
      case 'typed':
        return into(node.of);
      default:
        return false;
    }
  }

  /** A fork that is what a tool written by hand returns. */
  #isWholeTool(site: ForkSite): boolean {
    return this.scopes.some(
      (one) =>
        UNFORKED_TOOLS.has(one.kind) &&
        one.fn.module === this.module &&
        this.#returners(site.call.id, 0).includes(one.fn.fn.id),
    );
  }

  /** The functions that give back a value. */
  #returners(id: ValueId, depth: number): readonly FunctionId[] {
    if (depth > 4) return [];
    const passedOn = this.module.consumersOf(id).filter((use) => {
      const { op } = this.module.value(use.id);
      return op === 'variable' || op === 'either' || op === 'typed';
    });
    return [...this.module.returnedBy(id), ...passedOn.flatMap((use) => this.#returners(use.id, depth + 1))];
  }

  /** A fork inside a function that runs during a call, or around something besides the call itself. */
  #isPartOfCall(site: ForkSite): boolean {
    const { fn } = this.module.value(site.call.id);
    if (this.scopes.some((one) => one.fn.module === this.module && this.module.isInside(fn, one.fn.fn.id))) return true;
    // a function that is handed on, to a timer for instance, runs on its own
    const isGivenBack = this.#returners(site.call.id, 0).some((one) => {
      const places = placementsOf(this.module, this.module.fn(one).value);
      return places.length === 0 || isElementCallback(this.module, one);
    });
    return !this.runsHandler(site) && !isGivenBack;
  }

  /** A record that calls itself one of a tool call. */
  #saysItIsOne(site: ForkSite): boolean {
    const record = layerOf(this.resolver, site.context, site.fork);
    return sourcesOf(record, 'method').some((one) => {
      if (one.from !== 'own') return false;
      return this.resolver
        .resolve(one.value.ref, one.value.frame)
        .some((each) => each.is === 'literal' && each.value === 'TOOL');
    });
  }

  /** A wrapper whose names say that it is for tool calls: `runToolCall(call, run)`. */
  #isNamedForCalls(site: ForkSite): boolean {
    const names = [...this.#functionNames(site), ...this.#valueNames(site.body)];
    return names.some(
      (one) => !OTHER_CALLS.test(one) && (TOOL_CALL_WORDS.identifier.test(one) || TOOL_CALL_WORDS.call.test(one)),
    );
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

  #namesIn(id: ValueId): string[] {
    const node = this.module.value(id);
    if (node.op === 'variable') return [node.name];
    return node.op === 'get' ? [...(node.key === null ? [] : [node.key]), ...this.#namesIn(node.object)] : [];
  }
}

/** Whether a function runs once for each element of a list. */
export function isElementCallback(module: LinkedModule, fn: FunctionId): boolean {
  return placementsOf(module, module.fn(fn).value).some((place) => {
    const call = module.value(place.call);
    const callee = call.op === 'call' ? module.value(call.callee) : null;
    return callee?.op === 'get' && ELEMENT_CALLBACKS.has(callee.key ?? '') && place.path.length === 0;
  });
}
