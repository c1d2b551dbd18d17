import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { declaredAs, objectOfMember, statementAround } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { isRepeatable } from './entry-name.js';

/** What an endpoint or its handler was looked up by before the call, under a name. */
interface HeldLookup {
  readonly lookup: TSESTree.Expression;
  readonly declarator: TSESTree.VariableDeclarator;
}

/** The endpoint behind a handler that has a name: `x` of `const { handler } = x` and of `const handler = x.handler`. */
export function endpointOfNamed(view: SourceView, callee: TSESTree.Node): TSESTree.Expression | null {
  const declared = declaredAs(view, callee);
  if (declared) return objectOfMember(declared, 'handler');
  const declaration = callee.type === 'Identifier' ? view.variableOf(callee)?.defs[0]?.node : undefined;
  return declaration?.type === 'VariableDeclarator' && declaration.id.type === 'ObjectPattern'
    ? declaration.init
    : null;
}

/**
 * True where the endpoint of a call was looked up before, and the same lookup at the call might find another: it takes the next
 * of a queue, or goes by what has changed since.
 *
 * @param held the name of the endpoint or of its handler
 */
export function mayFindAnother(view: SourceView, held: TSESTree.Node, call: TSESTree.CallExpression): boolean {
  return lookupsOf(view, held).some(
    ({ lookup, declarator }) =>
      !isRepeatable(view, lookup) || (readsShared(view, lookup) && !isJustBefore(view, declarator, call)),
  );
}

function lookupsOf(view: SourceView, held: TSESTree.Node): HeldLookup[] {
  const name = unwrap(held);
  const declarator = name.type === 'Identifier' ? view.variableOf(name)?.defs[0]?.node : undefined;
  if (declarator?.type !== 'VariableDeclarator' || !declarator.init) return [];
  const lookup = declarator.init;
  const next = unwrap(lookup);
  const from = objectOfMember(next, 'handler') ?? next;
  return [{ lookup, declarator }, ...lookupsOf(view, from)];
}

/** True where what is looked up by is a member of something that other code may change meanwhile. */
function readsShared(view: SourceView, lookup: TSESTree.Expression): boolean {
  const [start, end] = lookup.range;
  return view.nodes.some(
    (one) =>
      one.type === 'MemberExpression' &&
      start <= one.range[0] &&
      one.range[1] <= end &&
      isKey(view, one, lookup) &&
      !isOfCall(view, one),
  );
}

/** True for a part of an argument or of a computed key. */
function isKey(view: SourceView, node: TSESTree.Node, lookup: TSESTree.Node): boolean {
  let at = node;
  while (at !== lookup) {
    const parent = view.parentOf(at);
    if (!parent) return false;
    if (parent.type === 'CallExpression' && parent.callee !== at) return true;
    if (parent.type === 'MemberExpression' && parent.computed && parent.property === at) return true;
    at = parent;
  }
  return false;
}

/** True for a member of something that the surrounding functions were given or made. */
function isOfCall(view: SourceView, member: TSESTree.MemberExpression): boolean {
  const root = unwrap(member.object);
  if (root.type === 'MemberExpression') return isOfCall(view, root);
  const variable = root.type === 'Identifier' ? view.variableOf(root) : undefined;
  return variable !== undefined && variable.scope.type !== 'Program';
}

function isJustBefore(view: SourceView, declarator: TSESTree.Node, call: TSESTree.Node): boolean {
  const declaration = view.parentOf(declarator);
  const block = declaration && view.parentOf(declaration);
  const statements: readonly TSESTree.Node[] =
    block?.type === 'BlockStatement' || block?.type === 'Program' ? block.body : [];
  return declaration !== undefined && statements[statements.indexOf(declaration) + 1] === statementAround(view, call);
}
