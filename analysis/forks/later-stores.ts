import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { GuardId, ValueId } from '../summary/module-summary.js';
import { layerOf, type Layer, type Seen } from './made-context.js';

/** What happens to a record after it was made: fields stored, deleted or assigned, in the order of the text. */
export function layersAfter(resolver: ValueResolver, seen: Seen, before: Ref | null, depth: number): Layer[] {
  const { module, id } = seen.ref;
  const stored = module.storesOf(id).map(({ key, value }) => ({ id: storeOf(module, value, key), key, value }));
  const changes = [
    ...stored.map((one) => ({ at: module.value(one.id).at[0], id: one.id, layer: () => storeLayer(seen, one) })),
    ...module.assignedTo(id).map((source) => ({
      at: module.value(source).at[0],
      id: source,
      layer: (): Layer => layerOf(resolver, { ref: { module, id: source }, frame: seen.frame }, before, depth + 1),
    })),
  ];
  return changes
    .filter((one) => !isLater(module, one.id, before))
    .sort((a, b) => a.at - b.at)
    .map((one) => one.layer());
}

/** A store of the fork's own function or one inside it, behind the place where the record is used. */
function isLater(module: LinkedModule, id: ValueId, before: Ref | null): boolean {
  if (before?.module !== module) return false;
  const use = module.value(before.id);
  const node = module.value(id);
  return node.at[0] > use.at[0] && module.isInside(node.fn, use.fn);
}

function storeLayer({ ref, frame }: Seen, store: { id: ValueId; key: string | null; value: ValueId }): Layer {
  const { module } = ref;
  const node = module.value(store.id);
  if (store.key === null || node.op !== 'store') return { is: 'unknown' };
  const sure = isCertain(module, ref.id, node.guard);
  if (node.operator === 'delete') return sure ? { is: 'removed', key: store.key } : { is: 'unknown' };
  return {
    is: 'field',
    key: store.key,
    value: { ref: { module, id: store.value }, frame },
    sure: sure && node.operator === '=',
  };
}

/** Whether a store is computed under no condition that the record is not made under. */
function isCertain(module: LinkedModule, record: ValueId, guard: GuardId | undefined): boolean {
  const own = module.value(record).guard;
  for (let at = own; ; at = module.summary.guards[at]?.parent ?? undefined) {
    if (at === guard) return true;
    if (at === undefined) return false;
  }
}

function storeOf(module: LinkedModule, value: ValueId, key: string | null): ValueId {
  const use = module.consumersOf(value).find((one) => {
    const node = module.value(one.id);
    return node.op === 'store' && one.role === 'value' && node.key === key;
  });
  return use?.id ?? value;
}
