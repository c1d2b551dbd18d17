import type { LinkedModule } from '../link/linked-module.js';
import type { GuardId, ValueId } from '../summary/module-summary.js';

/** Of what a variable is assigned, the values it may have at a place in the text: the last one before it, and those it may leave. */
export function valuesAt(
  module: LinkedModule,
  assigned: readonly ValueId[],
  at: number | undefined,
): readonly ValueId[] {
  const [first] = assigned;
  if (at === undefined || first === undefined || assigned.length < 2) return assigned;
  const { fn, guard } = module.value(first);
  if (assigned.some((one) => module.value(one).fn !== fn)) return assigned;
  const before = assigned
    .filter((one) => module.value(one).at[1] <= at)
    .sort((a, b) => module.value(b).at[0] - module.value(a).at[0]);
  const found: ValueId[] = [];
  for (const one of before) {
    found.push(one);
    if (isUnder(module, module.value(one).guard, guard)) break;
  }
  return found.length > 0 ? found : assigned;
}

/** Whether something runs under no other condition than the first assignment did. */
function isUnder(module: LinkedModule, guard: GuardId | undefined, first: GuardId | undefined): boolean {
  for (let at = first; ; at = module.summary.guards[at]?.parent ?? undefined) {
    if (at === guard) return true;
    if (at === undefined) return false;
  }
}
