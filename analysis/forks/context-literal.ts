import type { Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { readMember } from '../link/member-read.js';
import type { ValueResolver } from '../link/value-resolver.js';

/** A context that the application puts together itself. */
export interface ContextLiteral {
  readonly object: Meaning & { is: 'object' };
  /** Whether it takes over a request context by spreading it. */
  readonly inherits: 'yes' | 'no' | 'unknown';
}

/** The context literals a value may be. */
export function contextLiterals(resolver: ValueResolver, ref: Ref, frame: Frame | null): ContextLiteral[] {
  return resolver.resolve(ref, frame).flatMap((one): ContextLiteral[] => {
    if (one.is !== 'object') return [];
    return [{ object: one, inherits: inheritance(resolver, one) }];
  });
}

function inheritance(resolver: ValueResolver, object: Meaning & { is: 'object' }): ContextLiteral['inherits'] {
  const node = object.ref.module.value(object.ref.id);
  if (node.op !== 'object') return 'unknown';
  const spreads = node.entries.filter((one) => one.kind === 'spread');
  if (spreads.length === 0) return 'no';
  const sources = spreads.flatMap((one) =>
    resolver.resolve({ module: object.ref.module, id: one.value }, object.frame),
  );
  return sources.some((one) => isContext(resolver, one)) ? 'yes' : 'unknown';
}

/** Whether a meaning is the request context, or a copy of it. */
export function isContext(resolver: ValueResolver, meaning: Meaning): boolean {
  if (meaning.is === 'shape') return resolver.vocabulary.shape(meaning.shape).role === 'context';
  return meaning.is === 'object' && inheritance(resolver, meaning) === 'yes';
}

/** What the literal itself says of a field: its meanings, or `null` where it says nothing and inherits. */
export function ownField(resolver: ValueResolver, literal: ContextLiteral, key: string): readonly Meaning[] | null {
  const { module, id } = literal.object.ref;
  const node = module.value(id);
  if (node.op !== 'object') return null;
  const stored = module.storesOf(id).filter((one) => one.key === key);
  const lastSpread = node.entries.findLastIndex((one) => one.kind === 'spread');
  const entry = node.entries.findLastIndex((one) => one.key === key);
  if (stored.length === 0 && (entry < 0 || entry < lastSpread)) return null;
  return readMember(resolver, literal.object, key);
}
