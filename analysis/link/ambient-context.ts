import type { FunctionId, ValueNode } from '../summary/module-summary.js';
import type { LinkedModule, Ref } from './linked-module.js';
import { OPAQUE, type Frame, type Meaning } from './meaning.js';
import { runsWithoutParent } from './no-parent-guard.js';
import { callsOf } from './parameter-sources.js';
import { placementsOf } from './placements.js';
import type { ValueResolver } from './value-resolver.js';

/** What stands between a piece of code and the context around it. */
export type Enclosure =
  /** A call that runs it in a context it is given. */
  | { readonly kind: 'fork'; readonly call: Ref; readonly context: Ref | null; readonly frame: Frame | null }
  /** A call that opens a root of its own: a request or a job. */
  | { readonly kind: 'root'; readonly call: Ref; readonly opens: string | null }
  /** A function of another module was handed the code; it may open a fork. */
  | { readonly kind: 'maybe'; readonly call: Ref; readonly through: Meaning & { is: 'foreign' } };

/** Finds the fork or root that a piece of code runs in, inside its own call scope. */
export class AmbientContext {
  readonly #hosts = new Map<LinkedModule, Map<FunctionId, Enclosure | null>>();
  readonly #active = new Set<string>();

  constructor(readonly resolver: ValueResolver) {}

  /** The context that is current at a value, where a fork or root in the code decides it; else `null`. */
  contextAt(ref: Ref, frame: Frame | null): readonly Meaning[] | null {
    const enclosure = this.enclosureOf(ref, frame);
    if (!enclosure || enclosure.kind === 'maybe') return null;
    if (enclosure.kind === 'root') {
      return enclosure.opens === null ? [OPAQUE] : [{ is: 'shape', shape: enclosure.opens, origin: null }];
    }
    if (!enclosure.context) return [OPAQUE];
    return this.resolver.resolve(enclosure.context, enclosure.frame);
  }

  /** The innermost enclosure of a value, up to (not including) the function `until`. */
  enclosureOf(ref: Ref, frame: Frame | null, until?: FunctionId): Enclosure | null {
    let { module } = ref;
    let fn = module.value(ref.id).fn;
    let at = frame;
    for (let steps = 0; steps < 64; steps++) {
      if (fn === 0 || (until === fn && module === ref.module)) return null;
      if (isAround(frame, module, fn)) return null;
      const host = this.hostOf(module, fn);
      if (host) return host;
      if (at && at.module === module && at.fn.id === fn && at.call) {
        const { call } = at;
        const handed = this.#hostOfCall(call, at.caller, at.fn.value, module);
        if (handed) return handed;
        module = call.module;
        fn = module.value(call.id).fn;
        at = at.caller;
        continue;
      }
      fn = module.fn(fn).parent;
    }
    return null;
  }

  /** The enclosure that a function is the body of, wherever it is called from. */
  hostOf(module: LinkedModule, fn: FunctionId): Enclosure | null {
    const memo = this.#hosts.get(module) ?? new Map<FunctionId, Enclosure | null>();
    this.#hosts.set(module, memo);
    const known = memo.get(fn);
    if (known !== undefined) return known;
    memo.set(fn, null);
    const host = this.#findHost(module, fn, null);
    memo.set(fn, host);
    return host;
  }

