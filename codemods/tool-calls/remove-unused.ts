import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext, SiteOutcome } from '../codemod.js';
import { becameUnused } from '../edit/became-unused.js';
import { mentionsName } from '../edit/mentions-name.js';
import { EditList, type TextEdit } from '../edit/text-edit.js';
import { CALLER_LOST } from '../reasons.js';
import { isBlank, wholeLinesOf } from '../source/lines.js';
import type { SourceView } from '../source/source-view.js';
import { declaredAs, isFunction, keyName, objectOfMember } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import type { ResolvedVariable } from '../source/variable.js';
import { startWithComments } from './insert-statement.js';
import { spentLookup } from './spent-lookup.js';
import { fillOf } from './tool-lookup.js';

/**
 * Takes out functions, collections of tools and lookups in them that the edits leave without a use, where no comment goes
 * with them.
 *
 * @returns a site for each executor with comments: it is kept, or its comments are
 */
export function removeUnused(context: FileContext): SiteOutcome[] {
  const { view, edits } = context;
  if (edits.isEmpty) return [];
  const sites: SiteOutcome[] = [];
  const removed: TSESTree.Node[] = [];
  const reduced: TextEdit[] = [];
  const seen = new Set<ResolvedVariable>();
  const next = (): ResolvedVariable | undefined => nextUnused(context, seen, removed, reduced);
  // what goes may have been the last use of something else
  for (let unused = next(); unused; unused = next()) {
    seen.add(unused);
    const fill = fillOf(view, context.meaning, unused);
    if (fill) {
      const parts = [fill.declaration, fill.loop];
      if (isDeclaredAlone(fill.declaration) && !parts.some((one) => hasComments(view, one))) removed.push(...parts);
      continue;
    }
    const lookup = spentLookup(context, unused);
    if (lookup?.kind === 'reduced') reduced.push(...lookup.edits);
    const statement = lookup?.kind === 'removed' ? lookup.statement : removableStatement(context, unused.defs[0]?.node);
    if (!statement || edits.covers(statement.range[0], statement.range[1])) continue;
    if (lookup || !hasComments(view, statement)) removed.push(statement);
    else if (context.options.refusesUnused) {
      reduced.push(...commentsAlone(context, statement));
      sites.push(...executorSite(context, statement, { outcome: 'migrated', check: COMMENTS_CHECK }));
    } else {
      sites.push(...executorSite(context, statement, { outcome: 'left', reason: 'executor-itself', data: LOST }));
    }
  }
  edits.add([...removalsOf(view, removed), ...reduced]);
  return sites;
}

/** A variable that loses its last use by the edits or by the statements that go. */
function nextUnused(
  context: FileContext,
  seen: ReadonlySet<ResolvedVariable>,
  removed: readonly TSESTree.Node[],
  reduced: readonly TextEdit[],
): ResolvedVariable | undefined {
  const { view, edits } = context;
  const all = new EditList(true);
  all.add([...edits.ordered, ...removed.map(({ range: [start, end] }) => ({ start, end, text: '' })), ...reduced]);
  return view.variables.find(
    (one) =>
      !seen.has(one) &&
      one.defs[0]?.type !== 'Parameter' &&
      (becameUnused(one, all) || isOnlyFilled(context, one, all)),
  );
}

function isDeclaredAlone(node: TSESTree.Node): boolean {
  return node.type === 'VariableDeclaration' && node.declarations.length === 1;
}

/** True for a collection that the edits leave without a use but the loop that fills it. */
function isOnlyFilled({ view, meaning }: FileContext, variable: ResolvedVariable, edits: EditList): boolean {
  const uses = variable.references.filter(({ init }) => !init).map(({ identifier }) => identifier);
  const left = uses.filter(({ range: [start, end] }) => !edits.covers(start, end));
  const [only, ...more] = left;
  if (!only || more.length > 0 || uses.length < 2) return false;
  return (
    fillOf(view, meaning, variable)?.use === only &&
    !edits.ordered.some(({ text }) => mentionsName(text, variable.name))
  );
}

function hasComments(view: SourceView, statement: TSESTree.Node): boolean {
  const [start, end] = statement.range;
  return startWithComments(view, statement) !== start || view.commentsWithin(start, end).length > 0;
}

