import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext } from '../codemod.js';
import type { TextEdit } from '../edit/text-edit.js';
import type { MeaningIndex } from '../meaning/meaning-index.js';
import { wholeLinesOf } from '../source/lines.js';
import type { SourceView } from '../source/source-view.js';
import { isFunction, objectOfMember, statementAround, type FunctionNode } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { isNeverReassigned, type ResolvedVariable } from '../source/variable.js';
import { endpointOf, endpointOfHandler, NO_ENDPOINT, type Endpoint } from './endpoint.js';
import type { ExecutorSurplus } from './executor-body.js';
import { handlerArguments, type CallArguments } from './handler-arguments.js';
import { endpointOfNamed, mayFindAnother } from './held-lookup.js';
import { nameOfWholeLookup } from './tool-lookup.js';
import { withComments } from './replaced-comments.js';
import {
  CANONICAL,
  executorArguments,
  localExecutor,
  type ExecutorParameters,
  type LocalExecutor,
} from './vendored-executor.js';

/** One call that runs an endpoint's handler itself. */
export interface HandlerCall {
  readonly node: TSESTree.CallExpression;
  /** A call of the handler, of an executor that calls it, of the handler inside an executor, or of a plain function. */
  readonly kind: 'handler' | 'executor' | 'inside-executor' | 'plain';
  readonly endpoint: Endpoint;
  /** `null` where arguments and context cannot be told apart. */
  readonly given: CallArguments | null;
  readonly expects: 'data' | 'envelope';
  /** What the executor that is called does, and a runner in its place would not. */
  readonly surplus?: ExecutorSurplus;
  /** The declaration of what the call was given, where the call is all it was for. */
  readonly spent: TSESTree.VariableDeclaration | null;
  /** True where the endpoint was looked up before, and the runner would look up what may be another by then. */
  readonly isOutdated: boolean;
  /** The source that managed calls of the surroundings have. */
  readonly surface: string | null;
  /** Where the rule reports that the call is made. */
  readonly reportedAt: readonly number[];
}

type UnplacedCall = Omit<HandlerCall, 'surface' | 'reportedAt'>;

/** The edits that put an expression in place of a call. */
export function replacementOf({ view, style }: FileContext, call: HandlerCall, text: string): TextEdit[] {
  const replaced = withComments(view, style, call.node, text);
  if (!call.spent) return replaced;
  return [{ ...wholeLinesOf(view.text, call.spent.range[0], call.spent.range[1]), text: '' }, ...replaced];
}

/** The rule that reports what runs handlers of tool calls by hand. */
export const EXECUTOR_RULE = 'no-unforked-executor';

/** Every call of the file that runs a tool's handler outside a fork, as the analysis sees them. */
export function handlerCallsOf(view: SourceView, meaning: MeaningIndex): HandlerCall[] {
  const calls = meaning.executors().flatMap(({ kind, call, surface, reportedAt }): HandlerCall[] => {
    const placed = (one: UnplacedCall): HandlerCall => ({ ...one, surface, reportedAt: [reportedAt] });
    if (kind === 'vendored') return [placed(fromExecutorCall(view, meaning, call))];
    if (kind !== 'handler' && !isHandlerOf(view, call)) return [placed(unplanned(call, 'plain'))];
    const executor = executorAround(view, call);
    if (!executor) return [placed(fromHandlerCall(view, meaning, call))];
    const callers = callsOf(view, executor);
    if (callers.length === 0) return [placed(unplanned(call, 'inside-executor'))];
    return callers
      .filter((one) => !meaning.isInsideFork(one))
      .map((one) => placed(fromExecutorCall(view, meaning, one)));
  });
  const unique = new Map<TSESTree.Node, HandlerCall>();
  for (const one of calls) {
    const reportedAt = [...(unique.get(one.node)?.reportedAt ?? []), ...one.reportedAt];
    unique.set(one.node, { ...one, reportedAt });
  }
  return [...unique.values()].sort((a, b) => a.node.range[0] - b.node.range[0]);
}

