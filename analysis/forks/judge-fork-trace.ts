import type { Finding } from '../finding.js';
import { findingAtCall } from '../findings/finding-builder.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { ValueId, ValueNode } from '../summary/module-summary.js';
import { CONTEXT_FIELDS } from '../vocabulary/context-fields.js';
import { HANDLER_WORDS } from '../vocabulary/tool-call-words.js';
import type { ForkSite } from './fork-site.js';
import { alternatives, inherits, layerOf, sourcesOf, type Layer, type Seen } from './made-context.js';

const CHILD_RULE = 'no-child-span-fork';
const ROOT_RULE = 'no-invented-root';
const MAX_DEPTH = 6;

/** A trace that a fork brings instead of the one it should inherit. */
interface OwnTrace {
  readonly kind: 'child' | 'root';
  readonly at: Ref;
  /** What tells its own span id from others. */
  readonly identity: string;
}

/** What a fork does to the trace of a call: a child minted for it, or a root where there may be no parent. */
export function judgeForkTrace(
  resolver: ValueResolver,
  site: ForkSite,
  options: { readonly test: boolean; readonly perCall: boolean },
): Finding[] {
  const record = layerOf(resolver, site.context, site.fork);
  return ownTraces(resolver, record).flatMap((trace): Finding[] => {
    // around a loop, a child span is the loop's own
    if (trace.kind === 'child' && !options.perCall) return [];
    if (trace.kind === 'root' && (options.test || isOfRequest(resolver, record))) return [];
    const modules = new Set([site.call.module, site.fork.module, trace.at.module]);
    if ([...modules].some((module) => isWrittenDown(resolver, module, trace))) return [];
    const [rule, messageId] = trace.kind === 'child' ? [CHILD_RULE, 'child'] : [ROOT_RULE, 'root'];
    return [findingAtCall(rule, messageId, trace.at, site.call, {})];
  });
}

function ownTraces(resolver: ValueResolver, record: Layer): OwnTrace[] {
  const found = alternatives(record).flatMap((one): OwnTrace[] => {
    const values = sourcesOf(one, CONTEXT_FIELDS.trace).flatMap((each) => (each.from === 'own' ? [each.value] : []));
    const meanings = values.flatMap((each) => resolver.resolve(each.ref, each.frame));
    // a trace that goes on from a caller's header is no invention, and its fallback is the root of a request
    if (meanings.some((each) => isContinued(resolver, each))) return [];
    const minted = values.flatMap((each) => mintedIn(resolver, each, 0));
    // a copy of the context that never has its trace: the fresh one stands where the parent's should
    const replaced = inherits(one) && !meanings.some((each) => isEnclosing(resolver, each));
    return replaced ? minted.map((each) => ({ ...each, kind: 'child' })) : minted;
  });
  return [...new Map(found.map((one) => [`${one.kind} ${one.identity}`, one])).values()];
}

function isEnclosing(resolver: ValueResolver, one: Meaning): boolean {
  return one.is === 'shape' && resolver.vocabulary.shape(one.shape).role === 'enclosing-trace';
}

/** Whether a record says that it is an HTTP request's: by its source, or with the method or path of a request at hand. */
function isOfRequest(resolver: ValueResolver, record: Layer): boolean {
  const meaningsOf = (key: string): readonly Meaning[] =>
    sourcesOf(record, key).flatMap((one) =>
      one.from === 'own' ? resolver.resolve(one.value.ref, one.value.frame) : [],
    );
  if (meaningsOf('source').some((one) => one.is === 'literal' && one.value === HANDLER_WORDS.httpSource)) return true;
  return meaningsOf('method').some((one) => one.is === 'parameter' && one.path.at(-1) === 'method');
}

function mintedIn(resolver: ValueResolver, { ref, frame }: Seen, depth: number): OwnTrace[] {
  if (depth > MAX_DEPTH) return [];
  return resolver.resolve(ref, frame).flatMap((one): OwnTrace[] => {
    if (one.is === 'shape') return byShape(resolver, one);
    return one.is === 'object' ? byHand(resolver, one, depth) : [];
  });
}