  #findHost(module: LinkedModule, fn: FunctionId, frame: Frame | null): Enclosure | null {
    const { value } = module.fn(fn);
    let maybe: Enclosure | null = null;
    for (const place of placementsOf(module, value)) {
      if (place.path.length > 0) continue;
      const enclosure = this.#enclosureByCall({ module, id: place.call }, place.argument, frame);
      if (enclosure && enclosure.kind !== 'maybe') return this.#isAlsoCalledPlainly(module, value) ? null : enclosure;
      maybe ??= enclosure;
    }
    return callsOf(this.resolver, { module, id: value }).length > 0 ? null : maybe;
  }

  /** Whether a function is also called where there may be a context and no fork. */
  #isAlsoCalledPlainly(module: LinkedModule, value: number): boolean {
    return callsOf(this.resolver, { module, id: value }).some((id) => {
      const call = { module, id };
      return !runsWithoutParent(this.resolver, call, null) && this.enclosureOf(call, null) === null;
    });
  }

  /** A named function that was handed to a call by the activation's own call. */
  #hostOfCall(call: Ref, caller: Frame | null, value: number, module: LinkedModule): Enclosure | null {
    if (call.module !== module) return null;
    const node = call.module.value(call.id);
    if (node.op !== 'call') return null;
    const argument = node.args.findIndex((one) => one === value || this.#isNameOf(module, one, value));
    return argument < 0 ? null : this.#enclosureByCall(call, argument, caller);
  }

  #isNameOf(module: LinkedModule, id: number, value: number): boolean {
    const node = module.value(id);
    return node.op === 'variable' && node.from.includes(value);
  }

  #enclosureByCall(call: Ref, argument: number, frame: Frame | null): Enclosure | null {
    const node = call.module.value(call.id);
    if (node.op !== 'call') return null;
    let maybe: Enclosure | null = null;
    for (const callee of this.resolver.resolve({ module: call.module, id: node.callee }, frame)) {
      const found = this.#enclosureByCallee(callee, call, node, argument, frame);
      if (found && found.kind !== 'maybe') return found;
      maybe ??= found;
    }
    return maybe;
  }

  #enclosureByCallee(
    callee: Meaning,
    call: Ref,
    node: ValueNode & { op: 'call' },
    argument: number,
    frame: Frame | null,
  ): Enclosure | null {
    if (callee.is === 'shape') {
      const { role, arguments: roles, opens } = this.resolver.vocabulary.shape(callee.shape);
      if (roles?.['body'] !== argument) return null;
      if (role === 'root-runner') return { kind: 'root', call, opens: opens ?? null };
      if (role !== 'fork-runner') return null;
      const context = node.args[roles['context'] ?? 0];
      if (context !== undefined && this.#isSameRecord({ module: call.module, id: context }, frame)) return null;
      return {
        kind: 'fork',
        call,
        context: context === undefined ? null : { module: call.module, id: context },
        frame,
      };
    }
    if (callee.is === 'function')
      return this.#enclosureByWrapper(callee, argument, this.resolver.enter(callee, call, frame));
    // a function of the project that is handed a thunk may be made to fork; a method of an object hardly ever is
    if (callee.is === 'foreign' && callee.module.startsWith('.') && callee.path.length === 0) {
      return { kind: 'maybe', call, through: callee };
    }
    return null;
  }

  /** Entering the record that is current anyway is no fork. */
  #isSameRecord(context: Ref, frame: Frame | null): boolean {
    const meanings = this.resolver.resolve(context, frame);
    return (
      meanings.length > 0 &&
      meanings.every(
        (one) =>
          one.is === 'shape' && one.own === undefined && this.resolver.vocabulary.shape(one.shape).role === 'context',
      )
    );
  }

  /** A function of the project that runs its argument in a fork. */
  #enclosureByWrapper(callee: Meaning & { is: 'function' }, argument: number, opened: Frame | null): Enclosure | null {
    const param = callee.fn.params[argument];
    const key = `${callee.module.summary.file}\0${callee.fn.id}\0${argument}`;
    if (param === undefined || this.#active.has(key)) return null;
    this.#active.add(key);
    try {
      return this.#enclosureOfParameter(callee, param, opened);
    } finally {
      this.#active.delete(key);
    }
  }

  #enclosureOfParameter(callee: Meaning & { is: 'function' }, param: number, opened: Frame | null): Enclosure | null {
    const { module } = callee;
    for (const place of placementsOf(module, param)) {
      if (place.path.length > 0) continue;
      const found = this.#enclosureByCall({ module, id: place.call }, place.argument, opened);
      if (found && found.kind !== 'maybe') return found;
    }
    return this.#enclosureOfCalls(callee, param, opened);
  }

  /** A wrapper that calls its argument inside a function it hands to a runner. */
  #enclosureOfCalls(callee: Meaning & { is: 'function' }, param: number, opened: Frame | null): Enclosure | null {
    const { module, fn } = callee;
    for (const call of callsOf(this.resolver, { module, id: param })) {
      const found = opened
        ? this.#enclosureInside(opened, module.value(call).fn)
        : this.enclosureOf({ module, id: call }, null, fn.id);
      if (found && found.kind !== 'maybe') return found;
    }
    return null;
  }

  /** The innermost enclosure of a function, inside the one that an activation is of. */
  #enclosureInside(opened: Frame, inner: FunctionId): Enclosure | null {
    const { module } = opened;
    for (let fn = inner; fn !== opened.fn.id && fn !== 0; fn = module.fn(fn).parent) {
      const host = this.#findHost(module, fn, opened);
      if (host) return host;
    }
    return null;
  }
}

/** Whether a function stands around the call scope that an activation belongs to: what it runs in is no fork of the call. */
function isAround(frame: Frame | null, module: LinkedModule, fn: FunctionId): boolean {
  if (!frame) return false;
  let scope = frame;
  while (scope.caller) scope = scope.caller;
  return scope.call === null && scope.module === module && scope.fn.id !== fn && module.isInside(scope.fn.id, fn);
}
