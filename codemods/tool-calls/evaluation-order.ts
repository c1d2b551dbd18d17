import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { isFunction } from '../source/syntax.js';

/** An expression of a call, with the place it gets in the runner's call. */
export interface PlacedPart {
  readonly node: TSESTree.Node;
  readonly place: number;
}

/** What evaluating the parts of a call does, and whether a runner's call does it in the same order. */
export interface Evaluation {
  /** True where a part does something, or may throw. */
  readonly acts: boolean;
  /** True where more than one place does, so that the order of the places matters. */
  readonly actsTwice: boolean;
  readonly inOrder: boolean;
}

const ACTING = new Set([
  ...['CallExpression', 'NewExpression', 'TaggedTemplateExpression', 'ImportExpression'],
  ...['AwaitExpression', 'YieldExpression', 'AssignmentExpression', 'UpdateExpression'],
]);

/** Calls that only make a value of what they are given. */
const MAKING = /^(?:JSON\.(?:parse|stringify)|Object\.\w+|Math\.\w+|String|Number|Boolean|structuredClone|Date\.now)$/u;

/** @param parts in the order in which the file evaluates them */
export function evaluationOf(view: SourceView, parts: readonly PlacedPart[]): Evaluation {
  const acting = parts.filter(({ node }) => actsWhenRead(view, node));
  const inOrder = acting.every(({ place }, index) => index === 0 || (acting[index - 1]?.place ?? 0) <= place);
  return { acts: acting.length > 0, actsTwice: new Set(acting.map(({ place }) => place)).size > 1, inOrder };
}

/** True for an expression whose evaluation calls, waits for or sets something. */
export function actsWhenRead(view: SourceView, node: TSESTree.Node): boolean {
  return view.nodes.some((one) => {
    if (!ACTING.has(one.type) || one.range[0] < node.range[0] || one.range[1] > node.range[1]) return false;
    if (one.type === 'CallExpression' && MAKING.test(view.textOf(one.callee))) return false;
    for (const around of [one, ...view.ancestorsOf(one)]) {
      if (isFunction(around) && around.range[0] >= node.range[0]) return false;
      if (around === node) break;
    }
    return true;
  });
}