/** The edits that take statements out, neighbours together. */
function removalsOf(view: SourceView, statements: readonly TSESTree.Node[]): TextEdit[] {
  const groups: { start: number; end: number }[] = [];
  for (const { range } of [...statements].sort((a, b) => a.range[0] - b.range[0])) {
    const last = groups.at(-1);
    if (last && isBlank(view.text, last.end, range[0])) last.end = range[1];
    else groups.push({ start: range[0], end: range[1] });
  }
  return groups.map(({ start, end }) => ({ ...wholeLinesOf(view.text, start, end), text: '' }));
}

const LOST = { case: CALLER_LOST };
const COMMENTS_CHECK =
  'An executor that lost its last caller is removed, and the comments that stood in it or above it are kept in its place: see which of them still hold.';

type Outcome = SiteOutcome extends infer One ? (One extends SiteOutcome ? Omit<One, 'at' | 'claims'> : never) : never;

/** The site of the handler call in an executor. */
function executorSite(context: FileContext, statement: TSESTree.Node, outcome: Outcome): SiteOutcome[] {
  const call = context.view.nodes.find(
    (one) =>
      one.type === 'CallExpression' &&
      one.range[0] >= statement.range[0] &&
      one.range[1] <= statement.range[1] &&
      objectOfMember(one.callee, 'handler') !== null,
  );
  if (!call) return [];
  const [at] = call.range;
  return [{ at, claims: [at], ...outcome }];
}

/** Edits that leave of a statement nothing but its comments. */
function commentsAlone({ view, style }: FileContext, statement: TSESTree.Node): TextEdit[] {
  const [start, end] = statement.range;
  const comments = view.commentsWithin(start, end).map((one) => view.text.slice(one.start, one.end));
  if (comments.length === 0) return [{ ...wholeLinesOf(view.text, start, end), text: '' }];
  return [{ start, end, text: comments.join(`${style.eol}${view.indentationOf(start)}`) }];
}

/** The statement that declares one function or one collection of tools and nothing else, unless it is exported. */
function removableStatement(context: FileContext, node: TSESTree.Node | undefined): TSESTree.Node | null {
  const { view } = context;
  if (node?.type !== 'FunctionDeclaration' && node?.type !== 'VariableDeclarator') return null;
  if (node.type === 'VariableDeclarator' && !isFunction(node.init) && !(node.init && listsTools(context, node.init))) {
    return null;
  }
  const declares: TSESTree.Node | undefined = node.type === 'VariableDeclarator' ? view.parentOf(node) : node;
  const alone = declares?.type !== 'VariableDeclaration' || declares.declarations.length === 1;
  const parent = declares && view.parentOf(declares);
  const listed = parent?.type === 'Program' || parent?.type === 'BlockStatement';
  return declares && alone && listed ? declares : null;
}

/** True for an expression that lists the tools of a service, into whatever collection. */
function listsTools(context: FileContext, node: TSESTree.Expression): boolean {
  const { view } = context;
  const lists = view.nodes.some(
    (one) =>
      one.type === 'CallExpression' &&
      one.range[0] >= node.range[0] &&
      one.range[1] <= node.range[1] &&
      context.meaning.hasRole(one.callee, 'tool-collector'),
  );
  const list = lists ? null : collectedFrom(view, node);
  const init = list && declaredAs(view, list);
  return lists || (init !== null && init !== undefined && listsTools(context, init));
}

/** The constant whose elements a collection is made of: `tools` of `new Map(tools.map(…))`. */
function collectedFrom(view: SourceView, node: TSESTree.Node): TSESTree.Identifier | null {
  const made = unwrap(node);
  if (made.type === 'Identifier') return made;
  const collects = made.type === 'NewExpression' || made.type === 'CallExpression' ? view.textOf(made.callee) : '';
  if (made.type === 'NewExpression' || collects === 'Object.fromEntries') {
    const [entries] = made.type === 'NewExpression' || made.type === 'CallExpression' ? made.arguments : [];
    return /^(?:Map|Set|Object\.fromEntries)$/u.test(collects) && entries ? collectedFrom(view, entries) : null;
  }
  const isWalk = made.type === 'CallExpression' && made.callee.type === 'MemberExpression';
  if (!isWalk || made.callee.type !== 'MemberExpression') return null;
  return ['map', 'filter', 'slice'].includes(keyName(made.callee) ?? '')
    ? collectedFrom(view, made.callee.object)
    : null;
}
