import type { Finding } from '../finding.js';
import { placeOfRef } from '../findings/finding-builder.js';
import type { Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { ValueNode } from '../summary/module-summary.js';
import { CONTEXT_FIELDS } from '../vocabulary/context-fields.js';
import { contextLiterals, isContext, ownField, type ContextLiteral } from './context-literal.js';
import type { ForkSite } from './fork-site.js';

const RULE = 'require-isolated-fork';

/** What a per-call fork gets wrong of what it shares and inherits: one finding that names each thing, or none. */
export function judgeForkShape(resolver: ValueResolver, site: ForkSite): Finding[] {
  const faults = new Set(faultsOf(resolver, site));
  if (faults.size === 0) return [];
  return [
    {
      rule: RULE,
      messageId: 'fork',
      data: { faults: [...faults].join('; ') },
      place: placeOfRef(site.call),
      scope: null,
      path: [],
      repairs: [],
    },
  ];
}

function faultsOf(resolver: ValueResolver, site: ForkSite): string[] {
  return contextLiterals(resolver, site.context, null).flatMap((one) => literalFaults(resolver, one));
}

function literalFaults(resolver: ValueResolver, literal: ContextLiteral): string[] {
  if (literal.inherits === 'unknown') return [];
  if (literal.inherits === 'no') return blanked(resolver, literal);
  return [...sharedDimensions(resolver, literal), ...keptError(resolver, literal), ...emptied(resolver, literal)];
}

function sharedDimensions(resolver: ValueResolver, literal: ContextLiteral): string[] {
  const own = ownField(resolver, literal, CONTEXT_FIELDS.dimensions);
  const shares = own === null || own.some((one) => isInherited(resolver, one));
  return shares ? [`it shares the \`${CONTEXT_FIELDS.dimensions}\` of the context around it`] : [];
}

function keptError(resolver: ValueResolver, literal: ContextLiteral): string[] {
  const own = ownField(resolver, literal, CONTEXT_FIELDS.error);
  const keeps = own === null || own.some((one) => isInherited(resolver, one));
  return keeps ? [`it keeps the \`${CONTEXT_FIELDS.error}\` of the context around it`] : [];
}

/** A field that is the very object of the context around it. */
function isInherited(resolver: ValueResolver, meaning: Meaning): boolean {
  return meaning.is === 'shape' && resolver.vocabulary.shape(meaning.shape).role === 'context-part';
}

/** Built from scratch where there is a context to inherit from: fields of the user and client are gone. */
function blanked(resolver: ValueResolver, literal: ContextLiteral): string[] {
  const { module, id } = literal.object.ref;
  const node = module.value(id);
  if (node.op !== 'object' || !usesContext(resolver, literal, node)) return [];
  const keys = new Set(node.entries.map((one) => one.key));
  const missing = CONTEXT_FIELDS.inherited.filter((one) => !keys.has(one));
  return missing.length > 0
    ? [`it is built from scratch and loses ${missing.map((one) => `\`${one}\``).join(', ')}`]
    : [];
}

/** Whether a literal copies single fields of a request context: there was one to inherit. */
function usesContext(resolver: ValueResolver, literal: ContextLiteral, node: ValueNode & { op: 'object' }): boolean {
  return node.entries.some((entry) => {
    const ref: Ref = { module: literal.object.ref.module, id: entry.value };
    return readsContext(resolver, ref, 0);
  });
}

function readsContext(resolver: ValueResolver, ref: Ref, depth: number): boolean {
  const node = ref.module.value(ref.id);
  const at = (id: number): Ref => ({ module: ref.module, id });
  if (depth > 6) return false;
  switch (node.op) {
    case 'get':
      return (
        resolver.resolve(at(node.object), null).some((one) => isContext(resolver, one)) ||
        readsContext(resolver, at(node.object), depth + 1)
      );
    case 'variable':
    case 'either':
      return node.from.some((one) => readsContext(resolver, at(one), depth + 1));
    case 'typed':
      return readsContext(resolver, at(node.of), depth + 1);
    case 'call':
      return node.args.some((one) => readsContext(resolver, at(one), depth + 1));
    case 'object':
      return node.entries.some((one) => readsContext(resolver, at(one.value), depth + 1));
    default:
      return false;
  }
}

/** `userId: undefined` after the spread. */
function emptied(resolver: ValueResolver, literal: ContextLiteral): string[] {
  return CONTEXT_FIELDS.inherited.flatMap((key) => {
    const node = literal.object.ref.module.value(literal.object.ref.id);
    const entry = node.op === 'object' ? node.entries.findLast((one) => one.key === key) : undefined;
    if (!entry) return [];
    const value = literal.object.ref.module.value(entry.value);
    const nothing =
      (value.op === 'global' && value.name === 'undefined') || (value.op === 'literal' && value.value === null);
    return nothing && ownField(resolver, literal, key) !== null ? [`it blanks \`${key}\``] : [];
  });
}
