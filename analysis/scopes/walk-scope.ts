import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { ELEMENT_CALLBACKS } from '../link/method-calls.js';
import { runsWithoutParent } from '../link/no-parent-guard.js';
import { MAX_FRAMES, type ValueResolver } from '../link/value-resolver.js';
import type { FunctionId, ValueNode } from '../summary/module-summary.js';
import type { DeclaredScope } from './call-scope.js';
import type { FunctionMeaning } from './callback-functions.js';

/** A call on the way from the scope to what is visited. */
export interface WalkStep {
  readonly call: Ref;
  readonly callee: string;
}

/** Something that runs during the call. */
export interface Visit {
  readonly ref: Ref;
  readonly node: ValueNode;
  readonly frame: Frame;
  readonly path: readonly WalkStep[];
}

const MAX_ACTIVATIONS = 400;
const MAX_BASES = 6;

/** Walks everything a call scope runs: its own body, functions written in it, and functions it calls or hands on. */
export class ScopeWalk {
  /** Calls that were not followed, since they nest too deep or the scope runs too much. */
  readonly cut: { readonly call: Ref; readonly path: readonly WalkStep[] }[] = [];
  readonly #seen = new Set<string>();
  #activations = 0;

  constructor(
    readonly resolver: ValueResolver,
    /** Whether a function is the body of another scope, or of a root of its own. */
    readonly isElsewhere: (module: LinkedModule, fn: FunctionId) => boolean,
    readonly visit: (visit: Visit) => void,
    /** Whether something is not computed in any call of the scope. */
    readonly isUnreached: (ref: Ref, frame: Frame) => boolean = () => false,
  ) {}

  run(scope: DeclaredScope): void {
    const frame = this.resolver.openFrame(scope.fn, null, null, null);
    if (frame) this.#activation(frame, []);
  }

  /** Walks what one activation runs that some calls lead to. */
  runFrom(frame: Frame, path: readonly WalkStep[]): void {
    this.#activation(frame, path);
  }

  #activation(frame: Frame, path: readonly WalkStep[]): void {
    if (++this.#activations > MAX_ACTIVATIONS) return;
    this.#body(frame.module, frame.fn.id, frame, path);
  }

