import type { TSESTree } from '@typescript-eslint/types';
import {
  analyseView,
  summarise,
  viewModule,
  type Finding,
  type ModuleView,
  type ResolvedSettings,
} from '../../analysis/index.js';
import { ExecutorFinder, type ExecutorSite } from '../../analysis/executors/find-executors.js';
import { isReadyWhenImported } from '../../analysis/link/load-order.js';
import type { ModuleLoader } from '../../analysis/link/module-loader.js';
import type { Meaning } from '../../analysis/link/meaning.js';
import type { ModuleSummary, ValueId } from '../../analysis/summary/module-summary.js';
import { parseModule, SourceSyntaxError } from '../../analysis/parse-module.js';
import { isTestModule } from '../../analysis/test-file.js';
import type { Role } from '../../analysis/vocabulary/shape.js';
import type { Vocabulary } from '../../analysis/vocabulary/vocabulary.js';
import { SourceView } from '../source/source-view.js';
import { isFunction, type FunctionNode } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';

/** What the expressions of one file mean to the framework: the analysis's answers, asked by syntax node. */
export class MeaningIndex {
  #reading: Reading | undefined;
  #findings: readonly Finding[] | undefined;
  #executors: readonly ExecutorCall[] | undefined;
  readonly #others = new Map<string, SourceView | null>();

  constructor(
    readonly view: SourceView,
    readonly settings: ResolvedSettings,
    readonly loader: ModuleLoader | null = null,
  ) {}

  /** The analysis's view of the file, made when the first question comes. */
  get #read(): Reading {
    return (this.#reading ??= readingOf(this.view, this.settings, this.loader));
  }

  get vocabulary(): Vocabulary {
    return this.#read.linked.resolver.vocabulary;
  }

