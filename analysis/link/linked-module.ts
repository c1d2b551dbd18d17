import type {
  ClassNode,
  FunctionId,
  FunctionNode,
  ModuleSummary,
  ValueId,
  ValueNode,
} from '../summary/module-summary.js';

/** A value of a module. */
export interface Ref {
  readonly module: LinkedModule;
  readonly id: ValueId;
}

/** How a value is used by another one. */
export interface Consumer {
  readonly id: ValueId;
  /** The operand of the consumer that the value is. */
  readonly role: 'argument' | 'callee' | 'object' | 'entry' | 'spread' | 'value' | 'operand' | 'test' | 'other' | 'key';
  /** Argument or entry index. */
  readonly index: number;
}

let modules = 0;

/** A summary with the indexes that linking reads: uses of values, nodes of functions, stores of objects. */
export class LinkedModule {
  /** Tells modules apart in keys. */
  readonly serial = ++modules;
  readonly #consumers: Consumer[][];
  readonly #returnedBy = new Map<ValueId, FunctionId[]>();
  readonly #nodesOf: ValueId[][];
  readonly #children: FunctionId[][];
  readonly #reads = new Map<string, ValueId[]>();
  readonly #stores = new Map<ValueId, { key: string | null; value: ValueId }[]>();
  readonly #assigned = new Map<ValueId, ValueId[]>();
  readonly #classStores = new Map<number, { key: string; value: ValueId }[]>();

