import type { TSESTree } from '@typescript-eslint/types';
import type { ReceiverTypes } from './link/receiver-types.js';

/** A definition of a variable, as both `eslint-scope` and `@typescript-eslint/scope-manager` give it. */
export interface ScopeDefinition {
  readonly type: string;
  readonly name: TSESTree.Node;
  readonly node: TSESTree.Node;
  readonly parent?: TSESTree.Node | null | undefined;
}

/** A variable of a scope. The same object stands behind every reference to it. */
export interface ScopeVariable {
  readonly name: string;
  readonly defs: readonly ScopeDefinition[];
  readonly identifiers: readonly TSESTree.Node[];
}

/** What of a scope manager the analysis reads; `eslint-scope` and `@typescript-eslint/scope-manager` both satisfy it. */
export interface ScopeSource {
  readonly scopes: readonly {
    readonly variables: readonly ScopeVariable[];
    readonly references: readonly {
      readonly identifier: TSESTree.Node;
      readonly resolved: ScopeVariable | null;
    }[];
    readonly set: ReadonlyMap<string, ScopeVariable>;
  }[];
}

/** One parsed source file: any ESTree whose nodes carry `range`, with its scopes. */
export interface ParsedModule {
  readonly file: string;
  /** The text without its byte order mark; offsets in `ast` count from here. */
  readonly text: string;
  readonly ast: TSESTree.Program;
  readonly scopes: ScopeSource;
  readonly visitorKeys: Readonly<Record<string, readonly string[] | undefined>>;
  /** What a type checker says of the module, where the host has one. */
  readonly types?: ReceiverTypes | null;
}
