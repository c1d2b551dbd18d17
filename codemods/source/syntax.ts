import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from './source-view.js';
import { unwrap } from './unwrap.js';
import { isNeverReassigned } from './variable.js';

export type FunctionNode =
  TSESTree.ArrowFunctionExpression | TSESTree.FunctionExpression | TSESTree.FunctionDeclaration;

export function isFunction(node: TSESTree.Node | null | undefined): node is FunctionNode {
  return (
    node?.type === 'ArrowFunctionExpression' ||
    node?.type === 'FunctionExpression' ||
    node?.type === 'FunctionDeclaration'
  );
}

/** The name of a plain, not computed property key. */
export function keyName(node: TSESTree.Property | TSESTree.MemberExpression): string | null {
  const key = node.type === 'Property' ? node.key : node.property;
  if (key.type === 'Literal') return String(key.value);
  return !node.computed && key.type === 'Identifier' ? key.name : null;
}

/** The object of a read of one member: `x` of `x.name`, `x?.name`, `x!.name`. */
export function objectOfMember(node: TSESTree.Node, name: string): TSESTree.Expression | null {
  const inner = unwrap(node);
  return inner.type === 'MemberExpression' && keyName(inner) === name ? inner.object : null;
}

/** The expression a never reassigned variable was declared with. */
export function declaredAs(view: SourceView, node: TSESTree.Node): TSESTree.Expression | null {
  const variable = node.type === 'Identifier' ? view.variableOf(node) : undefined;
  const declaration = variable?.defs[0]?.node;
  if (!variable || declaration?.type !== 'VariableDeclarator' || declaration.id.type !== 'Identifier') return null;
  return isNeverReassigned(variable) ? declaration.init : null;
}

/** The statement a node stands in, in the block or file that lists it. */
export function statementAround(view: SourceView, node: TSESTree.Node): TSESTree.Node {
  let at = node;
  for (;;) {
    const parent = view.parentOf(at);
    if (!parent) return at;
    const lists =
      parent.type === 'Program' ||
      parent.type === 'BlockStatement' ||
      parent.type === 'StaticBlock' ||
      parent.type === 'TSModuleBlock' ||
      (parent.type === 'SwitchCase' && at !== parent.test);
    if (lists) return at;
    at = parent;
  }
}

/** What a function gives back when it does nothing but give something back. */
export function onlyResultOf(node: FunctionNode): TSESTree.Expression | null {
  if (node.body.type !== 'BlockStatement') return node.body;
  const [first, second, ...more] = node.body.body;
  if (more.length > 0 || !first) return null;
  if (first.type === 'ReturnStatement' && !second) return first.argument;
  if (first.type !== 'VariableDeclaration' || second?.type !== 'ReturnStatement') return null;
  const [only] = first.declarations;
  const isSame =
    first.declarations.length === 1 &&
    only.id.type === 'Identifier' &&
    second.argument?.type === 'Identifier' &&
    second.argument.name === only.id.name;
  return isSame ? only.init : null;
}

/** True for `'use strict'` and its like. */
export function isDirective(node: TSESTree.Node): boolean {
  return node.type === 'ExpressionStatement' && typeof (node as { directive?: unknown }).directive === 'string';
}