  /** What the rules report in the file. */
  findings(): readonly Finding[] {
    return (this.#findings ??= analyseView(this.#read.linked).findings);
  }

  /** The places that run handlers for tool calls themselves, each with its call. */
  executors(): readonly ExecutorCall[] {
    return (this.#executors ??= this.#findExecutors());
  }

  #findExecutors(): ExecutorCall[] {
    const { resolver, module, scopes } = this.#read.linked;
    const test = isTestModule(this.#read.summary);
    return new ExecutorFinder(resolver, module, scopes, { test })
      .find()
      .sites.flatMap(({ kind, call, join, scope }) => {
        const node = this.#read.calls.get(key(module.value(call.id).at));
        const [reportedAt] = module.value((join ?? call).id).at;
        return node ? [{ kind, call: node, reportedAt, surface: SURFACES[scope?.kind ?? ''] ?? null }] : [];
      });
  }

  /** True where the file itself opens a fork or a root around a call. */
  isInsideFork(call: TSESTree.CallExpression): boolean {
    const id = this.#valueOf(call);
    if (id === undefined) return false;
    const { resolver, module } = this.#read.linked;
    const kind = resolver.ambient.enclosureOf({ module, id }, null)?.kind;
    return kind === 'fork' || kind === 'root';
  }

  /** Everything the analysis says an expression may be. */
  meaningsOf(node: TSESTree.Node): readonly Meaning[] {
    const id = this.#valueOf(unwrap(node));
    const { resolver, module } = this.#read.linked;
    return id === undefined ? [] : resolver.resolve({ module, id }, null);
  }

  #valueOf(node: TSESTree.Node): ValueId | undefined {
    const { byRange, variables } = this.#read;
    if (node.type !== 'Identifier') return byRange.get(key(node.range));
    const declared = this.view.variableOf(node)?.defs[0]?.name;
    return declared ? variables.get(key(declared.range)) : byRange.get(key(node.range));
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

  /** True for a function of the project that does nothing but read the request context and give it, or a part of it, back. */
  onlyReadsContext(callee: TSESTree.Node): boolean {
    const [only, ...more] = this.meaningsOf(callee);
    if (only?.is !== 'function' || more.length > 0) return false;
    const { module, fn } = only;
    const { resolver } = this.#read.linked;
    const { values } = module.summary;
    return values.every((value) => {
      if (value.fn !== fn.id) return value.op !== 'variable' || !value.from.some((id) => values[id]?.fn === fn.id);
      if (value.op !== 'call') return value.op !== 'store' && value.op !== 'opaque';
      const called = resolver.resolve({ module, id: value.callee }, null);
      return (
        called.length === 1 &&
        called.every((one) => one.is === 'shape' && this.vocabulary.shape(one.shape).role === 'context-getter')
      );
    });
  }

  /** The function of another module that is called by an expression, in a view of that module; `null` where it is not to be seen. */
  importedFunction(callee: TSESTree.Node): ImportedFunction | null {
    const [only, ...more] = this.meaningsOf(callee);
    if (only?.is !== 'function' || more.length > 0 || only.module === this.#read.linked.module) return null;
    const { file } = only.module.summary;
    const view = this.#viewOfOther(file);
    const [start, end] = only.fn.at;
    const fn = view?.nodes.find((one) => isFunction(one) && one.range[0] === start && one.range[1] === end);
    return view && isFunction(fn) ? { view, fn, name: only.fn.name } : null;
  }

  #viewOfOther(file: string): SourceView | null {
    const known = this.#others.get(file);
    if (known !== undefined) return known;
    const text = this.loader?.textOf?.(file) ?? null;
    const view = text === null ? null : viewOfText(file, text);
    this.#others.set(file, view);
    return view;
  }

  /** True where an imported name has its value, for good, before the body of this file runs. */
  isReadyWhenImported(module: string, name: string): boolean {
    const { graph } = this.#read.linked.resolver;
    return graph !== null && isReadyWhenImported(graph.loader, this.#read.linked.module, module, name);
  }

  /** The call in this file that a framework value came out of. */
  originCallOf(meaning: Meaning & { is: 'shape' }): TSESTree.CallExpression | null {
    const ref = meaning.origin?.ref;
    if (!ref || ref.module !== this.#read.linked.module) return null;
    return this.#read.calls.get(key(ref.module.value(ref.id).at)) ?? null;
  }
}

/** A function of another module. */
export interface ImportedFunction {
  readonly view: SourceView;
  readonly fn: FunctionNode;
  readonly name: string | null;
}

function viewOfText(file: string, text: string): SourceView | null {
  try {
    return new SourceView(parseModule(file, text));
  } catch (error) {
    if (error instanceof SourceSyntaxError) return null;
    throw error;
  }
}

/** A place that runs a handler for a tool call itself. */
interface ExecutorCall {
  readonly kind: ExecutorSite['kind'];
  readonly call: TSESTree.CallExpression;
  /** Where the rule's report of it starts. */
  readonly reportedAt: number;
  /** The source that managed calls of the surroundings have; `null` where they are no tool of an SDK. */
  readonly surface: string | null;
}

const SURFACES: Readonly<Record<string, string>> = { 'raw-callback': 'mcp', 'sdk-execute': 'agent' };

interface Reading {
  readonly summary: ModuleSummary;
  readonly linked: ModuleView;
  readonly byRange: ReadonlyMap<number, ValueId>;
  readonly variables: ReadonlyMap<number, ValueId>;
  readonly calls: ReadonlyMap<number, TSESTree.CallExpression>;
}

function readingOf(view: SourceView, settings: ResolvedSettings, loader: ModuleLoader | null): Reading {
  const summary = summarise(view.parsed);
  const byRange = new Map<number, ValueId>();
  const variables = new Map<number, ValueId>();
  const calls = new Map<number, TSESTree.CallExpression>();
  summary.values.forEach((value, id) => {
    (value.op === 'variable' ? variables : byRange).set(key(value.at), id);
  });
  for (const node of view.nodes) if (node.type === 'CallExpression') calls.set(key(node.range), node);
  return { summary, linked: viewModule(summary, settings, loader), byRange, variables, calls };
}

/** A number for each range of a text of up to 64 MiB: cheaper to make and to look up than a string. */
function key(range: readonly [number, number]): number {
  return range[0] * 0x4000000 + range[1];
}
