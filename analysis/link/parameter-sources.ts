import type { ClassId, FunctionNode, ValueId, ValueNode } from '../summary/module-summary.js';
import type { LinkedModule, Ref } from './linked-module.js';
import { type Frame, type Meaning } from './meaning.js';
import { ELEMENT_CALLBACKS } from './method-calls.js';
import { matchesPosition, placementsOf, type Placement } from './placements.js';
import type { ValueResolver } from './value-resolver.js';

type ParamNode = ValueNode & { op: 'param' };
type CallNode = ValueNode & { op: 'call' };

const MAX_CURRIED = 2;

/** What a parameter may hold when the call that fills it is not known: by who is handed the function, and who calls it. */
export function unknownParameter(resolver: ValueResolver, ref: Ref, node: ParamNode): readonly Meaning[] {
  const { module } = ref;
  const fn = module.fn(node.function);
  const handed = placementsOf(module, fn.value).flatMap((place) => fromPlacement(resolver, ref, node, place));
  const called = [...callsOf(resolver, { module, id: fn.value }), ...constructions(resolver, ref, fn)].flatMap(
    (call) => {
      const made = module.value(call);
      const argument = made.op === 'call' ? made.args[node.index] : undefined;
      return argument === undefined ? [] : resolver.resolve({ module, id: argument }, null);
    },
  );
  const found = [...handed, ...called];
  return found.length > 0 ? found : [{ is: 'parameter', ref, path: [] }];
}

/** The calls of a function in its own module, as far as its name leads. */
export function callsOf(resolver: ValueResolver, fn: Ref): number[] {
  const { module } = fn;
  const node = module.value(fn.id);
  const own = node.op === 'function' ? methodCalls(resolver, fn, module.fn(node.function)) : [];
  return [...callsByName(module, fn.id), ...own, ...(node.op === 'function' ? curriedCalls(resolver, fn, 0) : [])];
}

/** The calls of a value, and of the variables that hold it, also under a type. */
function callsByName(module: LinkedModule, id: ValueId): number[] {
  return [id, ...holdersOf(module, id)].flatMap((holder) =>
    module.consumersOf(holder).flatMap((use) => (use.role === 'callee' ? [use.id] : [])),
  );
}

function holdersOf(module: LinkedModule, id: ValueId): ValueId[] {
  return module.consumersOf(id).flatMap((use) => {
    const { op } = module.value(use.id);
    if (op === 'variable') return [use.id];
    return op === 'typed' ? holdersOf(module, use.id) : [];
  });
}

/** The calls of a function that another one gives back: `make(a)(b)`, `const made = make(a); made(b)`. */
function curriedCalls(resolver: ValueResolver, { module, id }: Ref, depth: number): number[] {
  if (depth > MAX_CURRIED) return [];
  return module.returnedBy(id).flatMap((maker) => {
    const made = { module, id: module.fn(maker).value };
    const makings = [...callsByName(module, made.id), ...methodCalls(resolver, made, module.fn(maker))];
    return [...makings, ...curriedCalls(resolver, made, depth + 1)].flatMap((call) => callsByName(module, call));
  });
}

/** The calls of a method through a member of its own name. */
function methodCalls(resolver: ValueResolver, { module }: Ref, fn: FunctionNode): number[] {
  if (!fn.owner || fn.name === null) return [];
  return module.readsOf(fn.name).flatMap((id) => {
    const calls = module.consumersOf(id).filter((use) => use.role === 'callee');
    if (calls.length === 0) return [];
    const meanings = resolver.resolve({ module, id }, null);
    const leadsHere = meanings.some((one) => one.is === 'function' && one.module === module && one.fn.id === fn.id);
    return leadsHere ? calls.map((use) => use.id) : [];
  });
}

/** The `new` calls of the class that a constructor belongs to. */
function constructions(resolver: ValueResolver, { module }: Ref, fn: FunctionNode): number[] {
  if (!fn.owner || !('class' in fn.owner) || fn.name !== 'constructor') return [];
  return instancesOf(resolver, module, fn.owner.class);
}

/** The `new` calls of a class in its own module. */
export function instancesOf(resolver: ValueResolver, module: LinkedModule, owner: ClassId): number[] {
  const value = module.summary.values.findIndex((one) => one.op === 'class' && one.class === owner);
  return value < 0 ? [] : callsOf(resolver, { module, id: value });
}

function fromPlacement(resolver: ValueResolver, ref: Ref, node: ParamNode, place: Placement): readonly Meaning[] {
  const { module } = ref;
  const call = module.value(place.call);
  if (call.op !== 'call') return [];
  return resolver.resolve({ module, id: call.callee }, null).flatMap((callee): readonly Meaning[] => {
    if (callee.is === 'shape') return shapeParameter(resolver, callee.shape, call, place, node.index);
    if (place.path.length > 0) return [];
    if (callee.is === 'method') return methodParameter(resolver, callee, node.index);
    if (callee.is === 'function') return localParameter(resolver, callee, place.argument, node.index);
    return [];
  });
}

function shapeParameter(
  resolver: ValueResolver,
  shape: string,
  call: CallNode,
  place: Placement,
  index: number,
): readonly Meaning[] {
  return resolver.vocabulary.callbacks(shape).flatMap((position): readonly Meaning[] => {
    const name = position.params?.[index];
    if (!name || !matchesPosition(position.at, place, call.args.length)) return [];
    return [{ is: 'shape', shape: name, origin: null }];
  });
}

function methodParameter(
  resolver: ValueResolver,
  callee: Meaning & { is: 'method' },
  index: number,
): readonly Meaning[] {
  if (ELEMENT_CALLBACKS.has(callee.name) && index === 0) return resolver.elementsOf(callee.on);
  if (callee.name === 'reduce' && index === 1) return resolver.elementsOf(callee.on);
  return callee.name === 'then' && index === 0 ? [callee.on] : [];
}

/** A local function that is handed a callback: what it calls the callback with. */
function localParameter(
  resolver: ValueResolver,
  callee: Meaning & { is: 'function' },
  argument: number,
  index: number,
): readonly Meaning[] {
  const { module, fn } = callee;
  const param = fn.params[argument];
  if (param === undefined) return [];
  const holders = [param, ...holdersOf(module, param)];
  const frame: Frame | null = null;
  return holders.flatMap((holder) =>
    module.consumersOf(holder).flatMap((use) => {
      const call = module.value(use.id);
      const given = call.op === 'call' && use.role === 'callee' ? call.args[index] : undefined;
      return given === undefined ? [] : resolver.resolve({ module, id: given }, frame);
    }),
  );
}
