import type { ValueNode } from '../summary/module-summary.js';
import type { Ref } from './linked-module.js';
import { OPAQUE, type Frame, type Meaning } from './meaning.js';
import type { ValueResolver } from './value-resolver.js';

type CallNode = ValueNode & { op: 'call' };

/** List methods whose callback gets an element first. */
export const ELEMENT_CALLBACKS = new Set([
  'map',
  'flatMap',
  'forEach',
  'filter',
  'some',
  'every',
  'find',
  'findLast',
  'findIndex',
  'sort',
]);
const SAME_LIST = new Set(['filter', 'slice', 'concat', 'toSorted', 'sort', 'reverse', 'toReversed', 'values', 'flat']);
const ONE_ELEMENT = new Set(['find', 'findLast', 'at', 'pop', 'shift', 'get']);

/** What calling a built-in method gives. */
export function callMethod(
  resolver: ValueResolver,
  method: Meaning & { is: 'method' },
  ref: Ref,
  node: CallNode,
  frame: Frame | null,
): readonly Meaning[] {
  const { on, name } = method;
  if (on.is === 'function') return callFunctionMethod(resolver, on, name, ref, node, frame);
  if (on.is === 'shape' && name === 'bind') return [on];
  if (on.is === 'shape' && name === 'call')
    return resolver.callResult(on, ref, { ...node, args: node.args.slice(1) }, frame);
  if (name === 'then' || name === 'catch' || name === 'finally') {
    const results = name === 'then' ? callbackResults(resolver, ref, node, frame, 0, () => [on]) : [];
    return name === 'then' ? results : [on];
  }
  if (name === 'map' || name === 'flatMap') {
    const items = (): readonly Meaning[] =>
      callbackResults(resolver, ref, node, frame, 0, () => resolver.elementsOf(on)).flatMap((one) =>
        name === 'flatMap' && isList(resolver, one) ? resolver.elementsOf(one) : [one],
      );
    return [{ is: 'many', record: false, items }];
  }
  if (name === 'reduce' && node.args[1] !== undefined) {
    return resolver.resolve({ module: ref.module, id: node.args[1] }, frame);
  }
  if (name === 'entries') {
    return [{ is: 'many', record: false, items: () => [{ is: 'pair', value: () => resolver.elementsOf(on) }] }];
  }
  if (SAME_LIST.has(name)) return [on];
  if (ONE_ELEMENT.has(name)) return resolver.elementsOf(on);
  return [OPAQUE];
}

function isList(resolver: ValueResolver, one: Meaning): boolean {
  if (one.is === 'shape') return resolver.vocabulary.shape(one.shape).elements !== undefined;
  return one.is === 'array' || (one.is === 'many' && !one.record);
}

function callFunctionMethod(
  resolver: ValueResolver,
  on: Meaning & { is: 'function' },
  name: string,
  ref: Ref,
  node: CallNode,
  frame: Frame | null,
): readonly Meaning[] {
  if (name === 'bind') {
    const given = node.args.slice(1).map((id) => ({ ref: { module: ref.module, id }, frame }));
    return [{ ...on, bound: [...on.bound, ...given] }];
  }
  const argument =
    name === 'call'
      ? (index: number): readonly Meaning[] => {
          const id = node.args[index + 1];
          return id === undefined ? [] : resolver.resolve({ module: ref.module, id }, frame);
        }
      : null;
  return resolver.resultOf(on, argument, ref, frame);
}

function callbackResults(
  resolver: ValueResolver,
  ref: Ref,
  node: CallNode,
  frame: Frame | null,
  index: number,
  first: () => readonly Meaning[],
): readonly Meaning[] {
  const id = node.args[index];
  if (id === undefined) return [OPAQUE];
  return resolver
    .resolve({ module: ref.module, id }, frame)
    .flatMap((callback) =>
      callback.is === 'function'
        ? resolver.resultOf(callback, (position) => (position === 0 ? first() : []), ref, frame)
        : [OPAQUE],
    );
}
