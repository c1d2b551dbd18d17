import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName, type FunctionNode } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import type { ResolvedVariable } from '../source/variable.js';

const ERRORS_DIFFER =
  'The error that is read where this call fails is now an AppError of the framework: it has the code, not the class or the text of what the handler threw.';

/** What a person must look at where the file reads the errors of a call: a runner gives its own (facts, section B). */
export function checkOfErrors(view: SourceView, call: TSESTree.CallExpression): string | null {
  return new ErrorReach(view).isRead(call) ? ERRORS_DIFFER : null;
}

/** True for the methods that put what they are given into a collection. */
function isAdding(callee: TSESTree.MemberExpression): boolean {
  return ['push', 'unshift', 'add', 'set'].includes(keyName(callee) ?? '');
}

/** Follows the failure of a call through the file, to whatever looks at it. */
class ErrorReach {
  readonly #seen = new Set<TSESTree.Node>();

  constructor(readonly view: SourceView) {}

  /** True where something that the failure of an expression can reach looks at the error. */
  isRead(node: TSESTree.Node): boolean {
    if (this.#seen.has(node)) return false;
    this.#seen.add(node);
    let at = node;
    let isAwaited = false;
    for (const parent of this.view.ancestorsOf(node)) {
      if (this.#isReadAt(parent, at)) return true;
      if (this.#isCaughtAt(parent, at, isAwaited)) return false;
      isAwaited ||= parent.type === 'AwaitExpression';
      if (!isAwaited && this.#isKeptAndRead(parent, at)) return true;
      if (isFunction(parent)) return this.#isReadByCallers(parent);
      at = parent;
    }
    return false;
  }

  /** True where a node handles the failure of what stands in it, and looks at the error. */
  #isReadAt(parent: TSESTree.Node, at: TSESTree.Node): boolean {
    if (parent.type === 'TryStatement' && parent.block === at) {
      const parameter = parent.handler?.param;
      return parameter !== undefined && parameter !== null && this.#looksAt(parameter);
    }
    if (parent.type === 'CallExpression' && this.view.textOf(parent.callee) === 'Promise.allSettled') {
      return this.view.nodes.some((one) => one.type === 'MemberExpression' && keyName(one) === 'reason');
    }
    const handler = this.#chainedHandler(parent, at);
    if (!handler) return false;
    return !isFunction(handler) || (handler.params[0] !== undefined && this.#looksAt(handler.params[0]));
  }

  /** The function that `x.catch(…)` or `x.then(…, …)` gives the error of `x`. */
  #chainedHandler(parent: TSESTree.Node, at: TSESTree.Node): TSESTree.Node | undefined {
    const chained = parent.type === 'MemberExpression' && parent.object === at ? this.view.parentOf(parent) : undefined;
    if (chained?.type !== 'CallExpression' || chained.callee !== parent || parent.type !== 'MemberExpression') return;
    const name = keyName(parent);
    return name === 'catch' ? chained.arguments[0] : name === 'then' ? chained.arguments[1] : undefined;
  }

  /** True where a failure ends: in a `catch` of what is waited for that throws nothing on. */
  #isCaughtAt(parent: TSESTree.Node, at: TSESTree.Node, isAwaited: boolean): boolean {
    if (parent.type !== 'TryStatement' || parent.block !== at || !parent.handler || !isAwaited) return false;
    const [start, end] = parent.handler.range;
    return !this.view.nodes.some(
      (one) => one.type === 'ThrowStatement' && start <= one.range[0] && one.range[1] <= end,
    );
  }

  /** True where a promise is kept, in a variable or a list, and its failure is read there. */
  #isKeptAndRead(parent: TSESTree.Node, at: TSESTree.Node): boolean {
    const holder =
      parent.type === 'VariableDeclarator' && parent.init === at
        ? parent.id
        : parent.type === 'AssignmentExpression' && parent.right === at
          ? unwrap(parent.left)
          : parent.type === 'CallExpression' && parent.callee.type === 'MemberExpression' && isAdding(parent.callee)
            ? parent.callee.object
            : null;
    const variable = holder?.type === 'Identifier' ? this.view.variableOf(holder) : undefined;
    return variable !== undefined && this.#isReadInUses(variable);
  }

  #isReadInUses({ references }: ResolvedVariable): boolean {
    return references.some(({ identifier, write }) => !write && this.isRead(identifier));
  }

  /** True where a failure of a function is read: at the call that is given it, or where it is called by name. */
  #isReadByCallers(fn: FunctionNode): boolean {
    const holder = this.view.parentOf(fn);
    if (holder?.type === 'CallExpression' || holder?.type === 'NewExpression') return this.isRead(fn);
    const name = fn.type === 'FunctionDeclaration' ? fn.id : holder?.type === 'VariableDeclarator' ? holder.id : null;
    const variable = name?.type === 'Identifier' ? this.view.variableOf(name) : undefined;
    if (variable) return this.#isReadInUses(variable);
    const isMember =
      holder?.type === 'Property' || holder?.type === 'MethodDefinition' || holder?.type === 'PropertyDefinition';
    const key = isMember && holder.key.type === 'Identifier' ? holder.key.name : null;
    return (
      key !== null &&
      this.view.nodes.some((one) => one.type === 'MemberExpression' && keyName(one) === key && this.isRead(one))
    );
  }

  /** True where something of the error is looked at, rather than thrown on whole. */
  #looksAt(parameter: TSESTree.Node): boolean {
    if (parameter.type !== 'Identifier') return true;
    return (this.view.variableOf(parameter)?.references ?? []).some(({ identifier }) => {
      let user = this.view.parentOf(identifier);
      while (user && unwrap(user) === identifier) user = this.view.parentOf(user);
      return user?.type !== 'ThrowStatement';
    });
  }
}
