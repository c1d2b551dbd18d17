import type { TSESTree } from '@typescript-eslint/types';
import type { Finding } from '../../analysis/index.js';
import type { Codemod, FileContext, SiteOutcome } from '../codemod.js';
import { becameUnused } from '../edit/became-unused.js';
import { listEdits } from '../edit/list-edits.js';
import { EditConflictError, type TextEdit } from '../edit/text-edit.js';
import type { ReasonCode } from '../reasons.js';
import { wholeLinesOf } from '../source/lines.js';
import { isFunction, type FunctionNode } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { hookDuration } from './hook-duration.js';
import { localStart } from './local-start.js';
import { useOfStart, widened, type Difference, type StartUse } from './start-uses.js';

const RULE = 'no-request-start-in-tool';
const START = /\bstartedAt\b/u;

/** Takes a duration from a start of the call instead of the start of what encloses it. */
export const callTiming: Codemod = {
  name: 'call-timing',
  description:
    "A duration inside a tool call is taken from the call's own start; in a hook it is the one the hook is given.",
  kind: 'repair',
  mayApply: (text) => START.test(text),
  run(context: FileContext): SiteOutcome[] {
    const sites = context.meaning
      .findings()
      .filter((one) => one.rule === RULE)
      .map((one) => new TimingSite(context, one));
    const starts = new Map<FunctionNode, string>();
    const outcomes = sites.map((one) => one.decide(starts));
    removeUnusedContexts(context);
    return outcomes;
  },
};

/** One read of the enclosing start in a call. */
class TimingSite {
  readonly #read: TSESTree.Node | undefined;
  readonly #fn: FunctionNode | undefined;
  readonly #use: StartUse;

