import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName, type FunctionNode } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import type { ResolvedVariable } from '../source/variable.js';
import { evaluationOf, type PlacedPart } from './evaluation-order.js';
import { sourceGivenBy, surplusOf, type ExecutorSurplus } from './executor-body.js';
import { executorContext, placedMember, PLACES, type CallArguments, type CallContext } from './handler-arguments.js';

/** Which parameter of an executor holds what; -1 where none does. */
export interface ExecutorParameters {
  readonly endpoint: number;
  readonly toolName: number;
  readonly input: number;
  readonly context: number;
  readonly hooks: number;
  readonly lifecycle: number;
}

/** The order that copies of the framework's executor have (facts, section B). */
export const CANONICAL: ExecutorParameters = {
  endpoint: 0,
  toolName: 1,
  input: 2,
  context: 3,
  hooks: 4,
  lifecycle: 5,
};

/** A function of the file that runs the handler of an endpoint it is given. */
export interface LocalExecutor {
  readonly fn: FunctionNode;
  readonly parameters: ExecutorParameters;
  /** True where it answers with an envelope rather than with data or a throw. */
  readonly envelope: boolean;
  /** What a runner in its place would not do. */
  readonly surplus: ExecutorSurplus | null;
  /** The source that it gives every call. */
  readonly source: TSESTree.Expression | null;
  readonly sourceText: string | null;
  /** True where that source takes the place of one that the context holds. */
  readonly overrides: boolean;
}

/** Reads an executor off the handler call in it. */
export function localExecutor(
  view: SourceView,
  fn: FunctionNode,
  endpoint: ResolvedVariable,
  handlerCall: TSESTree.CallExpression,
): LocalExecutor {
  const variables = fn.params.map((one) => parameterVariable(view, one));
  const index = (test: (variable: ResolvedVariable) => boolean): number =>
    variables.findIndex((one) => one !== undefined && one !== endpoint && test(one));
  const argument = handlerCall.arguments[0];
  const given = argument ? unwrap(argument) : null;
  const inCall = (variable: ResolvedVariable, spread: boolean): boolean =>
    given?.type === 'ObjectExpression' &&
    given.properties.some((one) =>
      one.type === 'SpreadElement'
        ? spread && refersTo(view, one.argument, variable)
        : !spread && ['input', 'params'].includes(keyName(one) ?? '') && refersTo(view, one.value, variable),
    );
  const parameters: ExecutorParameters = {
    endpoint: variables.indexOf(endpoint),
    toolName: index((one) => /^(?:tool)?_?name$/iu.test(one.name)),
    input: firstOf(
      index((one) => inCall(one, false)),
      index((one) => /^(?:raw)?_?(?:args|arguments|input)$/iu.test(one.name)),
    ),
    context: firstOf(
      index((one) => inCall(one, true)),
      index((one) => /^(?:ctx|context|callContext)$/iu.test(one.name)),
    ),
    hooks: firstOf(
      index((one) => readsMember(view, one, ['beforeToolCall', 'afterToolCall', 'onToolError'])),
      index((one) => one.name === 'hooks'),
    ),
    lifecycle: firstOf(
      index((one) => readsMember(view, one, ['beforeHandle', 'afterHandle'])),
      index((one) => one.name === 'lifecycle'),
    ),
  };
  const source = sourceGivenBy(view, handlerCall);
  return {
    fn,
    parameters,
    envelope: answersWithEnvelope(view, fn),
    surplus: surplusOf(view, fn, handlerCall),
    source,
    sourceText: source && view.textOf(source),
    overrides: source !== null && given?.type === 'ObjectExpression' && isLast(given, source),
  };
}

/** True where nothing is spread into an object after a value of it. */
function isLast(object: TSESTree.ObjectExpression, value: TSESTree.Node): boolean {
  const spread = object.properties.findLast((one) => one.type === 'SpreadElement');
  return spread === undefined || spread.range[1] <= value.range[0];
}

function firstOf(...indexes: readonly number[]): number {
  return indexes.find((one) => one >= 0) ?? -1;
}

function parameterVariable(view: SourceView, node: TSESTree.Parameter): ResolvedVariable | undefined {
  const target = node.type === 'AssignmentPattern' ? node.left : node;
  return target.type === 'Identifier' ? view.variableOf(target) : undefined;
}

function refersTo(view: SourceView, node: TSESTree.Node, variable: ResolvedVariable): boolean {
  const inner = unwrap(node);
  return inner.type === 'Identifier' && view.variableOf(inner) === variable;
}

function readsMember(view: SourceView, variable: ResolvedVariable, names: readonly string[]): boolean {
  return variable.references.some(({ identifier }) => {
    const member = view.parentOf(identifier);
    return member?.type === 'MemberExpression' && member.object === identifier && names.includes(keyName(member) ?? '');
  });
}

