import type { TSESTree } from '@typescript-eslint/types';
import type { MeaningIndex } from '../meaning/meaning-index.js';
import { moduleBindingsOf, type ModuleBinding } from '../source/module-bindings.js';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName, statementAround } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import type { DeclarationPlace } from './insert-statement.js';
import type { Services } from './services.js';

/**
 * True where the services are there when the body of the module runs. An imported one need not be: modules may import each
 * other, and an exported variable may be set later.
 */
export function isReadyAtLoad(view: SourceView, meaning: MeaningIndex, { nodes }: Services): boolean {
  if (nodes.some((one) => isReadAtLoad(view, one))) return true;
  return nodes
    .flatMap((one) => importedNames(view, one))
    .every(({ binding, name }) => {
      return name !== null && meaning.isReadyWhenImported(binding.module, name);
    });
}

/** True for an expression that the body of the module computes, where no statement before it can have set what it reads. */
function isReadAtLoad(view: SourceView, node: TSESTree.Node): boolean {
  for (const one of view.ancestorsOf(node)) {
    if (isFunction(one) || one.type === 'ClassBody') return false;
  }
  const own = statementAround(view, node);
  return view.ast.body.every((one) => one.range[0] >= own.range[0] || one.type !== 'ExpressionStatement');
}

interface ImportedName {
  readonly binding: ModuleBinding;
  /** `null` for the whole of a module. */
  readonly name: string | null;
}

/** The names of other modules that an expression reads. */
function importedNames(view: SourceView, node: TSESTree.Node): ImportedName[] {
  const inner = unwrap(node);
  if (inner.type === 'ArrayExpression') {
    return inner.elements.flatMap((one) => (one ? importedNames(view, one) : []));
  }
  const member = inner.type === 'MemberExpression' ? inner : null;
  const owner = member ? unwrap(member.object) : inner;
  if (owner.type === 'MemberExpression') return importedNames(view, owner);
  const variable = owner.type === 'Identifier' ? view.variableOf(owner) : undefined;
  const binding = moduleBindingsOf(view).find((one) => one.variable === variable);
  if (!binding) return [];
  return [{ binding, name: binding.imported === '*' ? member && keyName(member) : binding.imported }];
}

/** Methods that call the function they are given before they return. */
const CALLING_AT_ONCE = new Set(
  'map flatMap forEach filter find findLast findIndex some every reduce reduceRight'.split(' '),
);

/** In the function that makes a call, at the statement that makes it; `null` where that function has no block. */
export function placeInCall(view: SourceView, at: TSESTree.Node): DeclarationPlace | null {
  let before = at;
  for (const one of view.ancestorsOf(at)) {
    if (one.type === 'Program' || (one.type === 'BlockStatement' && !isLoop(view.parentOf(one)))) {
      return { level: 'local', before };
    }
    if (isFunction(one) && !isCalledAtOnce(view, one)) return null;
    before = one;
  }
  return null;
}

function isLoop(node: TSESTree.Node | undefined): boolean {
  return node !== undefined && /^(?:For|While|DoWhile)\w*Statement$/u.test(node.type);
}

/** True for a function that a method of a list is given, which calls it before it returns. */
export function isCalledAtOnce(view: SourceView, fn: TSESTree.Node): boolean {
  const call = view.parentOf(fn);
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  return call.arguments[0] === fn && CALLING_AT_ONCE.has(keyName(call.callee) ?? '');
}
