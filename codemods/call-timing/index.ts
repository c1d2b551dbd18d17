import type { TSESTree } from '@typescript-eslint/types';
import type { CallScope, Finding } from '../../analysis/finding.js';
import type { Codemod, FileContext, SiteOutcome } from '../codemod.js';
import { becameUnused } from '../edit/became-unused.js';
import { EditConflictError, type TextEdit } from '../edit/text-edit.js';
import { DISABLED, type ReasonCode } from '../reasons.js';
import { isFunction, type FunctionNode } from '../source/syntax.js';
import type { SourceView } from '../source/source-view.js';
import { unwrap } from '../source/unwrap.js';
import type { ResolvedVariable } from '../source/variable.js';
import { endReading, matchingStart, type ClockReading, type MatchingStart } from './clock-reading.js';
import { hookDuration } from './hook-duration.js';
import { isHeldAgainstLimit } from './limit.js';
import { localStart, START_NAME } from './local-start.js';
import { withoutDeclarator, withoutStoredStart } from './removed-declaration.js';
import { hasSideEffect } from './side-effects.js';
import { useOfStart, type Difference, type StartUse, type TimedUse } from './start-uses.js';
import { measuresWait } from './waiting.js';

const RULE = 'no-request-start-in-tool';
const START = /\bstartedAt\b/u;