  constructor(readonly summary: ModuleSummary) {
    const { values, functions } = summary;
    this.#consumers = values.map(() => []);
    this.#nodesOf = functions.map(() => []);
    this.#children = functions.map(() => []);
    values.forEach((node, id) => {
      this.#nodesOf[node.fn]?.push(id);
      if (node.op === 'get' && node.key !== null) append(this.#reads, node.key, id);
      for (const [operand, role, index] of operands(node)) this.#consumers[operand]?.push({ id, role, index });
    });
    for (const fn of functions) {
      if (fn.id !== 0) this.#children[fn.parent]?.push(fn.id);
      for (const value of fn.returns) {
        const list = this.#returnedBy.get(value) ?? [];
        list.push(fn.id);
        this.#returnedBy.set(value, list);
      }
    }
    values.forEach((node) => {
      if (node.op === 'store') this.#file(node);
      if (node.op === 'call') this.#fileAssign(node);
    });
  }

  value(id: ValueId): ValueNode {
    const node = this.summary.values[id];
    if (!node) throw new RangeError(`no value ${id} in ${this.summary.file}`);
    return node;
  }

  fn(id: FunctionId): FunctionNode {
    const node = this.summary.functions[id];
    if (!node) throw new RangeError(`no function ${id} in ${this.summary.file}`);
    return node;
  }

  class(id: number): ClassNode {
    const node = this.summary.classes[id];
    if (!node) throw new RangeError(`no class ${id} in ${this.summary.file}`);
    return node;
  }

  consumersOf(id: ValueId): readonly Consumer[] {
    return this.#consumers[id] ?? [];
  }

  /** The reads of members of a name. */
  readsOf(key: string): readonly ValueId[] {
    return this.#reads.get(key) ?? [];
  }

  /** The functions that return a value. */
  returnedBy(id: ValueId): readonly FunctionId[] {
    return this.#returnedBy.get(id) ?? [];
  }

  /** The values computed by a function itself, not by functions inside it. */
  valuesOf(fn: FunctionId): readonly ValueId[] {
    return this.#nodesOf[fn] ?? [];
  }

  /** The functions written directly inside a function. */
  functionsIn(fn: FunctionId): readonly FunctionId[] {
    return this.#children[fn] ?? [];
  }

  /** Whether `inner` is `outer` or is written inside it. */
  isInside(inner: FunctionId, outer: FunctionId): boolean {
    for (let at = inner; ; at = this.fn(at).parent) {
      if (at === outer) return true;
      if (at === 0) return false;
    }
  }

  /** What is stored in members of an object literal after it was made. */
  storesOf(object: ValueId): readonly { readonly key: string | null; readonly value: ValueId }[] {
    return this.#stores.get(object) ?? [];
  }

  /** What methods of a class store in `this`. */
  fieldStoresOf(cls: number): readonly { readonly key: string; readonly value: ValueId }[] {
    return this.#classStores.get(cls) ?? [];
  }

  /** The class or object literal that `this` is in a function. */
  thisOwner(fn: FunctionId): FunctionNode['owner'] {
    for (let at = this.fn(fn); ; at = this.fn(at.parent)) {
      if (at.id === 0) return null;
      if (at.owner) return at.owner;
      if (!at.arrow) return null;
    }
  }

  /** What `Object.assign` copies into an object literal after it was made. */
  assignedTo(object: ValueId): readonly ValueId[] {
    return this.#assigned.get(object) ?? [];
  }

  #fileAssign(node: ValueNode & { op: 'call' }): void {
    const callee = this.value(node.callee);
    const [target, ...sources] = node.args;
    if (callee.op !== 'get' || callee.key !== 'assign' || target === undefined) return;
    const holder = this.value(callee.object);
    if (holder.op !== 'global' || holder.name !== 'Object') return;
    for (const object of this.#storeTargets(target, 0)) {
      for (const source of sources) append(this.#assigned, object, source);
    }
  }

  #file(node: ValueNode & { op: 'store' }): void {
    for (const object of this.#storeTargets(node.object, 0)) {
      const target = this.value(object);
      if (target.op === 'this') {
        const owner = this.thisOwner(target.fn);
        if (owner && 'class' in owner && node.key !== null) {
          append(this.#classStores, owner.class, { key: node.key, value: node.value });
        } else if (owner && 'object' in owner) {
          append(this.#stores, owner.object, { key: node.key, value: node.value });
        }
      } else {
        append(this.#stores, object, { key: node.key, value: node.value });
      }
    }
  }

  #storeTargets(id: ValueId, depth: number): ValueId[] {
    const node = this.value(id);
    if (depth > 6) return [];
    switch (node.op) {
      case 'object':
      case 'this':
      case 'array':
        return [id];
      case 'call':
        return [id];
      case 'variable':
      case 'either':
        return node.from.flatMap((one) => this.#storeTargets(one, depth + 1));
      case 'typed':
        return this.#storeTargets(node.of, depth + 1);
      default:
        return [];
    }
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key) ?? [];
  list.push(value);
  map.set(key, list);
}

type Operand = readonly [ValueId, Consumer['role'], number];

/** What a value is computed from. */
function operands(node: ValueNode): Operand[] {
  switch (node.op) {
    case 'variable':
    case 'either':
      return node.from.map((one): Operand => [one, 'value', 0]);
    case 'get':
      return node.keyValue === undefined
        ? [[node.object, 'object', 0]]
        : [
            [node.object, 'object', 0],
            [node.keyValue, 'key', 0],
          ];
    case 'rest':
      return [[node.object, 'spread', 0]];
    case 'call':
      return [[node.callee, 'callee', 0], ...node.args.map((one, index): Operand => [one, 'argument', index])];
    case 'object':
      return node.entries.map((one, index): Operand => [one.value, one.kind === 'spread' ? 'spread' : 'entry', index]);
    case 'array':
      return node.elements.map((one, index): Operand => [one.value, one.spread ? 'spread' : 'entry', index]);
    case 'element':
      return [[node.of, 'object', 0]];
    case 'template':
      return node.parts.map((one, index): Operand => [one, 'operand', index]);
    case 'binary':
      return [
        [node.left, 'operand', 0],
        [node.right, 'operand', 1],
      ];
    case 'unary':
      return [[node.argument, 'operand', 0]];
    case 'typed':
      return [[node.of, 'value', 0]];
    case 'store': {
      const own: Operand[] = [
        [node.object, 'object', 0],
        [node.value, 'value', 0],
      ];
      return node.keyValue === undefined ? own : [...own, [node.keyValue, 'key', 0]];
    }
    case 'test':
      return [[node.of, 'test', 0]];
    case 'opaque':
      return node.of.map((one, index): Operand => [one, 'other', index]);
    default:
      return [];
  }
}
