import type { Consumer, Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { entryNames } from '../link/member-read.js';
import { callsOf } from '../link/parameter-sources.js';
import { placementsOf } from '../link/placements.js';
import { frameOf, type ValueResolver } from '../link/value-resolver.js';
import type { ObjectEntry, ValueNode } from '../summary/module-summary.js';
import { isParentName } from '../vocabulary/parent-positions.js';

/** Where a value that was read goes. */
export interface ValueUse {
  readonly kind:
    /** It is the parent of something, or is inherited by a fork: right. */
    | 'parent'
    /** Only its presence is asked. */
    | 'test'
    /** It is one side of a subtraction. */
    | 'difference'
    /** It is put under a property of a row. */
    | 'row'
    /** Another module is handed the whole; what it reads cannot be seen. */
    | 'foreign'
    /** Anything else that makes use of it. */
    | 'used';
  readonly at: Ref;
  readonly property?: { readonly object: Ref; readonly entry: ObjectEntry };
}

interface Step {
  readonly ref: Ref;
  readonly frame: Frame | null;
  /** The properties the value lies under in what is followed. */
  readonly path: readonly string[];
  /** The name it was last held under. */
  readonly name: string | null;
  readonly property?: { readonly object: Ref; readonly entry: ObjectEntry };
  /** Whether it was put into something new, so that handing it on hands on a row. */
  readonly packed: boolean;
}

const CONVERSIONS = new Set([
  'String',
  'Number',
  'BigInt',
  'Object.freeze',
  'structuredClone',
  'Promise.resolve',
  'Math.round',
  'Math.floor',
  'Math.ceil',
  'Math.max',
  'Math.min',
  'Math.trunc',
  'JSON.stringify',
  'parseInt',
]);
const COMPARISONS = new Set(['===', '!==', '==', '!=', '<', '>', '<=', '>=', 'in', 'instanceof']);
const ABSENT_TESTS = new Set(['===', '!==', '==', '!=']);
const MAX_STEPS = 400;

/** Follows a value forward to every use of it. `whole` is a trace: its own members are read elsewhere. */
export class ValueUses {
  readonly #seen = new Set<string>();
  readonly #found: ValueUse[] = [];
  #steps = 0;
  #leftBehind = false;

  constructor(
    readonly resolver: ValueResolver,
    readonly whole: boolean,
    /** Members of a whole trace that are faults of their own when read. */
    readonly members: ReadonlySet<string> = new Set(),
  ) {}

  of(ref: Ref, frame: Frame | null): readonly ValueUse[] {
    this.#follow({ ref, frame, path: [], name: null, packed: false });
    return this.#found;
  }

  /** Whether what holds the value was asked for other members only. */
  get leftBehind(): boolean {
    return this.#found.length === 0 && this.#leftBehind;
  }

  #add(kind: ValueUse['kind'], at: Ref, step: Step): void {
    this.#found.push(step.property ? { kind, at, property: step.property } : { kind, at });
  }

  #follow(step: Step): void {
    const key = `${step.ref.module.summary.file}\0${step.ref.id}\0${step.path.join('.')}\0${step.frame?.id ?? 0}`;
    if (this.#seen.has(key) || ++this.#steps > MAX_STEPS) return;
    this.#seen.add(key);
    const { module } = step.ref;
    for (const use of module.consumersOf(step.ref.id)) this.#consumer(step, use, module.value(use.id));
    for (const fn of module.returnedBy(step.ref.id)) this.#returned(step, fn);
  }

  #consumer(step: Step, use: Consumer, node: ValueNode): void {
    const at: Ref = { module: step.ref.module, id: use.id };
    switch (node.op) {
      case 'variable':
        this.#follow({ ...step, ref: at, name: node.name });
        return;
      case 'either':
      case 'typed':
        this.#follow({ ...step, ref: at });
        return;
      case 'rest':
        this.#rest(step, at, node);
        return;
      case 'test':
        this.#add('test', at, step);
        return;
      case 'unary':
        if (node.operator === '!' || node.operator === 'typeof' || node.operator === 'void')
          this.#add('test', at, step);
        else this.#derived(step, at);
        return;
      case 'template':
        this.#derived(step, at);
        return;
      case 'binary':
        this.#binary(step, at, node);
        return;
      case 'get':
        this.#get(step, use, at, node);
        return;
      case 'object':
        this.#entry(step, use, at, node);
        return;
      case 'array':
        this.#follow({
          ...step,
          ref: at,
          path: use.role === 'spread' ? step.path : [placeInArray(node, use.index), ...step.path],
          packed: true,
        });
        return;
      case 'element':
        this.#follow({ ...step, ref: at, path: isElement(step.path[0]) ? step.path.slice(1) : step.path });
        return;
      case 'call':
        this.#call(step, use, at, node);
        return;
      case 'store':
        this.#store(step, use, at, node);
        return;
      default:
        this.#add('used', at, step);
    }
  }

  /** What a pattern leaves over of what holds the value; of a whole trace, what is left without its span is right. */
  #rest(step: Step, at: Ref, node: ValueNode & { op: 'rest' }): void {
    const [first] = step.path;
    if (first !== undefined && node.without.includes(first)) return;
    const isBare = this.whole && step.path.length === 0;
    const isLeft = [...this.members].some((one) => !isParentName(one) && !node.without.includes(one));
    if (isBare && !isLeft) this.#add('parent', at, step);
    else this.#follow({ ...step, ref: at });
  }

  #derived(step: Step, at: Ref): void {
    this.#follow({ ...step, ref: at, path: [] });
  }

  #binary(step: Step, at: Ref, node: ValueNode & { op: 'binary' }): void {
    if (ABSENT_TESTS.has(node.operator) && this.#isAbsent(at, node)) this.#add('test', at, step);
    else if (COMPARISONS.has(node.operator)) this.#add('used', at, step);
    else if (node.operator === '-') this.#add('difference', at, step);
    else this.#derived(step, at);
  }

  /** `x === undefined`, `x != null`: a question about presence. */
  #isAbsent(at: Ref, node: ValueNode & { op: 'binary' }): boolean {
    return [node.left, node.right].some((id) => {
      const side = at.module.value(id);
      return (side.op === 'literal' && side.value === null) || (side.op === 'global' && side.name === 'undefined');
    });
  }

  #get(step: Step, use: Consumer, at: Ref, node: ValueNode & { op: 'get' }): void {
    if (use.role === 'key') {
      this.#add('used', at, step);
      return;
    }
    const [first, ...rest] = step.path;
    if (first !== undefined) {
      if (node.key === null || node.key === first || (isElement(first) && mayBeAt(first, node.key))) {
        this.#follow({ ...step, ref: at, path: rest });
      } else if ((isElement(first) && !isIndex(node.key)) || this.#isCalled(at)) {
        this.#methodOf(step, at);
      } else {
        this.#leftBehind = true;
      }
      return;
    }
    // a member of a whole trace is a read of its own
    if (!this.whole) this.#methodOf(step, at);
    else if (step.packed && node.key !== null && this.members.has(node.key) && !this.#isKnownTrace(at, node, step))
      this.#derived(step, at);
  }

  /** Whether the trace is still seen as what it is, so that the read of its member is found by itself. */
  #isKnownTrace(at: Ref, node: ValueNode & { op: 'get' }, { frame }: Step): boolean {
    return this.resolver
      .resolve({ module: at.module, id: node.object }, frame)
      .some((one) => one.is === 'shape' && this.resolver.vocabulary.shape(one.shape).role === 'enclosing-trace');
  }

  #isCalled(at: Ref): boolean {
    return at.module.consumersOf(at.id).some((one) => one.role === 'callee');
  }

  #methodOf(step: Step, at: Ref): void {
    for (const one of at.module.consumersOf(at.id)) {
      if (one.role === 'callee') this.#derived(step, { module: at.module, id: one.id });
    }
  }

  #entry(step: Step, use: Consumer, at: Ref, node: ValueNode & { op: 'object' }): void {
    const entry = node.entries[use.index];
    if (!entry) return;
    if (entry.kind === 'spread') {
      const later = new Set(node.entries.slice(use.index + 1).map((one) => one.key));
      const overridden = [...this.members].every((one) => later.has(one) || isParentName(one));
      if (this.whole && overridden && step.path.length === 0) this.#add('parent', at, step);
      else {
        const property = step.property ?? (this.whole ? { object: at, entry } : undefined);
        this.#follow(property ? { ...step, ref: at, property, packed: true } : { ...step, ref: at, packed: true });
      }
      return;
    }
    const names = entryNames(this.resolver, at.module, entry, step.frame) ?? ['*'];
    const [only = '*', ...others] = names;
    const key = others.length === 0 ? only : '*';
    if (names.every(isParentName)) {
      this.#add('parent', at, step);
      return;
    }
    const property = step.property ?? { object: at, entry };
    const before = this.#found.length;
    this.#follow({ ...step, ref: at, path: [key, ...step.path], property, packed: true });
    if (this.#found.length === before && !this.#goesAnywhere(at)) this.#add('row', at, { ...step, property });
  }

  #goesAnywhere(at: Ref): boolean {
    return at.module.consumersOf(at.id).length > 0 || at.module.returnedBy(at.id).length > 0;
  }

  #call(step: Step, use: Consumer, at: Ref, node: ValueNode & { op: 'call' }): void {
    if (use.role === 'callee') {
      this.#derived(step, at);
      return;
    }
    if (this.#followsParentHeader(at, node, use.index)) {
      this.#add('parent', at, step);
      return;
    }
    const callees = this.resolver.resolve({ module: at.module, id: node.callee }, step.frame);
    if (callees.length === 0) this.#handed(step, at);
    for (const callee of callees) this.#argument(step, use.index, at, callee);
  }

  /** `headers.set('traceparent', value)`. */
  #followsParentHeader(at: Ref, node: ValueNode & { op: 'call' }, index: number): boolean {
    const before = node.args[index - 1];
    const name = before === undefined ? null : at.module.value(before);
    return name?.op === 'literal' && typeof name.value === 'string' && isParentName(name.value);
  }

  #argument(step: Step, index: number, at: Ref, callee: Meaning): void {
    if (callee.is === 'shape') {
      this.#shapeArgument(step, index, at, callee.shape);
    } else if (callee.is === 'function') {
      this.#localArgument(step, index, at, callee);
    } else if (callee.is === 'global') {
      if (CONVERSIONS.has(callee.path))
        this.#follow({ ...step, ref: at, path: callee.path === 'Object.freeze' ? step.path : [] });
      else if (callee.path === 'Object.assign') this.#assigned(step, index, at);
      else if (callee.path === 'Boolean') this.#add('test', at, step);
      else if (this.whole) this.#add(step.property ? 'row' : 'used', at, step);
      else this.#handed(step, at);
    } else {
      this.#handed(step, at);
    }
  }

  #assigned(step: Step, index: number, at: Ref): void {
    const node = at.module.value(at.id);
    const target = node.op === 'call' && index > 0 ? node.args[0] : undefined;
    this.#follow({ ...step, ref: at, packed: true });
    if (target !== undefined && this.#found.length === 0) this.#add('row', at, step);
  }

  #shapeArgument(step: Step, index: number, at: Ref, shape: string): void {
    const { role, arguments: roles } = this.resolver.vocabulary.shape(shape);
    const isParent = role === 'parent-reader' && roles?.['parent'] === index;
    const isInherited = role === 'fork-runner' && roles?.['context'] === index;
    if (isParent || isInherited) this.#add('parent', at, step);
    else if (role === 'sdk-tool' || role === 'mount') this.#add('foreign', at, step);
    else this.#handed(step, at);
  }

  #localArgument(step: Step, index: number, at: Ref, callee: Meaning & { is: 'function' }): void {
    const frame = this.resolver.enter(callee, at, step.frame);
    const param = callee.fn.params[index + callee.bound.length];
    if (!frame || param === undefined) {
      this.#handed(step, at);
      return;
    }
    this.#follow({ ...step, ref: { module: callee.module, id: param }, frame, packed: step.packed });
  }

  /** Handed to something that is not followed: a row if it was packed into one, else by what it is. */
  #handed(step: Step, at: Ref): void {
    if (step.property) this.#add('row', at, step);
    else if (this.whole && !step.packed) this.#add('foreign', at, step);
    else if (step.name !== null && isParentName(step.name) && step.path.length === 0) this.#add('parent', at, step);
    else this.#add('used', at, step);
  }

  #store(step: Step, use: Consumer, at: Ref, node: ValueNode & { op: 'store' }): void {
    if (use.role === 'object') return;
    if (use.role === 'key') this.#add('used', at, step);
    else if (entryNames(this.resolver, at.module, node, step.frame)?.every(isParentName)) this.#add('parent', at, step);
    else this.#add('row', at, step);
  }

  #returned(step: Step, fn: number): void {
    const { module } = step.ref;
    const holder = frameOf(step.frame, module, fn);
    if (holder?.call && holder.fn.id === fn) {
      this.#follow({ ...step, ref: holder.call, frame: holder.caller });
      return;
    }
    const { value } = module.fn(fn);
    const calls = callsOf(this.resolver, { module, id: value }).map((id) => ({ id, path: step.path }));
    const hosts = placementsOf(module, value).filter((one) => one.path.length === 0);
    for (const call of calls) this.#follow({ ...step, ref: { module, id: call.id } });
    for (const host of hosts) this.#follow({ ...step, ref: { module, id: host.call }, packed: true });
    if (calls.length === 0 && !hosts.some((one) => this.#resultGoesOn({ module, id: one.call }))) {
      this.#add(step.property ? 'row' : 'used', step.ref, step);
    }
  }

  #resultGoesOn(call: Ref): boolean {
    return call.module.consumersOf(call.id).length > 0 || call.module.returnedBy(call.id).length > 0;
  }
}

/** How a path names an element of an array: by its index, or as any where a spread stands before it. */
function placeInArray(node: ValueNode & { op: 'array' }, index: number): string {
  return node.elements.slice(0, index).some((one) => one.spread) ? '[]' : `[${String(index)}]`;
}

function isElement(step: string | undefined): step is string {
  return step !== undefined && /^\[\d*\]$/u.test(step);
}

function isIndex(key: string | null): boolean {
  return key !== null && /^\d+$/u.test(key);
}

function mayBeAt(element: string, key: string): boolean {
  return isIndex(key) && (element === '[]' || element === `[${key}]`);
}
