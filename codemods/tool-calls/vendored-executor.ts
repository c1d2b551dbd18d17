import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName, type FunctionNode } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import type { ResolvedVariable } from '../source/variable.js';
import { sourceGivenBy, surplusOf, type ExecutorSurplus } from './executor-body.js';
import { executorContext, type CallArguments, type CallContext } from './handler-arguments.js';

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
    hooks: index((one) => readsMember(view, one, ['beforeToolCall', 'afterToolCall', 'onToolError'])),
    lifecycle: index((one) => readsMember(view, one, ['beforeHandle', 'afterHandle'])),
  };
  return {
    fn,
    parameters,
    envelope: answersWithEnvelope(view, fn),
    surplus: surplusOf(view, fn, handlerCall),
    source: sourceGivenBy(view, handlerCall),
  };
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

/** True where some return gives an object with `ok`. */
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
    },
    toolName: text(at(parameters.toolName)),
  };
}

const EMPTY: CallContext = { source: null, sourceText: null, context: null, members: [] };

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
