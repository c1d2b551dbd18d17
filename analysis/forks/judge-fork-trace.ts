import type { Finding } from '../finding.js';
import { placeOfRef } from '../findings/finding-builder.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import { CONTEXT_FIELDS } from '../vocabulary/context-fields.js';
import { contextLiterals, ownField } from './context-literal.js';
import type { ForkSite } from './fork-site.js';

const CHILD_RULE = 'no-child-span-fork';
const ROOT_RULE = 'no-invented-root';

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
    if (trace.kind === 'child' && writesOwnRow(resolver, site.call.module, trace)) return [];
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
  const found = contextLiterals(resolver, site.context, null).flatMap((literal) =>
    (ownField(resolver, literal, CONTEXT_FIELDS.trace) ?? []).flatMap((one): OwnTrace[] => {
      if (one.is === 'shape') return byShape(resolver, one);
      return one.is === 'object' ? byHand(one) : [];
    }),
  );
  return [...new Map(found.map((one) => [`${one.kind} ${one.at.id}`, one])).values()];
}

function byShape(resolver: ValueResolver, one: Meaning & { is: 'shape' }): OwnTrace[] {
  const { role } = resolver.vocabulary.shape(one.shape);
  const at = one.origin?.ref;
  if (!at || (role !== 'minted-child' && role !== 'minted-root')) return [];
  return [{ kind: role === 'minted-child' ? 'child' : 'root', at, identity: identityOf(at) }];
}

/** `{ ...parent.trace, spanId: newId() }`: a child minted without the framework. */
function byHand(one: Meaning & { is: 'object' }): OwnTrace[] {
  const { module, id } = one.ref;
  const node = module.value(id);
  if (node.op !== 'object') return [];
  const entry = node.entries.find((each) => each.key === CONTEXT_FIELDS.spanId);
  const spread = node.entries.some((each) => each.kind === 'spread');
  return entry && spread && makesValue(module, entry.value)
    ? [{ kind: 'child', at: one.ref, identity: identityOf(one.ref) }]
    : [];
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