  #body(module: LinkedModule, fn: FunctionId, frame: Frame, path: readonly WalkStep[]): void {
    for (const id of module.valuesOf(fn)) {
      const ref = { module, id };
      if (this.isUnreached(ref, frame)) continue;
      const node = module.value(id);
      this.visit({ ref, node, frame, path });
      if (node.op === 'call') this.#call(ref, node, frame, path);
      if (node.op === 'get') this.#getter(ref, node, frame, path);
    }
    for (const inner of module.functionsIn(fn)) {
      if (!this.isElsewhere(module, inner)) this.#body(module, inner, frame, path);
    }
  }

  #call(ref: Ref, node: ValueNode & { op: 'call' }, frame: Frame, path: readonly WalkStep[]): void {
    // what runs only where there is no context reads and writes none
    if (runsWithoutParent(this.resolver, ref, frame)) return;
    const callees = this.resolver.resolve({ module: ref.module, id: node.callee }, frame);
    for (const callee of callees) {
      if (callee.is === 'function') this.#enter(callee, this.resolver.enter(callee, ref, frame), ref, path);
      if (callee.is === 'class') this.#construct(callee, ref, frame, path);
      if (
        callee.is === 'method' &&
        callee.on.is === 'function' &&
        (callee.name === 'call' || callee.name === 'apply')
      ) {
        const given = (index: number): readonly Meaning[] => {
          const id = callee.name === 'call' ? node.args[index + 1] : undefined;
          return id === undefined ? [] : this.resolver.resolve({ module: ref.module, id }, frame);
        };
        this.#enter(callee.on, this.resolver.openFrame(callee.on, given, ref, frame), ref, path);
      }
    }
    this.#handedOn(ref, node, callees, frame, path);
  }

  /** Reading a property that a getter stands behind runs the getter. */
  #getter(ref: Ref, node: ValueNode & { op: 'get' }, frame: Frame, path: readonly WalkStep[]): void {
    if (node.key === null) return;
    for (const one of this.resolver.resolve({ module: ref.module, id: node.object }, frame)) {
      for (const value of gettersOf(this.resolver, one, node.key, 0)) {
        const call = value.module.value(value.id);
        if (call.op !== 'call') continue;
        for (const callee of this.resolver.resolve({ module: value.module, id: call.callee }, null)) {
          if (callee.is === 'function')
            this.#enter(callee, this.resolver.openFrame(callee, null, ref, frame), ref, path);
        }
      }
    }
  }

  #construct(callee: Meaning & { is: 'class' }, ref: Ref, frame: Frame, path: readonly WalkStep[]): void {
    const constructor = callee.cls.members.find((one) => one.key === 'constructor' && !one.static);
    if (!constructor) return;
    for (const one of this.resolver.resolve({ module: callee.module, id: constructor.value }, null)) {
      if (one.is === 'function') this.#enter(one, this.resolver.enter(one, ref, frame), ref, path);
    }
  }

  /** Functions that a call is handed are run by whoever gets them, during the call. */
  #handedOn(
    ref: Ref,
    node: ValueNode & { op: 'call' },
    callees: readonly Meaning[],
    frame: Frame,
    path: readonly WalkStep[],
  ): void {
    const list = callees.find((one) => one.is === 'method' && ELEMENT_CALLBACKS.has(one.name));
    for (const id of node.args) {
      for (const one of this.#functionsIn({ module: ref.module, id }, frame)) {
        const first =
          list?.is === 'method' && one.bound.length === 0
            ? (index: number): readonly Meaning[] => (index === 0 ? this.resolver.elementsOf(list.on) : [])
            : null;
        this.#enter(one, this.resolver.openFrame(one, first, ref, frame), ref, path);
      }
    }
  }

  #functionsIn(ref: Ref, frame: Frame): FunctionMeaning[] {
    const node = ref.module.value(ref.id);
    const at = (id: number): Ref => ({ module: ref.module, id });
    if (node.op === 'object') return node.entries.flatMap((one) => this.#functionsIn(at(one.value), frame));
    if (node.op === 'array') return node.elements.flatMap((one) => this.#functionsIn(at(one.value), frame));
    return this.resolver.resolve(ref, frame).filter((one): one is FunctionMeaning => one.is === 'function');
  }

  #enter(callee: FunctionMeaning, opened: Frame | null, call: Ref, path: readonly WalkStep[]): void {
    if ((!opened && path.length >= MAX_FRAMES - 1) || this.#activations >= MAX_ACTIVATIONS)
      this.cut.push({ call, path });
    if (!opened || this.#isLexical(callee, opened) || this.isElsewhere(callee.module, callee.fn.id)) return;
    const chain = [...path, { call, callee: callee.fn.name ?? 'an anonymous function' }];
    const key = `${callee.module.summary.file}\0${callee.fn.id}\0${chain.map((one) => one.call.id).join(' ')}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#activation(opened, chain);
  }

  /** A function written inside one that is open is walked where it is written. */
  #isLexical(callee: FunctionMeaning, opened: Frame): boolean {
    for (let at = opened.caller; at; at = at.caller) {
      if (at.module === callee.module && callee.fn.id !== at.fn.id && callee.module.isInside(callee.fn.id, at.fn.id)) {
        return opened.argument === null || opened.call?.module !== callee.module;
      }
    }
    return false;
  }
}

function gettersOf(resolver: ValueResolver, on: Meaning, key: string, depth: number): Ref[] {
  if (on.is === 'instance' || on.is === 'class') {
    const members = on.cls.members.filter((one) => one.key === key && one.static === (on.is === 'class'));
    if (members.length > 0) return members.map((one) => ({ module: on.module, id: one.value }));
    if (on.cls.superclass === null || depth > MAX_BASES) return [];
    return resolver
      .resolve({ module: on.module, id: on.cls.superclass }, null)
      .flatMap((base) =>
        base.is === 'class' ? gettersOf(resolver, { ...on, module: base.module, cls: base.cls }, key, depth + 1) : [],
      );
  }
  if (on.is !== 'object') return [];
  const node = on.ref.module.value(on.ref.id);
  if (node.op !== 'object') return [];
  return node.entries
    .filter((one) => one.kind === 'get' && one.key === key)
    .map((one) => ({ module: on.ref.module, id: one.value }));
}