function isContinued(resolver: ValueResolver, one: Meaning): boolean {
  if (one.is !== 'shape') return false;
  const { role, members } = resolver.vocabulary.shape(one.shape);
  return role === undefined && members?.[CONTEXT_FIELDS.spanId] !== undefined;
}

function byShape(resolver: ValueResolver, one: Meaning & { is: 'shape' }): OwnTrace[] {
  const { role } = resolver.vocabulary.shape(one.shape);
  const at = one.origin?.ref;
  if (!at || (role !== 'minted-child' && role !== 'minted-root')) return [];
  return [{ kind: role === 'minted-child' ? 'child' : 'root', at, identity: identityOf(at) }];
}

/** `{ ...parent.trace, spanId: newId() }`: a child minted without the framework; or a minted trace that is spread. */
function byHand(resolver: ValueResolver, one: Meaning & { is: 'object' }, depth: number): OwnTrace[] {
  const { module, id } = one.ref;
  const node = module.value(id);
  if (node.op !== 'object') return [];
  const spreads = node.entries.filter((each) => each.kind === 'spread');
  const entry = node.entries.findLast((each) => each.key === CONTEXT_FIELDS.spanId);
  if (entry) {
    const isUnderParent = node.entries.some((each) =>
      readsTrace(resolver, { ref: { module, id: each.value }, frame: one.frame }),
    );
    return isUnderParent && makesValue(module, entry.value)
      ? [{ kind: 'child', at: one.ref, identity: identityOf(one.ref) }]
      : [];
  }
  return spreads.flatMap((each) =>
    mintedIn(resolver, { ref: { module, id: each.value }, frame: one.frame }, depth + 1),
  );
}

/** Whether a value is the enclosing trace or an id of it. */
function readsTrace(resolver: ValueResolver, { ref, frame }: Seen): boolean {
  return resolver.resolve(ref, frame).some((one) => {
    if (one.is !== 'shape') return false;
    const { role } = resolver.vocabulary.shape(one.shape);
    return role === 'enclosing-trace' || role === 'enclosing-span' || role === 'trace-id';
  });
}

function makesValue(module: LinkedModule, id: number): boolean {
  const node = module.value(id);
  if (node.op === 'variable') return node.from.some((one) => makesValue(module, one));
  return node.op === 'call' || node.op === 'template';
}

function identityOf(ref: Ref): string {
  return `${ref.module.serial}:${ref.id}`;
}

/** Whether the minted trace is used for a row of its own: then the fork is a scope that somebody writes down. */
function isWrittenDown(resolver: ValueResolver, module: LinkedModule, trace: OwnTrace): boolean {
  const isIt = (id: ValueId): boolean =>
    resolver.resolve({ module, id }, null).some((one) => {
      if (one.is === 'shape' && one.origin) return identityOf(one.origin.ref) === trace.identity;
      return one.is === 'object' && identityOf(one.ref) === trace.identity;
    });
  const isRead = module.readsOf(CONTEXT_FIELDS.spanId).some((id) => {
    const node = module.value(id);
    return node.op === 'get' && isIt(node.object);
  });
  return isRead || module.summary.values.some((node, id) => handsOn(resolver, module, node, id, isIt));
}

/** Whether a whole trace is spread into a row, or handed to a function that may write one. */
function handsOn(
  resolver: ValueResolver,
  module: LinkedModule,
  node: ValueNode,
  id: ValueId,
  isIt: (id: ValueId) => boolean,
): boolean {
  if (node.op === 'object') {
    const isTrace = module.consumersOf(id).some((use) => {
      const holder = module.value(use.id);
      return holder.op === 'object' && holder.entries[use.index]?.key === CONTEXT_FIELDS.trace;
    });
    return !isTrace && node.entries.some((one) => one.kind === 'spread' && isIt(one.value));
  }
  if (node.op !== 'call' || node.args.length === 0) return false;
  const given = node.args.filter((one) => isIt(one));
  if (given.length === 0) return false;
  return resolver
    .resolve({ module, id: node.callee }, null)
    .every((one) => one.is === 'foreign' || one.is === 'parameter');
}
