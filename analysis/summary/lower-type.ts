import type { TSESTree } from '@typescript-eslint/types';
import type { ScopeDefinition } from '../parsed-module.js';
import type { TypeNode } from './module-summary.js';
import type { SummaryBuilder } from './summary-builder.js';
import { lowerExpression } from './lower-expression.js';

const OTHER: TypeNode = { t: 'other' };
const UTILITY_TYPES = new Set(['NonNullable', 'Readonly', 'Partial', 'Required', 'Awaited', 'Promise']);

/** Reads an annotation (`: T`) of a binding, or `null` where there is none that could name an import. */
export function lowerAnnotation(
  builder: SummaryBuilder,
  annotation: TSESTree.TSTypeAnnotation | null | undefined,
): TypeNode | null {
  if (!annotation) return null;
  const type = lowerType(builder, annotation.typeAnnotation);
  return type.t === 'other' ? null : type;
}

/** Reads a type as far as it can name something that was imported. */
export function lowerType(builder: SummaryBuilder, node: TSESTree.TypeNode): TypeNode {
  switch (node.type) {
    case 'TSTypeReference':
      return reference(builder, node.typeName, argumentsOf(builder, node.typeArguments));
    case 'TSImportType':
      return importType(builder, node);
    case 'TSUnionType':
    case 'TSIntersectionType':
      return anyOf(node.types.map((one) => lowerType(builder, one)));
    case 'TSArrayType':
      return { t: 'array', of: lowerType(builder, node.elementType) };
    case 'TSTypeOperator':
      return node.operator === 'readonly' && node.typeAnnotation ? lowerType(builder, node.typeAnnotation) : OTHER;
    case 'TSTypeLiteral':
      return membersOf(builder, node.members);
    case 'TSFunctionType':
      return node.returnType ? { t: 'function', returns: lowerType(builder, node.returnType.typeAnnotation) } : OTHER;
    case 'TSTypeQuery':
      return node.exprName.type === 'TSImportType'
        ? OTHER
        : { t: 'typeof', value: entityValue(builder, node.exprName) };
    case 'TSIndexedAccessType':
      return node.indexType.type === 'TSLiteralType' &&
        node.indexType.literal.type === 'Literal' &&
        typeof node.indexType.literal.value === 'string'
        ? { t: 'member', of: lowerType(builder, node.objectType), key: node.indexType.literal.value }
        : OTHER;
    default:
      return OTHER;
  }
}

/** Reads the type that a name stands for; `other` where it is a value's alone. */
export function lowerTypeName(builder: SummaryBuilder, name: TSESTree.Identifier): TypeNode {
  return builder.variableOf(name) ? reference(builder, name, []) : OTHER;
}

function argumentsOf(
  builder: SummaryBuilder,
  args: TSESTree.TSTypeParameterInstantiation | null | undefined,
): readonly TypeNode[] {
  return args ? args.params.map((one) => lowerType(builder, one)) : [];
}

function importType(builder: SummaryBuilder, node: TSESTree.TSImportType): TypeNode {
  const source = node.source as TSESTree.Node | undefined;
  const name = node.qualifier?.type === 'Identifier' ? node.qualifier.name : null;
  if (name === null || source?.type !== 'Literal' || typeof source.value !== 'string') return OTHER;
  return { t: 'imported', module: source.value, name, args: argumentsOf(builder, node.typeArguments) };
}

function reference(builder: SummaryBuilder, name: TSESTree.EntityName, args: readonly TypeNode[]): TypeNode {
  if (name.type === 'TSQualifiedName') {
    const left = reference(builder, name.left, []);
    return left.t === 'imported' && left.name === '*'
      ? { t: 'imported', module: left.module, name: name.right.name, args }
      : OTHER;
  }
  if (name.type !== 'Identifier') return OTHER;
  const variable = builder.variableOf(name);
  if (!variable) return globalType(name.name, args);
  const declaration = variable.defs[0];
  if (declaration?.type === 'ImportBinding') return importedType(declaration, args);
  if (declaration?.type === 'ClassName') return instanceType(builder.variable(variable));
  return builder.localType(variable, (node) => declaredType(builder, node));
}

