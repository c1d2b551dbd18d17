import type { TSESTree } from '@typescript-eslint/types';
import type { ScopeDefinition } from '../../analysis/parsed-module.js';

/** One mention of a variable outside its declaration; `init` marks the write that declares it. */
export interface VariableReference {
  readonly identifier: TSESTree.Node;
  readonly write: boolean;
  readonly init: boolean;
}

/** A variable with the block that declares it and all its references. */
export interface ResolvedVariable {
  readonly name: string;
  readonly defs: readonly ScopeDefinition[];
  /** The node whose scope holds the variable. */
  readonly scope: TSESTree.Node;
  readonly references: VariableReference[];
}

/** True where the variable keeps the value it was declared with. */
export function isNeverReassigned(variable: ResolvedVariable): boolean {
  return variable.defs.length === 1 && variable.references.every((one) => !one.write || one.init);
}
