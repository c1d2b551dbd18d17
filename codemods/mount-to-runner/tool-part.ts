import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { keyName } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { isNeverReassigned } from '../source/variable.js';

/**
 * True for a part of the tool that a loop is at, under one of some names, as the tool has it; also with an empty text for when
 * there is none.
 *
 * @param binding what the loop declares: a name for the tool, or a pattern for its parts
 */
export function isToolPart(
  view: SourceView,
  node: TSESTree.Node,
  binding: TSESTree.Node,
  names: readonly string[],
): boolean {
  const inner = unwrap(node);
  if (inner.type === 'LogicalExpression') {
    const isEmpty = inner.right.type === 'Literal' && inner.right.value === '';
    return isEmpty && isToolPart(view, inner.left, binding, names);
  }
  if (inner.type === 'MemberExpression') {
    return names.includes(keyName(inner) ?? '') && isOfTool(view, inner.object, binding);
  }
  if (inner.type !== 'Identifier') return false;
  const declared = declarationOf(view, inner);
  if (!declared) return false;
  if (declared.init) return isToolPart(view, declared.init, binding, names);
  return names.includes(declared.key ?? '') && isDeclaredFrom(view, declared.name, binding);
}

/** True for the tool itself and everything that is read off it. */
function isOfTool(view: SourceView, node: TSESTree.Node, binding: TSESTree.Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'MemberExpression') return isOfTool(view, inner.object, binding);
  const declared = inner.type === 'Identifier' ? declarationOf(view, inner) : null;
  if (!declared) return false;
  return declared.init ? isOfTool(view, declared.init, binding) : isDeclaredFrom(view, declared.name, binding);
}

/** True for a name that the loop declares, or a pattern that takes a part of the tool apart. */
function isDeclaredFrom(view: SourceView, name: TSESTree.Node, binding: TSESTree.Node): boolean {
  if (binding.range[0] <= name.range[0] && name.range[1] <= binding.range[1]) return true;
  const declaration = [...view.ancestorsOf(name)].find((one) => one.type === 'VariableDeclarator');
  const init = declaration?.type === 'VariableDeclarator' ? declaration.init : null;
  return init !== null && isOfTool(view, init, binding);
}

interface Declared {
  readonly name: TSESTree.Node;
  /** What the name was declared with; `null` for one of a pattern or of a loop. */
  readonly init: TSESTree.Expression | null;
  /** The property that a pattern takes; `null` where it takes none, or has a default for it. */
  readonly key: string | null;
}

function declarationOf(view: SourceView, node: TSESTree.Identifier): Declared | null {
  const variable = view.variableOf(node);
  const definition = variable?.defs[0];
  if (!variable || !definition || !isNeverReassigned(variable)) return null;
  const { name, node: declaration } = definition;
  const isPlain = declaration.type === 'VariableDeclarator' && declaration.id === name;
  const holder = view.parentOf(name);
  const key = holder?.type === 'Property' && holder.value === name ? keyName(holder) : null;
  return { name, init: isPlain ? declaration.init : null, key };
}
