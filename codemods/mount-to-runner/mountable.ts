import type { TSESTree } from '@typescript-eslint/types';
import type { ReasonCode } from '../reasons.js';
import type { MeaningIndex } from '../meaning/meaning-index.js';
import type { SourceView } from '../source/source-view.js';
import { keyName, onlyResultOf, type FunctionNode } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import type { CallArguments } from '../tool-calls/handler-arguments.js';
import type { HandlerCall } from '../tool-calls/handler-calls.js';
import { isFixedContext } from './fixed-context.js';
import type { Registration } from './registration.js';
import { loopBindingOf } from './tool-loop.js';
import { isToolPart } from './tool-part.js';

/** Why a mount cannot say the same as one registration, its callback and the call in it; empty where it can. */
export function obstaclesOf(
  view: SourceView,
  meaning: MeaningIndex,
  registration: Registration,
  call: HandlerCall,
  loop: TSESTree.Node,
): ReasonCode[] {
  const { given } = call;
  if (!given) return ['spread-or-computed'];
  return [
    ...(registration.wrapped ? (['extra-work-in-loop'] as const) : []),
    ...(isPlainTool(meaning, registration) && isPlainConfig(view, registration, loopBindingOf(view, call.endpoint))
      ? []
      : (['custom-tool-options'] as const)),
    ...resultObstacles(view, registration, call),
    ...(passesArguments(view, registration.callback, given) ? [] : (['custom-arguments'] as const)),
    ...(isFixedContext(view, meaning, given, loop) ? [] : (['per-call-context'] as const)),
    ...(saysOwnSource(view, given, registration.surface) ? [] : (['custom-source'] as const)),
  ];
}

/** False for a tool whose calls an SDK marks in a way that it does not mark a mount's. */
function isPlainTool(meaning: MeaningIndex, { node }: Registration): boolean {
  return node.type !== 'CallExpression' || !meaning.hasShape(node.callee, 'SdkDynamicTool');
}

/** True where a tool is described by what its endpoint says, all of it, and nothing else: so a mount describes it. */
function isPlainConfig(view: SourceView, registration: Registration, binding: TSESTree.Node | null): boolean {
  const { config, surface } = registration;
  if (config?.type !== 'ObjectExpression' || !binding) return false;
  const described = new Set<string>();
  const isPlain = config.properties.every((one) => {
    const name = one.type === 'Property' ? keyName(one) : null;
    if (one.type !== 'Property' || name === null) return false;
    switch (name) {
      case 'execute':
        return surface === 'agent' && one.value === registration.callback;
      case 'description':
        described.add('description');
        return isToolPart(view, one.value, binding, ['desc', 'description']);
      case 'inputSchema':
      case 'parameters':
        described.add('schema');
        return isSchema(view, one.value, binding);
      default:
        return false;
    }
  });
  return isPlain && described.size === 2;
}

const SCHEMAS = ['schema', 'argumentSchema', 'presentationSchema', 'inputSchema', 'input', 'shape'];

/** What an SDK and its schema library take a schema with; a wrapper of the project's own may change it. */
const WRAPPERS = new Set(['jsonSchema', 'zodSchema', 'asSchema', 'object']);

/** The tool's own schema, as it is or wrapped for an SDK. */
function isSchema(view: SourceView, node: TSESTree.Node, binding: TSESTree.Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'CallExpression') {
    const { callee } = inner;
    const name =
      callee.type === 'MemberExpression' ? keyName(callee) : callee.type === 'Identifier' ? callee.name : null;
    const [only] = inner.arguments;
    return (
      WRAPPERS.has(name ?? '') && inner.arguments.length === 1 && only !== undefined && isSchema(view, only, binding)
    );
  }
  return isToolPart(view, inner, binding, SCHEMAS);
}

function resultObstacles(view: SourceView, registration: Registration, call: HandlerCall): ReasonCode[] {
  const { callback, surface } = registration;
  const { body } = callback;
  if (call.expects === 'envelope') return isUnwrapped(view, callback, call) ? [] : ['custom-result-shape'];
  const result = onlyResultOf(callback);
  if (result && gives(result, call)) return surface === 'agent' ? [] : ['custom-result-shape'];
  if (surface === 'mcp' && isTextResult(view, callback, call)) return [];
  const statements = body.type === 'BlockStatement' ? body.body : [];
  const last = statements.at(-1);
  const givesItsResult = last?.type === 'ReturnStatement' && last.argument !== null && gives(last.argument, call);
  return [statements.length > 2 || givesItsResult ? 'extra-work-in-loop' : 'custom-result-shape'];
}

