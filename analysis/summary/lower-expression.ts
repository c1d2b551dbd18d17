import type { TSESTree } from '@typescript-eslint/types';
import type { FunctionId, ObjectEntry, Range, ValueId } from './module-summary.js';
import type { SummaryBuilder } from './summary-builder.js';
import { getterResult, lowerClass, lowerFunction } from './lower-function.js';
import { assignPattern, memberKey, storeMember } from './lower-pattern.js';
import { isStatement, lowerStatement } from './lower-statement.js';
import { lowerType } from './lower-type.js';

/** Reads an expression and gives its value. Every part of it is filed, also where the whole is opaque. */
export function lowerExpression(builder: SummaryBuilder, node: TSESTree.Node): ValueId {
  switch (node.type) {
    case 'Identifier':
      return lowerIdentifier(builder, node);
    case 'Literal':
      return lowerLiteral(builder, node);
    case 'ThisExpression':
      return lowerThis(builder, node, false);
    case 'Super':
      return lowerThis(builder, node, true);
    case 'TemplateLiteral':
      return lowerTemplate(builder, node);
    case 'MemberExpression':
      return lowerMemberRead(builder, node);
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSInstantiationExpression':
      return lowerExpression(builder, node.expression);
    case 'AwaitExpression':
      return lowerAwait(builder, node);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return lowerTyped(builder, node);
    case 'SequenceExpression':
      return (
        node.expressions.map((one) => lowerExpression(builder, one)).at(-1) ?? builder.opaque(node.range, node.type)
      );
    case 'CallExpression':
      return lowerCall(builder, node, 'call');
    case 'NewExpression':
      return lowerCall(builder, node, 'new');
    case 'TaggedTemplateExpression':
      return lowerTagged(builder, node);
    case 'ImportExpression':
      return lowerDynamicImport(builder, node);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return lowerFunction(builder, node, { name: null, owner: null });
    case 'ClassExpression':
      return lowerClass(builder, node);
    case 'ObjectExpression':
      return lowerObject(builder, node);
    case 'ArrayExpression':
      return lowerArray(builder, node);
    case 'ConditionalExpression':
      return lowerConditional(builder, node);
    case 'LogicalExpression':
      return lowerLogical(builder, node);
    case 'BinaryExpression':
      return builder.add(node.range, {
        op: 'binary',
        operator: node.operator,
        left: lowerExpression(builder, node.left),
        right: lowerExpression(builder, node.right),
      });
    case 'UnaryExpression':
      return lowerUnary(builder, node);
    case 'AssignmentExpression':
      return lowerAssignment(builder, node);
    default:
      return lowerOther(builder, node);
  }
}

function lowerThis(builder: SummaryBuilder, node: TSESTree.Node, base: boolean): ValueId {
  const owner = builder.fieldOwner;
  return builder.add(node.range, { op: 'this', base, ...(owner ? { owner } : {}) });
}

function lowerIdentifier(builder: SummaryBuilder, node: TSESTree.Identifier): ValueId {
  const variable = builder.variableOf(node);
  return variable ? builder.variable(variable) : builder.add(node.range, { op: 'global', name: node.name });
}

function lowerLiteral(builder: SummaryBuilder, node: TSESTree.Literal): ValueId {
  const { value } = node;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
    ? builder.add(node.range, { op: 'literal', value })
    : builder.opaque(node.range, node.type);
}

function lowerTemplate(builder: SummaryBuilder, node: TSESTree.TemplateLiteral): ValueId {
  const [only] = node.quasis;
  if (node.quasis.length === 1 && only) return builder.add(node.range, { op: 'literal', value: only.value.cooked });
  const parts = node.expressions.map((one) => lowerExpression(builder, one));
  return builder.add(node.range, { op: 'template', parts });
}

function lowerMemberRead(builder: SummaryBuilder, node: TSESTree.MemberExpression): ValueId {
  const object = lowerExpression(builder, node.object);
  const key = memberKey(node);
  const keyValue = key === null ? lowerExpression(builder, node.property) : undefined;
  return builder.add(node.range, {
    op: 'get',
    object,
    key,
    pattern: false,
    ...(keyValue === undefined ? {} : { keyValue }),
  });
}

function lowerTyped(
  builder: SummaryBuilder,
  node: TSESTree.TSAsExpression | TSESTree.TSSatisfiesExpression | TSESTree.TSTypeAssertion,
): ValueId {
  const of = lowerExpression(builder, node.expression);
  const type = lowerType(builder, node.typeAnnotation);
  return type.t === 'other' ? of : builder.add(node.range, { op: 'typed', of, type });
}

