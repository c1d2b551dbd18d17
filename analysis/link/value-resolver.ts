import type { ClassNode, FunctionNode, ValueNode } from '../summary/module-summary.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import { AmbientContext } from './ambient-context.js';
import { callGlobal } from './global-calls.js';
import type { LinkedModule, Ref } from './linked-module.js';
import { readMember } from './member-read.js';
import { COMPUTED_IMPORT, OPAQUE, type Frame, type Meaning } from './meaning.js';
import { callMethod } from './method-calls.js';
import type { ModuleGraph } from './module-graph.js';
import { unknownParameter } from './parameter-sources.js';
import type { NamedType, ReceiverTypes } from './receiver-types.js';
import { typeMeanings } from './type-meanings.js';

const MAX_DEPTH = 80;
/** How deep calls are followed. */
export const MAX_FRAMES = 8;
const MAX_MEANINGS = 24;
/** Values looked at for one question, and for all questions about one program. */
const MAX_STEPS = 2_000;
const MAX_TOTAL_STEPS = 300_000;

let frameCount = 0;

/** Answers what a value may be, across variables, members, calls and, through the import resolver, modules. */
export class ValueResolver {
  readonly ambient: AmbientContext;
  readonly #active = new Set<string>();
  readonly #memo = new Map<string, readonly Meaning[]>();
  /** Answers found within one question, which may miss what a cycle still has to bring. */
  readonly #provisional = new Map<string, readonly Meaning[]>();
  readonly #frames = new Map<string, Frame>();
  #depth = 0;
  #steps = 0;
  #totalSteps = 0;
  #cuts = 0;

  constructor(
    readonly vocabulary: Vocabulary,
    /** The project's other modules; without it nothing is followed out of a module. */
    readonly graph: ModuleGraph | null = null,
    /** What a type checker says of receivers in one module, where there is one. */
    readonly types: ReceiverTypes | null = null,
  ) {
    this.ambient = new AmbientContext(this);
  }

  /** Whether so much was asked that later answers are empty. */
  get exhausted(): boolean {
    return this.#totalSteps > MAX_TOTAL_STEPS;
  }

