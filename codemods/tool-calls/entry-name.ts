import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { keyName } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { isNeverReassigned } from '../source/variable.js';
import { variablesIn } from './insert-statement.js';

/**
 * The name read off the tool whose endpoint an expression reads, as `tool.name` of `tool.method`.
 *
 * @param inPlace true where the text takes the place of the expression, so that it may do things
 */
export function entryNameOf(view: SourceView, read: TSESTree.MemberExpression, inPlace: boolean): string | null {
  const { object } = read;
  if (!inPlace && !isRepeatable(view, object)) return null;
  const isSimple = ['Identifier', 'MemberExpression', 'CallExpression', 'TSNonNullExpression'].includes(object.type);
  const text = isSimple ? chained(view, object) : `(${view.textOf(object)})`;
  const sure = read.optional && /\.[cm]?tsx?$/u.test(view.file) ? '!' : '';
  return `${text}${sure}.name`;
}

/** A chain that is broken before its dots, on one line where it holds nothing else of several lines. */
function chained(view: SourceView, node: TSESTree.Expression): string {
  const text = view.textOf(node);
  const joined = text.replace(/\s*[\n\r]\s*(?=\??\.)/gu, '');
  return /[\n\r`]/u.test(joined) || view.commentsWithin(node.range[0], node.range[1]).length > 0 ? text : joined;
}

/** Calls that only look up. */
const LOOKUPS = new Set(['get', 'find', 'at']);

/** True where an expression gives the same when it is read again, and does nothing else. */
export function isRepeatable(view: SourceView, node: TSESTree.Expression): boolean {
  if (!variablesIn(view, node).every(isNeverReassigned)) return false;
  return view.nodes.every((one) => {
    if (one.range[0] < node.range[0] || one.range[1] > node.range[1]) return true;
    if (one.type === 'CallExpression') {
      const callee = unwrap(one.callee);
      return callee.type === 'MemberExpression' && LOOKUPS.has(keyName(callee) ?? '');
    }
    return !ACTING.has(one.type);
  });
}

const ACTING = new Set([
  'NewExpression',
  'AwaitExpression',
  'YieldExpression',
  'AssignmentExpression',
  'UpdateExpression',
]);
