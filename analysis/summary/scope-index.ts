import type { TSESTree } from '@typescript-eslint/types';
import type { ScopeSource, ScopeVariable } from '../parsed-module.js';

/** The variables that each identifier of a module names or declares. A class declares its name twice: outside and inside. */
export type ScopeIndex = ReadonlyMap<TSESTree.Node, readonly ScopeVariable[]>;

/** Reads a scope manager once. A name that is only known to the environment has no entry. */
export function indexScopes(source: ScopeSource): ScopeIndex {
  const index = new Map<TSESTree.Node, ScopeVariable[]>();
  const globals = source.scopes[0]?.set;
  for (const scope of source.scopes) {
    for (const reference of scope.references) {
      // a top-level name of a script is left unresolved by eslint-scope
      const variable = reference.resolved ?? globals?.get((reference.identifier as { name?: string }).name ?? '');
      if (variable && variable.defs.length > 0) index.set(reference.identifier, [variable]);
    }
    for (const variable of scope.variables) {
      for (const identifier of variable.identifiers) {
        const known = index.get(identifier);
        if (!known) index.set(identifier, [variable]);
        else if (!known.includes(variable)) known.push(variable);
      }
    }
  }
  return index;
}