  /** Everything a value may be, seen from one activation (or from none). */
  resolve(ref: Ref, frame: Frame | null): readonly Meaning[] {
    const key = `${ref.module.serial}:${ref.id}:${frame?.id ?? 0}`;
    const known = this.#memo.get(key) ?? this.#provisional.get(key);
    if (known) return known;
    if (this.#active.has(key)) {
      this.#cuts++;
      return [];
    }
    return this.bounded(() => {
      this.#active.add(key);
      const cutsBefore = this.#cuts;
      try {
        const meanings = unique(this.#read(ref, ref.module.value(ref.id), frame)).slice(0, MAX_MEANINGS);
        const whole = this.#cuts === cutsBefore || this.#depth === 1;
        (whole ? this.#memo : this.#provisional).set(key, meanings);
        return meanings;
      } finally {
        this.#active.delete(key);
      }
    });
  }

  /** Runs a part of a question within the bounds that keep strange code from taking for ever. */
  bounded(work: () => readonly Meaning[]): readonly Meaning[] {
    if (this.#depth >= MAX_DEPTH || this.#steps > MAX_STEPS || this.exhausted) {
      this.#cuts++;
      return [];
    }
    this.#depth++;
    this.#steps++;
    this.#totalSteps++;
    try {
      return work();
    } finally {
      this.#depth--;
      if (this.#depth === 0) {
        this.#steps = 0;
        this.#provisional.clear();
      }
    }
  }

  #read(ref: Ref, node: ValueNode, frame: Frame | null): readonly Meaning[] {
    const { module } = ref;
    const at = (id: number): Ref => ({ module, id });
    switch (node.op) {
      case 'import':
        return this.imported(module, node.module, node.name);
      case 'global':
        return this.graph?.ownExports(this, module, node) ?? [{ is: 'global', path: node.name }];
      case 'function':
        return [{ is: 'function', module, fn: module.fn(node.function), closure: frame, bound: [] }];
      case 'class':
        return [{ is: 'class', module, cls: module.class(node.class) }];
      case 'param':
        return this.#parameter(ref, node, frame);
      case 'this':
        return this.#this(ref, node, frame);
      case 'variable':
      case 'either':
        return node.from.flatMap((one) => this.resolve(at(one), frame));
      case 'get':
        return this.graph?.ownExports(this, module, node) ?? this.#member(ref, node, frame);
      case 'rest':
        // what is left of a framework value is an object of its own
        return this.resolve(at(node.object), frame).map((one) =>
          one.is === 'shape' ? { is: 'object', ref, frame } : one,
        );
      case 'call':
        return this.#call(ref, node, frame);
      case 'object':
        return [{ is: 'object', ref, frame }];
      case 'array':
        return [{ is: 'array', ref, frame }];
      case 'element':
        return this.resolve(at(node.of), frame).flatMap((one) => this.elementsOf(one));
      case 'literal':
        return [{ is: 'literal', value: node.value }];
      case 'typed':
        return this.#typed(at(node.of), frame, typeMeanings(this, module, node.type));
      case 'opaque':
        return [node.syntax === 'ImportExpression' ? COMPUTED_IMPORT : OPAQUE];
      default:
        return [OPAQUE];
    }
  }

  /** What a module gives under a name: the vocabulary's meaning, the project's, or something foreign. */
  imported(module: LinkedModule, specifier: string, name: string): readonly Meaning[] {
    const shape = this.vocabulary.valueShape(specifier, name);
    if (shape !== null && !specifier.startsWith('.')) return [{ is: 'shape', shape, origin: null }];
    const followed = this.graph?.lookUp(this, module, specifier, name);
    if (followed) return followed;
    if (shape !== null) return [{ is: 'shape', shape, origin: null }];
    return [{ is: 'foreign', module: specifier, name, path: [] }];
  }

  #member(ref: Ref, node: ValueNode & { op: 'get' }, frame: Frame | null): readonly Meaning[] {
    const keys = this.keysOf(ref, node, frame);
    const syntax = this.resolve({ module: ref.module, id: node.object }, frame);
    const receivers = syntax.some(isConcrete) ? syntax : [...syntax, ...this.#receiverShapes(ref.module, node)];
    return receivers.flatMap((one) => keys.flatMap((key) => readMember(this, one, key)));
  }

  /** What a member access is made on by its type, where the syntax did not tell. */
  #receiverShapes(module: LinkedModule, node: ValueNode & { op: 'get' }): readonly Meaning[] {
    const shapes = this.packageTypesOf(module, node).map((one) =>
      this.vocabulary.packageTypeShape(one.module, one.name),
    );
    return [...new Set(shapes)].flatMap((shape): Meaning[] => (shape ? [{ is: 'shape', shape, origin: null }] : []));
  }

  /** The types of packages that the object of a member access has, as far as a type checker tells. */
  packageTypesOf(module: LinkedModule, node: ValueNode & { op: 'get' }): readonly NamedType[] {
    if (!this.types || node.pattern || this.types.file !== module.summary.file) return [];
    return this.types.of(node.at);
  }

  /** The names a member access may have: the one written down, those of constants, or `null` for any. */
  keysOf(ref: Ref, node: ValueNode & { op: 'get' }, frame: Frame | null): readonly (string | null)[] {
    if (node.key !== null || node.keyValue === undefined) return [node.key];
    const values = this.resolve({ module: ref.module, id: node.keyValue }, frame);
    const names = values.flatMap((one) => (one.is === 'literal' && one.value !== null ? [String(one.value)] : []));
    return names.length > 0 && names.length === values.length ? names : [null];
  }

  #typed(ref: Ref, frame: Frame | null, types: readonly Meaning[]): readonly Meaning[] {
    const values = this.resolve(ref, frame);
    const concrete = values.filter(isConcrete);
    if (types.length === 0) return values;
    if (concrete.length === 0) return types;
    const isTable = types.every((one) => one.is === 'many');
    return isTable && concrete.every((one) => this.#isUnseenTable(one)) ? [...values, ...types] : values;
  }

