import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { FunctionNode } from '../summary/module-summary.js';

/** Whether a value, or a variable that holds it, leaves its module under a name. */
export function isExported({ module, id }: Ref): boolean {
  const holders = [
    id,
    ...module
      .consumersOf(id)
      .filter((one) => module.value(one.id).op === 'variable')
      .map((one) => one.id),
  ];
  return module.summary.exports.some((one) => one.kind === 'value' && holders.includes(one.value));
}

/** Whether a function leaves its module under a name, by itself or as a member of a class or an object that does. */
export function isExportedFunction(module: LinkedModule, fn: FunctionNode): boolean {
  if (isExported({ module, id: fn.value })) return true;
  const { owner } = fn;
  if (owner && 'class' in owner) {
    const id = module.summary.values.findIndex((one) => one.op === 'class' && one.class === owner.class);
    return id >= 0 && isExported({ module, id });
  }
  return module
    .consumersOf(fn.value)
    .some((use) => module.value(use.id).op === 'object' && isExported({ module, id: use.id }));
}