function gives(node: TSESTree.Node, call: HandlerCall): boolean {
  return unwrap(node) === call.node;
}

/** `const result = await execute(…); if (!result.ok) throw …; return result.data;` */
function isUnwrapped(view: SourceView, callback: FunctionNode, call: HandlerCall): boolean {
  if (callback.body.type !== 'BlockStatement') return false;
  const [first, second, third, ...more] = callback.body.body;
  const declared = declaredResult(first, call);
  if (!declared || more.length > 0) return false;
  const isCheck =
    second?.type === 'IfStatement' &&
    view.textOf(second.test) === `!${declared}.ok` &&
    !second.alternate &&
    throwsOnly(second.consequent);
  return isCheck && third?.type === 'ReturnStatement' && textOrNull(view, third.argument) === `${declared}.data`;
}

function throwsOnly(node: TSESTree.Node): boolean {
  if (node.type === 'BlockStatement') return node.body.length === 1 && node.body.every(throwsOnly);
  return node.type === 'ThrowStatement';
}

function textOrNull(view: SourceView, node: TSESTree.Node | null): string | null {
  return node && view.textOf(node);
}

/** The name that a statement gives the call's result. */
function declaredResult(node: TSESTree.Node | undefined, call: HandlerCall): string | null {
  const [only] = node?.type === 'VariableDeclaration' ? node.declarations : [];
  return only?.id.type === 'Identifier' && only.init && gives(only.init, call) ? only.id.name : null;
}

/** `{ content: [{ type: 'text', text: JSON.stringify(data) }] }`, which is what a mount makes of data. */
function isTextResult(view: SourceView, callback: FunctionNode, call: HandlerCall): boolean {
  const statements = callback.body.type === 'BlockStatement' ? callback.body.body : null;
  const declared = statements ? declaredResult(statements[0], call) : null;
  const last = statements ? (statements.length === (declared ? 2 : 1) ? statements.at(-1) : undefined) : callback.body;
  const result = last?.type === 'ReturnStatement' ? last.argument : statements ? null : last;
  const object = result && unwrap(result);
  if (object?.type !== 'ObjectExpression' || object.properties.length !== 1) return false;
  const [content] = object.properties;
  if (content?.type !== 'Property' || keyName(content) !== 'content') return false;
  const list = unwrap(content.value);
  const [item] = list.type === 'ArrayExpression' && list.elements.length === 1 ? list.elements : [];
  if (item?.type !== 'ObjectExpression' || item.properties.length !== 2) return false;
  const text = item.properties.find((one) => one.type === 'Property' && keyName(one) === 'text');
  return text?.type === 'Property' && isStringified(view, text.value, call, declared);
}

function isStringified(view: SourceView, node: TSESTree.Node, call: HandlerCall, declared: string | null): boolean {
  const inner = unwrap(node);
  if (inner.type !== 'CallExpression' || view.textOf(inner.callee) !== 'JSON.stringify') return false;
  const [data, ...format] = inner.arguments;
  if (!data || format.length > 0) return false;
  return gives(data, call) || (declared !== null && view.textOf(unwrap(data)) === declared);
}

/** True where the handler gets exactly what the tool was called with. */
function passesArguments(view: SourceView, callback: FunctionNode, given: CallArguments): boolean {
  const [first] = callback.params;
  const target = first?.type === 'AssignmentPattern' ? first.left : first;
  const input = given.inputNode && unwrap(given.inputNode);
  if (target?.type !== 'Identifier' || input?.type !== 'Identifier') return false;
  return view.variableOf(target) !== undefined && view.variableOf(target) === view.variableOf(input);
}

function saysOwnSource(view: SourceView, given: CallArguments, surface: Registration['surface']): boolean {
  const { source, sourceText } = given;
  if (source) return source.type === 'Literal' && source.value === surface;
  if (!sourceText) return true;
  const context = given.members[0]?.node;
  const declaration = context?.type === 'Identifier' ? view.variableOf(context)?.defs[0]?.node : undefined;
  const init = declaration?.type === 'VariableDeclarator' && declaration.init ? view.textOf(declaration.init) : '';
  return new RegExp(`source:\\s*['"\`]${surface}['"\`]`, 'u').test(init);
}
