import type { TSESTree } from '@typescript-eslint/types';
import type { CallScope } from '../../analysis/finding.js';
import { compareVersions } from '../../analysis/vocabulary/version-range.js';
import type { FileContext } from '../codemod.js';
import { listEdits } from '../edit/list-edits.js';
import type { TextEdit } from '../edit/text-edit.js';
import { uniqueName } from '../edit/unique-name.js';
import { wholeLinesOf } from '../source/lines.js';
import { keyName, type FunctionNode } from '../source/syntax.js';
import type { SourceView } from '../source/source-view.js';
import { isNeverReassigned } from '../source/variable.js';
import { converted, type Difference } from './start-uses.js';
import { variableSeenFrom } from './visible-name.js';

const DURATION = 'durationMs';

/** From this version on a hook is called with one object (facts, section B). */
const OBJECT_FORM_SINCE = '0.37.0';

/** Edits that put the duration a hook is given in place of differences; `null` where it is given none. */
export function hookDuration(
  context: FileContext,
  fn: FunctionNode,
  scope: CallScope,
  differences: readonly Difference[],
): TextEdit[] | null {
  const { view } = context;
  const property = view.parentOf(fn);
  const name = property?.type === 'Property' ? keyName(property) : scope.kind === 'audit-sink' ? 'write' : scope.name;
  if (name !== 'afterToolCall' && name !== 'write') return null;
  const taken = declaredDuration(view, fn, differences);
  const given = durationOf(context, fn, name, differences, taken !== null);
  if (!given) return null;
  if (taken && given.name === DURATION) {
    const [start, end] = taken.range;
    return [...given.edits, { ...wholeLinesOf(view.text, start, end), text: '' }];
  }
  return [...given.edits, ...differences.map((one) => replacement(view, one, given.name))];
}

/** `const durationMs = …` that holds nothing but the difference in milliseconds: the hook's own takes its place. */
function declaredDuration(
  view: SourceView,
  fn: FunctionNode,
  differences: readonly Difference[],
): TSESTree.VariableDeclaration | null {
  const [only, ...more] = differences;
  if (!only || more.length > 0) return null;
  const { node, text } = inMilliseconds(view, only);
  const declarator = view.parentOf(node);
  const statement = declarator && view.parentOf(declarator);
  const isPlain =
    text === DURATION &&
    only.side === only.node.right &&
    declarator?.type === 'VariableDeclarator' &&
    declarator.id.type === 'Identifier' &&
    declarator.id.name === DURATION &&
    statement?.type === 'VariableDeclaration' &&
    statement.declarations.length === 1 &&
    view.commentsWithin(statement.range[0], statement.range[1]).length === 0 &&
    view.parentOf(statement) === fn.body;
  return isPlain ? statement : null;
}

interface GivenDuration {
  readonly name: string;
  readonly edits: readonly TextEdit[];
}

/** The name under which a hook gets its duration, with the edits that bring it in. */
function durationOf(
  context: FileContext,
  fn: FunctionNode,
  hook: string,
  differences: readonly Difference[],
  free: boolean,
): GivenDuration | null {
  const { view, style } = context;
  const [first, ...others] = fn.params;
  if (!first) return withParameter(context, fn, hook, free);
  const isPositional = others.length > 0 || compareVersions(context.options.to, OBJECT_FORM_SINCE) < 0;
  if (isPositional && hook === 'afterToolCall') return positional(context, fn, differences);
  if (first.type === 'Identifier') return seen(context, first, differences, `.${DURATION}`);
  if (first.type !== 'ObjectPattern') return null;
  const own = first.properties.find((one) => one.type === 'Property' && keyName(one) === DURATION);
  if (own?.type === 'Property') {
    const target = own.value.type === 'AssignmentPattern' ? own.value.left : own.value;
    return target.type === 'Identifier' ? seen(context, target, differences, '') : null;
  }
  const rest = first.properties.find((one) => one.type === 'RestElement')?.argument;
  if (rest) return rest.type === 'Identifier' ? seen(context, rest, differences, `.${DURATION}`) : null;
  const name = free ? DURATION : uniqueName(view, fn, DURATION);
  const clause = name === DURATION ? name : `${DURATION}: ${name}`;
  const edits = listEdits(view, style, { items: first.properties, owner: first }, [], [clause]);
  return { name, edits };
}

