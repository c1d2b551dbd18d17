import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext } from '../codemod.js';
import { listEdits } from '../edit/list-edits.js';
import type { TextEdit } from '../edit/text-edit.js';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName, statementAround } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import type { ResolvedVariable } from '../source/variable.js';
import { isRepeatable } from './entry-name.js';
import { actsWhenRead } from './evaluation-order.js';
import { tellsThrowFromRejection } from './refusal.js';

/** What becomes of the declaration that held a lookup which nothing uses any more. */
export type SpentLookup =
  | { readonly kind: 'removed'; readonly statement: TSESTree.Node }
  | { readonly kind: 'reduced'; readonly edits: readonly TextEdit[] };

/**
 * How a lookup goes whose name has lost its last use: `const { handler } = tools.get(name)!.method`. It goes whole where the
 * runner that took the call's place refuses at the same point what the lookup refused; else it stays as a statement.
 *
 * @returns `null` where the variable holds no lookup, or a comment stands in its declaration
 */
export function spentLookup(context: FileContext, variable: ResolvedVariable): SpentLookup | null {
  const { view, style } = context;
  const declarator = variable.defs[0]?.node;
  if (declarator?.type !== 'VariableDeclarator' || !declarator.init || isFunction(declarator.init)) return null;
  const statement = view.parentOf(declarator);
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return null;
  if (view.parentOf(statement)?.type !== 'BlockStatement' || !isLookup(view, declarator.init)) return null;
  if (view.commentsWithin(statement.range[0], statement.range[1]).length > 0) return null;
  const others = otherProperties(view, declarator.id, variable);
  if (others === null) return null;
  if (others.property) {
    const { pattern, property } = others;
    const edits = listEdits(view, style, { items: pattern.properties, owner: pattern }, [property], []);
    return { kind: 'reduced', edits };
  }
  const refusing = refusingRead(view, declarator.init, declarator.id);
  if (refusing === null || isRefusedByCall(view, variable, statement)) return { kind: 'removed', statement };
  const [start, end] = statement.range;
  return { kind: 'reduced', edits: [{ start, end, text: `${refusing}${view.text[end - 1] === ';' ? ';' : ''}` }] };
}

/** True for an expression that picks something out of a collection or a table and does nothing else. */
function isLookup(view: SourceView, node: TSESTree.Expression): boolean {
  const picked = unwrap(node);
  if (picked.type !== 'MemberExpression' && picked.type !== 'CallExpression') return false;
  return !/^[([`/+-]/u.test(view.textOf(node)) && isRepeatable(view, node);
}

/** The pattern and property of a variable that shares its pattern with others; `null` where the pattern has to stay as it is. */
function otherProperties(
  view: SourceView,
  id: TSESTree.Node,
  variable: ResolvedVariable,
): { readonly pattern: TSESTree.ObjectPattern; readonly property?: TSESTree.Property } | Record<string, never> | null {
  let pattern = id;
  while (pattern.type === 'ObjectPattern') {
    const [only, ...more] = pattern.properties;
    if (pattern.properties.some((one) => one.type === 'RestElement')) return null;
    if (more.length > 0) {
      const property = pattern.properties.find(
        (one): one is TSESTree.Property => one.type === 'Property' && one.value === variable.defs[0]?.name,
      );
      return property ? { pattern, property } : null;
    }
    if (only?.type !== 'Property' || only.computed) return null;
    pattern = only.value;
  }
  return pattern.type === 'Identifier' ? {} : null;
}

/** The read that throws where a lookup finds nothing, as the declaration did; `null` where it throws nothing. */
function refusingRead(view: SourceView, init: TSESTree.Expression, id: TSESTree.Node): string | null {
  const read = unwrap(init);
  const text = view.textOf(init);
  const [property] = id.type === 'ObjectPattern' ? id.properties : [];
  const key = property?.type === 'Property' ? keyName(property) : null;
  if (read.type === 'MemberExpression' && !read.computed) return read.optional && key === null ? null : text;
  return key === null ? null : `${text}.${key}`;
}

/** True where the call that used a lookup stands right after it and refuses in its stead. */
function isRefusedByCall(
  view: SourceView,
  variable: ResolvedVariable,
  statement: TSESTree.VariableDeclaration,
): boolean {
  const block = view.parentOf(statement);
  const statements: readonly TSESTree.Node[] = block?.type === 'BlockStatement' ? block.body : [];
  const next = statements[statements.indexOf(statement) + 1];
  const uses = variable.references.filter((one) => !one.init).map((one) => one.identifier);
  return uses.every((use) => {
    const call = callOf(view, use);
    if (!call || !next || statementAround(view, call) !== next) return false;
    if (call.arguments.some((one) => actsWhenRead(view, one)) || tellsThrowFromRejection(view, call)) return false;
    return isFirstOf(view, next, call);
  });
}

/** The call that runs what a name holds, or is given it. */
function callOf(view: SourceView, use: TSESTree.Node): TSESTree.CallExpression | undefined {
  return [...view.ancestorsOf(use)].find((one) => one.type === 'CallExpression');
}

const BRANCHES =
  /^(?:ConditionalExpression|LogicalExpression|IfStatement|SwitchStatement|TryStatement|\w*Function\w*|For\w*|\w*While\w*)$/u;

/** True where a statement begins with a call and runs it whatever happens. */
function isFirstOf(view: SourceView, statement: TSESTree.Node, call: TSESTree.CallExpression): boolean {
  for (const one of view.ancestorsOf(call)) {
    if (BRANCHES.test(one.type)) return false;
    if (one === statement) break;
  }
  const before = view.nodes.filter((one) => statement.range[0] <= one.range[0] && one.range[1] <= call.range[0]);
  return !before.some((one) => actsWhenRead(view, one));
}