function lowerCall(
  builder: SummaryBuilder,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  kind: 'call' | 'new',
): ValueId {
  const required = kind === 'call' ? requiredModule(builder, node as TSESTree.CallExpression) : null;
  if (required !== null) return builder.add(node.range, { op: 'import', module: required, name: '*' });
  if (kind === 'call' && isBareObject(builder, node.callee, node.arguments))
    return builder.withObject(node.range, () => []);
  if (kind === 'call' && isGlobalMember(builder, node.callee, 'Object', 'assign')) {
    const merged = mergedObject(builder, node.range, node.arguments);
    if (merged !== null) return merged;
  }
  const callee = lowerExpression(builder, node.callee);
  const args = node.arguments.map((one) => lowerExpression(builder, one.type === 'SpreadElement' ? one.argument : one));
  const spreadAt = node.arguments.findIndex((one) => one.type === 'SpreadElement');
  const names = node.arguments.flatMap((one, index) =>
    one.type === 'Identifier' ? [[index, one.range] as const] : [],
  );
  const namesAt = names.length > 0 ? { namesAt: Object.fromEntries(names) } : {};
  return builder.add(node.range, { op: 'call', kind, callee, args, spreadAt, ...namesAt });
}

/** `Object.create(null)` is an object without members. */
function isBareObject(
  builder: SummaryBuilder,
  callee: TSESTree.Expression,
  [prototype, ...more]: readonly TSESTree.CallExpressionArgument[],
): boolean {
  const isNull = prototype?.type === 'Literal' && prototype.raw === 'null' && more.length === 0;
  return isNull && isGlobalMember(builder, callee, 'Object', 'create');
}

function isGlobalMember(builder: SummaryBuilder, callee: TSESTree.Expression, global: string, member: string): boolean {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.computed) return false;
  const { object, property } = callee;
  return property.name === member && object.name === global && !builder.variableOf(object);
}

/** `Object.assign({ … }, a, { b })` is `{ …, ...a, b }`. */
function mergedObject(
  builder: SummaryBuilder,
  at: Range,
  [target, ...sources]: readonly TSESTree.CallExpressionArgument[],
): ValueId | null {
  if (target?.type !== 'ObjectExpression' || sources.some((one) => one.type === 'SpreadElement')) return null;
  return builder.withObject(at, (own) => [
    ...objectEntries(builder, target, own),
    ...sources.flatMap((one): ObjectEntry[] => {
      if (one.type === 'ObjectExpression') return objectEntries(builder, one, own);
      const value = lowerExpression(builder, one);
      return [{ key: null, kind: 'spread', shorthand: false, value, at: one.range, keyAt: one.range }];
    }),
  ]);
}

function requiredModule(builder: SummaryBuilder, node: TSESTree.CallExpression): string | null {
  const { callee } = node;
  if (callee.type !== 'Identifier' || callee.name !== 'require' || builder.variableOf(callee)) return null;
  const source = node.arguments[0];
  if (source?.type === 'TemplateLiteral' && source.quasis.length === 1) return source.quasis[0]?.value.cooked ?? null;
  return source?.type === 'Literal' && typeof source.value === 'string' ? source.value : null;
}

function lowerTagged(builder: SummaryBuilder, node: TSESTree.TaggedTemplateExpression): ValueId {
  const callee = lowerExpression(builder, node.tag);
  const args = node.quasi.expressions.map((one) => lowerExpression(builder, one));
  return builder.add(node.range, { op: 'call', kind: 'tagged', callee, args, spreadAt: -1 });
}

function lowerDynamicImport(builder: SummaryBuilder, node: TSESTree.ImportExpression): ValueId {
  return node.source.type === 'Literal' && typeof node.source.value === 'string'
    ? builder.add(node.range, { op: 'import', module: node.source.value, name: '*' })
    : builder.opaque(node.range, node.type, [lowerExpression(builder, node.source)]);
}

function lowerObject(builder: SummaryBuilder, node: TSESTree.ObjectExpression): ValueId {
  return builder.withObject(node.range, (own) => objectEntries(builder, node, own));
}

function objectEntries(
  builder: SummaryBuilder,
  node: TSESTree.ObjectExpression,
  own: (method: FunctionId) => void,
): ObjectEntry[] {
  return node.properties.map((property): ObjectEntry => {
    if (property.type === 'SpreadElement') {
      const value = lowerExpression(builder, property.argument);
      return { key: null, kind: 'spread', shorthand: false, value, at: property.range, keyAt: property.range };
    }
    const { key, ...computed } = propertyKey(builder, property);
    const before = builder.functions.length;
    const method = property.method || property.kind !== 'init';
    const read = method
      ? lowerFunction(builder, property.value as TSESTree.FunctionExpression, { name: key, owner: null })
      : lowerNamed(builder, property.value, key);
    if (method) own(before);
    const value = property.kind === 'get' ? getterResult(builder, property.range, read) : read;
    const kind = property.method ? 'method' : property.kind;
    const { range: at, shorthand } = property;
    return { key, ...computed, kind, shorthand, value, at, keyAt: property.key.range };
  });
}

/** Reads a value that takes its name from where it is put, as functions do. */
export function lowerNamed(builder: SummaryBuilder, node: TSESTree.Node, name: string | null): ValueId {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression'
    ? lowerFunction(builder, node, { name, owner: null })
    : lowerExpression(builder, node);
}