  /** A table of which no entry is seen: it starts out empty, or is made from something that was not followed. */
  #isUnseenTable(one: Meaning): boolean {
    if (one.is === 'many') return !one.items().some(isSeen);
    if (one.is !== 'object') return false;
    const { module, id } = one.ref;
    const node = module.value(id);
    const isEmpty = node.op === 'object' && node.entries.length === 0;
    return (
      isEmpty && !module.storesOf(id).some((store) => this.resolve({ module, id: store.value }, null).some(isSeen))
    );
  }

  #parameter(ref: Ref, node: ValueNode & { op: 'param' }, frame: Frame | null): readonly Meaning[] {
    const holder = frameOf(frame, ref.module, node.function);
    const given = holder?.argument ? holder.argument(node.index) : null;
    if (given && given.length > 0) return given;
    return unknownParameter(this, ref, node);
  }

  #this(ref: Ref, node: ValueNode & { op: 'this' }, frame: Frame | null): readonly Meaning[] {
    const owner = ref.module.thisOwner(node);
    if (!owner) return [OPAQUE];
    if ('object' in owner) return [{ is: 'object', ref: { module: ref.module, id: owner.object }, frame }];
    const { module } = ref;
    const cls = module.class(owner.class);
    if (owner.static) return [{ is: 'class', module, cls }];
    if (node.base) return this.#instancesOfBase(module, cls);
    // a method of a base class may run for any class under it
    return [cls, ...subclassesOf(module, cls)].map((one) => ({ is: 'instance', module, cls: one, origin: null }));
  }

  #instancesOfBase(module: LinkedModule, cls: ClassNode): readonly Meaning[] {
    if (cls.superclass === null) return [OPAQUE];
    return this.resolve({ module, id: cls.superclass }, null).map((one) =>
      one.is === 'class' ? { is: 'instance', module: one.module, cls: one.cls, origin: null } : OPAQUE,
    );
  }

  #call(ref: Ref, node: ValueNode & { op: 'call' }, frame: Frame | null): readonly Meaning[] {
    const callees = this.resolve({ module: ref.module, id: node.callee }, frame);
    return callees.flatMap((callee) => this.callResult(callee, ref, node, frame));
  }

  /** What calling one meaning gives. */
  callResult(callee: Meaning, ref: Ref, node: ValueNode & { op: 'call' }, frame: Frame | null): readonly Meaning[] {
    switch (callee.is) {
      case 'shape':
        return this.#callShape(callee, ref, node, frame);
      case 'function':
        return this.#callFunction(callee, ref, frame);
      case 'class':
        return [{ is: 'instance', module: callee.module, cls: callee.cls, origin: { ref, frame } }];
      case 'method':
        return callMethod(this, callee, ref, node, frame);
      case 'global':
        return callGlobal(this, callee.path, ref, node, frame);
      case 'foreign':
        return this.#required(callee, ref, node, frame) ?? [{ ...callee, path: [...callee.path, '()'] }];
      case 'type':
        return callee.type.t === 'function' ? typeMeanings(this, callee.module, callee.type.returns) : [OPAQUE];
      default:
        return [OPAQUE];
    }
  }

  /** `createRequire(import.meta.url)('module')`. */
  #required(
    callee: Meaning & { is: 'foreign' },
    ref: Ref,
    node: ValueNode & { op: 'call' },
    frame: Frame | null,
  ): readonly Meaning[] | null {
    const made = /^(?:node:)?module$/u.test(callee.module) && callee.path.at(-1) === '()';
    const source = node.args[0];
    if (!made || source === undefined) return null;
    return this.resolve({ module: ref.module, id: source }, frame).flatMap((one) =>
      one.is === 'literal' ? this.imported(ref.module, String(one.value), '*') : [OPAQUE],
    );
  }

  #callShape(
    callee: Meaning & { is: 'shape' },
    ref: Ref,
    node: ValueNode & { op: 'call' },
    frame: Frame | null,
  ): readonly Meaning[] {
    const shape = this.vocabulary.shape(callee.shape);
    if (shape.role === 'context-getter') {
      const own = this.ambient.contextAt(ref, frame);
      if (own) return own;
    }
    if (shape.returnsResultOf !== undefined) {
      const body = node.args[shape.returnsResultOf];
      if (body === undefined) return [OPAQUE];
      return this.resolve({ module: ref.module, id: body }, frame).flatMap((one) =>
        one.is === 'function' ? this.resultOf(one, null, ref, frame) : [OPAQUE],
      );
    }
    return shape.returns ? [{ is: 'shape', shape: shape.returns, origin: { ref, frame }, receiver: callee }] : [OPAQUE];
  }

  #callFunction(callee: Meaning & { is: 'function' }, ref: Ref, frame: Frame | null): readonly Meaning[] {
    const opened = this.enter(callee, ref, frame);
    return opened ? this.returnsOf(opened, callee) : [OPAQUE];
  }

  /** What a function gives back when it is called with given arguments, or with none that are known. */
  resultOf(
    callee: Meaning & { is: 'function' },
    argument: Frame['argument'],
    call: Ref | null,
    caller: Frame | null,
  ): readonly Meaning[] {
    const opened = this.openFrame(callee, argument, call, caller);
    return opened ? this.returnsOf(opened, callee) : [OPAQUE];
  }

  returnsOf(opened: Frame, callee: Meaning & { is: 'function' }): readonly Meaning[] {
    const values = callee.fn.returns.flatMap((id) => this.resolve({ module: callee.module, id }, opened));
    if (values.some(isConcrete) || !callee.fn.returnType) return values.length > 0 ? values : [OPAQUE];
    const types = typeMeanings(this, callee.module, callee.fn.returnType);
    return types.length > 0 ? types : values;
  }

  /** The activation that a call of a function makes, or `null` where calls nest too deep to follow. */
  enter(callee: Meaning & { is: 'function' }, call: Ref, frame: Frame | null): Frame | null {
    const node = call.module.value(call.id);
    if (node.op !== 'call') return null;
    const argument = (index: number): readonly Meaning[] => {
      const bound = callee.bound[index];
      if (bound) return this.resolve(bound.ref, bound.frame);
      const shifted = index - callee.bound.length;
      const id = node.args[shifted];
      if (node.spreadAt >= 0 && shifted >= node.spreadAt) return [];
      if (id === undefined) return [];
      return this.resolve({ module: call.module, id }, frame);
    };
    const key = `${callee.module.serial}:${callee.fn.id}:${callee.bound.map((one) => one.ref.id).join()}:${call.module.serial}:${call.id}:${frame?.id ?? 0}:${callee.closure?.id ?? 0}`;
    const known = this.#frames.get(key);
    if (known) return known;
    const opened = this.openFrame(callee, argument, call, frame);
    if (opened) this.#frames.set(key, opened);
    return opened;
  }

  openFrame(
    callee: Meaning & { is: 'function' },
    argument: Frame['argument'],
    call: Ref | null,
    caller: Frame | null,
  ): Frame | null {
    const depth = (caller?.depth ?? 0) + 1;
    if (depth > MAX_FRAMES || isActive(caller, callee.module, callee.fn)) return null;
    const { module, fn, closure } = callee;
    return { module, fn, call, argument, caller, closure, depth, id: ++frameCount };
  }

  /** What iterating over a meaning gives. */
  elementsOf(meaning: Meaning): readonly Meaning[] {
    return this.bounded(() => this.#elements(meaning));
  }

  #elements(meaning: Meaning): readonly Meaning[] {
    switch (meaning.is) {
      case 'shape': {
        const { elements } = this.vocabulary.shape(meaning.shape);
        return elements ? [{ is: 'shape', shape: elements, origin: meaning.origin, receiver: meaning }] : [OPAQUE];
      }
      case 'array':
        return this.#arrayElements(meaning);
      case 'many':
        return meaning.record ? [OPAQUE] : meaning.items();
      case 'type':
        return meaning.type.t === 'array' ? typeMeanings(this, meaning.module, meaning.type.of) : [OPAQUE];
      default:
        return [OPAQUE];
    }
  }

  #arrayElements(meaning: Meaning & { is: 'array' }): readonly Meaning[] {
    const { module, id } = meaning.ref;
    const node = module.value(id);
    if (node.op !== 'array') return [OPAQUE];
    const own = node.elements.flatMap((one) => {
      const value = this.resolve({ module, id: one.value }, meaning.frame);
      return one.spread ? value.flatMap((inner) => this.elementsOf(inner)) : value;
    });
    const pushed = pushedOnto(module, id).flatMap((one) => this.resolve({ module, id: one }, meaning.frame));
    const stored = module.storesOf(id).flatMap((one) => this.resolve({ module, id: one.value }, meaning.frame));
    return [...own, ...pushed, ...stored];
  }
}

