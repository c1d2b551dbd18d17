import type { CallScope, Finding, PathStep, Place, Repair, Unknown, UnknownReason } from '../finding.js';
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
  const servesHttp = scope.kind === 'contract-handler' && scope.exposure !== 'tool-only';
  const place = placeOf(file, lineStarts, scope.fn.fn.at);
  return { kind: scope.kind, name: scope.name, place, ...(servesHttp && { servesHttp }) };
}

/** "contract handler `fire`", with a word on what could not be seen. */
export function scopeText(scope: DeclaredScope): string {
  const text = `${SCOPE_LABELS[scope.kind]} \`${scope.name}\``;
  return scope.exposure === 'unknown' ? `${text} (its exposure cannot be seen from this file)` : text;
}

/** The calls that lead from the scope to the fault. */
function pathOf(steps: readonly WalkStep[]): PathStep[] {
  return steps.map(({ call, callee }) => {
    const { file, line, column } = placeOfRef(call);
    return { file, line, column, text: `calls \`${callee}\`` };
  });
}

/** " by way of `row` (file:3:5)", or nothing for a fault in the scope's own body. */
function viaText(path: readonly PathStep[]): string {
  if (path.length === 0) return '';
  return ` by way of ${path.map((one) => `${one.text.slice('calls '.length)} (${one.file}:${one.line}:${one.column})`).join(', ')}`;
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
  const isHere = at.module === scope.module;
  const path = isHere ? pathOf(steps) : [...pathOf(steps), faultStep(at)];
  return {
    rule,
    messageId,
    data: { scope: scopeText(scope), via: viaText(path), ...data },
    place: isHere ? placeOfRef(at) : exitOf(scope, steps),
    scope: callScopeOf(scope),
    path,
    repairs: isHere ? repairs : [],
  };
}

/** A finding outside any single call scope: where the fault is, or, where that is another module, at the call that leads there. */
export function findingAtCall(
  rule: string,
  messageId: string,
  at: Ref,
  call: Ref,
  data: Readonly<Record<string, string>>,
): Finding {
  const isHere = at.module === call.module;
  const path = isHere ? [] : [...pathOf([{ call, callee: calledName(call) }]), faultStep(at)];
  return {
    rule,
    messageId,
    data: { via: viaText(path), ...data },
    place: placeOfRef(isHere ? at : call),
    scope: null,
    path,
    repairs: [],
  };
}

/** What a call calls, as it is written. */
function calledName({ module, id }: Ref): string {
  const node = module.value(id);
  const callee = node.op === 'call' ? module.value(node.callee) : node;
  if (callee.op === 'variable' || callee.op === 'import') return callee.name;
  return callee.op === 'get' && callee.key !== null ? callee.key : 'an anonymous function';
}

/** Something in a call scope that could not be followed; in another file it stands, as a finding does, at what leads there. */
export function scopeUnknown(
  reason: UnknownReason,
  message: string,
  at: Ref,
  scope: DeclaredScope,
  steps: readonly WalkStep[],
): Unknown {
  if (at.module === scope.module) return { reason, message, place: placeOfRef(at) };
  const { file, line, column } = placeOfRef(at);
  return { reason, message: `${message} (${file}:${line}:${column})`, place: exitOf(scope, steps) };
}

/** Where the declaring module is left on the way to a fault in another one: a call, or the reference that hands over. */
function exitOf(scope: DeclaredScope, steps: readonly WalkStep[]): Place {
  const { file, lineStarts } = scope.module.summary;
  const here = steps.slice(scope.throughWrapper ? steps.findIndex(({ call }) => call.module === scope.module) : 0);
  const away = here.findIndex(({ call }) => call.module !== scope.module);
  const own = away < 0 ? here : here.slice(0, away);
  const last = own.at(-1);
  return last ? placeOfRef(last.call) : placeOf(file, lineStarts, scope.reference);
}

function faultStep(at: Ref): PathStep {
  const { file, line, column } = placeOfRef(at);
  return { file, line, column, text: 'calls what stands there' };
}
