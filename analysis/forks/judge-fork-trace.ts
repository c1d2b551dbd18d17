import type { Finding } from '../finding.js';
import { placeOfRef } from '../findings/finding-builder.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import { CONTEXT_FIELDS } from '../vocabulary/context-fields.js';
import type { ForkSite } from './fork-site.js';
import { layerOf, sourcesOf, type Seen } from './made-context.js';

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

/** What a per-call fork does to the trace: a child minted for it, or a root where there may be no parent. */
export function judgeForkTrace(
  resolver: ValueResolver,
  site: ForkSite,
  options: { readonly test: boolean },
): Finding[] {
  return ownTraces(resolver, site).flatMap((trace): Finding[] => {
    if (trace.kind === 'root' && options.test) return [];
    if (writesOwnRow(resolver, site.call.module, trace)) return [];
    return [
      {
        rule: trace.kind === 'child' ? CHILD_RULE : ROOT_RULE,
        messageId: trace.kind === 'child' ? 'child' : 'root',
        data: {},
        place: placeOfRef(trace.at),
        scope: null,
        path: [],
        repairs: [],
      },
    ];
  });
}

function ownTraces(resolver: ValueResolver, site: ForkSite): OwnTrace[] {
  const record = layerOf(resolver, { ref: site.context, frame: null }, site.call);
  const values = sourcesOf(record, CONTEXT_FIELDS.trace).flatMap((one) => (one.from === 'own' ? [one.value] : []));
  // a trace that goes on from a caller's header is no invention, and its fallback is the root of a request
  if (values.some((one) => resolver.resolve(one.ref, one.frame).some((each) => isContinued(resolver, each)))) return [];
  const found = values.flatMap((one) => mintedIn(resolver, one, 0));
  return [...new Map(found.map((one) => [`${one.kind} ${one.identity}`, one])).values()];
}

function isContinued(resolver: ValueResolver, one: Meaning): boolean {
  if (one.is !== 'shape') return false;
  const { role, members } = resolver.vocabulary.shape(one.shape);
  return role === undefined && members?.[CONTEXT_FIELDS.spanId] !== undefined;
}

function mintedIn(resolver: ValueResolver, { ref, frame }: Seen, depth: number): OwnTrace[] {
  if (depth > MAX_DEPTH) return [];
  return resolver.resolve(ref, frame).flatMap((one): OwnTrace[] => {
    if (one.is === 'shape') return byShape(resolver, one);
    return one.is === 'object' ? byHand(resolver, one, depth) : [];
  });
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
    return spreads.length > 0 && makesValue(module, entry.value)
      ? [{ kind: 'child', at: one.ref, identity: identityOf(one.ref) }]
      : [];
  }
  return spreads.flatMap((each) =>
    mintedIn(resolver, { ref: { module, id: each.value }, frame: one.frame }, depth + 1),
  );
}

function makesValue(module: LinkedModule, id: number): boolean {
  const node = module.value(id);
  if (node.op === 'variable') return node.from.some((one) => makesValue(module, one));
  return node.op === 'call' || node.op === 'template';
}

function identityOf(ref: Ref): string {
  return `${ref.module.serial}:${ref.id}`;
}

/** Whether the minted span is used for a row of its own: then the fork is a scope that somebody writes down. */
function writesOwnRow(resolver: ValueResolver, module: LinkedModule, trace: OwnTrace): boolean {
  return module.readsOf(CONTEXT_FIELDS.spanId).some((id) => {
    const node = module.value(id);
    if (node.op !== 'get') return false;
    return resolver.resolve({ module, id: node.object }, null).some((one) => {
      if (one.is === 'shape' && one.origin) return identityOf(one.origin.ref) === trace.identity;
      return one.is === 'object' && identityOf(one.ref) === trace.identity;
    });
  });
}
