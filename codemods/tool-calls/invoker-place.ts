import type { TSESTree } from '@typescript-eslint/types';
import type { MeaningIndex } from '../meaning/meaning-index.js';
import { moduleBindingsOf } from '../source/module-bindings.js';
import type { SourceView } from '../source/source-view.js';
import { declaredAs, isFunction, keyName, statementAround } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { declarationPlace, mentionsThis, thisOwnerOf, variablesIn, type DeclarationPlace } from './insert-statement.js';
import { isReadyAtLoad, placeInCall } from './late-services.js';
import type { Services } from './services.js';

/** Where a constant made from services can stand so that a call sees it; `null` where none can. */
export function invokerPlace(
  view: SourceView,
  meaning: MeaningIndex,
  services: Services,
  at: TSESTree.Node,
): DeclarationPlace | null {
  const { nodes } = services;
  if (nodes.some((one) => mentionsThis(view, one))) return null;
  const early = isReadEarly(services, at);
  if (early && !isSettled(view, services)) return placeWhereRead(view, services, at);
  if (!isReadyAtLoad(view, meaning, services)) {
    return (early ? placeWhereRead(view, services, at) : null) ?? placeInCall(view, at);
  }
  return declarationPlace(
    view,
    nodes.flatMap((one) => variablesIn(view, one)),
    at,
  );
}

/** True where the services mean the same at the call as where they were read, or an invoker can be made there. */
export function seesServices(view: SourceView, meaning: MeaningIndex, services: Services, at: TSESTree.Node): boolean {
  const owner = thisOwnerOf(view, at);
  const sameThis = services.nodes.every((one) => !mentionsThis(view, one) || thisOwnerOf(view, one) === owner);
  const settled = !isReadEarly(services, at) || isSettled(view, services);
  return (
    sameThis &&
    (settled ||
      services.nodes.some((one) => mentionsThis(view, one)) ||
      invokerPlace(view, meaning, services, at) !== null)
  );
}

/** True where the services were read before the call, not by it. */
function isReadEarly({ nodes }: Services, at: TSESTree.Node): boolean {
  return nodes.every(({ range }) => range[0] < at.range[0] || range[1] > at.range[1]);
}

/** True where the services are known as soon as the module is, and stay. */
function isSettled(view: SourceView, { nodes, lists }: Services): boolean {
  return nodes.every((one) => isSettledNode(view, one, lists.includes(one)));
}

function isSettledNode(view: SourceView, node: TSESTree.Node, list: boolean): boolean {
  const inner = unwrap(node);
  switch (inner.type) {
    case 'ArrayExpression':
      return inner.elements.every((one) => one !== null && isSettledNode(view, one, false));
    case 'MemberExpression':
      return isSettledOwner(view, unwrap(inner.object));
    case 'Identifier':
      return !list || isLocal(view, inner) || isOnlyReadLiteral(view, inner, 'ArrayExpression');
    default:
      return true;
  }
}

/** True for what a member may be read from when the module is loaded: another module, or a literal that nothing fills later. */
function isSettledOwner(view: SourceView, owner: TSESTree.Node): boolean {
  if (owner.type !== 'Identifier' || isLocal(view, owner)) return true;
  const variable = view.variableOf(owner);
  const whole = moduleBindingsOf(view).some((one) => one.variable === variable && one.imported === '*');
  return whole || isOnlyReadLiteral(view, owner, 'ObjectExpression');
}

function isLocal(view: SourceView, node: TSESTree.Identifier): boolean {
  const variable = view.variableOf(node);
  return variable !== undefined && variable.scope.type !== 'Program';
}

const READING = new Set(['length', 'map', 'forEach', 'filter', 'find', 'some', 'every', 'reduce', 'flatMap', 'at']);

/** True for the name of a literal that the file only reads. */
function isOnlyReadLiteral(
  view: SourceView,
  node: TSESTree.Identifier,
  type: 'ArrayExpression' | 'ObjectExpression',
): boolean {
  const made = declaredAs(view, node);
  if (!made || unwrap(made).type !== type) return false;
  const uses = view.variableOf(node)?.references.filter((one) => !one.init) ?? [];
  return uses.every(({ identifier }) => {
    const holder = view.parentOf(identifier);
    if (holder?.type !== 'MemberExpression' || holder.object !== identifier) return true;
    const outer = view.parentOf(holder);
    const isWritten = outer?.type === 'AssignmentExpression' && outer.left === holder;
    return type === 'ObjectExpression' ? !isWritten : READING.has(keyName(holder) ?? '');
  });
}

/** Right before the statement that reads the services, where it always reads them and the call sees what stands there. */
function placeWhereRead(view: SourceView, { nodes }: Services, at: TSESTree.Node): DeclarationPlace | null {
  const [node] = nodes;
  if (!node) return null;
  const statement = statementAround(view, node);
  const around = new Set<TSESTree.Node>(view.ancestorsOf(at));
  const block = view.parentOf(statement);
  if (!block || !around.has(block)) return null;
  for (const one of view.ancestorsOf(node)) {
    if (one === statement) break;
    if (isFunction(one) || MAY_SKIP.has(one.type)) return null;
  }
  return MAY_SKIP.has(statement.type) ? null : { level: 'local', before: statement };
}

const MAY_SKIP = new Set(['IfStatement', 'ConditionalExpression', 'LogicalExpression', 'ClassBody', 'SwitchStatement']);
