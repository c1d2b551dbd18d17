import type { TSESTree } from '@typescript-eslint/types';

/** The expression inside type assertions, `!`, optional chains and `await`. */
export function unwrap(node: TSESTree.Node): TSESTree.Node {
  switch (node.type) {
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'ChainExpression':
      return unwrap(node.expression);
    case 'AwaitExpression':
      return unwrap(node.argument);
    default:
      return node;
  }
}