function lowerArray(builder: SummaryBuilder, node: TSESTree.ArrayExpression): ValueId {
  const elements = node.elements.flatMap((one) => {
    if (!one) return [];
    const spread = one.type === 'SpreadElement';
    return [{ value: lowerExpression(builder, spread ? one.argument : one), spread }];
  });
  return builder.add(node.range, { op: 'array', elements });
}

function lowerConditional(builder: SummaryBuilder, node: TSESTree.ConditionalExpression): ValueId {
  const test = lowerTest(builder, node.test);
  const yes = builder.guarded(test, true, () => lowerExpression(builder, node.consequent));
  const no = builder.guarded(test, false, () => lowerExpression(builder, node.alternate));
  return builder.either(node.range, [yes, no]);
}

function lowerLogical(builder: SummaryBuilder, node: TSESTree.LogicalExpression): ValueId {
  const left = lowerExpression(builder, node.left);
  builder.add(node.left.range, { op: 'test', of: left });
  const right = builder.guarded(left, node.operator === '&&', () => lowerExpression(builder, node.right));
  return node.operator === '&&' ? builder.either(node.range, [right]) : builder.either(node.range, [left, right]);
}

/** Reads a condition; its value only decides what runs. */
export function lowerTest(builder: SummaryBuilder, node: TSESTree.Expression): ValueId {
  const value = lowerExpression(builder, node);
  builder.add(node.range, { op: 'test', of: value });
  return value;
}

function lowerAwait(builder: SummaryBuilder, node: TSESTree.AwaitExpression): ValueId {
  const id = lowerExpression(builder, node.argument);
  const value = builder.values[id];
  if (value?.op === 'call') builder.values[id] = { ...value, awaited: true };
  return id;
}

function lowerUnary(builder: SummaryBuilder, node: TSESTree.UnaryExpression): ValueId {
  const target = node.argument.type === 'ChainExpression' ? node.argument.expression : node.argument;
  if (node.operator === 'delete' && target.type === 'MemberExpression') {
    const gone = builder.opaque(node.range, 'delete');
    return storeMember(builder, target, gone, 'delete', node.range);
  }
  const argument = lowerExpression(builder, node.argument);
  return builder.add(node.range, { op: 'unary', operator: node.operator, argument });
}

function lowerAssignment(builder: SummaryBuilder, node: TSESTree.AssignmentExpression): ValueId {
  const name = node.left.type === 'Identifier' ? node.left.name : null;
  const right = (): ValueId => lowerNamed(builder, node.right, name);
  const logical = node.operator === '??=' || node.operator === '||=' || node.operator === '&&=';
  const before = logical ? lowerTest(builder, node.left) : null;
  const value = before === null ? right() : builder.guarded(before, node.operator === '&&=', right);
  if (node.left.type === 'MemberExpression') {
    storeMember(builder, node.left, value, node.operator, node.range);
    const isKept = before !== null && node.operator !== '&&=';
    return isKept ? builder.either(node.range, [before, value]) : value;
  }
  if (node.operator === '=' || node.operator === '??=' || node.operator === '||=' || node.operator === '&&=') {
    assignPattern(builder, node.left, value);
    return value;
  }
  const left = lowerExpression(builder, node.left);
  const result = builder.add(node.range, { op: 'binary', operator: node.operator.slice(0, -1), left, right: value });
  assignPattern(builder, node.left, result);
  return result;
}

/** Anything without a meaning of its own: its parts are read, and what they hold is used in a way that is not followed. */
function lowerOther(builder: SummaryBuilder, node: TSESTree.Node): ValueId {
  const parts: ValueId[] = [];
  for (const child of childrenOf(builder, node)) {
    if (isStatement(child)) lowerStatement(builder, child);
    else parts.push(lowerExpression(builder, child));
  }
  return builder.opaque(node.range, node.type, parts);
}

function childrenOf(builder: SummaryBuilder, node: TSESTree.Node): TSESTree.Node[] {
  const keys = builder.source.visitorKeys[node.type] ?? [];
  const children: TSESTree.Node[] = [];
  for (const key of keys) {
    if (/type|returnType/iu.test(key)) continue;
    const value = (node as unknown as Record<string, unknown>)[key];
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one && typeof (one as { type?: unknown }).type === 'string') children.push(one as TSESTree.Node);
    }
  }
  return children;
}

interface Keyed {
  readonly key: TSESTree.Node;
  readonly computed?: boolean;
}

/** The name of a property, or `null` with the value that computes it. */
export function propertyKey(builder: SummaryBuilder, node: Keyed): { key: string | null; keyValue?: ValueId } {
  const { key } = node;
  if (key.type === 'PrivateIdentifier') return { key: `#${key.name}` };
  if (!node.computed && key.type === 'Identifier') return { key: key.name };
  if (key.type === 'Literal' && key.value !== null) return { key: String(key.value) };
  if (key.type === 'TemplateLiteral' && key.quasis.length === 1) return { key: key.quasis[0]?.value.cooked ?? null };
  return { key: null, keyValue: lowerExpression(builder, key) };
}