/** A parameter under which the duration is at hand, where each difference sees it and nothing else is put into it. */
function seen(
  { view }: FileContext,
  parameter: TSESTree.Identifier,
  differences: readonly Difference[],
  member: string,
): GivenDuration | null {
  const variable = view.variableOf(parameter);
  const { name } = parameter;
  const usable =
    variable !== undefined &&
    isNeverReassigned(variable) &&
    differences.every(({ node }) => variableSeenFrom(view, node, name) === variable);
  return usable ? { name: `${name}${member}`, edits: [] } : null;
}

/** Gives a hook that takes nothing the one parameter it is called with. */
function withParameter(context: FileContext, fn: FunctionNode, hook: string, free: boolean): GivenDuration | null {
  const { view, options, style } = context;
  const open = view.text.indexOf('(', fn.range[0]);
  if (hook === 'afterToolCall' && compareVersions(options.to, OBJECT_FORM_SINCE) < 0) return null;
  if (open < 0 || view.text[open + 1] !== ')' || open > fn.body.range[0]) return null;
  const pad = style.spacedBraces ? ' ' : '';
  const name = free ? DURATION : uniqueName(view, fn, DURATION);
  const clause = name === DURATION ? name : `${DURATION}: ${name}`;
  return { name, edits: [{ start: open + 1, end: open + 1, text: `{${pad}${clause}${pad}}` }] };
}

/** The fourth parameter of the form that takes its values one by one. */
function positional(context: FileContext, fn: FunctionNode, differences: readonly Difference[]): GivenDuration | null {
  const { view } = context;
  const fourth = fn.params[3];
  if (fourth) return fourth.type === 'Identifier' ? seen(context, fourth, differences, '') : null;
  const last = fn.params.at(-1);
  if (!last || last.type === 'RestElement') return null;
  const names = ['toolName', 'args', 'result', DURATION]
    .slice(fn.params.length)
    .map((one) => uniqueName(view, fn, one));
  const [, end] = last.range;
  return { name: names.at(-1) ?? DURATION, edits: [{ start: end, end, text: `, ${names.join(', ')}` }] };
}

function replacement(view: SourceView, difference: Difference, name: string): TextEdit {
  const { node, text } = inMilliseconds(view, difference);
  const isReversed = difference.side === difference.node.left;
  const expression = `${isReversed ? '-' : ''}${text.replaceAll(DURATION, name)}`;
  const parent = view.parentOf(node);
  const tight =
    parent?.type === 'BinaryExpression' || parent?.type === 'MemberExpression' || parent?.type === 'UnaryExpression';
  const isName = !isReversed && (text === DURATION || text.startsWith('BigInt('));
  return { start: node.range[0], end: node.range[1], text: tight && !isName ? `(${expression})` : expression };
}

/** The widest expression around a difference that only converts it, and the same value from the duration in milliseconds. */
function inMilliseconds(view: SourceView, difference: Difference): { node: TSESTree.Node; text: string } {
  let node: TSESTree.Node = difference.node;
  let { unit } = difference;
  for (let next = converted(view, node, unit); next; next = converted(view, node, unit)) ({ node, unit } = next);
  return { node, text: textFor(unit.nanoseconds, unit.big) };
}

function textFor(perUnit: number, big: boolean): string {
  const factor = 1e6 / perUnit;
  if (big) return factor === 1 ? `BigInt(Math.round(${DURATION}))` : `BigInt(Math.round(${scaled(factor)}))`;
  return scaled(factor);
}

function scaled(factor: number): string {
  if (factor === 1) return DURATION;
  return factor > 1 ? `${DURATION} * ${factor === 1e6 ? '1e6' : String(factor)}` : `${DURATION} / ${1 / factor}`;
}