  constructor(
    readonly context: FileContext,
    readonly finding: Finding,
  ) {
    const { view } = context;
    const { start, end } = finding.place;
    this.#read = view.nodes.findLast((one) => one.range[0] === start && one.range[1] === end);
    const scope = finding.scope?.place;
    this.#fn = view.nodes.find(
      (one): one is FunctionNode => isFunction(one) && one.range[0] === scope?.start && one.range[1] === scope.end,
    );
    this.#use = this.#read ? useOfStart(view, this.#read) : { kind: 'stored' };
  }

  /** @param starts the starts already taken in a function by another site */
  decide(starts: Map<FunctionNode, string>): SiteOutcome {
    const site = { at: this.#at(), claims: [this.finding.place.start] };
    const edits = this.#edits(starts);
    if (typeof edits === 'string') return { ...site, outcome: 'left', reason: edits };
    try {
      this.context.edits.add(edits);
    } catch (error) {
      if (error instanceof EditConflictError) return { ...site, outcome: 'left', reason: 'edit-conflict' };
      throw error;
    }
    return { ...site, outcome: 'migrated', check: null };
  }

  /** Whether the start is read in another file, which the place only leads to. */
  #isElsewhere(): boolean {
    const last = this.finding.path.at(-1);
    return last !== undefined && last.file !== this.finding.place.file;
  }

  /** The difference where the read stands in one, else the read. */
  #at(): number {
    const [first] = this.#use.kind === 'difference' ? this.#use.differences : [];
    const inDifference =
      first && first.node.range[0] <= this.finding.place.start && this.finding.place.end <= first.node.range[1];
    return inDifference ? first.node.range[0] : this.finding.place.start;
  }

  #edits(starts: Map<FunctionNode, string>): TextEdit[] | ReasonCode {
    if (this.#isElsewhere()) return 'start-in-helper';
    const { scope } = this.finding;
    const read = this.#read;
    const fn = this.#fn;
    if (!scope || !fn || !read) return 'start-in-helper';
    if (read.range[0] < fn.range[0] || read.range[1] > fn.range[1]) return 'start-in-helper';
    if (this.#use.kind === 'stored') return 'start-stored';
    const { differences, variable } = this.#use;
    switch (scope.kind) {
      case 'lifecycle':
        return 'no-start-in-hook';
      case 'tool-hook':
      case 'audit-sink': {
        const given = hookDuration(this.context, fn, differences);
        return given ? [...given, ...(variable ? this.#withoutName(read) : [])] : 'no-start-in-hook';
      }
      default:
        return this.#takeStart(fn, differences, read, starts);
    }
  }

  #takeStart(
    fn: FunctionNode,
    differences: readonly Difference[],
    read: TSESTree.Node,
    starts: Map<FunctionNode, string>,
  ): TextEdit[] {
    const variable = this.#use.kind === 'difference' ? this.#use.variable : null;
    const known = starts.get(fn);
    const keepsName = variable !== null && variable.scope === fn && known === undefined;
    const start =
      known === undefined
        ? localStart(this.context, fn, differences, keepsName ? variable.name : null)
        : { name: known, edits: [] };
    starts.set(fn, start.name);
    const renamed = variable === null || variable.name !== start.name;
    const operands = renamed
      ? differences.map(({ operand }) => ({ ...this.#withParens(operand), text: start.name }))
      : [];
    const tests = renamed && variable ? this.#otherUses(differences, start.name) : [];
    return [...start.edits, ...operands, ...tests, ...(variable ? this.#withoutName(read) : [])];
  }

  /** The operand with the parentheses that a name does not need. */
  #withParens(operand: TSESTree.Node): { start: number; end: number } {
    const [start, end] = operand.range;
    const { text } = this.context.view;
    const isTight = operand.type === 'LogicalExpression' || operand.type === 'ConditionalExpression';
    return isTight && text[start - 1] === '(' && text[end] === ')'
      ? { start: start - 1, end: end + 1 }
      : { start, end };
  }

  /** Uses of the replaced name outside the differences: they only asked whether there was a start. */
  #otherUses(differences: readonly Difference[], name: string): TextEdit[] {
    const variable = this.#use.kind === 'difference' ? this.#use.variable : null;
    return (variable?.references ?? [])
      .filter((one) => !one.init)
      .map((one) => one.identifier.range)
      .filter(
        (range) => !differences.some(({ operand }) => operand.range[0] <= range[0] && range[1] <= operand.range[1]),
      )
      .map((range) => ({ start: range[0], end: range[1], text: name }));
  }

  /** Takes out the declaration of the name that held the enclosing start. */
  #withoutName(read: TSESTree.Node): TextEdit[] {
    const { view, style } = this.context;
    const property = read.type === 'Property' ? read : view.parentOf(read);
    const pattern = property?.type === 'Property' ? view.parentOf(property) : undefined;
    if (property?.type === 'Property' && pattern?.type === 'ObjectPattern' && pattern.properties.length > 1) {
      return listEdits(view, style, { items: pattern.properties, owner: pattern }, [property], []);
    }
    const declarator = pattern?.type === 'ObjectPattern' ? view.parentOf(pattern) : view.parentOf(widened(view, read));
    const statement = declarator && view.parentOf(declarator);
    if (declarator?.type !== 'VariableDeclarator' || statement?.type !== 'VariableDeclaration') return [];
    const declarations: readonly TSESTree.Node[] = statement.declarations;
    if (declarations.length === 1)
      return [{ ...wholeLinesOf(view.text, statement.range[0], statement.range[1]), text: '' }];
    const next = declarations[declarations.indexOf(declarator) + 1];
    const previous = declarations[declarations.indexOf(declarator) - 1];
    if (next) return [{ start: declarator.range[0], end: next.range[0], text: '' }];
    return [{ start: previous?.range[1] ?? declarator.range[0], end: declarator.range[1], text: '' }];
  }
}

/** Takes out constants that held the request context where nothing reads them any more. */
function removeUnusedContexts(context: FileContext): void {
  const { view, edits, meaning } = context;
  for (const variable of view.variables) {
    const declarator = variable.defs[0]?.node;
    if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier' || !declarator.init) continue;
    const made = unwrap(declarator.init);
    const statement = view.parentOf(declarator);
    if (made.type !== 'CallExpression' || statement?.type !== 'VariableDeclaration') continue;
    if (statement.declarations.length > 1 || view.parentOf(statement)?.type === 'ExportNamedDeclaration') continue;
    if (!meaning.hasRole(made.callee, 'context-getter') || !becameUnused(variable, edits)) continue;
    if (view.commentsWithin(statement.range[0], statement.range[1]).length > 0) continue;
    edits.add([{ ...wholeLinesOf(view.text, statement.range[0], statement.range[1]), text: '' }]);
  }
}
