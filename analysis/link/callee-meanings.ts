import type { ValueId, ValueNode } from '../summary/module-summary.js';
import type { LinkedModule, Ref } from './linked-module.js';
import type { Frame, Meaning } from './meaning.js';
import type { ValueResolver } from './value-resolver.js';

type CallNode = ValueNode & { op: 'call' };

const MAX_DEPTH = 6;

/**
 * What a call calls, for whoever looks for calls that take a callback, options or an endpoint. None where a function that is
 * imported by its own name is given nothing but strings, numbers and the like: the module it comes from need not be read then.
 */
export function calleesOf(
  resolver: ValueResolver,
  call: Ref,
  node: CallNode,
  frame: Frame | null = null,
): readonly Meaning[] {
  if (isImported(call.module, node.callee) && givesOnlyPrimitives(call.module, node)) return [];
  return resolver.resolve({ module: call.module, id: node.callee }, frame);
}

function isImported(module: LinkedModule, id: ValueId): boolean {
  const node = module.value(id);
  if (node.op !== 'variable') return node.op === 'import';
  return node.from.length > 0 && node.from.every((one) => module.value(one).op === 'import');
}

function givesOnlyPrimitives(module: LinkedModule, node: CallNode): boolean {
  return node.spreadAt < 0 && node.args.every((id) => isPrimitive(module, id, 0));
}

function isPrimitive(module: LinkedModule, id: ValueId, depth: number): boolean {
  const node = module.value(id);
  switch (node.op) {
    case 'literal':
    case 'template':
    case 'binary':
    case 'unary':
      return true;
    case 'param':
      return node.primitive === true;
    case 'typed':
      return isPrimitive(module, node.of, depth);
    case 'variable':
    case 'either':
      return depth < MAX_DEPTH && node.from.length > 0 && node.from.every((one) => isPrimitive(module, one, depth + 1));
    default:
      return false;
  }
}
