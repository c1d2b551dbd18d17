import type { TSESTree } from '@typescript-eslint/types';
import type { SummaryBuilder } from './summary-builder.js';
import { lowerExpression, lowerNamed, lowerTest } from './lower-expression.js';
import { addReturn, lowerClass, lowerFunction } from './lower-function.js';
import { lowerModuleStatement, patternNames } from './lower-module-statement.js';
import { assignPattern } from './lower-pattern.js';

const DECLARATION_STATEMENTS = new Set(['FunctionDeclaration', 'ClassDeclaration', 'VariableDeclaration']);

/** Whether a node stands where a statement may stand. */
export function isStatement(node: TSESTree.Node): boolean {
  return node.type.endsWith('Statement') || DECLARATION_STATEMENTS.has(node.type);
}

/**
 * Reads statements in order; after one that leaves when a condition holds, the rest is read under its opposite, and after one
 * that always leaves, under a condition that never holds.
 */
export function lowerStatements(builder: SummaryBuilder, nodes: readonly TSESTree.Node[]): void {
  const restores: (() => void)[] = [];
  const end = nodes.findIndex((one) => leaves(one)) + 1 || nodes.length;
  const after = nodes.slice(end);
  // a declaration of a function holds before the statement that leaves, too
  for (const node of [...nodes.slice(0, end), ...after.filter(isHoisted)]) {
    if (node.type === 'IfStatement') {
      const test = lowerIf(builder, node);
      if (!node.alternate && leaves(node.consequent)) restores.push(builder.pushGuard(test, false));
    } else {
      lowerStatement(builder, node);
    }
  }
  for (const restore of restores.reverse()) restore();
  const [first, ...more] = after.filter((node) => !isHoisted(node));
  if (!first) return;
  builder.guarded(builder.never(first.range), true, () => {
    lowerStatements(builder, [first, ...more]);
  });
}

function isHoisted(node: TSESTree.Node): boolean {
  return node.type === 'FunctionDeclaration' || node.type === 'TSDeclareFunction';
}

/** Whether nothing after a statement is run. */
function leaves(node: TSESTree.Node): boolean {
  if (node.type === 'BlockStatement') return node.body.some(leaves);
  if (node.type === 'IfStatement') return node.alternate !== null && leaves(node.consequent) && leaves(node.alternate);
  return (
    node.type === 'ReturnStatement' ||
    node.type === 'ThrowStatement' ||
    node.type === 'ContinueStatement' ||
    node.type === 'BreakStatement'
  );
}

function lowerIf(builder: SummaryBuilder, node: TSESTree.IfStatement): number {
  const test = lowerTest(builder, node.test);
  builder.guarded(test, true, () => {
    lowerStatement(builder, node.consequent);
  });
  const { alternate } = node;
  if (alternate) {
    builder.guarded(test, false, () => {
      lowerStatement(builder, alternate);
    });
  }
  return test;
}

/** Reads one statement. */
export function lowerStatement(builder: SummaryBuilder, node: TSESTree.Node): void {
  switch (node.type) {
    case 'BlockStatement':
      lowerStatements(builder, node.body);
      return;
    case 'ExpressionStatement':
      lowerExpression(builder, node.expression);
      return;
    case 'VariableDeclaration':
      for (const one of node.declarations) lowerDeclarator(builder, one);
      return;
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      lowerFunction(builder, node, { name: null, owner: null });
      return;
    case 'ClassDeclaration':
      lowerClass(builder, node);
      return;
    case 'ReturnStatement':
      if (node.argument) addReturn(builder, lowerExpression(builder, node.argument));
      return;
    case 'IfStatement':
      lowerIf(builder, node);
      return;
    case 'ForOfStatement':
    case 'ForInStatement':
      lowerIteration(builder, node);
      return;
    case 'ForStatement':
      lowerFor(builder, node);
      return;
    case 'WhileStatement':
    case 'DoWhileStatement':
      lowerTest(builder, node.test);
      lowerStatement(builder, node.body);
      return;
    case 'SwitchStatement':
      lowerSwitch(builder, node);
      return;
    case 'TryStatement':
      lowerTry(builder, node);
      return;
    case 'ThrowStatement':
      builder.opaque(node.range, node.type, [lowerExpression(builder, node.argument)]);
      return;
    case 'LabeledStatement':
      lowerStatement(builder, node.body);
      return;
    case 'EmptyStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'DebuggerStatement':
      return;
    default:
      if (!lowerModuleStatement(builder, node)) lowerExpression(builder, node);
  }
}

/** Reads one declarator. A name without an initializer keeps what its annotation says. */
function lowerDeclarator(builder: SummaryBuilder, node: TSESTree.VariableDeclarator): void {
  const name = node.id.type === 'Identifier' ? node.id.name : null;
  for (const one of patternNames(node.id)) builder.place(one);
  if (node.init) assignPattern(builder, node.id, lowerNamed(builder, node.init, name));
  else if (node.id.typeAnnotation) assignPattern(builder, node.id, builder.opaque(node.range, 'no initializer'));
}

function lowerIteration(builder: SummaryBuilder, node: TSESTree.ForOfStatement | TSESTree.ForInStatement): void {
  const over = lowerExpression(builder, node.right);
  const value =
    node.type === 'ForOfStatement'
      ? builder.add(node.left.range, { op: 'element', of: over })
      : builder.opaque(node.left.range, node.type, [over]);
  if (node.left.type === 'VariableDeclaration') {
    for (const one of node.left.declarations) assignPattern(builder, one.id, value);
  } else {
    assignPattern(builder, node.left, value);
  }
  lowerStatement(builder, node.body);
}

function lowerFor(builder: SummaryBuilder, node: TSESTree.ForStatement): void {
  if (node.init?.type === 'VariableDeclaration') lowerStatement(builder, node.init);
  else if (node.init) lowerExpression(builder, node.init);
  if (node.test) lowerTest(builder, node.test);
  if (node.update) lowerExpression(builder, node.update);
  lowerStatement(builder, node.body);
}

function lowerSwitch(builder: SummaryBuilder, node: TSESTree.SwitchStatement): void {
  lowerTest(builder, node.discriminant);
  for (const one of node.cases) {
    if (one.test) lowerTest(builder, one.test);
    lowerStatements(builder, one.consequent);
  }
}

function lowerTry(builder: SummaryBuilder, node: TSESTree.TryStatement): void {
  lowerStatement(builder, node.block);
  if (node.handler) {
    if (node.handler.param) {
      assignPattern(builder, node.handler.param, builder.opaque(node.handler.param.range, 'caught error'));
    }
    lowerStatement(builder, node.handler.body);
  }
  if (node.finalizer) lowerStatement(builder, node.finalizer);
}
