import type { CallScope, Finding, PathStep, Place, Repair } from '../finding.js';
import type { Ref } from '../link/linked-module.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { WalkStep } from '../scopes/walk-scope.js';
import { placeOf } from '../source-text.js';
import { SCOPE_LABELS } from './scope-labels.js';

/** The place of a value in its own file. */
export function placeOfRef(ref: Ref): Place {
  const { file, lineStarts } = ref.module.summary;
  return placeOf(file, lineStarts, ref.module.value(ref.id).at);
}

/** A declared scope as findings name it. */
export function callScopeOf(scope: DeclaredScope): CallScope {
  const { file, lineStarts } = scope.fn.module.summary;
  return { kind: scope.kind, name: scope.name, place: placeOf(file, lineStarts, scope.fn.fn.at) };
}

/** "contract handler `fire`", with a word on what could not be seen. */
export function scopeText(scope: DeclaredScope): string {
  const text = `${SCOPE_LABELS[scope.kind]} \`${scope.name}\``;
  return scope.exposure === 'unknown' ? `${text} (its exposure cannot be seen from this file)` : text;
}

/** The calls that lead from the scope to the fault. */
export function pathOf(steps: readonly WalkStep[]): PathStep[] {
  return steps.map(({ call, callee }) => {
    const { file, line, column } = placeOfRef(call);
    return { file, line, column, text: `calls \`${callee}\`` };
  });
}

/** " by way of `row` at file:3:5", or nothing for a fault in the scope's own body. */
export function viaText(path: readonly PathStep[]): string {
  if (path.length === 0) return '';
  return ` by way of ${path.map((one) => `${one.text.slice('calls '.length)} at ${one.file}:${one.line}:${one.column}`).join(', ')}`;
}

/** A finding in a call scope. */
export function scopeFinding(
  rule: string,
  messageId: string,
  at: Ref,
  scope: DeclaredScope,
  steps: readonly WalkStep[],
  data: Readonly<Record<string, string>>,
  repairs: readonly Repair[] = [],
): Finding {
  const path = pathOf(steps);
  return {
    rule,
    messageId,
    data: { scope: scopeText(scope), via: viaText(path), ...data },
    place: placeOfRef(at),
    scope: callScopeOf(scope),
    path,
    repairs,
  };
}