/** The classes of a module that extend a class of it, directly or through another. */
function subclassesOf(module: LinkedModule, cls: ClassNode): ClassNode[] {
  return module.summary.classes.filter((one) => one.id !== cls.id && extendsClass(module, one, cls.id, 0));
}

function extendsClass(module: LinkedModule, cls: ClassNode, base: number, depth: number): boolean {
  if (cls.superclass === null || depth > 6) return false;
  const holder = module.value(cls.superclass);
  const values = holder.op === 'variable' ? holder.from.map((id) => module.value(id)) : [holder];
  return values.some(
    (one) =>
      one.op === 'class' && (one.class === base || extendsClass(module, module.class(one.class), base, depth + 1)),
  );
}

/** What is pushed onto an array after it was made, in the same variable. */
function pushedOnto(module: LinkedModule, array: number): number[] {
  const holders = [
    array,
    ...module
      .consumersOf(array)
      .filter((one) => module.value(one.id).op === 'variable')
      .map((one) => one.id),
  ];
  return holders.flatMap((holder) =>
    module.consumersOf(holder).flatMap((use) => {
      const get = module.value(use.id);
      if (get.op !== 'get' || use.role !== 'object' || (get.key !== 'push' && get.key !== 'unshift')) return [];
      return module.consumersOf(use.id).flatMap((call) => {
        const node = module.value(call.id);
        return node.op === 'call' && call.role === 'callee' ? node.args : [];
      });
    }),
  );
}

