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
  #uses: Uses | undefined;
  #places: Places | undefined;
  #changes: Changes | undefined;

  // each index is made when the first question needs it: of most imported modules only the exports are asked
  constructor(readonly summary: ModuleSummary) {}

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
    return (this.#uses ??= usesOf(this.summary)).consumers[id] ?? NONE;
  }

  /** The reads of members of a name. */
  readsOf(key: string): readonly ValueId[] {
    return this.#placed().reads.get(key) ?? NONE;
  }

  /** The functions that return a value. */
  returnedBy(id: ValueId): readonly FunctionId[] {
    return (this.#uses ??= usesOf(this.summary)).returnedBy.get(id) ?? NONE;
  }

  /** The values computed by a function itself, not by functions inside it. */
  valuesOf(fn: FunctionId): readonly ValueId[] {
    return this.#placed().valuesOf[fn] ?? NONE;
  }

  /** The functions written directly inside a function. */
  functionsIn(fn: FunctionId): readonly FunctionId[] {
    return this.#placed().functionsIn[fn] ?? NONE;
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
    return this.#changed().stores.get(object) ?? NONE;
  }

  /** What methods of a class store in `this`. */
  fieldStoresOf(cls: number): readonly { readonly key: string; readonly value: ValueId }[] {
    return this.#changed().classStores.get(cls) ?? NONE;
  }

  /** The class or object literal that a `this` is. */
  thisOwner(node: ValueNode & { op: 'this' }): FunctionNode['owner'] {
    return node.owner ?? this.ownerOf(node.fn);
  }

  /** The class or object literal that a function is a method of, or stands in as an arrow. */
  ownerOf(fn: FunctionId): FunctionNode['owner'] {
    for (let at = this.fn(fn); ; at = this.fn(at.parent)) {
      if (at.id === 0) return null;
      if (at.owner) return at.owner;
      if (!at.arrow) return null;
    }
  }

  /** What `Object.assign` copies into an object literal after it was made. */
  assignedTo(object: ValueId): readonly ValueId[] {
    return this.#changed().assigned.get(object) ?? NONE;
  }

  #placed(): Places {
    return (this.#places ??= placesOf(this.summary));
  }

  #changed(): Changes {
    if (this.#changes) return this.#changes;
    const changes: Changes = { stores: new Map(), assigned: new Map(), classStores: new Map() };
    for (const node of this.summary.values) {
      if (node.op === 'store') this.#file(node, changes);
      if (node.op === 'call') this.#fileAssign(node, changes);
    }
    return (this.#changes = changes);
  }

  #fileAssign(node: ValueNode & { op: 'call' }, changes: Changes): void {
    const callee = this.value(node.callee);
    const [target, ...sources] = node.args;
    if (callee.op !== 'get' || callee.key !== 'assign' || target === undefined) return;
    const holder = this.value(callee.object);
    if (holder.op !== 'global' || holder.name !== 'Object') return;
    for (const object of this.#storeTargets(target, 0)) {
      for (const source of sources) append(changes.assigned, object, source);
    }
  }

  #file(node: ValueNode & { op: 'store' }, changes: Changes): void {
    for (const object of this.#storeTargets(node.object, 0)) {
      const target = this.value(object);
      if (target.op === 'this') {
        const owner = this.thisOwner(target);
        if (owner && 'class' in owner && node.key !== null) {
          append(changes.classStores, owner.class, { key: node.key, value: node.value });
        } else if (owner && 'object' in owner) {
          append(changes.stores, owner.object, { key: node.key, value: node.value });
        }
      } else {
        append(changes.stores, object, { key: node.key, value: node.value });
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
      case 'rest':
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

const NONE: readonly never[] = [];

interface Uses {
  readonly consumers: (Consumer[] | undefined)[];
  readonly returnedBy: ReadonlyMap<ValueId, FunctionId[]>;
}

function usesOf({ values, functions }: ModuleSummary): Uses {
  const consumers: (Consumer[] | undefined)[] = new Array<Consumer[] | undefined>(values.length);
  const returnedBy = new Map<ValueId, FunctionId[]>();
  values.forEach((node, id) => {
    for (const [operand, role, index] of operands(node)) (consumers[operand] ??= []).push({ id, role, index });
  });
  for (const fn of functions) for (const value of fn.returns) append(returnedBy, value, fn.id);
  return { consumers, returnedBy };
}

interface Places {
  readonly valuesOf: readonly ValueId[][];
  readonly functionsIn: readonly FunctionId[][];
  readonly reads: ReadonlyMap<string, ValueId[]>;
}

function placesOf({ values, functions }: ModuleSummary): Places {
  const valuesOf = functions.map((): ValueId[] => []);
  const functionsIn = functions.map((): FunctionId[] => []);
  const reads = new Map<string, ValueId[]>();
  values.forEach((node, id) => {
    valuesOf[node.fn]?.push(id);
    if (node.op === 'get' && node.key !== null) append(reads, node.key, id);
  });
  for (const fn of functions) if (fn.id !== 0) functionsIn[fn.parent]?.push(fn.id);
  return { valuesOf, functionsIn, reads };
}

interface Changes {
  readonly stores: Map<ValueId, { key: string | null; value: ValueId }[]>;
  readonly assigned: Map<ValueId, ValueId[]>;
  readonly classStores: Map<number, { key: string; value: ValueId }[]>;
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
