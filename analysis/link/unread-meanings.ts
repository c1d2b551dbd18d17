import type { Ref } from './linked-module.js';
import type { Frame, Meaning } from './meaning.js';
import { readMember } from './member-read.js';
import type { ValueResolver } from './value-resolver.js';

const MAX_DEPTH = 6;

/**
 * What a value is that comes out of a module which says nothing of the framework, and which is not read for that reason. For who
 * knows that something of the framework is handed to it. Empty where that cannot be seen.
 */
export function unreadMeanings(resolver: ValueResolver, ref: Ref, frame: Frame | null, depth = 0): readonly Meaning[] {
  const { module } = ref;
  const node = module.value(ref.id);
  const into = (id: number): readonly Meaning[] => unreadMeanings(resolver, { module, id }, frame, depth + 1);
  if (depth > MAX_DEPTH) return [];
  switch (node.op) {
    case 'variable':
    case 'either':
      return node.from.flatMap(into);
    case 'typed':
      return into(node.of);
    case 'import':
      return resolver.graph?.unread(resolver, module, node.module, node.name) ?? [];
    case 'get': {
      const { key } = node;
      return key === null ? [] : into(node.object).flatMap((one) => readMember(resolver, one, key));
    }
    case 'call':
      return into(node.callee).flatMap((one) => resolver.callResult(one, ref, node, frame));
    default:
      return [];
  }
}
