import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { fieldNamesOf } from './context-fields.js';
import { evaluationOf, type Evaluation, type PlacedPart } from './evaluation-order.js';

/** The context a call is given, apart from its arguments. Texts are expressions as the file writes them. */
export interface CallContext {
  /** The `source` property's value. */
  readonly source: TSESTree.Expression | null;
  /** The text of the source, also where it is a member of a context that is spread. */
  readonly sourceText: string | null;
  /** True where what is spread may hold a source that the file does not show. */
  readonly mayHoldSource: boolean;
  readonly context: string | null;
  /** What `context` is made of. */
  readonly members: readonly ContextMember[];
}

/** One property or spread of a context. */
export interface ContextMember {
  /** The member as it stands in an object literal. */
  readonly text: string;
  /** Its value, or what is spread. */
  readonly node: TSESTree.Node;
  readonly spread: boolean;
}

/** What a handler or executor is called with, told apart. */
export interface CallArguments extends CallContext {
  /** The tool's arguments. */
  readonly input: string;
  /** The expression behind `input`, where it is one expression of the file. */
  readonly inputNode: TSESTree.Expression | null;
  readonly hooks: string | null;
  readonly lifecycle: string | null;
  /** The expressions of hooks and lifecycle. */
  readonly around: readonly TSESTree.Node[];
  /** What evaluating all of it does. */
  readonly evaluation: Evaluation;
}

/** Where an expression stands in a runner's call. */
export const PLACES = { name: 0, params: 1, input: 2, source: 3, context: 4, around: 5 } as const;

type ObjectMember = TSESTree.Property | TSESTree.SpreadElement;

/** Fields of a handler's context that are the call itself and no part of what a runner is given as context. */
const CALL_FIELDS = new Set(['input', 'params', 'source']);
const ARGUMENT_FIELDS = ['input', 'params'];

/** Tells apart the one argument of a handler call; `null` where it cannot be told. */
export function handlerArguments(view: SourceView, argument: TSESTree.Node | undefined): CallArguments | null {
  const object = argument && unwrap(argument);
  if (object?.type !== 'ObjectExpression') return null;
  const context = contextOfObject(view, object);
  if (!context) return null;
  const input = fieldOf(object, 'input');
  const params = fieldOf(object, 'params');
  if (!input && !params && object.properties.some((one) => one.type === 'SpreadElement')) return null;
  if (mayHideArguments(view, object)) return null;
  const inputNode = singleInput(view, input, params);
  const text = inputNode ? textWithoutCast(view, inputNode) : mergedInput(view, [params, input]);
  const evaluation = evaluationOf(view, object.properties.map(placedMember));
  return { ...context, input: text, inputNode, hooks: null, lifecycle: null, around: [], evaluation };
}

/**
 * True where what is spread holds arguments that nothing after it replaces, or may hold arguments or a source that replace those
 * given before it. Arguments in a context that the file does not show are not looked for.
 */
function mayHideArguments(view: SourceView, object: TSESTree.ObjectExpression): boolean {
  const names = object.properties.map((one) => fieldNameOf(one) ?? '');
  return object.properties.some((one, index) => {
    if (one.type !== 'SpreadElement') return false;
    const held = fieldNamesOf(view, one.argument);
    const before = names.slice(0, index).filter((name) => CALL_FIELDS.has(name));
    if (!held) return before.length > 0;
    const after = names.slice(index + 1);
    return (
      before.some((name) => held.has(name)) || ARGUMENT_FIELDS.some((name) => held.has(name) && !after.includes(name))
    );
  });
}

function fieldNameOf(member: ObjectMember): string | null {
  return member.type === 'Property' ? keyName(member) : null;
}

/** A member of the object that a handler or executor is given, with its place in a runner's call. */
export function placedMember(member: ObjectMember): PlacedPart {
  const name = fieldNameOf(member);
  const isPlace = name === 'params' || name === 'input' || name === 'source';
  return { node: member, place: PLACES[isPlace ? name : 'context'] };
}

/** Tells apart the context an executor is given: an object literal, or one expression that holds the source too. */
export function executorContext(view: SourceView, node: TSESTree.Expression): CallContext | null {
  const object = unwrap(node);
  if (object.type === 'ObjectExpression') return contextOfObject(view, object);
  if (object.type !== 'Identifier' && object.type !== 'MemberExpression') return null;
  const text = view.textOf(object);
  const names = fieldNamesOf(view, object);
  return {
    source: null,
    sourceText: (names?.has('source') ?? true) ? `${text}.source` : null,
    mayHoldSource: false,
    context: text,
    members: [{ text: `...${text}`, node: object, spread: true }],
  };
}

