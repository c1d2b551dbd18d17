import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import type { ResolvedVariable } from '../source/variable.js';

/** The variable that a name stands for in a block or function; `undefined` for a global. */
export function variableSeenFrom(view: SourceView, at: TSESTree.Node, name: string): ResolvedVariable | undefined {
  const named = view.variables.filter((one) => one.name === name);
  if (named.length === 0) return undefined;
  for (const scope of [at, ...view.ancestorsOf(at)]) {
    const own = named.find((one) => one.scope === scope);
    if (own) return own;
  }
  return undefined;
}
