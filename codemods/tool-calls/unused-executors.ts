import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext, SiteOutcome } from '../codemod.js';
import { becameUnused } from '../edit/became-unused.js';
import { wholeLinesOf } from '../source/lines.js';
import { isFunction, objectOfMember } from '../source/syntax.js';
import { startWithComments } from './insert-statement.js';

/**
 * Takes out functions of the file that the edits leave without a caller, where no comment goes with them.
 *
 * @returns a site for each that is kept: nothing calls it any more, and it still runs handlers without a fork
 */
export function removeUnusedExecutors(context: FileContext): SiteOutcome[] {
  const { view, edits } = context;
  return view.variables.flatMap((variable): SiteOutcome[] => {
    const [definition] = variable.defs;
    const statement = definition?.type === 'Parameter' ? null : functionStatement(context, definition?.node);
    if (!statement || !becameUnused(variable, edits)) return [];
    const [start, end] = statement.range;
    const commented = startWithComments(view, statement) !== start || view.commentsWithin(start, end).length > 0;
    if (commented) return keptExecutor(context, statement);
    edits.add([{ ...wholeLinesOf(view.text, start, end), text: '' }]);
    return [];
  });
}

function keptExecutor(context: FileContext, statement: TSESTree.Node): SiteOutcome[] {
  const call = context.view.nodes.find(
    (one) =>
      one.type === 'CallExpression' &&
      one.range[0] >= statement.range[0] &&
      one.range[1] <= statement.range[1] &&
      objectOfMember(one.callee, 'handler') !== null,
  );
  if (!call) return [];
  const [at] = call.range;
  return [{ at, claims: [at], outcome: 'left', reason: 'executor-itself' }];
}

/** The statement that declares one function and nothing else, unless it is exported. */
function functionStatement(context: FileContext, node: TSESTree.Node | undefined): TSESTree.Node | null {
  const declares = node?.type === 'VariableDeclarator' && isFunction(node.init) ? context.view.parentOf(node) : node;
  const alone =
    declares?.type === 'FunctionDeclaration' ||
    (declares?.type === 'VariableDeclaration' && declares.declarations.length === 1);
  const parent = declares && context.view.parentOf(declares);
  return alone && (parent?.type === 'Program' || parent?.type === 'BlockStatement') ? declares : null;
}
