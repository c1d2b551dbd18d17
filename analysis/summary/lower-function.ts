import type { TSESTree } from '@typescript-eslint/types';
import type { ClassNode, FunctionId, FunctionNode, Range, ValueId } from './module-summary.js';
import type { SummaryBuilder } from './summary-builder.js';
import { lowerExpression, propertyKey } from './lower-expression.js';
import { assignPattern } from './lower-pattern.js';
import { lowerStatement, lowerStatements } from './lower-statement.js';
import { lowerAnnotation, lowerImplements } from './lower-type.js';

type AnyFunction =
  | TSESTree.FunctionDeclaration
  | TSESTree.FunctionExpression
  | TSESTree.ArrowFunctionExpression
  | TSESTree.TSDeclareFunction
  | TSESTree.TSEmptyBodyFunctionExpression;
type AnyClass = TSESTree.ClassDeclaration | TSESTree.ClassExpression;

interface FunctionPlace {
  readonly name: string | null;
  readonly owner: FunctionNode['owner'];
  readonly decorators?: readonly ValueId[];
}

const returnsOf = new WeakMap<SummaryBuilder, Map<FunctionId, ValueId[]>>();

function returnLists(builder: SummaryBuilder): Map<FunctionId, ValueId[]> {
  const known = returnsOf.get(builder);
  if (known) return known;
  const made = new Map<FunctionId, ValueId[]>();
  returnsOf.set(builder, made);
  return made;
}

/** Files a `return` of the function that is being read. */
export function addReturn(builder: SummaryBuilder, value: ValueId): void {
  returnLists(builder).get(builder.currentFunction)?.push(value);
}

/** Reads a function and gives the value that stands for it. */
export function lowerFunction(builder: SummaryBuilder, node: AnyFunction, place: FunctionPlace): ValueId {
  let value: ValueId = -1;
  const parent = builder.currentFunction;
  builder.withFunction(
    (id) => {
      value = builder.add(node.range, { op: 'function', function: id });
      returnLists(builder).set(id, []);
      if (node.id) builder.declare(node.id, value);
    },
    (id) => {
      const returns = returnLists(builder).get(id) ?? [];
      const arrow = node.type === 'ArrowFunctionExpression';
      const body = node.body;
      const params = builder.withThis(arrow ? builder.fieldOwner : null, () => {
        const lowered = node.params.map((param, index) => lowerParameter(builder, id, param, index, place.owner));
        if (body?.type === 'BlockStatement') lowerStatements(builder, body.body);
        else if (body) returns.push(lowerExpression(builder, body));
        return lowered;
      });
      return {
        name: node.id?.name ?? place.name,
        at: node.range,
        body: body?.range ?? [node.range[1], node.range[1]],
        block: body?.type === 'BlockStatement',
        arrow,
        async: node.async,
        generator: node.generator,
        params,
        returns,
        returnType: lowerAnnotation(builder, node.returnType),
        parent,
        value,
        owner: place.owner,
        decorators: place.decorators ?? [],
      };
    },
  );
  return value;
}

function lowerParameter(
  builder: SummaryBuilder,
  fn: FunctionId,
  param: TSESTree.Parameter,
  index: number,
  owner: FunctionNode['owner'],
): ValueId {
  const rest = param.type === 'RestElement';
  const primitive = isPrimitive(param) ? ({ primitive: true } as const) : {};
  const value = builder.add(param.range, { op: 'param', function: fn, index, rest, ...primitive });
  if (param.type === 'TSParameterProperty') storeParameterProperty(builder, param, value, owner);
  assignPattern(builder, param, value);
  return value;
}

const PRIMITIVES: ReadonlySet<string> = new Set([
  'TSBigIntKeyword',
  'TSBooleanKeyword',
  'TSNumberKeyword',
  'TSStringKeyword',
]);

function isPrimitive(param: TSESTree.Parameter): boolean {
  const target = param.type === 'AssignmentPattern' ? param.left : param;
  const type = target.type === 'Identifier' ? target.typeAnnotation?.typeAnnotation.type : undefined;
  return type !== undefined && PRIMITIVES.has(type);
}

function storeParameterProperty(
  builder: SummaryBuilder,
  param: TSESTree.TSParameterProperty,
  value: ValueId,
  owner: FunctionNode['owner'],
): void {
  const target = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
  if (target.type !== 'Identifier' || !owner || !('class' in owner)) return;
  const type = lowerAnnotation(builder, target.typeAnnotation);
  const typed = type ? builder.add(param.range, { op: 'typed', of: value, type }) : value;
  builder.classes[owner.class]?.members.push({ key: target.name, static: false, value: typed });
}

/** Reads a class and gives the value that stands for it. */
export function lowerClass(builder: SummaryBuilder, node: AnyClass): ValueId {
  const id = builder.classes.length;
  const value = builder.add(node.range, { op: 'class', class: id });
  const members: ClassNode['members'] = [];
  const own = {
    id,
    name: node.id?.name ?? null,
    at: node.range,
    implements: (node.implements ?? []).map((one) => lowerImplements(builder, one)),
    members,
  };
  builder.classes.push({ ...own, decorators: [], superclass: null });
  if (node.id) builder.declare(node.id, value);
  const decorators = (node.decorators ?? []).map((one) => lowerExpression(builder, one.expression));
  const superclass = node.superClass ? lowerExpression(builder, node.superClass) : null;
  builder.classes[id] = { ...own, decorators, superclass };
  for (const member of node.body.body) lowerMember(builder, member, id, members);
  return value;
}

function lowerMember(
  builder: SummaryBuilder,
  member: TSESTree.ClassElement,
  id: number,
  members: ClassNode['members'],
): void {
  if (member.type === 'StaticBlock') {
    builder.withThis({ class: id, static: true }, () => {
      for (const statement of member.body) lowerStatement(builder, statement);
    });
    return;
  }
  if (member.type === 'TSIndexSignature') return;
  const decorators = (member.decorators ?? []).map((one) => lowerExpression(builder, one.expression));
  const { key } = propertyKey(builder, member);
  const owner = { class: id, static: member.static };
  const value = builder.withThis(owner, () => memberValue(builder, member, { name: key, owner, decorators }));
  if (value !== null && key !== null) members.push({ key, static: member.static, value });
}

function memberValue(
  builder: SummaryBuilder,
  member: Exclude<TSESTree.ClassElement, TSESTree.StaticBlock | TSESTree.TSIndexSignature>,
  place: FunctionPlace,
): ValueId | null {
  const node = member.value;
  const type = 'typeAnnotation' in member ? lowerAnnotation(builder, member.typeAnnotation) : null;
  const value = node
    ? isFunction(node)
      ? lowerFunction(builder, node, place)
      : lowerExpression(builder, node)
    : type
      ? builder.opaque(member.range, 'field without a value')
      : null;
  if (value === null || member.type === 'MethodDefinition') {
    return value !== null && member.type === 'MethodDefinition' && member.kind === 'get'
      ? getterResult(builder, member.range, value)
      : value;
  }
  return type ? builder.add(member.range, { op: 'typed', of: value, type }) : value;
}

/** A getter is read like a field: its value is what calling it gives. */
export function getterResult(builder: SummaryBuilder, at: Range, getter: ValueId): ValueId {
  return builder.add(at, { op: 'call', kind: 'call', callee: getter, args: [], spreadAt: -1 });
}

function isFunction(node: TSESTree.Node): node is AnyFunction {
  return (
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'TSEmptyBodyFunctionExpression'
  );
}
