import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import { callsOf } from '../link/parameter-sources.js';
import { placementsOf, type Placement } from '../link/placements.js';
import type { ValueResolver } from '../link/value-resolver.js';

const JOINS = new Set(['Promise.all', 'Promise.allSettled', 'Promise.any', 'Promise.race']);
/** Joins that give one result: of a call and its deadline, for instance. What waits for many of them is the join. */
const FIRST_ONLY = new Set(['Promise.any', 'Promise.race']);
const LIST_CALLBACKS = new Set(['map', 'flatMap', 'forEach', 'from', 'reduce', 'filter']);
const GROWS = new Set(['push', 'unshift', 'add']);
const MAX_STEPS = 300;

/** Whether a list is an array literal that spreads nothing. */
function isWrittenOut(module: LinkedModule, id: number | undefined): boolean {
  const node = id === undefined ? null : module.value(id);
  return node?.op === 'array' && !node.elements.some((one) => one.spread);
}

/** Finds the call that makes calls concurrent: the `Promise.all` that a call's promise ends up in, one of many. */
export class ConcurrencyJoin {
  readonly #seen = new Set<string>();
  #steps = 0;
  /** A join of many that gives the first result: it counts where nothing waits for all of them. */
  #first: Ref | null = null;

  constructor(readonly resolver: ValueResolver) {}

  /** The joining call that a promise made at `ref` reaches, or `null`. */
  of(ref: Ref): Ref | null {
    return this.#follow(ref, false) ?? this.#byFunction(ref) ?? this.#first;
  }

  /** An async function that waits for the call: where its own promise goes. */
  #byFunction(ref: Ref): Ref | null {
    const { module } = ref;
    for (let fn = module.fn(module.value(ref.id).fn); fn.id !== 0; fn = module.fn(fn.parent)) {
      const found = fn.async ? this.#returned({ module, id: fn.value }, false) : null;
      if (found) return found;
    }
    return null;
  }

  #follow(ref: Ref, many: boolean): Ref | null {
    const key = `${ref.module.summary.file}\0${ref.id} ${String(many)}`;
    if (this.#seen.has(key) || ++this.#steps > MAX_STEPS) return null;
    this.#seen.add(key);
    const { module } = ref;
    const node = module.value(ref.id);
    if (node.op === 'call' && node.awaited) return this.#byFunction(ref);
    for (const use of module.consumersOf(ref.id)) {
      const found = this.#consumer({ module, id: use.id }, use.role, many);
      if (found) return found;
    }
    for (const fn of module.returnedBy(ref.id)) {
      const found = this.#returned({ module, id: module.fn(fn).value }, many);
      if (found) return found;
    }
    return null;
  }

  #consumer(at: Ref, role: string, many: boolean): Ref | null {
    const node = at.module.value(at.id);
    switch (node.op) {
      case 'variable':
      case 'either':
      case 'typed':
      case 'binary':
        return this.#follow(at, many);
      case 'array':
        return this.#follow(at, many || node.elements.length > 1 || role === 'spread');
      case 'store':
        return role === 'value' ? this.#stored(at, node.object) : null;
      case 'get':
        return role === 'object' ? this.#method(at, many) : null;
      case 'call':
        return role === 'argument' ? this.#argument(at, many) : this.#follow(at, many);
      case 'object':
        return this.#follow(at, many);
      case 'opaque':
        return node.syntax === 'YieldExpression' ? this.#yielded(at) : null;
      default:
        return null;
    }
  }

  /** What a generator starts, and nobody waits for before the next; an async one is waited for by whoever goes over it. */
  #yielded({ module, id }: Ref): Ref | null {
    const fn = module.fn(module.value(id).fn);
    return fn.generator && !fn.async ? this.#returned({ module, id: fn.value }, true) : null;
  }

  /** `pending[i] = promise`. */
  #stored(at: Ref, object: number): Ref | null {
    const target = at.module.value(object);
    return target.op === 'variable' ? this.#follow({ module: at.module, id: object }, true) : null;
  }

  /** `promise.then(…)` and `list.concat(…)` stay what they are. */
  #method(at: Ref, many: boolean): Ref | null {
    for (const use of at.module.consumersOf(at.id)) {
      if (use.role !== 'callee') continue;
      const found = this.#follow({ module: at.module, id: use.id }, many);
      if (found) return found;
    }
    return null;
  }

  #argument(at: Ref, many: boolean): Ref | null {
    const node = at.module.value(at.id);
    if (node.op !== 'call') return null;
    const callees = this.resolver.resolve({ module: at.module, id: node.callee }, null);
    const join = callees.find((one) => one.is === 'global' && JOINS.has(one.path));
    if (join?.is === 'global' && !FIRST_ONLY.has(join.path)) return many ? at : null;
    if (join) {
      if (many && !isWrittenOut(at.module, node.args[0])) this.#first ??= at;
      return this.#follow(at, false) ?? this.#byFunction(at);
    }
    if (callees.some((one) => this.#isConcurrentMap(one))) return at;
    const callee = at.module.value(node.callee);
    if (callee.op === 'get' && callee.key !== null && GROWS.has(callee.key)) {
      return this.#follow({ module: at.module, id: callee.object }, true);
    }
    return this.#follow(at, many);
  }

  #isConcurrentMap(callee: Meaning): boolean {
    return callee.is === 'shape' && this.resolver.vocabulary.shape(callee.shape).role === 'concurrent-map';
  }

  /** A function that returns the promise: where its results go. */
  #returned(fn: Ref, many: boolean): Ref | null {
    for (const call of callsOf(this.resolver, fn)) {
      const found = this.#follow({ module: fn.module, id: call }, many);
      if (found) return found;
    }
    for (const place of placementsOf(fn.module, fn.id)) {
      const host = fn.module.value(place.call);
      const callees = host.op === 'call' ? this.resolver.resolve({ module: fn.module, id: host.callee }, null) : [];
      if (callees.some((one) => this.#isConcurrentMap(one))) return { module: fn.module, id: place.call };
      const found =
        this.#follow({ module: fn.module, id: place.call }, many || this.#isForEach(fn, place.call)) ??
        this.#byHelper({ module: fn.module, id: place.call }, callees, place);
      if (found) return found;
    }
    return null;
  }

  /** A function of the project that is handed the one that makes the promise, and runs it for each: where the results go there. */
  #byHelper(call: Ref, callees: readonly Meaning[], place: Placement): Ref | null {
    if (place.path.length > 0) return null;
    for (const callee of callees) {
      const param = callee.is === 'function' ? callee.fn.params[place.argument] : undefined;
      if (callee.is !== 'function' || param === undefined || this.#steps++ > MAX_STEPS) continue;
      const join = this.#returned({ module: callee.module, id: param }, false);
      if (join) return join.module === call.module ? join : call;
    }
    return null;
  }

  #isForEach(fn: Ref, call: number): boolean {
    const node = fn.module.value(call);
    if (node.op !== 'call') return false;
    const callee = fn.module.value(node.callee);
    if (callee.op === 'get' && callee.key !== null && LIST_CALLBACKS.has(callee.key)) return true;
    return this.resolver
      .resolve({ module: fn.module, id: node.callee }, null)
      .some((one: Meaning) => one.is === 'global' && one.path === 'Array.from');
  }
}
