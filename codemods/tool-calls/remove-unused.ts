import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext, SiteOutcome } from '../codemod.js';
import { becameUnused } from '../edit/became-unused.js';
import { wholeLinesOf } from '../source/lines.js';
import { isFunction, objectOfMember } from '../source/syntax.js';
import { startWithComments } from './insert-statement.js';

/**
 * Takes out functions and collections of tools that the edits leave without a use, where no comment goes with them.
 *
 * @returns a site for each executor that is kept: nothing calls it any more, and it still runs handlers without a fork
 */
export function removeUnused(context: FileContext): SiteOutcome[] {
  const { view, edits } = context;
  if (edits.isEmpty) return [];
  return view.variables.flatMap((variable): SiteOutcome[] => {
    const [definition] = variable.defs;
    if (definition?.type === 'Parameter' || !becameUnused(variable, edits)) return [];
    const statement = removableStatement(context, definition?.node);
    if (!statement) return [];
    const [start, end] = statement.range;
    if (edits.covers(start, end)) return [];
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
  return context.view.nodes.some(
    (one) =>
      one.type === 'CallExpression' &&
      one.range[0] >= node.range[0] &&
      one.range[1] <= node.range[1] &&
      context.meaning.hasRole(one.callee, 'tool-collector'),
  );
}