function contextOfObject(view: SourceView, object: TSESTree.ObjectExpression): CallContext | null {
  const plain = object.properties.every(
    (one) => one.type === 'SpreadElement' || (keyName(one) !== null && one.kind === 'init'),
  );
  if (!plain) return null;
  const members = object.properties.filter(
    (one) => one.type === 'SpreadElement' || !CALL_FIELDS.has(keyName(one) ?? ''),
  );
  const source = fieldOf(object, 'source');
  const spread = source ? NO_SOURCE : sourceOfSpread(view, members);
  return {
    source,
    sourceText: source ? view.textOf(source) : spread.text,
    mayHoldSource: spread.isUnknown,
    context: contextText(
      view,
      members.map((one) => memberOf(view, one)),
    ),
    members: members.map((one) => memberOf(view, one)),
  };
}

function fieldOf(object: TSESTree.ObjectExpression, name: string): TSESTree.Expression | null {
  const field = object.properties.find((one) => one.type === 'Property' && keyName(one) === name);
  return field?.type === 'Property' ? (field.value as TSESTree.Expression) : null;
}

/** The input where it is given once, or twice the same; what is given empty is not given. */
function singleInput(
  view: SourceView,
  input: TSESTree.Expression | null,
  params: TSESTree.Expression | null,
): TSESTree.Expression | null {
  if (!input || !params) return input ?? params;
  if (isEmpty(params)) return input;
  if (isEmpty(input)) return params;
  return view.textOf(unwrap(input)) === view.textOf(unwrap(params)) ? input : null;
}

function isEmpty(node: TSESTree.Expression): boolean {
  const value = unwrap(node);
  if (value.type === 'Identifier') return value.name === 'undefined';
  return value.type === 'ObjectExpression' && value.properties.length === 0;
}

function mergedInput(view: SourceView, parts: readonly (TSESTree.Expression | null)[]): string {
  const members = parts.flatMap((one) => (one ? membersOf(view, one) : []));
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

/** What an expression adds to an object that is made of it. */
function membersOf(view: SourceView, node: TSESTree.Expression): string[] {
  if (node.type === 'ObjectExpression') return node.properties.map((one) => view.textOf(one));
  return [`...${spreadable(view, node)}`];
}

function spreadable(view: SourceView, node: TSESTree.Node): string {
  const simple = ['Identifier', 'MemberExpression', 'ObjectExpression', 'CallExpression'].includes(node.type);
  if (isUnknown(view, node)) return `(${view.textOf(node)} as Record<string, unknown>)`;
  return simple ? view.textOf(node) : `(${view.textOf(node)})`;
}

/** True for a name of TypeScript that is declared as `unknown`, or that an SDK's schema may leave `unknown`. */
export function isUnknown(view: SourceView, node: TSESTree.Node): boolean {
  const definition = node.type === 'Identifier' ? view.variableOf(node)?.defs[0] : undefined;
  if (definition?.name.type !== 'Identifier' || !/\.[cm]?tsx?$/u.test(view.file)) return false;
  const annotation = definition.name.typeAnnotation?.typeAnnotation;
  if (annotation) return annotation.type === 'TSUnknownKeyword';
  return (
    isFunction(definition.node) && definition.node.params[0] === definition.name && runsTool(view, definition.node)
  );
}

/** True for the function that an SDK is given to run a tool. */
function runsTool(view: SourceView, fn: TSESTree.Node): boolean {
  const holder = view.parentOf(fn);
  if (holder?.type === 'Property') return keyName(holder) === 'execute';
  return holder?.type === 'CallExpression' && holder.arguments.length > 2 && holder.arguments.at(-1) === fn;
}

/** A cast to `never` or `any` was for the handler's own type; a runner takes any record. */
function textWithoutCast(view: SourceView, node: TSESTree.Expression): string {
  if (node.type !== 'TSAsExpression') return view.textOf(node);
  const cast = view.textOf(node.typeAnnotation);
  return cast === 'never' || cast === 'any' ? view.textOf(node.expression) : view.textOf(node);
}

function memberOf(view: SourceView, node: ObjectMember): ContextMember {
  const spread = node.type === 'SpreadElement';
  return { text: view.textOf(node), node: spread ? node.argument : node.value, spread };
}

/** The expression of a context that is made of some members; `null` where there are none. */
export function contextText(view: SourceView, members: readonly ContextMember[]): string | null {
  const [only] = members;
  if (!only) return null;
  if (members.length === 1 && only.spread) return view.textOf(only.node);
  return `{ ${members.map((one) => one.text).join(', ')} }`;
}

interface SpreadSource {
  readonly text: string | null;
  readonly isUnknown: boolean;
}

const NO_SOURCE: SpreadSource = { text: null, isUnknown: false };

/** Where the context that is spread says its own source, the runner must be told it apart. */
function sourceOfSpread(view: SourceView, members: readonly ObjectMember[]): SpreadSource {
  for (const one of members.toReversed()) {
    if (one.type !== 'SpreadElement') continue;
    const names = fieldNamesOf(view, one.argument);
    if (names && !names.has('source')) continue;
    const isPlain = one.argument.type === 'Identifier' || one.argument.type === 'MemberExpression';
    return names && isPlain ? { text: `${view.textOf(one.argument)}.source`, isUnknown: false } : UNKNOWN_SOURCE;
  }
  return NO_SOURCE;
}

const UNKNOWN_SOURCE: SpreadSource = { text: null, isUnknown: true };
