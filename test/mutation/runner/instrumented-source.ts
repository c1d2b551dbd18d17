import ts from 'typescript';

/**
 * A source that Stryker instrumented, as it is; with its mutants but without counting what is reached; or as it was before. Only the
 * first measures coverage, and only the file of the mutant need be in the second: the others are much faster without.
 */
export type Form = 'measured' | 'mutated' | 'plain';

const ACTIVE = /^stryMutAct_/u;
const COVERED = /^stryCov_/u;

/** Brings a source into a form. What was not instrumented stays as it is. */
export function inForm(form: Form): ts.TransformerFactory<ts.SourceFile> {
  return (context) => (file) => {
    const visit = (node: ts.Node): ts.Node => ts.visitEachChild(reduced(node), visit, context);
    // what takes the place of a node may have to be reduced in turn
    const reduced = (node: ts.Node): ts.Node => {
      const next = lessInstrumented(node, form);
      return next === node ? node : reduced(next);
    };
    return form === 'measured' ? file : ts.visitNode(file, visit, ts.isSourceFile);
  };
}

function lessInstrumented(node: ts.Node, form: Form): ts.Node {
  if (form === 'plain' && ts.isConditionalExpression(node) && isCallOf(node.condition, ACTIVE)) return node.whenFalse;
  if (form === 'plain' && ts.isIfStatement(node) && isCallOf(node.expression, ACTIVE)) {
    return node.elseStatement ?? ts.factory.createEmptyStatement();
  }
  if (ts.isExpressionStatement(node) && isCallOf(node.expression, COVERED)) return ts.factory.createEmptyStatement();
  const counted = ts.isParenthesizedExpression(node) ? node.expression : null;
  const isComma = counted && ts.isBinaryExpression(counted) && counted.operatorToken.kind === ts.SyntaxKind.CommaToken;
  if (!isComma || !isCallOf(counted.left, COVERED)) return node;
  return ts.factory.createParenthesizedExpression(counted.right);
}

function isCallOf(node: ts.Expression, name: RegExp): boolean {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && name.test(node.expression.text);
}
