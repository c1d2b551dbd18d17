import type { TSESTree } from '@typescript-eslint/types';
import type { ValueId } from './module-summary.js';
import type { SummaryBuilder } from './summary-builder.js';
import { lowerExpression, propertyKey } from './lower-expression.js';
import { lowerAnnotation } from './lower-type.js';

/** Gives the names in a binding or assignment pattern their parts of `value`. */
export function assignPattern(builder: SummaryBuilder, pattern: TSESTree.Node, value: ValueId): void {
  switch (pattern.type) {
    case 'Identifier':
      assignIdentifier(builder, pattern, value);
      return;
    case 'MemberExpression':
      storeMember(builder, pattern, value, '=', pattern.range);
      return;
    case 'ObjectPattern':
      assignObject(builder, pattern, annotated(builder, pattern, value));
      return;
    case 'ArrayPattern':
      assignArray(builder, pattern, annotated(builder, pattern, value));
      return;
    case 'AssignmentPattern': {
      const fallback = lowerExpression(builder, pattern.right);
      assignPattern(builder, pattern.left, builder.either(pattern.range, [value, fallback]));
      return;
    }
    case 'RestElement':
      assignPattern(builder, pattern.argument, annotated(builder, pattern, value));
      return;
    case 'TSParameterProperty':
      assignPattern(builder, pattern.parameter, value);
      return;
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSSatisfiesExpression':
      assignPattern(builder, pattern.expression, value);
      return;
    default:
      builder.opaque(pattern.range, pattern.type, [value]);
  }
}

function annotated(
  builder: SummaryBuilder,
  pattern: { range: [number, number]; typeAnnotation?: TSESTree.TSTypeAnnotation | null | undefined },
  value: ValueId,
): ValueId {
  const type = lowerAnnotation(builder, pattern.typeAnnotation);
  return type ? builder.add(pattern.range, { op: 'typed', of: value, type }) : value;
}

function assignIdentifier(builder: SummaryBuilder, pattern: TSESTree.Identifier, value: ValueId): void {
  const variable = builder.variableOf(pattern);
  if (variable) builder.assignVariable(variable, annotated(builder, pattern, value));
  else builder.opaque(pattern.range, 'global assignment', [value]);
}

function assignObject(builder: SummaryBuilder, pattern: TSESTree.ObjectPattern, value: ValueId): void {
  const taken: string[] = [];
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      assignPattern(
        builder,
        property.argument,
        builder.add(property.range, { op: 'rest', object: value, without: taken }),
      );
      continue;
    }
    const { key, keyValue } = propertyKey(builder, property);
    if (key !== null) taken.push(key);
    const part = builder.add(property.range, {
      op: 'get',
      object: value,
      key,
      pattern: true,
      ...(keyValue === undefined ? {} : { keyValue }),
    });
    assignPattern(builder, property.value, part);
  }
}

function assignArray(builder: SummaryBuilder, pattern: TSESTree.ArrayPattern, value: ValueId): void {
  pattern.elements.forEach((element, index) => {
    if (!element) return;
    const part =
      element.type === 'RestElement'
        ? value
        : builder.add(element.range, { op: 'get', object: value, key: String(index), pattern: true });
    assignPattern(builder, element, part);
  });
}

/** Files a write to a member, and gives the value of the write. */
export function storeMember(
  builder: SummaryBuilder,
  target: TSESTree.MemberExpression,
  value: ValueId,
  operator: string,
  at: readonly [number, number],
): ValueId {
  const object = lowerExpression(builder, target.object);
  const key = memberKey(target);
  const keyValue = key === null ? lowerExpression(builder, target.property) : undefined;
  return builder.add(at, {
    op: 'store',
    object,
    key,
    value,
    operator,
    ...(keyValue === undefined ? {} : { keyValue }),
  });
}

/** The name of the member that is accessed, or `null` where it is computed and not a literal. */
export function memberKey(node: TSESTree.MemberExpression): string | null {
  if (!node.computed) {
    return node.property.type === 'PrivateIdentifier'
      ? `#${node.property.name}`
      : (node.property as { name: string }).name;
  }
  const property = node.property;
  if (property.type === 'Literal' && property.value !== null) return String(property.value);
  if (property.type === 'TemplateLiteral' && property.quasis.length === 1)
    return property.quasis[0]?.value.cooked ?? null;
  return null;
}