/** The activation of a function that a value belongs to, among the open ones. */
export function frameOf(frame: Frame | null, module: LinkedModule, fn: number): Frame | null {
  for (let at = frame; at; at = at.closure) if (at.module === module && at.fn.id === fn) return at;
  for (let at = frame; at; at = at.caller) if (at.module === module && at.fn.id === fn) return at;
  return null;
}

function isActive(frame: Frame | null, module: LinkedModule, fn: FunctionNode): boolean {
  let times = 0;
  for (let at = frame; at; at = at.caller) if (at.module === module && at.fn.id === fn.id) times++;
  return times > 1;
}

/** Whether a meaning says more than where a value came from. */
export function isConcrete(meaning: Meaning): boolean {
  return (
    !['opaque', 'foreign', 'parameter'].includes(meaning.is) && !(meaning.is === 'literal' && meaning.value === null)
  );
}

/** Whether a meaning is concrete, and no member of something that is not. */
function isSeen(meaning: Meaning): boolean {
  return meaning.is === 'method' ? isSeen(meaning.on) : isConcrete(meaning);
}

function unique(meanings: readonly Meaning[]): readonly Meaning[] {
  if (meanings.length < 2) return meanings;
  const seen = new Set<string>();
  return meanings.filter((one) => {
    const key = keyOf(one);
    if (key === null) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function keyOf(meaning: Meaning): string | null {
  switch (meaning.is) {
    case 'opaque':
      return 'opaque';
    case 'shape':
      return `shape ${meaning.shape} ${meaning.origin?.ref.id ?? ''} ${meaning.origin?.frame?.id ?? ''}`;
    case 'function':
      return `function ${meaning.module.summary.file} ${meaning.fn.id} ${meaning.closure?.id ?? ''} ${meaning.bound.map((one) => one.ref.id).join()}`;
    case 'object':
    case 'array':
      return `${meaning.is} ${meaning.ref.module.summary.file} ${meaning.ref.id} ${meaning.frame?.id ?? ''}`;
    case 'foreign':
      return `foreign ${meaning.module} ${meaning.name} ${meaning.path.join('.')}`;
    case 'global':
      return `global ${meaning.path}`;
    case 'literal':
      return `literal ${typeof meaning.value} ${String(meaning.value)}`;
    default:
      return null;
  }
}