function unplanned(node: TSESTree.CallExpression, kind: Exclude<HandlerCall['kind'], 'handler'>): UnplacedCall {
  return { node, kind, endpoint: NO_ENDPOINT, given: null, expects: 'data', spent: null, isOutdated: false };
}

/** The named function that runs the handler of an endpoint it is given: its calls are what a runner can replace. */
function executorAround(view: SourceView, call: TSESTree.CallExpression): FunctionNode | null {
  const method = objectOfMember(call.callee, 'handler') ?? endpointOfNamed(view, call.callee);
  const inner = method && unwrap(method);
  const definition = inner?.type === 'Identifier' ? view.variableOf(inner)?.defs[0] : undefined;
  if (definition?.type !== 'Parameter' || !isFunction(definition.node)) return null;
  return nameOf(view, definition.node) ? definition.node : null;
}

/** The variable that a function is known by. */
function nameOf(view: SourceView, fn: FunctionNode): ResolvedVariable | undefined {
  const holder = view.parentOf(fn);
  const name = fn.type === 'FunctionDeclaration' ? fn.id : holder?.type === 'VariableDeclarator' ? holder.id : null;
  return name?.type === 'Identifier' ? view.variableOf(name) : undefined;
}

/** The calls of a function of the file by its name. */
function callsOf(view: SourceView, fn: FunctionNode): TSESTree.CallExpression[] {
  const variable = nameOf(view, fn);
  return (variable?.references ?? []).flatMap(({ identifier }) => {
    const call = view.parentOf(identifier);
    return call?.type === 'CallExpression' && call.callee === identifier ? [call] : [];
  });
}

function fromHandlerCall(view: SourceView, meaning: MeaningIndex, node: TSESTree.CallExpression): UnplacedCall {
  const method = objectOfMember(node.callee, 'handler') ?? endpointOfNamed(view, node.callee);
  const own = node.callee.type === 'Identifier' ? endpointOfHandler(view, meaning, node.callee) : NO_ENDPOINT;
  const endpoint = method ? endpointOf(view, meaning, method) : own;
  const spent = declaredJustBefore(view, node);
  const argument = spent?.declarations[0].init ?? node.arguments[0];
  const isOutdated = mayFindAnother(view, objectOfMember(node.callee, 'handler') ?? node.callee, node);
  const given = handlerArguments(view, argument);
  return { node, kind: 'handler', endpoint, given, expects: 'data', spent, isOutdated };
}

/** True for a handler out of a service's own table, however it was come by. */
function isHandlerOf(view: SourceView, call: TSESTree.CallExpression): boolean {
  const method = objectOfMember(call.callee, 'handler');
  const table = method && unwrap(method);
  return table?.type === 'MemberExpression' && objectOfMember(table.object, 'methods') !== null;
}

/** `const ctx = { … };` right before the statement whose call is its only use. */
function declaredJustBefore(view: SourceView, call: TSESTree.CallExpression): TSESTree.VariableDeclaration | null {
  const argument = call.arguments[0] && unwrap(call.arguments[0]);
  const variable = argument?.type === 'Identifier' ? view.variableOf(argument) : undefined;
  const declarator = variable?.defs[0]?.node;
  if (!variable || declarator?.type !== 'VariableDeclarator' || !isNeverReassigned(variable)) return null;
  const declaration = view.parentOf(declarator);
  const block = declaration && view.parentOf(declaration);
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) return null;
  if (block?.type !== 'BlockStatement' || variable.references.filter((one) => !one.init).length !== 1) return null;
  const statements: readonly TSESTree.Node[] = block.body;
  const isNext = statements[statements.indexOf(declaration) + 1] === statementAround(view, call);
  const [start, end] = declaration.range;
  return isNext && view.commentsWithin(start, end).length === 0 ? declaration : null;
}

