import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName, type FunctionNode } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { isNeverReassigned, type ResolvedVariable } from '../source/variable.js';

/** One place that takes a difference from a start. */
export interface Difference {
  readonly node: TSESTree.BinaryExpression;
  /** The operand that is the start, with what belongs to it: assertions and fallbacks. */
  readonly operand: TSESTree.Node;
  /** The whole side of the difference that the start stands on, conversions included. */
  readonly side: TSESTree.Node;
  /** How that side converts the start: its text, normalised, around a blank. */
  readonly shape: string;
  /** The other side: what the start is subtracted from. */
  readonly end: TSESTree.Node;
  /** The call that hands the start to a function which takes the difference. */
  readonly handedBy: HandedStart | null;
  /** The difference's unit in nanoseconds, and whether it is a bigint. */
  readonly unit: Unit;
}

/** A call of a function of the file, with the function. */
export interface HandedStart {
  readonly call: TSESTree.CallExpression;
  readonly fn: FunctionNode;
}

export interface Unit {
  readonly nanoseconds: number;
  readonly big: boolean;
}

/** Stands for a time in the text of how it is converted. */
export const BLANK = '\u0000';

export const NANOSECONDS: Unit = { nanoseconds: 1, big: true };

/** Where a start that was read goes. */
export type StartUse = TimedUse | { readonly kind: 'stored' };

/** A start that only differences are taken from. */
export interface TimedUse {
  readonly kind: 'difference';
  readonly differences: readonly Difference[];
  /** The name it is stored under before, and under which nothing else is. */
  readonly variable: ResolvedVariable | null;
  /** The name it is stored under that may hold another start too, and so stays. */
  readonly kept: ResolvedVariable | null;
}

/** How a read of the start is used: only in differences, directly or through one name, or otherwise. */
export function useOfStart(view: SourceView, read: TSESTree.Node): StartUse {
  const operand = widened(view, read);
  const direct = differenceOf(view, operand) ?? handedToDifference(view, operand);
  if (direct) return { kind: 'difference', differences: [direct], variable: null, kept: null };
  const own = nameOfValue(view, read, operand);
  const isOwn = own !== null && isNeverReassigned(own);
  const variable = isOwn ? own : nameOfOneOfSome(view, operand);
  const differences = variable && differencesFrom(view, variable);
  if (!differences) return { kind: 'stored' };
  return { kind: 'difference', differences, variable: isOwn ? variable : null, kept: isOwn ? null : variable };
}

/** The differences that a start under a name is a side of; `null` where it is used otherwise too, or not at all. */
function differencesFrom(view: SourceView, variable: ResolvedVariable): Difference[] | null {
  const differences: Difference[] = [];
  for (const one of variable.references.filter((reference) => !reference.write)) {
    const use = widened(view, one.identifier);
    const difference = differenceOf(view, use) ?? handedToDifference(view, use);
    if (difference) differences.push(difference);
    else if (!isTest(view, one.identifier)) return null;
  }
  return differences.length > 0 ? differences : null;
}

/**
 * The variable that a start is one of several values of: `began = context.startedAt` of a `let`, which is set from a clock or
 * from the context only, and the default of a parameter.
 */
function nameOfOneOfSome(view: SourceView, operand: TSESTree.Node): ResolvedVariable | null {
  const holder = view.parentOf(operand);
  if (holder?.type === 'AssignmentPattern' && holder.right === operand && isFunction(view.parentOf(holder))) {
    const variable = holder.left.type === 'Identifier' ? view.variableOf(holder.left) : undefined;
    return variable?.references.every((one) => !one.write || one.identifier === holder.left) ? variable : null;
  }
  const name =
    holder?.type === 'VariableDeclarator' && holder.init === operand
      ? holder.id
      : holder?.type === 'AssignmentExpression' && holder.right === operand && isStatement(view, holder)
        ? holder.left
        : null;
  const variable = name?.type === 'Identifier' ? view.variableOf(name) : undefined;
  if (variable?.defs.length !== 1 || variable.defs[0]?.node.type !== 'VariableDeclarator') return null;
  const writes = variable.references.filter((one) => one.write);
  return writes.every((one) => isStartOrClock(view, view.parentOf(one.identifier))) ? variable : null;
}

function isStatement(view: SourceView, node: TSESTree.Node): boolean {
  return view.parentOf(node)?.type === 'ExpressionStatement';
}

/** True where a variable is given a start of the context, the time of a clock, or nothing. */
function isStartOrClock(view: SourceView, write: TSESTree.Node | undefined): boolean {
  const value =
    write?.type === 'VariableDeclarator'
      ? write.init
      : write?.type === 'AssignmentExpression' && write.operator === '='
        ? write.right
        : null;
  return value !== null && isTime(view, value);
}

/** True for a start of the context and for what may stand in for it: a reading of a clock, or nothing. */
function isTime(view: SourceView, node: TSESTree.Node): boolean {
  const value = unwrap(node);
  switch (value.type) {
    case 'MemberExpression':
      return keyName(value) === 'startedAt';
    case 'ConditionalExpression':
      return isTime(view, value.consequent) && isTime(view, value.alternate);
    case 'LogicalExpression':
      return isTime(view, value.left) && isTime(view, value.right);
    default:
      return isStandIn(view, value);
  }
}

/** True for a reading of a clock and for a value that is written out. */
function isStandIn(view: SourceView, node: TSESTree.Node): boolean {
  const value = unwrap(node);
  if (value.type === 'Literal' || (value.type === 'Identifier' && value.name === 'undefined')) return true;
  return value.type === 'CallExpression' && value.arguments.length === 0 && CLOCK.test(view.textOf(value.callee));
}

