import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { ValueNode } from '../summary/module-summary.js';
import { inherits, layerOf, sourcesOf, type Seen } from './made-context.js';

/** Whose a value is: the very value of the context around, a copy of it, or something else. */
export type Origin = 'parent' | 'copy' | 'other';

const MAX_DEPTH = 10;

/** Tells whose the value of a field is. */
export class FieldOrigins {
  constructor(readonly resolver: ValueResolver) {}

  of(seen: Seen, depth = 0): readonly Origin[] {
    const { module } = seen.ref;
    const node = module.value(seen.ref.id);
    const into = (id: number): readonly Origin[] => this.of({ ...seen, ref: { module, id } }, depth + 1);
    if (depth > MAX_DEPTH) return ['other'];
    switch (node.op) {
      case 'variable':
      case 'either':
        return node.from.flatMap(into);
      case 'typed':
        return into(node.of);
      case 'get':
        return this.#ofMember(seen, node, depth);
      case 'call':
        return this.#ofCall(seen, node, depth);
      default:
        return ['other'];
    }
  }

  /** Whether a value is `undefined` or `null`, whatever happens. */
  isNothing({ ref }: Seen): boolean {
    const node = ref.module.value(ref.id);
    if (node.op === 'variable' || node.op === 'either') {
      return (
        node.from.length === 1 &&
        node.from.every((id) => this.isNothing({ ref: { module: ref.module, id }, frame: null }))
      );
    }
    if (node.op === 'unary') return node.operator === 'void';
    return (node.op === 'global' && node.name === 'undefined') || (node.op === 'literal' && node.value === null);
  }

  /** Whether a value is the trace of a root. */
  isRoot({ ref, frame }: Seen): boolean {
    return this.resolver
      .resolve(ref, frame)
      .some((one) => one.is === 'shape' && this.resolver.vocabulary.shape(one.shape).role === 'minted-root');
  }

  /** Whether a value is computed from the request context. */
  readsContext(seen: Seen, depth = 0): boolean {
    const { module } = seen.ref;
    const node = module.value(seen.ref.id);
    const into = (id: number): boolean => this.readsContext({ ref: { module, id }, frame: seen.frame }, depth + 1);
    if (depth > MAX_DEPTH) return false;
    switch (node.op) {
      case 'get':
        return this.#isContext({ ref: { module, id: node.object }, frame: seen.frame }) || into(node.object);
      case 'variable':
      case 'either':
        return node.from.some(into);
      case 'typed':
        return into(node.of);
      case 'call':
        return node.args.some(into);
      case 'object':
        return node.entries.some((one) => into(one.value));
      default:
        return false;
    }
  }

  #isContext(seen: Seen): boolean {
    return inherits(layerOf(this.resolver, seen));
  }

  #ofMember(seen: Seen, node: ValueNode & { op: 'get' }, depth: number): readonly Origin[] {
    if (node.key === null) return ['other'];
    const holder = layerOf(this.resolver, { ...seen, ref: { module: seen.ref.module, id: node.object } });
    return sourcesOf(holder, node.key).flatMap((one): readonly Origin[] => {
      if (one.from === 'own') return this.of(one.value, depth + 1);
      return [one.from === 'parent' || one.from === 'copy' ? one.from : 'other'];
    });
  }

  /** `Object.assign` gives its target; a function of the project what it returns; anything else something new. */
  #ofCall(seen: Seen, node: ValueNode & { op: 'call' }, depth: number): readonly Origin[] {
    const { module } = seen.ref;
    const [first] = node.args;
    const callees = this.resolver.resolve({ module, id: node.callee }, seen.frame);
    const given = (): readonly Origin[] =>
      first === undefined ? ['other'] : this.of({ ref: { module, id: first }, frame: seen.frame }, depth + 1);
    return callees.flatMap((callee): readonly Origin[] => {
      if (callee.is === 'global') return this.#ofBuiltIn(callee.path, given);
      return callee.is === 'function' ? this.#ofResult(seen, callee, depth) : ['other'];
    });
  }

  #ofBuiltIn(path: string, given: () => readonly Origin[]): readonly Origin[] {
    if (path === 'Object.assign' || path === 'Object.freeze') return given();
    if (path !== 'structuredClone') return ['other'];
    return given().map((one) => (one === 'other' ? 'other' : 'copy'));
  }

  #ofResult(seen: Seen, callee: Meaning & { is: 'function' }, depth: number): readonly Origin[] {
    const frame = this.resolver.enter(callee, seen.ref, seen.frame);
    if (!frame) return ['other'];
    return callee.fn.returns.flatMap((id) => this.of({ ref: { module: callee.module, id }, frame }, depth + 1));
  }
}
