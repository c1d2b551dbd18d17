import type { Ref } from '../link/linked-module.js';

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