/** Takes a duration from a start of the call instead of the start of what encloses it. */
export const callTiming: Codemod = {
  name: 'call-timing',
  description:
    "A duration inside a tool call is taken from the call's own start; in a hook it is the one the hook is given.",
  kind: 'repair',
  rule: RULE,
  mayApply: (text) => START.test(text),
  run(context: FileContext): SiteOutcome[] {
    const sites = context.meaning
      .findings()
      .filter((one) => one.rule === RULE)
      .map((one) => new TimingSite(context, one));
    const starts = new TakenStarts();
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

  decide(starts: TakenStarts): SiteOutcome {
    const site = { at: this.#at(), claims: [this.finding.place.start] };
    const isDisabled = this.context.isDisabled(this.finding.place.start, site.at);
    const plan = isDisabled ? DISABLED : this.#plan(starts);
    if (typeof plan === 'string') return { ...site, outcome: 'left', reason: plan };
    try {
      this.context.edits.add(plan.edits);
    } catch (error) {
      if (error instanceof EditConflictError) return { ...site, outcome: 'left', reason: 'edit-conflict' };
      throw error;
    }
    starts.add(plan.starts);
    return { ...site, outcome: 'migrated', check: plan.check };
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

  #plan(starts: TakenStarts): Plan | ReasonCode {
    if (this.#isElsewhere()) return 'start-in-helper';
    const { scope } = this.finding;
    const read = this.#read;
    const fn = this.#fn;
    if (!scope || !fn || !read) return 'start-in-helper';
    if (read.range[0] < fn.range[0] || read.range[1] > fn.range[1]) return 'start-in-helper';
    const isHook = scope.kind === 'tool-hook' || scope.kind === 'audit-sink';
    if (this.#use.kind === 'stored') return 'start-stored';
    if (this.#use.kept && (isHook || !isInBody(fn, read) || !isOwnVariable(fn, this.#use.kept))) return 'start-stored';
    if (scope.kind === 'lifecycle') return 'no-start-in-hook';
    if (this.#use.differences.some(({ operand }) => hasSideEffect(this.context, operand)))
      return 'start-has-side-effect';
    const timings = this.#timings(fn, this.#use.differences);
    if (!timings) return 'other-clock';
    return isHook
      ? this.#takeDuration(fn, scope, this.#use, read)
      : this.#withHttpCheck(this.#takeStart(fn, timings, this.#use, read, starts), scope);
  }

  /** A request over HTTP is no call of a tool: there a start of the function's own changes what is measured. */
  #withHttpCheck(plan: Plan | ReasonCode, { servesHttp }: CallScope): Plan | ReasonCode {
    if (typeof plan === 'string' || !servesHttp) return plan;
    return { ...plan, check: plan.check === null ? HTTP_CHECK : `${plan.check} ${HTTP_CHECK}` };
  }

  /** The start that matches each difference; `null` where the top of the call cannot read the clock of one. */
  #timings(fn: FunctionNode, differences: readonly Difference[]): readonly Timing[] | null {
    const timings: Timing[] = [];
    for (const difference of differences) {
      const reading = endReading(this.context.view, difference, fn);
      const start = reading && matchingStart(difference, reading);
      if (!start) return null;
      timings.push({ difference, reading, start });
    }
    return timings;
  }

  #takeDuration(fn: FunctionNode, scope: CallScope, use: TimedUse, read: TSESTree.Node): Plan | ReasonCode {
    const { context } = this;
    const given = hookDuration(context, fn, scope, use.differences);
    if (!given) return 'no-start-in-hook';
    const removal = use.variable ? (withoutStoredStart(context, read) ?? []) : [];
    const isLimited = use.differences.some((one) => isHeldAgainstLimit(context.view, one));
    return { edits: [...given, ...removal], check: isLimited ? LIMIT_CHECK : null, starts: [] };
  }

  #takeStart(
    fn: FunctionNode,
    timings: readonly Timing[],
    use: TimedUse,
    read: TSESTree.Node,
    starts: TakenStarts,
  ): Plan | ReasonCode {
    const { context } = this;
    const doubt = this.#doubt(fn, timings);
    if (doubt && !context.options.bestEffort) return doubt.reason;
    if (use.kept) return this.#takeKeptStart(fn, timings, read, starts, doubt?.check ?? null);
    const removal = use.variable && withoutStoredStart(context, read);
    let freeName = removal && use.variable && isFree(context.view, fn, use.variable) ? use.variable.name : null;
    const taken: TakenStart[] = [];
    const edits: TextEdit[] = [...(removal ?? [])];
    let name: string | undefined;
    for (const { difference, start } of timings) {
      const others = [...starts.all, ...taken];
      const known = others.find((one) => one.fn === fn && one.reading === start.text);
      const local = known
        ? { name: known.name, edits: [] }
        : localStart(context, fn, start.text, use.differences, freeName, namesAround(fn, others));
      if (!known) taken.push({ fn, reading: start.text, name: local.name });
      if (local.name === freeName) freeName = null;
      name ??= local.name;
      edits.push(...local.edits);
      const isThere = local.name === use.variable?.name && start.replaced === difference.operand;
      if (!isThere) edits.push(this.#replaced(start.replaced, local.name));
    }
    if (removal && name !== undefined && name !== use.variable?.name) edits.push(...this.#otherUses(use, name));
    return { edits, check: doubt?.check ?? null, starts: taken };
  }

  /** Puts the call's start in place of the read itself, for a name that may hold another start too. */
  #takeKeptStart(
    fn: FunctionNode,
    timings: readonly Timing[],
    read: TSESTree.Node,
    starts: TakenStarts,
    check: string | null,
  ): Plan | ReasonCode {
    const { context } = this;
    const readings = new Set(timings.map(({ start }) => start.text));
    const [reading, ...others] = readings;
    const isSame = timings.every(({ difference, start }) => start.replaced === difference.operand);
    if (reading === undefined || others.length > 0 || !isSame || read.type !== 'MemberExpression') return 'other-clock';
    const known = starts.all.find((one) => one.fn === fn && one.reading === reading);
    const local = known
      ? { name: known.name, edits: [] }
      : localStart(context, fn, reading, [], null, namesAround(fn, starts.all));
    const taken = known ? [] : [{ fn, reading, name: local.name }];
    return { edits: [...local.edits, this.#replaced(asserted(context.view, read), local.name)], check, starts: taken };
  }

  /** Why a difference may be no duration of the call. */
  #doubt(fn: FunctionNode, timings: readonly Timing[]): { readonly reason: ReasonCode; readonly check: string } | null {
    const { context } = this;
    if (timings.some(({ difference }) => isHeldAgainstLimit(context.view, difference))) {
      return { reason: 'compared-with-limit', check: LIMIT_CHECK };
    }
    const waits = timings.some(({ difference, reading }) => measuresWait(context, fn, difference, reading.places));
    return waits ? { reason: 'measures-wait', check: WAIT_CHECK } : null;
  }

  /** Puts a name in place of an expression, and keeps the comments in it. */
  #replaced(node: TSESTree.Node, name: string): TextEdit {
    const { view, style } = this.context;
    const { start, end } = this.#withParens(node);
    const comments = view.commentsWithin(start, end).map((one) => {
      const apart = one.type === 'Line' ? `${style.eol}${view.indentationOf(start)}` : ' ';
      return `${view.text.slice(one.start, one.end)}${apart}`;
    });
    return { start, end, text: `${comments.join('')}${name}` };
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
  #otherUses({ differences, variable }: TimedUse, name: string): TextEdit[] {
    return (variable?.references ?? [])
      .filter((one) => !one.init)
      .map((one) => one.identifier.range)
      .filter(
        (range) => !differences.some(({ operand }) => operand.range[0] <= range[0] && range[1] <= operand.range[1]),
      )
      .map((range) => ({ start: range[0], end: range[1], text: name }));
  }
}

/** True for a variable that each run of a function has for itself. */
function isOwnVariable(fn: FunctionNode, { scope }: ResolvedVariable): boolean {
  return scope === fn || isInBody(fn, scope);
}

function isInBody({ body }: FunctionNode, node: TSESTree.Node): boolean {
  return body.range[0] <= node.range[0] && node.range[1] <= body.range[1];
}

/** A read with the assertions around it. */
function asserted(view: SourceView, read: TSESTree.Node): TSESTree.Node {
  const parent = view.parentOf(read);
  const isAsserted = parent && unwrap(parent) === unwrap(read) && parent.type !== 'AwaitExpression';
  return isAsserted ? asserted(view, parent) : read;
}

/** The starts that calls of the file take, by function and clock. */
class TakenStarts {
  readonly all: TakenStart[] = [];

  add(starts: readonly TakenStart[]): void {
    this.all.push(...starts);
  }
}

interface TakenStart {
  readonly fn: FunctionNode;
  /** The expression that it reads. */
  readonly reading: string;
  readonly name: string;
}

/** The names of starts that a new one in a function must not hide, or be hidden by. */
function namesAround(fn: FunctionNode, starts: readonly TakenStart[]): ReadonlySet<string> {
  const around = (a: FunctionNode, b: FunctionNode): boolean => a.range[0] <= b.range[0] && b.range[1] <= a.range[1];
  return new Set(starts.filter((one) => around(one.fn, fn) || around(fn, one.fn)).map((one) => one.name));
}

/** True where the name of a variable that goes can be the name of a start at the top of a function. */
function isFree(view: SourceView, fn: FunctionNode, variable: ResolvedVariable): boolean {
  const inside = ({ range }: TSESTree.Node): boolean => fn.range[0] <= range[0] && range[1] <= fn.range[1];
  if (variable.scope === fn) return true;
  if (variable.name !== START_NAME || view.unresolvedNames.has(START_NAME) || !inside(variable.scope)) return false;
  return view.variables.every(
    (one) =>
      one === variable ||
      one.name !== variable.name ||
      !(one.defs.some(({ name }) => inside(name)) || one.references.some(({ identifier }) => inside(identifier))),
  );
}

/** A difference with the start that takes the place of the old one. */
interface Timing {
  readonly difference: Difference;
  readonly reading: ClockReading;
  readonly start: MatchingStart;
}

interface Plan {
  readonly edits: readonly TextEdit[];
  readonly check: string | null;
  readonly starts: readonly TakenStart[];
}

const LIMIT_CHECK =
  'The duration is held against a limit: see that the limit is meant for one call, not for the request.';
const HTTP_CHECK =
  'The endpoint may serve HTTP too: for a request, the time counted from where the request began, and now counts from where the handler does.';
const WAIT_CHECK = 'The end is read before the call has done its work, so the difference is next to nothing now.';

/** Takes out constants that held the request context where nothing reads them any more. */
function removeUnusedContexts(context: FileContext): void {
  const { view, edits } = context;
  for (const variable of view.variables) {
    const declarator = variable.defs[0]?.node;
    if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier' || !declarator.init) continue;
    const statement = view.parentOf(declarator);
    if (unwrap(declarator.init).type !== 'CallExpression' || !statement || !becameUnused(variable, edits)) continue;
    if (view.commentsWithin(statement.range[0], statement.range[1]).length > 0) continue;
    const removal = withoutDeclarator(context, declarator);
    if (removal) edits.add(removal);
  }
}
