import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName, type FunctionNode } from '../source/syntax.js';
import { calledFunction, type Difference } from './start-uses.js';

const RELATIONAL = new Set(['<', '>', '<=', '>=']);
const ARITHMETIC = new Set(['+', '-', '*', '/', '%', '**']);
const SAME_AMOUNT = /^(?:Number|BigInt|parseInt|parseFloat|Math\.\w+)$/u;

/** True where a difference is held against something: compared with it, or taken off it. Such a one may be no duration of the call. */
export function isHeldAgainstLimit(view: SourceView, difference: Difference): boolean {
  const flow = new AmountFlow(view);
  return (
    flow.reachesLimit(difference.node) || (difference.handedBy !== null && flow.reachesLimit(difference.handedBy.call))
  );
}

/** Follows an amount forward through the file. */
class AmountFlow {
  readonly #seen = new Set<TSESTree.Node>();

  constructor(readonly view: SourceView) {}

  reachesLimit(node: TSESTree.Node): boolean {
    if (this.#seen.has(node)) return false;
    this.#seen.add(node);
    const parent = this.view.parentOf(node);
    switch (parent?.type) {
      case 'TSNonNullExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'ChainExpression':
      case 'AwaitExpression':
      case 'UnaryExpression':
      case 'LogicalExpression':
        return this.reachesLimit(parent);
      case 'ConditionalExpression':
        return parent.test !== node && this.reachesLimit(parent);
      case 'BinaryExpression':
        return this.#operation(parent, node);
      case 'CallExpression':
        return this.#call(parent, node);
      case 'VariableDeclarator':
        return parent.init === node && this.#named(parent.id);
      case 'AssignmentExpression':
        return parent.right === node && (this.#named(parent.left) || this.reachesLimit(parent));
      case 'Property':
        return parent.value === node && this.#kept(parent);
      case 'ReturnStatement':
        return this.#returned(parent);
      case 'ArrowFunctionExpression':
        return parent.body === node && this.#calls(parent);
      default:
        return false;
    }
  }

  #operation(parent: TSESTree.BinaryExpression, node: TSESTree.Node): boolean {
    const other = parent.left === node ? parent.right : parent.left;
    if (RELATIONAL.has(parent.operator)) return !isZero(other);
    if (!ARITHMETIC.has(parent.operator)) return false;
    return (parent.operator === '-' && parent.right === node) || this.reachesLimit(parent);
  }

  #call(call: TSESTree.CallExpression, node: TSESTree.Node): boolean {
    const index = call.arguments.indexOf(node as TSESTree.CallExpressionArgument);
    if (index < 0) return false;
    if (SAME_AMOUNT.test(this.view.textOf(call.callee))) return this.reachesLimit(call);
    const parameter = calledFunction(this.view, call)?.params[index];
    return parameter !== undefined && this.#named(parameter);
  }

  #named(pattern: TSESTree.Node): boolean {
    const variable = pattern.type === 'Identifier' ? this.view.variableOf(pattern) : undefined;
    return (variable?.references ?? []).some((one) => !one.write && this.reachesLimit(one.identifier));
  }

  /** Reads of a property that holds the amount in an object with a name. */
  #kept(property: TSESTree.Property): boolean {
    const key = keyName(property);
    const holder = this.view.parentOf(this.view.parentOf(property) ?? property);
    const name = holder?.type === 'VariableDeclarator' ? holder.id : null;
    const variable = name?.type === 'Identifier' ? this.view.variableOf(name) : undefined;
    return (variable?.references ?? []).some(({ identifier }) => {
      const read = this.view.parentOf(identifier);
      return (
        read?.type === 'MemberExpression' &&
        read.object === identifier &&
        keyName(read) === key &&
        this.reachesLimit(read)
      );
    });
  }

  #returned(statement: TSESTree.ReturnStatement): boolean {
    for (const one of this.view.ancestorsOf(statement)) if (isFunction(one)) return this.#calls(one);
    return false;
  }

  /** The calls of a function that has a name in the file. */
  #calls(fn: FunctionNode): boolean {
    const holder = this.view.parentOf(fn);
    const name = fn.type === 'FunctionDeclaration' ? fn.id : holder?.type === 'VariableDeclarator' ? holder.id : null;
    const variable = name?.type === 'Identifier' ? this.view.variableOf(name) : undefined;
    return (variable?.references ?? []).some(({ identifier }) => {
      const call = this.view.parentOf(identifier);
      return call?.type === 'CallExpression' && call.callee === identifier && this.reachesLimit(call);
    });
  }
}

function isZero(node: TSESTree.Node): boolean {
  return node.type === 'Literal' && (node.value === 0 || node.value === 0n);
}