/** True where some return gives an object with `ok`, made there or kept in a variable. */
function answersWithEnvelope(view: SourceView, fn: FunctionNode): boolean {
  return view.nodes.some(
    (node) =>
      node.type === 'Property' &&
      keyName(node) === 'ok' &&
      node.range[0] >= fn.range[0] &&
      node.range[1] <= fn.range[1] &&
      isReturned(view, node),
  );
}

function isReturned(view: SourceView, node: TSESTree.Node): boolean {
  for (const one of view.ancestorsOf(node)) {
    if (one.type === 'ReturnStatement' || one.type === 'VariableDeclarator' || isFunction(one)) return true;
    if (one.type === 'AssignmentExpression' && one.left.type === 'Identifier') return true;
    if (one.type.endsWith('Statement')) return false;
  }
  return false;
}

/** What a call of an executor passes, told apart; `null` where it cannot be told. */
export function executorArguments(
  view: SourceView,
  call: TSESTree.CallExpression,
  parameters: ExecutorParameters,
): { readonly given: CallArguments; readonly toolName: string | null } | null {
  if (call.arguments.some((one) => one.type === 'SpreadElement')) return null;
  const grouped = groupedArguments(view, call);
  if (grouped) return grouped;
  const known = new Set(Object.values(parameters));
  if (call.arguments.some((_, index) => !known.has(index))) return null;
  const at = (index: number): TSESTree.Expression | undefined =>
    index < 0 ? undefined : (call.arguments[index] as TSESTree.Expression | undefined);
  const input = at(parameters.input);
  const context = at(parameters.context);
  const split = context ? executorContext(view, context) : EMPTY;
  if (!input || !split) return null;
  const text = (node: TSESTree.Expression | undefined): string | null =>
    node && !isNothing(view, node) ? view.textOf(node) : null;
  return {
    given: {
      ...split,
      input: view.textOf(input),
      inputNode: input,
      hooks: text(at(parameters.hooks)),
      lifecycle: text(at(parameters.lifecycle)),
      around: [at(parameters.hooks), at(parameters.lifecycle)].filter((one) => one !== undefined),
      evaluation: evaluationOf(view, placedArguments(call, parameters)),
    },
    toolName: text(at(parameters.toolName)),
  };
}

/** The arguments of a call in their order, each with its place in a runner's call; looking up the endpoint does nothing. */
function placedArguments(call: TSESTree.CallExpression, parameters: ExecutorParameters): PlacedPart[] {
  return call.arguments.flatMap((node, index) => {
    if (index === parameters.endpoint) return [];
    if (index === parameters.toolName) return [{ node, place: PLACES.name }];
    if (index === parameters.input) return [{ node, place: PLACES.input }];
    return index === parameters.context ? placedContext(node) : [{ node, place: PLACES.around }];
  });
}

function placedContext(node: TSESTree.Node): PlacedPart[] {
  const object = unwrap(node);
  return object.type === 'ObjectExpression' ? object.properties.map(placedMember) : [{ node, place: PLACES.context }];
}

const EMPTY: CallContext = { source: null, sourceText: null, mayHoldSource: false, context: null, members: [] };

function isNothing(view: SourceView, node: TSESTree.Expression): boolean {
  const text = view.textOf(node);
  return text === 'undefined' || text === 'null' || text === 'void 0';
}

/** The form that takes objects: `(method, { toolName, rawArgs, context }, { hooks, lifecycle })`. */
function groupedArguments(
  view: SourceView,
  call: TSESTree.CallExpression,
): { readonly given: CallArguments; readonly toolName: string | null } | null {
  const [, first, second] = call.arguments;
  const fields = first && objectFields(first);
  const input = fields?.get('rawArgs');
  const toolName = fields?.get('toolName');
  if (!fields || !input || !toolName) return null;
  const context = fields.get('context');
  const split = context ? executorContext(view, context) : EMPTY;
  if (!split) return null;
  const options = second ? objectFields(second) : new Map<string, TSESTree.Expression>();
  const hooks = options?.get('hooks');
  const lifecycle = options?.get('lifecycle');
  return {
    given: {
      ...split,
      input: view.textOf(input),
      inputNode: input,
      hooks: hooks ? view.textOf(hooks) : null,
      lifecycle: lifecycle ? view.textOf(lifecycle) : null,
      around: [hooks, lifecycle].filter((one) => one !== undefined),
      evaluation: evaluationOf(view, [
        { node: toolName, place: PLACES.name },
        { node: input, place: PLACES.input },
        ...(context ? placedContext(context) : []),
        ...[hooks, lifecycle].flatMap((node) => (node ? [{ node, place: PLACES.around }] : [])),
      ]),
    },
    toolName: view.textOf(toolName),
  };
}

function objectFields(node: TSESTree.Node): Map<string, TSESTree.Expression> | null {
  const object = unwrap(node);
  if (object.type !== 'ObjectExpression') return null;
  const fields = new Map<string, TSESTree.Expression>();
  for (const one of object.properties) {
    const name = one.type === 'Property' ? keyName(one) : null;
    if (one.type !== 'Property' || name === null) return null;
    fields.set(name, one.value as TSESTree.Expression);
  }
  return fields;
}
