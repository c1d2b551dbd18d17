import type { ClassNode, FunctionNode, TypeNode } from '../summary/module-summary.js';
import type { LinkedModule, Ref } from './linked-module.js';

/** One activation of a function: the arguments it was called with, as far as they are known. */
export interface Frame {
  readonly module: LinkedModule;
  readonly fn: FunctionNode;
  /** The call that made it, or `null` where the framework or an unknown caller did. */
  readonly call: Ref | null;
  /** Meaning of each argument, lazily; `null` where nothing is known of it. */
  readonly argument: ((index: number) => readonly Meaning[]) | null;
  /** The activation the call stands in. */
  readonly caller: Frame | null;
  /** The activation the function was made in. */
  readonly closure: Frame | null;
  readonly depth: number;
  readonly id: number;
}

/** A value that came out of a call, with the call. */
export interface Origin {
  readonly ref: Ref;
  readonly frame: Frame | null;
}

/** What of a value is a copy that nobody else holds: its own members, or all that can be reached from it. */
export type Ownership = 'members' | 'all';

/** One thing a value may be. */
export type Meaning =
  | {
      readonly is: 'shape';
      readonly shape: string;
      readonly origin: Origin | null;
      readonly receiver?: Meaning;
      readonly own?: Ownership;
    }
  | {
      readonly is: 'function';
      readonly module: LinkedModule;
      readonly fn: FunctionNode;
      readonly closure: Frame | null;
      readonly bound: readonly Origin[];
    }
  | { readonly is: 'class'; readonly module: LinkedModule; readonly cls: ClassNode }
  | { readonly is: 'instance'; readonly module: LinkedModule; readonly cls: ClassNode; readonly origin: Origin | null }
  | { readonly is: 'object'; readonly ref: Ref; readonly frame: Frame | null; readonly own?: Ownership }
  | { readonly is: 'array'; readonly ref: Ref; readonly frame: Frame | null }
  /** Many values that are all alike: what a map, a filter or a record gives. */
  | { readonly is: 'many'; readonly items: () => readonly Meaning[]; readonly record: boolean }
  | { readonly is: 'pair'; readonly value: () => readonly Meaning[] }
  | { readonly is: 'method'; readonly on: Meaning; readonly name: string }
  /** Something of another module that was not followed. `path` are member reads and calls (`()`) on it. */
  | { readonly is: 'foreign'; readonly module: string; readonly name: string; readonly path: readonly string[] }
  /** All that a module of the project exports. */
  | { readonly is: 'namespace'; readonly module: LinkedModule }
  | { readonly is: 'global'; readonly path: string }
  | { readonly is: 'literal'; readonly value: string | number | boolean | null }
  | { readonly is: 'parameter'; readonly ref: Ref; readonly path: readonly string[] }
  /** Only known by its type. */
  | { readonly is: 'type'; readonly module: LinkedModule; readonly type: TypeNode }
  | { readonly is: 'opaque' };

/** Stands for a module whose name is computed while the program runs. */
export const COMPUTED_MODULE = 'computed:';

export const OPAQUE: Meaning = { is: 'opaque' };

export const COMPUTED_IMPORT: Meaning = { is: 'foreign', module: COMPUTED_MODULE, name: '*', path: [] };

/** A meaning as a copy of what it was. */
export function copyOf(meaning: Meaning, own: Ownership): Meaning {
  return meaning.is === 'shape' || meaning.is === 'object' ? { ...meaning, own } : meaning;
}
