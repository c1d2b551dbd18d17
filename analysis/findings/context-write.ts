import type { Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { Visit } from '../scopes/walk-scope.js';
import { SETTER_PARTS } from '../vocabulary/context-fields.js';

/** A write to a request context. */
export interface ContextWrite {
  readonly text: string;
  /** Whether a field of the record is written, not through a framework function. */
  readonly direct: boolean;
  /** What is written, where it is known. */
  readonly part: string | null;
}

const ASSIGNING_GLOBALS = new Set(['Object.assign', 'Object.defineProperty', 'Reflect.set', 'Reflect.deleteProperty']);

/** The write that a visited value is, or `null`. */
export function contextWriteAt(resolver: ValueResolver, visit: Visit): ContextWrite | null {
  const { node, ref, frame } = visit;
  const at = (id: number): Ref => ({ module: ref.module, id });
  if (node.op === 'store') {
    const target = resolver.resolve(at(node.object), frame);
    if (!target.some((one) => isContext(resolver, one))) return null;
    return { text: node.key ?? '…', direct: true, part: fieldPart(resolver, target, node.key) };
  }
  if (node.op !== 'call') return null;
  for (const callee of resolver.resolve(at(node.callee), frame)) {
    if (isWriter(resolver, callee)) {
      return { text: calleeName(resolver, at(node.callee)), direct: false, part: partOf(resolver, callee) };
    }
    if (callee.is === 'method' && callee.on.is === 'shape' && isWriter(resolver, callee.on) && callee.name !== 'bind') {
      return { text: 'a context writer', direct: false, part: partOf(resolver, callee.on) };
    }
    const first = node.args[0];
    if (callee.is === 'global' && ASSIGNING_GLOBALS.has(callee.path) && first !== undefined) {
      const target = resolver.resolve(at(first), frame);
      if (target.some((one) => isContext(resolver, one))) return { text: callee.path, direct: true, part: null };
    }
  }
  return handedWriter(resolver, visit, node.args);
}

/** A writer that a call is handed as its callback: `values.forEach(write)`. */
function handedWriter(resolver: ValueResolver, visit: Visit, args: readonly number[]): ContextWrite | null {
  for (const id of args) {
    const ref = { module: visit.ref.module, id };
    if (resolver.resolve(ref, visit.frame).some((one) => isWriter(resolver, one))) {
      return { text: calleeName(resolver, ref), direct: false, part: null };
    }
  }
  return null;
}

/** What a field of the context is, where a setter of the framework writes it too. */
function fieldPart(resolver: ValueResolver, target: readonly Meaning[], key: string | null): string | null {
  const isRecord = target.every((one) => one.is === 'shape' && resolver.vocabulary.shape(one.shape).role === 'context');
  return isRecord && key !== null ? (SETTER_PARTS.get(key) ?? null) : null;
}

function partOf(resolver: ValueResolver, meaning: Meaning): string | null {
  return meaning.is === 'shape' ? (resolver.vocabulary.shape(meaning.shape).writes ?? null) : null;
}

function isWriter(resolver: ValueResolver, meaning: Meaning): boolean {
  return meaning.is === 'shape' && resolver.vocabulary.shape(meaning.shape).role === 'context-writer';
}

function isContext(resolver: ValueResolver, meaning: Meaning): boolean {
  if (meaning.is !== 'shape' || meaning.own !== undefined) return false;
  const { role } = resolver.vocabulary.shape(meaning.shape);
  return role === 'context' || role === 'context-part' || role === 'enclosing-trace';
}

/** The writer as the source names it. */
function calleeName(resolver: ValueResolver, ref: Ref): string {
  const node = ref.module.value(ref.id);
  if (node.op === 'variable') return node.name;
  if (node.op === 'get' && node.key !== null) return node.key;
  if (node.op === 'typed') return calleeName(resolver, { module: ref.module, id: node.of });
  return 'a context writer';
}
