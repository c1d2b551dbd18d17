import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { unreadMeanings } from '../link/unread-meanings.js';
import { frameOf, type ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { ClassNode, FunctionId, ValueNode } from '../summary/module-summary.js';

type FieldRead = ValueNode & { op: 'get' };

const MAX_DEPTH = 8;

/** Tells whether a call made a table for itself: in its scope, or in a function or an object that it called or made. */
export class OwnTables {
  constructor(
    readonly resolver: ValueResolver,
    readonly scope: DeclaredScope,
  ) {}

  has({ module, id }: Ref, frame: Frame | null, depth = 0): boolean {
    const node = module.value(id);
    const isOwn = (one: number): boolean => this.has({ module, id: one }, frame, depth + 1);
    if (depth > MAX_DEPTH) return false;
    switch (node.op) {
      case 'typed':
        return isOwn(node.of);
      case 'variable':
        // one that outlives the call keeps what it is given
        return node.from.length > 0 && this.#isDuringCall(module, node.fn, frame, depth) && node.from.every(isOwn);
      case 'either':
        return node.from.length > 0 && node.from.every(isOwn);
      case 'call':
      case 'object':
        return this.#isDuringCall(module, node.fn, frame, depth);
      case 'param': {
        const activation = frameOf(frame, module, node.function);
        const given = argumentOf(activation, node.index);
        return given !== null && this.has(given, activation?.caller ?? null, depth + 1);
      }
      case 'get':
        return this.#isOwnField(module, node, frame, depth);
      default:
        return false;
    }
  }

  /** Whether a function runs during the call, as far as its activation tells. */
  #isDuringCall(module: LinkedModule, fn: FunctionId, frame: Frame | null, depth: number): boolean {
    const { module: home, fn: body } = this.scope.fn;
    if (depth > MAX_DEPTH || fn === 0) return false;
    if (module === home && module.isInside(fn, body.id)) return true;
    const activation = frameOf(frame, module, fn);
    if (!activation) return this.#isDuringCall(module, module.fn(fn).parent, frame, depth + 1);
    const { call, caller } = activation;
    return call !== null && this.#isDuringCall(call.module, call.module.value(call.id).fn, caller, depth + 1);
  }

  /** A field that each object of a class starts with a table of its own in, of an object that the call made. */
  #isOwnField(module: LinkedModule, node: FieldRead, frame: Frame | null, depth: number): boolean {
    const holder = module.value(node.object);
    const owner = holder.op === 'this' ? module.thisOwner(holder) : null;
    if (!owner || !('class' in owner) || owner.static) return false;
    return startsFresh(module, module.class(owner.class), node.key) && this.#isOwnThis(module, node.fn, frame, depth);
  }

  /** Whether the method that is running was called on an object that the call made. */
  #isOwnThis(module: LinkedModule, fn: FunctionId, frame: Frame | null, depth: number): boolean {
    const activation = frameOf(frame, module, fn);
    const call = activation?.call;
    const made = call?.module.value(call.id);
    const callee = call && made?.op === 'call' ? call.module.value(made.callee) : null;
    if (!activation || !call || callee?.op !== 'get' || depth > MAX_DEPTH) return false;
    if (call.module.value(callee.object).op === 'this') {
      return this.#isOwnThis(call.module, callee.fn, activation.caller, depth + 1);
    }
    const objects = this.#instances({ module: call.module, id: callee.object }, activation.caller);
    return (
      objects.length > 0 &&
      objects.every(
        ({ origin }) =>
          origin !== null &&
          this.#isDuringCall(origin.ref.module, origin.ref.module.value(origin.ref.id).fn, origin.frame, depth + 1),
      )
    );
  }

  #instances(ref: Ref, frame: Frame | null): (Meaning & { is: 'instance' })[] {
    const isInstance = (one: Meaning): one is Meaning & { is: 'instance' } => one.is === 'instance';
    const read = this.resolver.resolve(ref, frame).filter(isInstance);
    return read.length > 0 ? read : unreadMeanings(this.resolver, ref, frame).filter(isInstance);
  }
}

/** The argument that an activation was given, where one call and no spread gave it. */
export function argumentOf(activation: Frame | null, index: number): Ref | null {
  const call = activation?.call;
  const node = call?.module.value(call.id);
  if (!call || node?.op !== 'call' || node.spreadAt >= 0) return null;
  const id = node.args[index];
  return id === undefined ? null : { module: call.module, id };
}

function startsFresh(module: LinkedModule, cls: ClassNode, key: string | null): boolean {
  const member = cls.members.find((one) => one.key === key && !one.static);
  const op = member ? module.value(member.value).op : null;
  const isStored = module.fieldStoresOf(cls.id).some((one) => one.key === key);
  return (op === 'call' || op === 'object') && !isStored;
}
