import type { ClassId, ClassNode, ClassOwner, FunctionId, FunctionNode, ValueId, ValueNode } from './module-summary.js';

interface Parts {
  readonly values: ValueNode[];
  readonly functions: FunctionNode[];
  readonly classes: ClassNode[];
}

/** What a module says about one function that may be a constructor. */
interface Evidence {
  /** Members of its prototype. */
  readonly members: Map<string, ValueId>;
  /** Members of the function itself. */
  readonly statics: Map<string, ValueId>;
  superclass: ValueId | null;
  isMade: boolean;
}

/**
 * Reads functions that are used as constructors, with methods on their prototypes, as the classes they stand for: the function's
 * value becomes a class, whose constructor it is. Values keep their ids.
 */
export function readConstructorFunctions(parts: Parts): void {
  const found = new Map<FunctionId, Evidence>();
  const known = new Set(parts.values.flatMap((node) => (node.op === 'this' ? [node.fn] : [])));
  for (const node of parts.values) {
    if (node.op === 'store') readStore(parts, node, found);
    if (node.op === 'call') readCall(parts, node, found);
  }
  for (const [id, evidence] of found) {
    const fn = parts.functions[id];
    const isConstructor =
      evidence.members.size > 0 || evidence.superclass !== null || (evidence.isMade && known.has(id));
    if (fn && isConstructor && !fn.arrow && !fn.async && !fn.generator && fn.owner === null)
      makeClass(parts, fn, evidence);
  }
}

function readStore(parts: Parts, node: ValueNode & { op: 'store' }, found: Map<FunctionId, Evidence>): void {
  if (node.key === null || node.operator !== '=') return;
  const owner = prototypeOf(parts, node.object);
  if (owner !== null) {
    evidenceFor(found, owner).members.set(node.key, node.value);
    return;
  }
  const target = functionOf(parts, node.object, 0);
  if (target === null) return;
  if (node.key === 'prototype') readPrototype(parts, node.value, evidenceFor(found, target));
  else evidenceFor(found, target).statics.set(node.key, node.value);
}

/** `F.prototype = { … }`, `F.prototype = Object.create(Base.prototype)`. */
function readPrototype(parts: Parts, id: ValueId, evidence: Evidence): void {
  const node = parts.values[id];
  if (node?.op === 'object') addEntries(node, evidence);
  if (node?.op === 'call' && node.args[0] !== undefined) evidence.superclass = holderOfPrototype(parts, node.args[0]);
}

function addEntries(node: ValueNode & { op: 'object' }, { members }: Evidence): void {
  for (const entry of node.entries) if (entry.key !== null && entry.kind !== 'set') members.set(entry.key, entry.value);
}

/** `new F(…)`, `Object.assign(F.prototype, { … })`, `Object.setPrototypeOf(F.prototype, Base.prototype)`, `util.inherits(F, Base)`. */
function readCall(parts: Parts, node: ValueNode & { op: 'call' }, found: Map<FunctionId, Evidence>): void {
  if (node.kind === 'new') {
    const made = functionOf(parts, node.callee, 0);
    if (made !== null) evidenceFor(found, made).isMade = true;
    return;
  }
  const callee = readBehind(parts, node.callee);
  const [first, second] = node.args;
  const name = callee?.op === 'get' ? callee.key : callee?.op === 'import' ? callee.name : null;
  if (name === null || first === undefined || second === undefined) return;
  if (name === 'inherits') {
    const owner = functionOf(parts, first, 0);
    if (owner !== null) evidenceFor(found, owner).superclass = second;
    return;
  }
  const owner = prototypeOf(parts, first);
  if (owner === null) return;
  if (name === 'setPrototypeOf') evidenceFor(found, owner).superclass = holderOfPrototype(parts, second);
  const source = parts.values[second];
  if (name === 'assign' && source?.op === 'object') addEntries(source, evidenceFor(found, owner));
}

function evidenceFor(found: Map<FunctionId, Evidence>, id: FunctionId): Evidence {
  const known = found.get(id);
  if (known) return known;
  const made: Evidence = { members: new Map(), statics: new Map(), superclass: null, isMade: false };
  found.set(id, made);
  return made;
}

/** Whose prototype a value is: that of a function of the module. */
function prototypeOf(parts: Parts, id: ValueId): FunctionId | null {
  const holder = holderOfPrototype(parts, id);
  return holder === null ? null : functionOf(parts, holder, 0);
}

function holderOfPrototype({ values }: Parts, id: ValueId): ValueId | null {
  const node = values[id];
  return node?.op === 'get' && node.key === 'prototype' ? node.object : null;
}

/** The member that is read under a name: `const { inherits } = require('util')`. */
function readBehind({ values }: Parts, id: ValueId): ValueNode | undefined {
  const node = values[id];
  const [from] = node?.op === 'variable' ? node.from : [];
  return from === undefined ? node : values[from];
}

/** The one function that a name holds. */
function functionOf(parts: Parts, id: ValueId, depth: number): FunctionId | null {
  const node = parts.values[id];
  if (node?.op === 'function') return node.function;
  if (node?.op !== 'variable' || node.from.length !== 1 || node.from[0] === undefined || depth > 3) return null;
  return functionOf(parts, node.from[0], depth + 1);
}

function makeClass(parts: Parts, fn: FunctionNode, { members, statics, superclass }: Evidence): void {
  const { values, functions, classes } = parts;
  const before = values[fn.value];
  if (before?.op !== 'function') return;
  const id: ClassId = classes.length;
  const constructor = values.push(before) - 1;
  const guard = before.guard === undefined ? {} : { guard: before.guard };
  values[fn.value] = { at: before.at, fn: before.fn, ...guard, op: 'class', class: id };
  const own = [...members].filter(([key]) => key !== 'constructor');
  classes.push({
    id,
    name: fn.name,
    at: fn.at,
    superclass,
    implements: [],
    decorators: [],
    members: [
      { key: 'constructor', static: false, value: constructor },
      ...own.map(([key, value]) => ({ key, static: false, value })),
      ...[...statics].map(([key, value]) => ({ key, static: true, value })),
    ],
  });
  functions[fn.id] = { ...fn, name: 'constructor', value: constructor, owner: { class: id, static: false } };
  for (const [key, value] of [...own, ...storedInThis(values, fn.id)]) {
    makeMethod(parts, value, key, { class: id, static: false });
  }
  for (const [key, value] of statics) makeMethod(parts, value, key, { class: id, static: true });
}

/** What a function stores in members of its own `this`. */
function storedInThis(values: readonly ValueNode[], fn: FunctionId): [string, ValueId][] {
  return values.flatMap((node): [string, ValueId][] => {
    if (node.op !== 'store' || node.fn !== fn || node.key === null) return [];
    return values[node.object]?.op === 'this' ? [[node.key, node.value]] : [];
  });
}

function makeMethod({ values, functions }: Parts, id: ValueId, name: string, owner: ClassOwner): void {
  const node = values[id];
  const fn = node?.op === 'function' ? functions[node.function] : undefined;
  if (fn && !fn.arrow) functions[fn.id] = { ...fn, name, owner };
}
