import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext } from '../codemod.js';
import { isFunction, type FunctionNode } from '../source/syntax.js';
import type { ResolvedVariable } from '../source/variable.js';
import { hasSideEffect } from './side-effects.js';
import type { Difference } from './start-uses.js';

type Node = TSESTree.Node;

/**
 * True where the end of a difference is read before the call has done its work, so that the difference says how long
 * the call waited.
 *
 * @param places where the end is read
 */
export function measuresWait(
  context: FileContext,
  fn: FunctionNode,
  difference: Difference,
  places: readonly Node[],
): boolean {
  return (
    places.length > 0 && places.every((one) => new WorkAround(context, fn, difference).isBeforeWork(one, new Set()))
  );
}

/** What a function does before and after a place. */
class WorkAround {
  readonly #consumed: ReadonlySet<ResolvedVariable>;

  constructor(
    readonly context: FileContext,
    readonly fn: FunctionNode,
    difference: Difference,
  ) {
    this.#consumed = holdersOf(context, difference.handedBy?.call ?? difference.node);
  }

  /** @param precedes whether work is known to follow the place */
  isBeforeWork(place: Node, seen: Set<FunctionNode>, precedes = false): boolean {
    const owner = this.#functionAround(place);
    if (!owner || seen.has(owner)) return false;
    seen.add(owner);
    const { before, after } = this.#work(owner, place);
    if (before) return false;
    const isFollowed = precedes || after;
    if (owner === this.fn) return isFollowed || !within(owner.body, place);
    if (isFollowed) return this.isBeforeWork(owner, seen, true);
    const calls = this.#callsOf(owner);
    return calls.length > 0 && calls.every((one) => this.isBeforeWork(one, new Set(seen)));
  }

  #functionAround(place: Node): FunctionNode | null {
    for (const one of this.context.view.ancestorsOf(place))
      if (isFunction(one)) return within(this.fn, one) ? one : null;
    return null;
  }

  /**
   * Whether an owner works before and after a place. In a call that waits for nothing each call counts as work; not in
   * a function inside, which mostly only takes notes when it is told of an event.
   */
  #work(owner: FunctionNode, place: Node): { before: boolean; after: boolean } {
    const own = this.#nodesOf(owner);
    const waits = [...own.filter(isWait), ...own.filter(isReturnedCall(this.context))];
    const calls = own.some(isWait) ? [] : own.filter((one) => this.#isCall(one));
    const loop = this.#loopAround(owner, place);
    const [start, end] = place.range;
    const limit = this.#endOfPath(owner, place);
    return {
      before: [...waits, ...calls].some(
        (one) => (one.range[1] <= start && this.#goesOnTo(one, place)) || (loop !== null && within(loop, one)),
      ),
      after: [...waits, ...(owner === this.fn ? calls : [])].some(
        (one) => one.range[0] >= end && one.range[0] < limit && !this.#consumes(one),
      ),
    };
  }

  /** The nodes that run when a function does, without those of functions in it. */
  #nodesOf(owner: FunctionNode): Node[] {
    const inside = this.context.view.nodes.filter((one) => one !== owner && within(owner, one));
    const nested = inside.filter(isFunction);
    return inside.filter((one) => !nested.some((other) => other !== one && within(other, one)));
  }

  #isCall(node: Node): boolean {
    if (node.type === 'NewExpression') return true;
    return node.type === 'CallExpression' && hasSideEffect(this.context, node) && !this.#isConsole(node);
  }

  #isConsole(call: TSESTree.CallExpression): boolean {
    return this.context.view.textOf(call.callee).startsWith('console.');
  }

  /** True for what only does something with the difference. */
  #consumes(node: Node): boolean {
    return [...this.#consumed].some((variable) =>
      variable.references.some(({ identifier }) => within(node, identifier)),
    );
  }

  #loopAround(owner: FunctionNode, place: Node): Node | null {
    for (const one of this.context.view.ancestorsOf(place)) {
      if (one === owner) return null;
      if (LOOPS.has(one.type)) return one;
    }
    return null;
  }

  /** False for what stands in a branch that leaves the function before it comes to a place. */
  #goesOnTo(node: Node, place: Node): boolean {
    let leaves = false;
    for (const one of this.context.view.ancestorsOf(node)) {
      if (within(one, place)) return !leaves || one.type === 'TryStatement';
      leaves ||=
        LEAVING.has(one.type) || (one.type === 'BlockStatement' && one.body.some((other) => LEAVING.has(other.type)));
    }
    return true;
  }

  /** Where the statements that follow a place end: at the first that leaves the function. */
  #endOfPath(owner: FunctionNode, place: Node): number {
    for (const one of this.context.view.ancestorsOf(place)) {
      if (one === owner) break;
      if (one.type === 'ReturnStatement' || one.type === 'ThrowStatement') return one.range[1];
      if (one.type !== 'BlockStatement' && one.type !== 'SwitchCase') continue;
      const list: readonly Node[] = one.type === 'SwitchCase' ? one.consequent : one.body;
      const leaving = list.find((other) => other.range[1] > place.range[0] && LEAVING.has(other.type));
      if (leaving) return leaving.range[1];
    }
    return owner.range[1];
  }

  /** The direct calls of a function that has a name; none where it is also handed on, for then it runs later. */
  #callsOf(fn: FunctionNode): Node[] {
    const { view } = this.context;
    const holder = view.parentOf(fn);
    const name = fn.type === 'FunctionDeclaration' ? fn.id : holder?.type === 'VariableDeclarator' ? holder.id : null;
    const variable = name?.type === 'Identifier' ? view.variableOf(name) : undefined;
    const uses = (variable?.references ?? []).filter((one) => !one.init).map((one) => one.identifier);
    const calls = uses.flatMap((one) => {
      const call = view.parentOf(one);
      return call?.type === 'CallExpression' && call.callee === one ? [call] : [];
    });
    return calls.length === uses.length ? calls : [];
  }
}

const LOOPS: ReadonlySet<string> = new Set([
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
]);
const LEAVING: ReadonlySet<string> = new Set(['ReturnStatement', 'ThrowStatement']);

function isWait(node: Node): boolean {
  return (
    node.type === 'AwaitExpression' || node.type === 'YieldExpression' || (node.type === 'ForOfStatement' && node.await)
  );
}

/** A call whose result, mostly a promise, the function gives back. */
function isReturnedCall({ view }: FileContext): (node: Node) => boolean {
  return (node) => node.type === 'CallExpression' && view.parentOf(node)?.type === 'ReturnStatement';
}

function within(outer: Node, inner: Node): boolean {
  return outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];
}

/** The names that hold a difference, or something made with it. */
function holdersOf({ view }: FileContext, difference: Node): ReadonlySet<ResolvedVariable> {
  const holders = new Set<ResolvedVariable>();
  const follow = (node: Node): void => {
    for (const one of view.ancestorsOf(node)) {
      if (isFunction(one)) return;
      const target = one.type === 'VariableDeclarator' ? one.id : one.type === 'AssignmentExpression' ? one.left : null;
      const variable = target?.type === 'Identifier' ? view.variableOf(target) : undefined;
      if (!variable || holders.has(variable)) continue;
      holders.add(variable);
      for (const { identifier, write } of variable.references) if (!write) follow(identifier);
    }
  };
  follow(difference);
  return holders;
}
