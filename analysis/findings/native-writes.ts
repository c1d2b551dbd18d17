import type { Finding, Unknown } from '../finding.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { Visit } from '../scopes/walk-scope.js';
import { contextWriteAt } from './context-write.js';
import { scopeFinding, scopeUnknown } from './finding-builder.js';
import { NEVER_FORKED } from './scope-labels.js';
import { reasonOf, sourceText } from './unfollowed-reason.js';
import { insteadOfNativeWrite } from './version-truth.js';

const RULE = 'no-context-write-in-native-tool';

/** Judges one write of the context that a scope makes which the framework never forks. */
export function judgeWrite(
  resolver: ValueResolver,
  scope: DeclaredScope,
  visit: Visit,
): { readonly findings: Finding[]; readonly unknown: Unknown[] } {
  if (!NEVER_FORKED.has(scope.kind)) return { findings: [], unknown: [] };
  const write = contextWriteAt(resolver, visit);
  if (!write) return { findings: [], unknown: [] };
  const enclosure = resolver.ambient.enclosureOf(visit.ref, visit.frame, undefined);
  // a record that is named is written whatever is current
  if (enclosure && enclosure.kind !== 'maybe' && !write.direct) return { findings: [], unknown: [] };
  if (enclosure?.kind === 'maybe' && !write.direct) {
    const message = `a context write runs inside ${sourceText(enclosure.through)}, which may open a fork and was not followed`;
    const reason = reasonOf(resolver, enclosure.call.module, enclosure.through);
    return { findings: [], unknown: [scopeUnknown(reason, message, visit.ref, scope, visit.path)] };
  }
  const id = write.direct ? 'directWrite' : 'write';
  const data = { write: write.text, instead: insteadOfNativeWrite(resolver.vocabulary.version) };
  return { findings: [scopeFinding(RULE, id, visit.ref, scope, visit.path, data)], unknown: [] };
}