const CLOCK = /^(?:(?:globalThis\.)?process\.hrtime\.bigint|(?:globalThis\.)?performance\.now|Date\.now)$/u;

/** The read with its assertions and with what stands in for an absent value. */
export function widened(view: SourceView, node: TSESTree.Node): TSESTree.Node {
  const parent = view.parentOf(node);
  switch (parent?.type) {
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ChainExpression':
      return widened(view, parent);
    case 'LogicalExpression':
      return parent.left === node && parent.operator !== '&&' ? widened(view, parent) : node;
    case 'ConditionalExpression':
      return isChoiceOfStart(view, parent, node) ? parent : node;
    default:
      return node;
  }
}

/** True for a choice between a start and what stands in for it where there is none. */
function isChoiceOfStart(view: SourceView, choice: TSESTree.ConditionalExpression, start: TSESTree.Node): boolean {
  if (choice.test === start) return false;
  if (choice.consequent === start && isOperand(view, choice)) return true;
  const other = choice.consequent === start ? choice.alternate : choice.consequent;
  return view.parentOf(choice)?.type !== 'BinaryExpression' && isStandIn(view, other);
}

function isOperand(view: SourceView, node: TSESTree.Node): boolean {
  const parent = view.parentOf(node);
  return parent?.type === 'BinaryExpression' && parent.operator === '-' && parent.right === node;
}

/** The difference that a start is a side of, also as a number or in another unit. */
function differenceOf(view: SourceView, operand: TSESTree.Node): Difference | null {
  let at = operand;
  let unit = NANOSECONDS;
  let shape = BLANK;
  for (let next = converted(view, at, unit); next; next = converted(view, at, unit)) {
    ({ node: at, unit } = next);
    shape = at.type === 'BinaryExpression' ? `${shape} / ${view.textOf(at.right)}` : `Number(${shape})`;
  }
  const parent = view.parentOf(at);
  if (parent?.type !== 'BinaryExpression' || parent.operator !== '-') return null;
  const end = parent.right === at ? parent.left : parent.right;
  return { node: parent, operand, side: at, shape, end, handedBy: null, unit };
}

/** The expression around a time that only makes a number of it, or another unit. */
export function converted(
  view: SourceView,
  node: TSESTree.Node,
  unit: Unit,
): { readonly node: TSESTree.Node; readonly unit: Unit } | null {
  const parent = view.parentOf(node);
  if (unit.big && parent?.type === 'CallExpression' && view.textOf(parent.callee) === 'Number') {
    return { node: parent, unit: { ...unit, big: false } };
  }
  if (parent?.type !== 'BinaryExpression' || parent.operator !== '/' || parent.left !== node) return null;
  const divisor = unit.nanoseconds === 1 ? numberOf(view, parent.right) : null;
  return divisor === null ? null : { node: parent, unit: { ...unit, nanoseconds: divisor } };
}

function numberOf(view: SourceView, node: TSESTree.Node): number | null {
  if (node.type !== 'Literal') return null;
  const value = Number(view.textOf(node).replace(/_/gu, '').replace(/n$/u, ''));
  return [1e3, 1e6, 1e9].includes(value) ? value : null;
}

/** `elapsed(start)`, where the function of the file takes a difference from what it is given and does nothing else with it. */
function handedToDifference(view: SourceView, operand: TSESTree.Node): Difference | null {
  const call = view.parentOf(operand);
  if (call?.type !== 'CallExpression' || call.arguments.some((one) => one.type === 'SpreadElement')) return null;
  const fn = calledFunction(view, call);
  const parameter = fn?.params[call.arguments.indexOf(operand as TSESTree.CallExpressionArgument)];
  const variable = parameter?.type === 'Identifier' ? view.variableOf(parameter) : undefined;
  if (!fn || !variable || variable.references.length === 0 || !isNeverReassigned(variable)) return null;
  const inner = variable.references.map((one) => differenceOf(view, widened(view, one.identifier)));
  const [first] = inner;
  if (!first || !inner.every((one) => one !== null)) return null;
  return { ...first, operand, handedBy: { call, fn } };
}

/** The function of the file that a call runs, where it can be no other. */
export function calledFunction(view: SourceView, call: TSESTree.CallExpression): FunctionNode | null {
  const variable = call.callee.type === 'Identifier' ? view.variableOf(call.callee) : undefined;
  if (!variable || !isNeverReassigned(variable)) return null;
  const declaration = variable.defs[0]?.node;
  const fn = declaration?.type === 'VariableDeclarator' ? declaration.init : declaration;
  return isFunction(fn) ? fn : null;
}

/** The variable a read is stored in: `const start = context.startedAt`, `const { startedAt } = context`. */
function nameOfValue(view: SourceView, read: TSESTree.Node, operand: TSESTree.Node): ResolvedVariable | null {
  const holder = view.parentOf(operand);
  if (holder?.type === 'VariableDeclarator' && holder.init === operand && holder.id.type === 'Identifier') {
    return view.variableOf(holder.id) ?? null;
  }
  const property = read.type === 'Property' ? read : view.parentOf(read);
  if (property?.type !== 'Property' || view.parentOf(property)?.type !== 'ObjectPattern') return null;
  const target = property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
  return target.type === 'Identifier' ? (view.variableOf(target) ?? null) : null;
}

/** True where only the presence of a value is asked. */
function isTest(view: SourceView, node: TSESTree.Node): boolean {
  const parent = view.parentOf(node);
  switch (parent?.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return parent.test === node;
    case 'UnaryExpression':
      return parent.operator === '!' || parent.operator === 'typeof';
    case 'LogicalExpression':
      return parent.left === node && parent.operator === '&&';
    case 'BinaryExpression':
      return ['===', '!==', '==', '!='].includes(parent.operator);
    default:
      return false;
  }
}