function fromExecutorCall(view: SourceView, meaning: MeaningIndex, node: TSESTree.CallExpression): UnplacedCall {
  const local = executorOf(view, meaning, node.callee);
  if (local === UNREADABLE) return unplanned(node, 'executor');
  const parameters: ExecutorParameters = local?.parameters ?? CANONICAL;
  const expects = local && !local.envelope ? 'data' : 'envelope';
  const method = node.arguments[parameters.endpoint];
  if (!method || method.type === 'SpreadElement') {
    return { ...unplanned(node, 'executor'), expects };
  }
  const endpoint = endpointOf(view, meaning, method);
  const split = executorArguments(view, node, parameters);
  return {
    node,
    kind: 'executor',
    endpoint: { ...endpoint, toolName: nameForRunner(view, meaning, endpoint, split?.toolName ?? null) },
    given: split && withSource(split.given, local),
    expects,
    spent: null,
    isOutdated: mayFindAnother(view, method, node),
    ...(local?.surplus && { surplus: local.surplus }),
  };
}

/** The name an executor is given, where the lookup knows no better. */
function nameForRunner(
  view: SourceView,
  meaning: MeaningIndex,
  endpoint: Endpoint,
  given: string | null,
): string | null {
  const { tool, toolName, collectors } = endpoint;
  const picked = tool ?? (collectors.length > 0 ? endpoint.node : null);
  if (given === null || !picked) return given ?? toolName;
  const whole = nameOfWholeLookup(view, meaning, picked);
  return whole && view.textOf(whole) === given ? given : toolName;
}

function withSource(given: CallArguments, executor: LocalExecutor | null): CallArguments {
  const { source, sourceText } = executor ?? {};
  if (!source || !sourceText) return given;
  const isGiven = given.sourceText !== null && executor?.overrides !== true;
  return isGiven ? given : { ...given, source, sourceText, mayHoldSource: false };
}

const UNREADABLE = 'unreadable';

/** The function that a callee names, read as an executor; `null` where only the framework's name for it is known. */
function executorOf(
  view: SourceView,
  meaning: MeaningIndex,
  callee: TSESTree.Node,
): LocalExecutor | typeof UNREADABLE | null {
  const fn = localFunction(view, callee);
  if (fn) return readExecutor(view, fn);
  const imported = meaning.importedFunction(callee);
  if (!imported) return meaning.shapesOf(callee).length > 0 ? null : UNREADABLE;
  const read = readExecutor(imported.view, imported.fn) ?? UNREADABLE;
  const isCopy = imported.name !== null && meaning.vocabulary.knowsMember(imported.name);
  return read !== UNREADABLE && isCopy ? { ...read, surplus: null } : read;
}

/** The executor that a function is, by the handler that it calls of an endpoint it is given. */
function readExecutor(view: SourceView, fn: FunctionNode): LocalExecutor | null {
  for (const node of view.nodes) {
    if (node.type !== 'CallExpression' || node.range[0] < fn.range[0] || node.range[1] > fn.range[1]) continue;
    const method = objectOfMember(node.callee, 'handler') ?? endpointOfNamed(view, node.callee);
    const inner = method && unwrap(method);
    const parameter = inner?.type === 'Identifier' ? view.variableOf(inner) : undefined;
    if (parameter?.defs[0]?.type !== 'Parameter' || parameter.scope !== fn) continue;
    return localExecutor(view, fn, parameter, node);
  }
  return null;
}

function localFunction(view: SourceView, callee: TSESTree.Node): FunctionNode | null {
  const declaration = callee.type === 'Identifier' ? view.variableOf(callee)?.defs[0]?.node : undefined;
  if (declaration?.type === 'FunctionDeclaration') return declaration;
  return declaration?.type === 'VariableDeclarator' && isFunction(declaration.init) ? declaration.init : null;
}
