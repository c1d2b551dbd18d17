import type { TSESTree } from '@typescript-eslint/types';
import {
  analyseSummary,
  summarise,
  viewModule,
  type Finding,
  type ModuleView,
  type ResolvedSettings,
} from '../../analysis/index.js';
import { ExecutorFinder, type ExecutorSite } from '../../analysis/executors/find-executors.js';
import type { Meaning } from '../../analysis/link/meaning.js';
import type { ModuleSummary, ValueId } from '../../analysis/summary/module-summary.js';
import { isTestFile } from '../../analysis/test-file.js';
import type { Role } from '../../analysis/vocabulary/shape.js';
import type { Vocabulary } from '../../analysis/vocabulary/vocabulary.js';
import type { SourceView } from '../source/source-view.js';
import { unwrap } from '../source/unwrap.js';

/** What the expressions of one file mean to the framework: the analysis's answers, asked by syntax node. */
export class MeaningIndex {
  readonly #summary: ModuleSummary;
  readonly #linked: ModuleView;
  readonly #byRange = new Map<string, ValueId>();
  readonly #variables = new Map<string, ValueId>();
  readonly #nodes = new Map<string, TSESTree.Node>();

  constructor(
    readonly view: SourceView,
    readonly settings: ResolvedSettings,
  ) {
    this.#summary = summarise(view.parsed);
    this.#linked = viewModule(this.#summary, settings);
    this.#summary.values.forEach((value, id) => {
      (value.op === 'variable' ? this.#variables : this.#byRange).set(key(value.at), id);
    });
    for (const node of view.nodes) this.#nodes.set(`${node.type} ${key(node.range)}`, node);
  }

  get vocabulary(): Vocabulary {
    return this.#linked.resolver.vocabulary;
  }

  /** What the rules report in the file. */
  findings(): readonly Finding[] {
    return analyseSummary(this.#summary, this.settings).findings;
  }

  /** The places that run handlers for tool calls themselves, each with its call. */
  executors(): { readonly kind: ExecutorSite['kind']; readonly call: TSESTree.CallExpression }[] {
    const { resolver, module, scopes } = this.#linked;
    const test = isTestFile(this.view.file);
    return new ExecutorFinder(resolver, module, scopes, { test }).find().sites.flatMap(({ kind, call }) => {
      const node = this.#nodes.get(`CallExpression ${key(module.value(call.id).at)}`);
      return node?.type === 'CallExpression' ? [{ kind, call: node }] : [];
    });
  }

  /** True where the file itself opens a fork or a root around a call. */
  isInsideFork(call: TSESTree.CallExpression): boolean {
    const id = this.#valueOf(call);
    if (id === undefined) return false;
    const { resolver, module } = this.#linked;
    const kind = resolver.ambient.enclosureOf({ module, id }, null)?.kind;
    return kind === 'fork' || kind === 'root';
  }

  /** Everything the analysis says an expression may be. */
  meaningsOf(node: TSESTree.Node): readonly Meaning[] {
    const id = this.#valueOf(unwrap(node));
    return id === undefined ? [] : this.#linked.resolver.resolve({ module: this.#linked.module, id }, null);
  }

  #valueOf(node: TSESTree.Node): ValueId | undefined {
    if (node.type !== 'Identifier') return this.#byRange.get(key(node.range));
    const declared = this.view.variableOf(node)?.defs[0]?.name;
    return declared ? this.#variables.get(key(declared.range)) : this.#byRange.get(key(node.range));
  }

  /** The framework shapes that an expression may have. */
  shapesOf(node: TSESTree.Node): readonly (Meaning & { is: 'shape' })[] {
    return this.meaningsOf(node).filter((one) => one.is === 'shape');
  }

  hasRole(node: TSESTree.Node, role: Role): boolean {
    return this.shapesOf(node).some((one) => this.vocabulary.shape(one.shape).role === role);
  }

  hasShape(node: TSESTree.Node, shape: string): boolean {
    return this.shapesOf(node).some((one) => one.shape === shape);
  }

  /** The call in this file that a framework value came out of. */
  originCallOf(meaning: Meaning & { is: 'shape' }): TSESTree.CallExpression | null {
    const ref = meaning.origin?.ref;
    if (!ref || ref.module !== this.#linked.module) return null;
    const node = this.#nodes.get(`CallExpression ${key(ref.module.value(ref.id).at)}`);
    return node?.type === 'CallExpression' ? node : null;
  }
}

function key(range: readonly [number, number]): string {
  return `${range[0]}-${range[1]}`;
}
