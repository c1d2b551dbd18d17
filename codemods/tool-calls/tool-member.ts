import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { declaredAs, keyName } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { isReading } from './tool-lookup.js';

/**
 * True for a tool looked up in a member of a class, where the file sets that member whole and never adds to it: then its type,
 * which any tool would fit, says no more than what it is set to.
 */
export function isFromSettledMember(view: SourceView, node: TSESTree.Expression): boolean {
  const name = memberLookedIn(view, node);
  if (name === null) return false;
  return view.nodes.every((one) => {
    if (one.type !== 'MemberExpression' || memberName(one) !== name) return true;
    const user = view.parentOf(one);
    return (
      (user?.type === 'AssignmentExpression' && user.left === one && user.operator === '=') || isReading(view, one)
    );
  });
}

/** The name of the member that holds the collection a tool is looked up in. */
function memberLookedIn(view: SourceView, node: TSESTree.Expression): string | null {
  const lookup = unwrap(declaredAs(view, node) ?? node);
  const holder =
    lookup.type === 'CallExpression' && lookup.callee.type === 'MemberExpression'
      ? unwrap(lookup.callee.object)
      : lookup.type === 'MemberExpression' && lookup.computed
        ? unwrap(lookup.object)
        : null;
  if (holder?.type !== 'MemberExpression' || unwrap(holder.object).type !== 'ThisExpression') return null;
  return memberName(holder);
}

function memberName(node: TSESTree.MemberExpression): string | null {
  return node.property.type === 'PrivateIdentifier' ? `#${node.property.name}` : keyName(node);
}
