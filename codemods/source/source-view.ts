import type { TSESTree } from '@typescript-eslint/types';
import { lineStarts, positionAt } from '../../analysis/source-text.js';
import type { ParsedSource } from '../../analysis/parse-module.js';
import type { ParsedModule } from '../../analysis/parsed-module.js';
import type { ResolvedVariable, VariableReference } from './variable.js';

/** A comment with its delimiters inside `start`–`end`. */
export interface SourceComment {
  readonly type: 'Line' | 'Block';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

type Node = TSESTree.Node;

/** One parsed file with what the codemods ask of it: parents, comments, lines, and the variable behind each name. */
export class SourceView {
  readonly file: string;
  readonly text: string;
  readonly ast: TSESTree.Program;
  readonly nodes: readonly Node[];
  readonly variables: readonly ResolvedVariable[];
  readonly unresolvedNames: ReadonlySet<string>;
  readonly #lineStarts: readonly number[];
  readonly #parents = new Map<Node, Node>();
  readonly #variableOf = new Map<Node, ResolvedVariable>();

  /** The comments in order. */
  readonly comments: readonly SourceComment[];

  constructor(readonly parsed: ParsedSource) {
    this.file = parsed.file;
    this.text = parsed.text;
    this.ast = parsed.ast;
    this.comments = parsed.comments;
    this.#lineStarts = lineStarts(parsed.text);
    this.nodes = this.#index(parsed);
    const { variables, unresolved } = indexVariables(parsed, this.#variableOf);
    this.variables = variables;
    this.unresolvedNames = unresolved;
  }

  #index(parsed: ParsedModule): Node[] {
    const nodes: Node[] = [];
    const visit = (node: Node, parent: Node | null): void => {
      nodes.push(node);
      if (parent) this.#parents.set(node, parent);
      for (const key of parsed.visitorKeys[node.type] ?? []) {
        const child = (node as unknown as Record<string, unknown>)[key];
        for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, node);
      }
    };
    visit(parsed.ast, null);
    return nodes;
  }

  parentOf(node: Node): Node | undefined {
    return this.#parents.get(node);
  }

  /** The ancestors of a node, nearest first. */
  *ancestorsOf(node: Node): Generator<Node> {
    for (let at = this.#parents.get(node); at; at = this.#parents.get(at)) yield at;
  }

  /** The variable an identifier declares or refers to; `undefined` for globals and property names. */
  variableOf(identifier: Node): ResolvedVariable | undefined {
    return this.#variableOf.get(identifier);
  }

  textOf(node: { readonly range: readonly [number, number] }): string {
    return this.text.slice(node.range[0], node.range[1]);
  }

  positionOf(offset: number): { line: number; column: number } {
    return positionAt(this.#lineStarts, offset);
  }

  /** Offset of the first character of the line that holds `offset`. */
  lineStartOf(offset: number): number {
    return this.#lineStarts[this.positionOf(offset).line - 1] ?? 0;
  }

  /** The white space that the line of `offset` begins with. */
  indentationOf(offset: number): string {
    return /^[ \t]*/u.exec(this.text.slice(this.lineStartOf(offset), offset))?.[0] ?? '';
  }

  commentsWithin(start: number, end: number): SourceComment[] {
    return this.comments.filter((one) => one.start >= start && one.end <= end);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

function indexVariables(
  parsed: ParsedModule,
  byIdentifier: Map<Node, ResolvedVariable>,
): { variables: ResolvedVariable[]; unresolved: Set<string> } {
  const variables = new Map<unknown, ResolvedVariable>();
  const unresolved = new Set<string>();
  for (const scope of parsed.scopes.scopes) {
    const block = (scope as unknown as { block: Node }).block;
    for (const one of scope.variables) {
      if (one.defs.length === 0) continue;
      const variable: ResolvedVariable = { name: one.name, defs: one.defs, scope: block, references: [] };
      variables.set(one, variable);
      for (const identifier of one.identifiers) byIdentifier.set(identifier, variable);
    }
  }
  for (const scope of parsed.scopes.scopes) {
    for (const reference of scope.references) {
      const variable = variables.get(reference.resolved);
      const { name } = reference.identifier as TSESTree.Identifier;
      if (!variable) {
        unresolved.add(name);
        continue;
      }
      byIdentifier.set(reference.identifier, variable);
      // both scope managers give references these methods; the shared interface names only what the analysis reads
      const seen = reference as unknown as ScopeReference;
      const mention = { identifier: reference.identifier, write: seen.isWrite(), init: seen.init === true };
      variable.references.push(mention satisfies VariableReference);
    }
  }
  return { variables: [...variables.values()], unresolved };
}

interface ScopeReference {
  isWrite(): boolean;
  readonly init?: boolean;
}
