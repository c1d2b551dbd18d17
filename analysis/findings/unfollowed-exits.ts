import type { Unknown } from '../finding.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { Visit } from '../scopes/walk-scope.js';
import { placeOfRef, scopeText } from './finding-builder.js';

/** Calls of a scope into other modules of the project: what runs there may read or write the context, and was not followed. */
export function unfollowedExits(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): Unknown[] {
  const { node, ref, frame } = visit;
  if (node.op !== 'call') return [];
  const exits = resolver
    .resolve({ module: ref.module, id: node.callee }, frame)
    .flatMap((one) => (one.is === 'foreign' && one.module.startsWith('.') && !one.path.includes('()') ? [one] : []));
  return exits.map((exit) => ({
    reason: 'other-module',
    message: `\`${[exit.name, ...exit.path].join('.')}\` of '${exit.module}' runs in ${scopeText(scope)} and was not followed`,
    place: placeOfRef(ref),
  }));
}
