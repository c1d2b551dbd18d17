import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext } from '../codemod.js';

/** Globals whose calls only make a value of another. */
const CONVERSIONS = /^(?:Number|BigInt|String|Boolean|Math\.\w+)$/u;
const CLOCKS = /^(?:(?:globalThis\.)?process\.hrtime\.bigint|(?:globalThis\.)?performance\.now|Date\.now)$/u;

/** True where evaluating an expression may do something beside giving its value, which taking it out would lose. */
export function hasSideEffect(context: FileContext, node: TSESTree.Node): boolean {
  const any = (nodes: readonly (TSESTree.Node | null)[]): boolean =>
    nodes.some((one) => one !== null && hasSideEffect(context, one));
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return false;
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'ChainExpression':
      return any([node.expression]);
    case 'MemberExpression':
      return any([node.object, node.computed ? node.property : null]);
    case 'LogicalExpression':
    case 'BinaryExpression':
      return any([node.left, node.right]);
    case 'UnaryExpression':
      return node.operator === 'delete' || any([node.argument]);
    case 'ConditionalExpression':
      return any([node.test, node.consequent, node.alternate]);
    case 'TemplateLiteral':
      return any(node.expressions);
    case 'CallExpression':
      return any(node.arguments) || callHasSideEffect(context, node);
    case 'ObjectExpression':
      return any(node.properties.map((one) => (one.type === 'Property' && !one.computed ? one.value : one)));
    default:
      return true;
  }
}

function callHasSideEffect(context: FileContext, call: TSESTree.CallExpression): boolean {
  const { view, meaning } = context;
  if (meaning.hasRole(call.callee, 'context-getter') || meaning.onlyReadsContext(call.callee)) return false;
  const path = view.textOf(call.callee);
  const root = rootOf(call.callee);
  const isGlobal = root !== null && view.variableOf(root) === undefined;
  return !isGlobal || !(CONVERSIONS.test(path) || CLOCKS.test(path));
}

/** The name that a path of members begins with. */
export function rootOf(node: TSESTree.Node): TSESTree.Node | null {
  switch (node.type) {
    case 'MemberExpression':
      return rootOf(node.object);
    case 'TSNonNullExpression':
    case 'ChainExpression':
      return rootOf(node.expression);
    case 'Identifier':
    case 'ThisExpression':
      return node;
    default:
      return null;
  }
}
