import type { ValueNode } from '../summary/module-summary.js';
import type { Ref } from './linked-module.js';
import { COMPUTED_IMPORT, copyOf, OPAQUE, type Frame, type Meaning } from './meaning.js';
import { readMember } from './member-read.js';
import type { ValueResolver } from './value-resolver.js';

/** Built-in calls that give back (one of) what they were given. */
const PASSES_FIRST = new Set([
  'Promise.all',
  'Promise.allSettled',
  'Promise.any',
  'Promise.race',
  'Promise.resolve',
  'Object.freeze',
  'Object.seal',
  'Array.from',
  'Set',
]);

/** What calling a built-in gives. */
export function callGlobal(
  resolver: ValueResolver,
  path: string,
  ref: Ref,
  node: ValueNode & { op: 'call' },
  frame: Frame | null,
): readonly Meaning[] {
  const argument = (index: number): readonly Meaning[] => {
    const id = node.args[index];
    return id === undefined ? [] : resolver.resolve({ module: ref.module, id }, frame);
  };
  const name = path.startsWith('globalThis.') ? path.slice('globalThis.'.length) : path;
  if (PASSES_FIRST.has(name)) return argument(0);
  switch (name) {
    case 'require':
      return [COMPUTED_IMPORT];
    case 'structuredClone':
      return argument(0).map((one) => copyOf(one, 'all'));
    case 'Object.assign':
      return node.args.flatMap((_, index) => argument(index).map((one) => (index > 0 ? copyOf(one, 'members') : one)));
    case 'Object.values':
      return [
        { is: 'many', record: false, items: () => argument(0).flatMap((one) => readMember(resolver, one, null)) },
      ];
    case 'Object.entries':
      return [
        {
          is: 'many',
          record: false,
          items: () => [{ is: 'pair', value: () => argument(0).flatMap((one) => readMember(resolver, one, null)) }],
        },
      ];
    case 'Object.fromEntries':
    case 'Map':
      return [
        {
          is: 'many',
          record: name !== 'Map',
          items: () => [
            ...argument(0)
              .flatMap((one) => resolver.elementsOf(one))
              .flatMap((pair) => readMember(resolver, pair, '1')),
            ...(name === 'Map' ? setOnMap(resolver, ref, frame) : []),
          ],
        },
      ];
    default:
      return [OPAQUE];
  }
}

/** What `map.set(key, value)` puts into a map that is held in a variable. */
function setOnMap(resolver: ValueResolver, map: Ref, frame: Frame | null): readonly Meaning[] {
  const { module } = map;
  const holders = module.consumersOf(map.id).filter((one) => module.value(one.id).op === 'variable');
  return holders.flatMap((holder) =>
    module.consumersOf(holder.id).flatMap((use) => {
      const get = module.value(use.id);
      if (get.op !== 'get' || use.role !== 'object' || get.key !== 'set') return [];
      return module.consumersOf(use.id).flatMap((call) => {
        const made = module.value(call.id);
        const value = made.op === 'call' && call.role === 'callee' ? made.args[1] : undefined;
        return value === undefined ? [] : resolver.resolve({ module, id: value }, frame);
      });
    }),
  );
}
