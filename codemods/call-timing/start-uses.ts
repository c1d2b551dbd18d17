import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { isFunction, type FunctionNode } from '../source/syntax.js';
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
  /** The name it is stored under before. */
  readonly variable: ResolvedVariable | null;
}

/** How a read of the start is used: only in differences, directly or through one name, or otherwise. */
export function useOfStart(view: SourceView, read: TSESTree.Node): StartUse {
  const operand = widened(view, read);
  const direct = differenceOf(view, operand) ?? handedToDifference(view, operand);
  if (direct) return { kind: 'difference', differences: [direct], variable: null };
  const variable = nameOfValue(view, read, operand);
  if (!variable || !isNeverReassigned(variable)) return { kind: 'stored' };
  const differences: Difference[] = [];
  for (const one of variable.references.filter((reference) => !reference.init)) {
    const use = widened(view, one.identifier);
    const difference = differenceOf(view, use) ?? handedToDifference(view, use);
    if (difference) differences.push(difference);
    else if (!isTest(view, one.identifier)) return { kind: 'stored' };
  }
  return differences.length > 0 ? { kind: 'difference', differences, variable } : { kind: 'stored' };
}

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
      return parent.consequent === node && isOperand(view, parent) ? parent : node;
    default:
      return node;
  }
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
