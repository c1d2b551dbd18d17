import type { TSESTree } from '@typescript-eslint/types';
import type { ParsedModule, ScopeVariable } from '../parsed-module.js';
import { indexScopes, type ScopeIndex } from './scope-index.js';
import type {
  ClassNode,
  ClassOwner,
  ExportNode,
  FunctionId,
  FunctionNode,
  Guard,
  GuardId,
  ObjectEntry,
  Range,
  TypeNode,
  ValueId,
  ValueNode,
} from './module-summary.js';

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type NewValue = DistributiveOmit<ValueNode, 'at' | 'fn' | 'guard'>;

/** A function while its body is still being read. */
interface OpenFunction {
  readonly id: FunctionId;
  guard: GuardId | undefined;
}

/** Collects the values, functions and classes of one module while its tree is walked. */
export class SummaryBuilder {
  readonly values: ValueNode[] = [];
  readonly functions: FunctionNode[] = [];
  readonly classes: ClassNode[] = [];
  readonly guards: Guard[] = [];
  readonly exports: ExportNode[] = [];
  readonly #scopes: ScopeIndex;
  readonly #variables = new Map<ScopeVariable, ValueId>();
  readonly #typeDepth = new Set<ScopeVariable>();
  readonly #open: OpenFunction[] = [{ id: 0, guard: undefined }];
  #fieldOwner: ClassOwner | null = null;
  readonly #objectMethods: { object: ValueId; methods: FunctionId[] }[] = [];

  constructor(readonly source: ParsedModule) {
    this.#scopes = indexScopes(source.scopes);
  }

  /** The class whose field or static block is being read, through arrows only. */
  get fieldOwner(): ClassOwner | null {
    return this.#fieldOwner;
  }

  get currentFunction(): FunctionId {
    return this.#top().id;
  }

  #top(): OpenFunction {
    const top = this.#open.at(-1);
    if (!top) throw new Error('the module body was closed');
    return top;
  }

  add(at: Range, value: NewValue): ValueId {
    const { id, guard } = this.#top();
    const place: { at: Range; fn: FunctionId; guard?: GuardId } = { at, fn: id };
    if (guard !== undefined) place.guard = guard;
    // written into the value that was made for it: a copy of each is a fifth of the time of a summary
    this.values.push(Object.assign(value, place));
    return this.values.length - 1;
  }

  opaque(at: Range, syntax: string, of: readonly ValueId[] = []): ValueId {
    return this.add(at, { op: 'opaque', of, syntax });
  }

  /** A value that is never true, for what is never run. */
  never(at: Range): ValueId {
    return this.add(at, { op: 'literal', value: false });
  }

  either(at: Range, from: readonly ValueId[]): ValueId {
    return this.add(at, { op: 'either', from });
  }

  variableOf(identifier: TSESTree.Node): ScopeVariable | undefined {
    return this.#scopes.get(identifier)?.[0];
  }

  /** Says that the variables a name declares belong to the function that is being read, wherever they were met first. */
  place(name: TSESTree.Node): void {
    const fn = this.currentFunction;
    for (const variable of this.#scopes.get(name) ?? []) {
      const id = this.variable(variable);
      const node = this.values[id];
      if (node && node.fn !== fn) this.values[id] = { ...node, fn };
    }
  }

  /** Gives every variable that a name declares its value. */
  declare(name: TSESTree.Node, value: ValueId): void {
    this.place(name);
    for (const variable of this.#scopes.get(name) ?? []) this.assignVariable(variable, value);
  }

  /** The value that stands for everything a variable ever holds. */
  variable(variable: ScopeVariable): ValueId {
    const known = this.#variables.get(variable);
    if (known !== undefined) return known;
    const name = variable.identifiers[0];
    const id = this.add((name?.range as Range | undefined) ?? [0, 0], {
      op: 'variable',
      name: variable.name,
      from: [],
      ...(isConstant(variable) ? { constant: true } : {}),
    });
    this.#variables.set(variable, id);
    return id;
  }

  assignVariable(variable: ScopeVariable, value: ValueId): void {
    const node = this.values[this.variable(variable)];
    if (node?.op === 'variable' && !node.from.includes(value)) node.from.push(value);
  }

  /** Reads `body` as the inside of a new function and files the function. */
  withFunction(reserve: (id: FunctionId) => void, body: (id: FunctionId) => Omit<FunctionNode, 'id'>): FunctionId {
    const id = this.functions.length;
    this.functions.push(undefined as unknown as FunctionNode);
    reserve(id);
    this.#open.push({ id, guard: this.#top().guard });
    try {
      this.functions[id] = { ...body(id), id };
    } finally {
      this.#open.pop();
    }
    return id;
  }

  /** Reads `work` as code whose `this` is a class, or as that of a function that is no arrow (`null`). */
  withThis<T>(owner: ClassOwner | null, work: () => T): T {
    const before = this.#fieldOwner;
    this.#fieldOwner = owner;
    try {
      return work();
    } finally {
      this.#fieldOwner = before;
    }
  }

  /** Runs `work` under a condition. */
  guarded<T>(test: ValueId, truthy: boolean, work: () => T): T {
    const restore = this.pushGuard(test, truthy);
    try {
      return work();
    } finally {
      restore();
    }
  }

  /** Puts what follows under a condition, until the returned function is called. */
  pushGuard(test: ValueId, truthy: boolean): () => void {
    const top = this.#top();
    const before = top.guard;
    this.guards.push({ parent: before ?? null, test, truthy });
    top.guard = this.guards.length - 1;
    return () => {
      top.guard = before;
    };
  }

  /** Follows a local type alias or interface once; `read` gets its declaration. */
  localType(variable: ScopeVariable, read: (declaration: TSESTree.Node) => TypeNode): TypeNode {
    const declaration = variable.defs.find(
      (one) => one.node.type === 'TSTypeAliasDeclaration' || one.node.type === 'TSInterfaceDeclaration',
    );
    if (!declaration || this.#typeDepth.has(variable)) return { t: 'other' };
    this.#typeDepth.add(variable);
    try {
      return read(declaration.node);
    } finally {
      this.#typeDepth.delete(variable);
    }
  }

  /** Files the methods read inside `entries` under the object literal they belong to. */
  withObject(at: Range, entries: (own: (method: FunctionId) => void) => ObjectEntry[]): ValueId {
    const methods: FunctionId[] = [];
    const read = entries((method) => methods.push(method));
    const object = this.add(at, { op: 'object', entries: read });
    this.#objectMethods.push({ object, methods });
    return object;
  }

  /** The finished functions, each object method with its object. */
  finishedFunctions(): FunctionNode[] {
    const owners = new Map(this.#objectMethods.flatMap(({ object, methods }) => methods.map((one) => [one, object])));
    return this.functions.map((one) => {
      const object = owners.get(one.id);
      return object === undefined ? one : { ...one, owner: { object } };
    });
  }
}

function isConstant({ defs }: ScopeVariable): boolean {
  const [only, ...more] = defs;
  const parent = only?.node.type === 'VariableDeclarator' ? only.parent : null;
  return more.length === 0 && parent?.type === 'VariableDeclaration' && parent.kind === 'const';
}
