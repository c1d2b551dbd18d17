import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { keyName } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { isNeverReassigned, type ResolvedVariable } from '../source/variable.js';

const MAX_DEPTH = 6;

/** The names of the fields that an object may have, as far as the file says; `null` where it may have any. */
export function fieldNamesOf(view: SourceView, node: TSESTree.Node, depth = 0): ReadonlySet<string> | null {
  const inner = unwrap(node);
  if (depth > MAX_DEPTH) return null;
  switch (inner.type) {
    case 'ObjectExpression':
      return union(inner.properties.map((one) => namesOfMember(view, one, depth)));
    case 'ConditionalExpression':
      return union([inner.consequent, inner.alternate].map((one) => fieldNamesOf(view, one, depth + 1)));
    case 'LogicalExpression':
      return inner.operator === '&&'
        ? fieldNamesOf(view, inner.right, depth + 1)
        : union([inner.left, inner.right].map((one) => fieldNamesOf(view, one, depth + 1)));
    case 'Identifier': {
      const variable = view.variableOf(inner);
      if (!variable) return inner.name === 'undefined' ? new Set() : null;
      return namesOfVariable(view, variable, depth);
    }
    case 'Literal':
      return new Set();
    default:
      return null;
  }
}

function union(parts: readonly (ReadonlySet<string> | null)[]): ReadonlySet<string> | null {
  const known = parts.filter((one) => one !== null);
  return known.length < parts.length ? null : new Set(known.flatMap((one) => [...one]));
}

function namesOfMember(
  view: SourceView,
  member: TSESTree.Property | TSESTree.SpreadElement,
  depth: number,
): ReadonlySet<string> | null {
  if (member.type === 'SpreadElement') return fieldNamesOf(view, member.argument, depth + 1);
  const name = keyName(member);
  return name === null ? null : new Set([name]);
}

/** What a variable was declared with and what the file adds to it; what its type says where it was handed in. */
function namesOfVariable(view: SourceView, variable: ResolvedVariable, depth: number): ReadonlySet<string> | null {
  const [definition] = variable.defs;
  if (!definition || definition.name.type !== 'Identifier' || !isNeverReassigned(variable)) return null;
  const declaration = definition.node;
  const init =
    declaration.type === 'VariableDeclarator' && declaration.id === definition.name ? declaration.init : null;
  const made = init ? fieldNamesOf(view, init, depth + 1) : null;
  if (made) return union([made, addedTo(view, variable)]);
  const annotation = definition.name.typeAnnotation?.typeAnnotation;
  return annotation ? namesOfType(view, annotation, depth) : null;
}

/** The names of the members that the file sets on a variable's object; `null` where it may set any. */
function addedTo(view: SourceView, variable: ResolvedVariable): ReadonlySet<string> | null {
  return union(
    variable.references.map(({ identifier }) => {
      const member = view.parentOf(identifier);
      if (member?.type === 'CallExpression' && /^Object\.(?:assign|define\w+)$/u.test(view.textOf(member.callee))) {
        return member.arguments[0] === identifier ? null : new Set<string>();
      }
      if (member?.type !== 'MemberExpression' || member.object !== identifier) return new Set<string>();
      const user = view.parentOf(member);
      if (user?.type !== 'AssignmentExpression' || user.left !== member) return new Set<string>();
      const name = keyName(member);
      return name === null ? null : new Set([name]);
    }),
  );
}

/** The members of a type that is written out in the file. */
function namesOfType(view: SourceView, type: TSESTree.TypeNode, depth: number): ReadonlySet<string> | null {
  if (depth > MAX_DEPTH) return null;
  if (type.type === 'TSTypeLiteral') return namesOfTypeMembers(type.members);
  if (type.type === 'TSIntersectionType') return union(type.types.map((one) => namesOfType(view, one, depth + 1)));
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier' || type.typeArguments) return null;
  const { name } = type.typeName;
  const declarations = view.nodes.filter(
    (one) => (one.type === 'TSInterfaceDeclaration' || one.type === 'TSTypeAliasDeclaration') && one.id.name === name,
  );
  const [only] = declarations;
  if (!only || declarations.length > 1) return null;
  if (only.type === 'TSTypeAliasDeclaration') return namesOfType(view, only.typeAnnotation, depth + 1);
  return only.type === 'TSInterfaceDeclaration' && only.extends.length === 0
    ? namesOfTypeMembers(only.body.body)
    : null;
}

function namesOfTypeMembers(members: readonly TSESTree.TypeElement[]): ReadonlySet<string> | null {
  return union(
    members.map((one) => {
      const isNamed = one.type === 'TSPropertySignature' || one.type === 'TSMethodSignature';
      if (!isNamed || one.computed) return null;
      if (one.key.type === 'Identifier') return new Set([one.key.name]);
      return one.key.type === 'Literal' ? new Set([String(one.key.value)]) : null;
    }),
  );
}