/** A class is the type of its instances. */
function instanceType(value: number): TypeNode {
  return { t: 'global', name: 'InstanceType', args: [{ t: 'typeof', value }] };
}

function globalType(name: string, args: readonly TypeNode[]): TypeNode {
  const first = args[0];
  if (first && UTILITY_TYPES.has(name)) return first;
  if (first && (name === 'Array' || name === 'ReadonlyArray' || name === 'Iterable')) return { t: 'array', of: first };
  if ((name === 'ReturnType' || name === 'InstanceType') && first) return { t: 'global', name, args };
  if ((name === 'Pick' || name === 'Omit') && first) return first;
  return { t: 'global', name, args };
}

function importedType(definition: ScopeDefinition, args: readonly TypeNode[]): TypeNode {
  const { node, parent: declaration } = definition;
  if (declaration?.type !== 'ImportDeclaration') {
    return node.type === 'TSImportEqualsDeclaration' ? equalsType(node, args) : OTHER;
  }
  const module = declaration.source.value;
  if (node.type === 'ImportSpecifier') return { t: 'imported', module, name: importedName(node), args };
  return { t: 'imported', module, name: node.type === 'ImportDefaultSpecifier' ? 'default' : '*', args };
}

function equalsType(node: TSESTree.TSImportEqualsDeclaration, args: readonly TypeNode[]): TypeNode {
  const source = node.moduleReference;
  return source.type === 'TSExternalModuleReference' && source.expression.type === 'Literal'
    ? { t: 'imported', module: source.expression.value, name: '*', args }
    : OTHER;
}

/** The name an import specifier takes from its module; string names included. */
export function importedName(node: TSESTree.ImportSpecifier): string {
  return node.imported.type === 'Identifier' ? node.imported.name : String((node.imported as { value: unknown }).value);
}

function declaredType(builder: SummaryBuilder, node: TSESTree.Node): TypeNode {
  if (node.type === 'TSTypeAliasDeclaration') return lowerType(builder, node.typeAnnotation);
  if (node.type !== 'TSInterfaceDeclaration') return OTHER;
  const own = membersOf(builder, node.body.body);
  const bases = node.extends.map((base) =>
    base.expression.type === 'Identifier' ? reference(builder, base.expression, []) : OTHER,
  );
  return anyOf([own, ...bases]);
}

function membersOf(builder: SummaryBuilder, nodes: readonly TSESTree.TypeElement[]): TypeNode {
  const members: Record<string, TypeNode> = {};
  for (const one of nodes) {
    if (one.type !== 'TSPropertySignature' && one.type !== 'TSMethodSignature') continue;
    const key =
      one.key.type === 'Identifier' ? one.key.name : one.key.type === 'Literal' ? String(one.key.value) : null;
    const annotation = one.type === 'TSPropertySignature' ? one.typeAnnotation : one.returnType;
    if (key === null || one.computed || !annotation) continue;
    const type = lowerType(builder, annotation.typeAnnotation);
    if (type.t === 'other') continue;
    members[key] = one.type === 'TSMethodSignature' ? { t: 'function', returns: type } : type;
  }
  return Object.keys(members).length > 0 ? { t: 'members', members } : OTHER;
}

function anyOf(types: readonly TypeNode[]): TypeNode {
  const known = types.filter((one) => one.t !== 'other');
  const [first] = known;
  if (!first) return OTHER;
  return known.length === 1 ? first : { t: 'any-of', of: known };
}

function entityValue(builder: SummaryBuilder, name: TSESTree.EntityName): number {
  if (name.type === 'TSQualifiedName') {
    return builder.add(name.range, {
      op: 'get',
      object: entityValue(builder, name.left),
      key: name.right.name,
      pattern: false,
    });
  }
  return lowerExpression(builder, name);
}

/** Reads what a class says it implements. */
export function lowerImplements(builder: SummaryBuilder, node: TSESTree.TSClassImplements): TypeNode {
  return node.expression.type === 'Identifier'
    ? reference(builder, node.expression, argumentsOf(builder, node.typeArguments))
    : OTHER;
}
