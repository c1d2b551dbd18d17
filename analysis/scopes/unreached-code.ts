import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { provesAbsence } from '../link/no-parent-guard.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { GuardId, ValueNode } from '../summary/module-summary.js';
import { CALL_SURFACE } from '../vocabulary/call-surface.js';
import type { DeclaredScope } from './call-scope.js';

const MAX_STEPS = 8;

type Literal = (Meaning & { is: 'literal' })['value'];

/**
 * Tells what a call scope never runs, or runs to no effect: code behind a condition that does not hold in a tool call of the
 * scope (`source === 'http'` where the call has a fork of its own, or where the handler is told its source), that does not
 * hold for the literals a function is given or a constant has, or that holds only where there is no request context; and what
 * stands after a statement that always leaves.
 */
export class UnreachedCode {
  readonly #known = new Map<string, boolean>();

  constructor(
    readonly resolver: ValueResolver,
    readonly scope: DeclaredScope,
  ) {}

  has({ module, id }: Ref, frame: Frame): boolean {
    const { guard } = module.value(id);
    return guard !== undefined && this.#isClosed(module, guard, frame);
  }

  #isClosed(module: LinkedModule, id: GuardId, frame: Frame): boolean {
    const key = `${String(module.serial)} ${String(id)} ${String(frame.id)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const guard = module.summary.guards[id];
    if (!guard) return false;
    const test = { module, id: guard.test };
    const closed =
      provesAbsence(this.resolver, test, guard.truthy, frame) ||
      this.#isImpossible(test, guard.truthy, frame, 0) ||
      (guard.parent !== null && this.#isClosed(module, guard.parent, frame));
    this.#known.set(key, closed);
    return closed;
  }

  /** Whether a condition cannot hold (`truthy`), or cannot fail. */
  #isImpossible(test: Ref, truthy: boolean, frame: Frame, depth: number): boolean {
    const { module } = test;
    const node = module.value(test.id);
    const at = (id: number): Ref => ({ module, id });
    if (depth > MAX_STEPS) return false;
    if (node.op === 'unary' && node.operator === '!')
      return this.#isImpossible(at(node.argument), !truthy, frame, depth + 1);
    const constant = node.op === 'literal' ? node.value : constantOf(module, node);
    if (constant !== undefined) return Boolean(constant) !== truthy;
    if (node.op === 'either') return this.#areImpossible(module, node.from, truthy, frame, depth);
    if (node.op === 'binary') return this.#comparesWrongly(module, node, truthy, frame);
    const [only, ...more] = node.op === 'variable' ? node.from : [];
    if (only !== undefined && more.length === 0) return this.#isImpossible(at(only), truthy, frame, depth + 1);
    const given = this.#given(test, frame, 0);
    return given !== undefined && Boolean(given) !== truthy;
  }

  /** `a && b` stands as `b` alone, under the condition `a`; `a || b` as both. */
  #areImpossible(module: LinkedModule, from: readonly number[], truthy: boolean, frame: Frame, depth: number): boolean {
    const [first, ...more] = from;
    if (first === undefined) return false;
    const isImpossible = (id: number): boolean => this.#isImpossible({ module, id }, truthy, frame, depth + 1);
    if (more.length > 0) return truthy ? from.every(isImpossible) : from.some(isImpossible);
    return truthy && (isImpossible(first) || this.has({ module, id: first }, frame));
  }

  #comparesWrongly(module: LinkedModule, node: ValueNode & { op: 'binary' }, truthy: boolean, frame: Frame): boolean {
    const equal = node.operator === '===' || node.operator === '==';
    if (!equal && node.operator !== '!==' && node.operator !== '!=') return false;
    const holds = equal === truthy;
    const sides = [node.left, node.right].map((id) => ({ module, id }));
    const values = sides.map((side) => this.#literal(side) ?? this.#given(side, frame, 0));
    const [left, right] = values;
    if (left !== undefined && right !== undefined) return (left === right) !== holds;
    const field = sides.find((_, index) => values[index] === undefined);
    const value = left ?? right;
    return field !== undefined && typeof value === 'string' && this.#isNoToolCall(field, value, holds, frame);
  }

  #literal({ module, id }: Ref): Literal | undefined {
    const node = module.value(id);
    return node.op === 'literal' ? node.value : undefined;
  }

  /** The literal that a parameter of the function, or a member of it, has been given in an activation. */
  #given(ref: Ref, frame: Frame, depth: number): Literal | undefined {
    if (frame.argument === null || depth > MAX_STEPS) return undefined;
    if (!this.#isParameterOf(ref, frame, 0)) return undefined;
    const [only, ...others] = this.resolver.resolve(ref, frame);
    return only?.is === 'literal' && others.length === 0 ? only.value : undefined;
  }

  #isParameterOf({ module, id }: Ref, frame: Frame, depth: number): boolean {
    const node = module.value(id);
    if (depth > MAX_STEPS || module !== frame.module) return false;
    if (node.op === 'param') return node.function === frame.fn.id && !node.rest;
    if (node.op === 'get') return this.#isParameterOf({ module, id: node.object }, frame, depth + 1);
    const [only, ...more] = node.op === 'variable' ? node.from : [];
    return only !== undefined && more.length === 0 && this.#isParameterOf({ module, id: only }, frame, depth + 1);
  }

  /** Whether what a field says by having a value, or another one, is not true in a tool call. */
  #isNoToolCall(field: Ref, value: string, equal: boolean, frame: Frame): boolean {
    const key = this.#surfaceField(field, frame, 0);
    if (key === CALL_SURFACE.source) return value === CALL_SURFACE.httpSource && equal;
    return key === CALL_SURFACE.method && value === CALL_SURFACE.toolMethod && !equal;
  }

  /** The field of the call's own context, or of what its handler is given, that a value was taken from. */
  #surfaceField({ module, id }: Ref, frame: Frame, depth: number): string | null {
    const node = module.value(id);
    if (depth > MAX_STEPS) return null;
    const [only, ...more] = node.op === 'variable' ? node.from : [];
    if (only !== undefined && more.length === 0) return this.#surfaceField({ module, id: only }, frame, depth + 1);
    if (node.op !== 'get' || node.key === null) return null;
    const object = { module, id: node.object };
    if (this.#isHandlerInput(object, 0)) return node.key === CALL_SURFACE.source ? node.key : null;
    return this.scope.forked && this.#isContext(object, frame) ? node.key : null;
  }

  /** Whether a value is the object that a contract's handler is called with. */
  #isHandlerInput({ module, id }: Ref, depth: number): boolean {
    const { kind, fn } = this.scope;
    if (kind !== 'contract-handler' || module !== fn.module || depth > MAX_STEPS) return false;
    const node = module.value(id);
    if (node.op === 'param') return node.function === fn.fn.id && node.index === 0;
    const [only, ...more] = node.op === 'variable' ? node.from : [];
    return only !== undefined && more.length === 0 && this.#isHandlerInput({ module, id: only }, depth + 1);
  }

  #isContext(ref: Ref, frame: Frame): boolean {
    const meanings = this.resolver.resolve(ref, frame);
    return meanings.some((one) => one.is === 'shape' && this.resolver.vocabulary.shape(one.shape).role === 'context');
  }
}

/** The literal that a constant was declared with. */
function constantOf(module: LinkedModule, node: ValueNode): Literal | undefined {
  const [only, ...more] = node.op === 'variable' && node.constant ? node.from : [];
  const value = only === undefined || more.length > 0 ? null : module.value(only);
  return value?.op === 'literal' ? value.value : undefined;
}
