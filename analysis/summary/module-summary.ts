/**
 * What one module says, as plain data: a graph of values, the functions they stand in, and what enters and leaves the module.
 * It knows the language and nothing of any framework, so it stays valid whatever the vocabulary or the version is.
 */
export type ValueId = number;
export type FunctionId = number;
export type ClassId = number;
export type GuardId = number;

/** Offsets into the text, start and end. */
export type Range = readonly [number, number];

/** A type annotation, as far as it can name something that was imported. */
export type TypeNode =
  | { readonly t: 'imported'; readonly module: string; readonly name: string; readonly args: readonly TypeNode[] }
  | { readonly t: 'global'; readonly name: string; readonly args: readonly TypeNode[] }
  | { readonly t: 'any-of'; readonly of: readonly TypeNode[] }
  | { readonly t: 'array'; readonly of: TypeNode }
  | { readonly t: 'members'; readonly members: Readonly<Record<string, TypeNode>> }
  | { readonly t: 'member'; readonly of: TypeNode; readonly key: string }
  | { readonly t: 'function'; readonly returns: TypeNode }
  | { readonly t: 'typeof'; readonly value: ValueId }
  | { readonly t: 'other' };

interface ValueBase {
  readonly at: Range;
  /** The function whose run computes the value; 0 is the module's body. */
  readonly fn: FunctionId;
  /** The innermost condition under which it is computed. */
  readonly guard?: GuardId;
}

export interface ObjectEntry {
  /** `null` where the key is computed and not a literal. */
  readonly key: string | null;
  /** The key, where it is computed. */
  readonly keyValue?: ValueId;
  readonly kind: 'init' | 'method' | 'get' | 'set' | 'spread';
  readonly shorthand: boolean;
  readonly value: ValueId;
  readonly at: Range;
  readonly keyAt: Range;
}

export type ValueNode = ValueBase &
  (
    | { readonly op: 'import'; readonly module: string; readonly name: string }
    | { readonly op: 'global'; readonly name: string }
    | { readonly op: 'function'; readonly function: FunctionId }
    | { readonly op: 'class'; readonly class: ClassId }
    | {
        readonly op: 'param';
        readonly function: FunctionId;
        readonly index: number;
        readonly rest: boolean;
        /** Declared as a string, a number or another type without members of the project. */
        readonly primitive?: true;
      }
    | {
        readonly op: 'this';
        readonly base: boolean;
        /** The class in whose field or static block it stands; elsewhere the functions around it say what it is. */
        readonly owner?: ClassOwner;
      }
    | {
        readonly op: 'variable';
        readonly name: string;
        readonly from: ValueId[];
        /** Declared with `const`: it never has another value than the one it starts with. */
        readonly constant?: true;
      }
    | { readonly op: 'either'; readonly from: readonly ValueId[] }
    | {
        readonly op: 'get';
        readonly object: ValueId;
        readonly key: string | null;
        readonly keyValue?: ValueId;
        readonly pattern: boolean;
      }
    | { readonly op: 'rest'; readonly object: ValueId; readonly without: readonly string[] }
    | {
        readonly op: 'call';
        readonly kind: 'call' | 'new' | 'tagged';
        readonly callee: ValueId;
        readonly args: readonly ValueId[];
        /** Index of the first argument that is spread, or -1. */
        readonly spreadAt: number;
        /** Waited for where it stands, so that its value is no promise. */
        readonly awaited?: true;
        /** Where the arguments stand that are names, whose values stand elsewhere. */
        readonly namesAt?: Readonly<Record<number, Range>>;
      }
    | { readonly op: 'object'; readonly entries: readonly ObjectEntry[] }
    | { readonly op: 'array'; readonly elements: readonly { readonly value: ValueId; readonly spread: boolean }[] }
    | { readonly op: 'element'; readonly of: ValueId }
    | { readonly op: 'literal'; readonly value: string | number | boolean | null }
    | { readonly op: 'template'; readonly parts: readonly ValueId[] }
    | { readonly op: 'binary'; readonly operator: string; readonly left: ValueId; readonly right: ValueId }
    | { readonly op: 'unary'; readonly operator: string; readonly argument: ValueId }
    | { readonly op: 'typed'; readonly of: ValueId; readonly type: TypeNode }
    | {
        readonly op: 'store';
        readonly object: ValueId;
        readonly key: string | null;
        readonly keyValue?: ValueId;
        readonly value: ValueId;
        readonly operator: string;
      }
    | { readonly op: 'test'; readonly of: ValueId }
    | { readonly op: 'opaque'; readonly of: readonly ValueId[]; readonly syntax: string }
  );

export interface FunctionNode {
  readonly id: FunctionId;
  readonly name: string | null;
  readonly at: Range;
  readonly body: Range;
  /** False for an arrow whose body is an expression. */
  readonly block: boolean;
  readonly arrow: boolean;
  readonly async: boolean;
  readonly generator: boolean;
  readonly params: readonly ValueId[];
  readonly returns: ValueId[];
  readonly returnType: TypeNode | null;
  readonly parent: FunctionId;
  /** The value that stands for the function itself. */
  readonly value: ValueId;
  /** The class, or the object literal, that the function is a method of. */
  readonly owner: ClassOwner | { readonly object: ValueId } | null;
  readonly decorators: readonly ValueId[];
}

export interface ClassOwner {
  readonly class: ClassId;
  readonly static: boolean;
}

export interface ClassNode {
  readonly id: ClassId;
  readonly name: string | null;
  readonly at: Range;
  readonly superclass: ValueId | null;
  readonly implements: readonly TypeNode[];
  readonly decorators: readonly ValueId[];
  readonly members: { readonly key: string; readonly static: boolean; readonly value: ValueId }[];
}

/** A condition that holds (`truthy`) or does not hold wherever a value names it. */
export interface Guard {
  readonly parent: GuardId | null;
  readonly test: ValueId;
  readonly truthy: boolean;
}

export type ExportNode =
  | { readonly kind: 'value'; readonly name: string; readonly value: ValueId }
  /** A type, under a name that no value may have. */
  | { readonly kind: 'type'; readonly name: string; readonly type: TypeNode }
  | { readonly kind: 'from'; readonly name: string; readonly module: string; readonly from: string }
  | { readonly kind: 'all'; readonly module: string };

/** A call or hand-over that leads into another module, kept so that linking can follow it. */
export interface ModuleExit {
  readonly module: string;
  readonly export: string;
  readonly path: readonly string[];
  readonly arguments: readonly ValueId[];
  readonly call: ValueId;
}

export interface ModuleSummary {
  readonly file: string;
  readonly lineStarts: readonly number[];
  readonly values: readonly ValueNode[];
  readonly functions: readonly FunctionNode[];
  readonly classes: readonly ClassNode[];
  readonly guards: readonly Guard[];
  readonly exports: readonly ExportNode[];
  readonly exits: readonly ModuleExit[];
}
