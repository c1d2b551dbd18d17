import type { TSESTree } from '@typescript-eslint/types';
import type { MeaningIndex } from '../meaning/meaning-index.js';
import type { SourceView } from '../source/source-view.js';
import { declaredAs, isFunction, keyName, onlyResultOf } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { isNeverReassigned, type ResolvedVariable } from '../source/variable.js';

/**
 * The expression by whose value a tool, or its endpoint, was picked out of all tools of a service, where picking it refuses
 * nothing that a runner of the service would run: the collection is whole, is keyed by the tools' own names, and is only read.
 */
export function nameOfWholeLookup(
  view: SourceView,
  meaning: MeaningIndex,
  node: TSESTree.Expression,
): TSESTree.Expression | null {
  const expression = unwrap(declaredAs(view, node) ?? node);
  if (expression.type === 'MemberExpression' && expression.computed) {
    return isWholeByName(view, meaning, expression.object) ? expression.property : null;
  }
  if (expression.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return null;
  const [argument] = expression.arguments;
  const method = keyName(expression.callee);
  if (!argument || argument.type === 'SpreadElement') return null;
  if (method === 'get') return isWholeByName(view, meaning, expression.callee.object) ? argument : null;
  if (method !== 'find' || !isFunction(argument)) return null;
  return isWholeList(view, meaning, expression.callee.object) ? comparedName(view, argument) : null;
}

/** The expression of a value that never changes, through the constants it stands in; `null` where something may change it. */
function constantBehind(view: SourceView, node: TSESTree.Node): TSESTree.Node | null {
  const expression = unwrap(node);
  if (expression.type !== 'Identifier') return expression;
  const init = declaredAs(view, expression);
  return init && isOnlyRead(view, expression) ? constantBehind(view, init) : null;
}

/** What reads a collection and leaves it as it is. */
const READING_METHODS = new Set(
  'get has find findLast filter map flatMap some every at slice includes keys values entries forEach join'.split(' '),
);

/** True where no use of a variable can change the collection in it, but for some that are known. */
function isOnlyRead(view: SourceView, node: TSESTree.Identifier, known: readonly TSESTree.Node[] = []): boolean {
  const references = view.variableOf(node)?.references ?? [];
  return references.every(({ identifier, init }) => init || known.includes(identifier) || isReading(view, identifier));
}

/** True for a use of a collection that leaves it as it is. */
export function isReading(view: SourceView, node: TSESTree.Node): boolean {
  const parent = view.parentOf(node);
  if (parent?.type === 'SpreadElement' || parent?.type === 'TSTypeQuery') return true;
  if (parent?.type === 'ForOfStatement') return parent.right === node;
  if (parent?.type === 'VariableDeclarator') return parent.id.type === 'Identifier' && isOnlyRead(view, parent.id);
  if (parent?.type === 'TSNonNullExpression') return isReading(view, parent);
  if (parent?.type === 'CallExpression') return parent.callee.type === 'MemberExpression' && isStatic(view, parent);
  if (parent?.type !== 'MemberExpression' || parent.object !== node) return false;
  const user = view.parentOf(parent);
  if (user?.type === 'AssignmentExpression') return user.left !== parent;
  if (user?.type === 'UnaryExpression') return user.operator !== 'delete';
  if (user?.type !== 'CallExpression' || user.callee !== parent) return true;
  return READING_METHODS.has(keyName(parent) ?? '');
}

/** `Object.keys(tools)` and its like. */
function isStatic(view: SourceView, call: TSESTree.CallExpression): boolean {
  return /^(?:Object\.(?:keys|values|entries)|Array\.from|JSON\.stringify)$/u.test(view.textOf(call.callee));
}

/** True for a list of all tools of services. */
function isWholeList(view: SourceView, meaning: MeaningIndex, node: TSESTree.Node): boolean {
  const list = constantBehind(view, node);
  if (list?.type === 'ArrayExpression') {
    return list.elements.every((one) => one?.type === 'SpreadElement' && isWholeList(view, meaning, one.argument));
  }
  if (list?.type !== 'CallExpression') return false;
  if (meaning.hasRole(list.callee, 'tool-collector')) return true;
  const [callback] = list.arguments;
  if (list.callee.type !== 'MemberExpression' || keyName(list.callee) !== 'flatMap' || !isFunction(callback)) {
    return false;
  }
  const each = onlyResultOf(callback);
  return each !== null && isWholeList(view, meaning, each);
}

/** What gives a part of a list, or the list in another order. */
const SELECTING_METHODS = new Set(['filter', 'slice', 'toSorted', 'sort', 'toReversed', 'reverse']);

/** True for a list of tools as a service lists them, all or some. */
export function isListOfTools(view: SourceView, meaning: MeaningIndex, node: TSESTree.Node): boolean {
  const list = unwrap(declaredAs(view, unwrap(node)) ?? node);
  if (isWholeList(view, meaning, list)) return true;
  if (list.type !== 'CallExpression' || list.callee.type !== 'MemberExpression') return false;
  return SELECTING_METHODS.has(keyName(list.callee) ?? '') && isListOfTools(view, meaning, list.callee.object);
}

/** True for a map or record of all tools of services, by name. */
function isWholeByName(view: SourceView, meaning: MeaningIndex, node: TSESTree.Node): boolean {
  const name = unwrap(node);
  const filled = name.type === 'Identifier' ? view.variableOf(name) : undefined;
  const fill = filled && fillOf(view, meaning, filled);
  if (fill && name.type === 'Identifier') return isOnlyRead(view, name, [fill.use]);
  const made = constantBehind(view, node);
  const isMap = made?.type === 'NewExpression' && view.textOf(made.callee) === 'Map';
  const isRecord = made?.type === 'CallExpression' && view.textOf(made.callee) === 'Object.fromEntries';
  const entries = (isMap || isRecord) && made.arguments[0] ? constantBehind(view, made.arguments[0]) : null;
  if (entries?.type !== 'CallExpression' || entries.callee.type !== 'MemberExpression') return false;
  const [callback] = entries.arguments;
  if (keyName(entries.callee) !== 'map' || !isFunction(callback)) return false;
  return isKeyedByOwnName(view, callback) && isWholeList(view, meaning, entries.callee.object);
}

/** `(tool) => [tool.name, …]` */
function isKeyedByOwnName(view: SourceView, callback: TSESTree.Node): boolean {
  const result = isFunction(callback) ? onlyResultOf(callback) : null;
  const entry = result && unwrap(result);
  const key = entry?.type === 'ArrayExpression' ? entry.elements[0] : null;
  return key !== null && key !== undefined && isOwnName(view, callback, key);
}

/** The loop that fills an empty map or record with all tools of a service, or their endpoints, by name. */
export interface CollectionFill {
  readonly loop: TSESTree.Node;
  readonly declaration: TSESTree.Node;
  /** The mention of the collection in the loop. */
  readonly use: TSESTree.Node;
}

/** The one loop that fills a collection, right after or further below its declaration; `null` where there is none. */
export function fillOf(view: SourceView, meaning: MeaningIndex, variable: ResolvedVariable): CollectionFill | null {
  const declarator = variable.defs[0]?.node;
  if (declarator?.type !== 'VariableDeclarator' || !declarator.init || !isNeverReassigned(variable)) return null;
  const declaration = view.parentOf(declarator);
  if (
    !declaration ||
    !/^(?:\{\s*\}|new Map(?:<[^()]*>)?\(\)|Object\.create\(null\))$/u.test(view.textOf(unwrap(declarator.init)))
  )
    return null;
  for (const { identifier, init } of variable.references) {
    if (init) continue;
    const entry = entrySetIn(view, identifier);
    const walk = entry && onlyStatementOfWalk(view, entry.statement);
    const isFill =
      walk &&
      isNameOf(view, walk.element, entry.key) &&
      isPartOf(view, walk.element, entry.value) &&
      view.parentOf(walk.statement) === view.parentOf(declaration) &&
      isWholeList(view, meaning, walk.list);
    if (isFill) return { loop: walk.statement, declaration, use: identifier };
  }
  return null;
}

/** `table[key] = value` and `map.set(key, value)` as statements. */
function entrySetIn(
  view: SourceView,
  collection: TSESTree.Node,
): { readonly statement: TSESTree.Node; readonly key: TSESTree.Node; readonly value: TSESTree.Node } | null {
  const member = view.parentOf(collection);
  const set = member && view.parentOf(member);
  const statement = set && view.parentOf(set);
  if (member?.type !== 'MemberExpression' || member.object !== collection) return null;
  if (statement?.type !== 'ExpressionStatement') return null;
  if (set?.type === 'AssignmentExpression' && set.operator === '=' && set.left === member && member.computed) {
    return { statement, key: member.property, value: set.right };
  }
  if (set?.type !== 'CallExpression' || set.callee !== member || keyName(member) !== 'set') return null;
  const [key, value] = set.arguments;
  return key && value ? { statement, key, value } : null;
}

/** The walk of a list that does one statement for each element: `for … of`, `forEach`. */
function onlyStatementOfWalk(
  view: SourceView,
  inner: TSESTree.Node,
): { readonly statement: TSESTree.Node; readonly list: TSESTree.Node; readonly element: TSESTree.Node } | null {
  const block = view.parentOf(inner);
  const owner = block?.type === 'BlockStatement' ? (block.body.length === 1 ? view.parentOf(block) : undefined) : block;
  if (owner?.type === 'ForOfStatement') {
    const [declared] = owner.left.type === 'VariableDeclaration' ? owner.left.declarations : [];
    return declared && !owner.await ? { statement: owner, list: owner.right, element: declared.id } : null;
  }
  const call = owner && view.parentOf(owner);
  if (!isFunction(owner) || call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const statement = view.parentOf(call);
  const [element] = owner.params;
  const isWalk = keyName(call.callee) === 'forEach' && call.arguments[0] === owner && element;
  return isWalk && statement?.type === 'ExpressionStatement' ? { statement, list: call.callee.object, element } : null;
}

/** True for a tool that is walked, and for its endpoint. */
function isPartOf(view: SourceView, element: TSESTree.Node, node: TSESTree.Node): boolean {
  const value = unwrap(node);
  if (element.type === 'ObjectPattern') return value.type === 'Identifier' && localOf(element, 'method') === value.name;
  const tool = value.type === 'MemberExpression' && keyName(value) === 'method' ? unwrap(value.object) : value;
  return (
    tool.type === 'Identifier' && element.type === 'Identifier' && view.variableOf(tool) === view.variableOf(element)
  );
}

/** True for the name of the tool that a callback is given. */
function isOwnName(view: SourceView, callback: TSESTree.Node, node: TSESTree.Node): boolean {
  const [parameter] = isFunction(callback) ? callback.params : [];
  return isNameOf(view, parameter, node);
}

/** True for the name of the tool that a parameter or loop variable stands for. */
function isNameOf(view: SourceView, parameter: TSESTree.Node | undefined, node: TSESTree.Node): boolean {
  if (parameter?.type === 'ObjectPattern')
    return node.type === 'Identifier' && localOf(parameter, 'name') === node.name;
  return parameter?.type === 'Identifier' && view.textOf(node) === `${parameter.name}.name`;
}

/** The local name that a pattern gives a property. */
export function localOf(pattern: TSESTree.ObjectPattern, name: string): string | null {
  const property = pattern.properties.find((one) => one.type === 'Property' && keyName(one) === name);
  return property?.type === 'Property' && property.value.type === 'Identifier' ? property.value.name : null;
}

/** `x` of `(tool) => tool.name === x`. */
function comparedName(view: SourceView, callback: TSESTree.Node): TSESTree.Expression | null {
  const test = isFunction(callback) ? onlyResultOf(callback) : null;
  if (test?.type !== 'BinaryExpression' || (test.operator !== '===' && test.operator !== '==')) return null;
  if (isOwnName(view, callback, test.left)) return test.right;
  return isOwnName(view, callback, test.right) ? test.left : null;
}
