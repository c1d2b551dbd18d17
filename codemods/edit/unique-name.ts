import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { mentionsName } from './mentions-name.js';

/**
 * A name based on `wanted` that can be declared in `block` without a clash: nothing in the block declares it, and no
 * name outside that is used inside the block is hidden by it.
 *
 * @param taken names given out already by edits that are not in the text yet
 */
export function uniqueName(
  view: SourceView,
  block: { readonly range: readonly [number, number] },
  wanted: string,
  taken: ReadonlySet<string> = new Set(),
): string {
  const used = new Set<string>(taken);
  const inside = (node: TSESTree.Node): boolean => node.range[0] >= block.range[0] && node.range[1] <= block.range[1];
  for (const variable of view.variables) {
    const declared = variable.defs.some((one) => inside(one.name));
    if (declared || variable.references.some((one) => inside(one.identifier))) used.add(variable.name);
  }
  for (const name of view.unresolvedNames) if (mentionsName(view.textOf(block), name)) used.add(name);
  let name = wanted;
  for (let count = 2; used.has(name); count += 1) name = `${wanted}${count}`;
  return name;
}
