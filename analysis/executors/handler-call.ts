import { calleesOf } from '../link/callee-meanings.js';
import type { Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { readMember } from '../link/member-read.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { ValueNode } from '../summary/module-summary.js';
import { HANDLER_WORDS } from '../vocabulary/tool-call-words.js';
import { calleeOf } from './tool-call-dispatch.js';

type CallNode = ValueNode & { op: 'call' };

/** A call of one endpoint's handler as it is. */
export interface HandlerCall {
  /** How the endpoint was picked: by a name known only at run time, one written down, or handed in whole. */
  readonly picked: 'by-name' | 'fixed' | 'given';
  /** Whether the endpoint is known to be the framework's, or only looks like it. */
  readonly certain: boolean;
}

/** Reads a call as one of an endpoint's handler, or `null`. */
export function handlerCallOf(
  resolver: ValueResolver,
  ref: Ref,
  node: CallNode,
  frame: Frame | null,
): HandlerCall | null {
  if (isForHttp(resolver, ref, node, frame)) return null;
  for (const callee of runBy(resolver, ref, node, frame)) {
    const found = byMeaning(resolver, ref, node, callee, frame);
    if (found) return found;
  }
  return null;
}

/** What a call runs, also through `Reflect.apply`. */
function runBy(resolver: ValueResolver, ref: Ref, node: CallNode, frame: Frame | null): readonly Meaning[] {
  const callee = calleeOf(ref.module, node);
  if (callee === node.callee) return calleesOf(resolver, ref, node, frame);
  return resolver.resolve({ module: ref.module, id: callee }, frame);
}

function byMeaning(
  resolver: ValueResolver,
  ref: Ref,
  node: CallNode,
  callee: Meaning,
  frame: Frame | null,
): HandlerCall | null {
  if (callee.is === 'method' && (callee.name === 'call' || callee.name === 'apply' || callee.name === 'bind')) {
    return byMeaning(resolver, ref, node, callee.on, frame);
  }
  if (callee.is === 'shape') {
    if (resolver.vocabulary.shape(callee.shape).role !== 'handler-call') return null;
    const method = callee.receiver;
    if (method?.is !== 'shape' || !method.receiver) return { picked: 'given', certain: true };
    const collected = method.receiver.is === 'shape' && isCollected(resolver, method.receiver);
    return { picked: collected ? 'by-name' : pickedBy(ref, node), certain: true };
  }
  const path = callee.is === 'foreign' || callee.is === 'parameter' ? callee.path : null;
  if (!path || !path.join('.').endsWith(`.${HANDLER_WORDS.handler}`)) return null;
  if (path.at(-3) !== HANDLER_WORDS.table || !looksLikeHandlerInput(resolver, ref, node, frame)) return null;
  return { picked: pickedBy(ref, node), certain: false };
}

/** Whether an endpoint came with the tools of a service, each of which is there to be called as a tool. */
function isCollected(resolver: ValueResolver, holder: Meaning & { is: 'shape' }): boolean {
  return resolver.vocabulary.shape(holder.shape).role !== 'method-table';
}

/** Whether the way to the handler goes through a computed key or a loop over endpoints. */
function pickedBy(ref: Ref, node: CallNode): 'by-name' | 'fixed' {
  return goesThroughName(ref, calleeOf(ref.module, node), 0) ? 'by-name' : 'fixed';
}

function goesThroughName(ref: Ref, id: number, depth: number): boolean {
  const node = ref.module.value(id);
  if (depth > 10) return false;
  switch (node.op) {
    case 'get':
      return node.key === null || goesThroughName(ref, node.object, depth + 1);
    case 'variable':
    case 'either':
      return node.from.some((one) => goesThroughName(ref, one, depth + 1));
    case 'typed':
      return goesThroughName(ref, node.of, depth + 1);
    case 'element':
    case 'param':
      return true;
    case 'call':
      return (
        [node.callee, ...node.args].some((one) => goesThroughName(ref, one, depth + 1)) || isLookup(ref, node.callee)
      );
    default:
      return false;
  }
}

/** `table.get(name)`, `list.find(…)`. */
function isLookup(ref: Ref, callee: number): boolean {
  const node = ref.module.value(callee);
  return node.op === 'get' && (node.key === 'get' || node.key === 'find' || node.key === 'at');
}

/** `{ input, source }` or `{ input, params }`: what an endpoint's handler is given. */
function looksLikeHandlerInput(resolver: ValueResolver, ref: Ref, node: CallNode, frame: Frame | null): boolean {
  const first = node.args[0];
  if (first === undefined) return false;
  return resolver.resolve({ module: ref.module, id: first }, frame).some((one) => {
    if (one.is !== 'object') return false;
    const made = one.ref.module.value(one.ref.id);
    if (made.op !== 'object') return false;
    const keys = made.entries.map((entry) => entry.key);
    const open = made.entries.some((entry) => entry.kind === 'spread');
    return (
      keys.includes(HANDLER_WORDS.input) && (open || HANDLER_WORDS.surroundings.some((word) => keys.includes(word)))
    );
  });
}

function isForHttp(resolver: ValueResolver, ref: Ref, node: CallNode, frame: Frame | null): boolean {
  const first = node.args[0];
  if (first === undefined) return false;
  const sources = resolver
    .resolve({ module: ref.module, id: first }, frame)
    .flatMap((one) => (one.is === 'object' ? readMember(resolver, one, HANDLER_WORDS.source) : []));
  const said = sources.filter((one) => one.is === 'literal');
  return said.length > 0 && said.every((one) => one.value === HANDLER_WORDS.httpSource);
}
