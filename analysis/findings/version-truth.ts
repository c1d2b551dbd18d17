import type { CallScopeKind } from '../finding.js';
import { satisfies } from '../vocabulary/version-range.js';
import { NEVER_FORKED } from './scope-labels.js';

/** From this version on, framework-registered MCP calls run in a record of their own (facts, section 0). */
const MCP_CALL_RECORD = '0.44.0';
/** From this version on, audit rows of tools come from the observability sinks (facts, section A). */
const OBSERVABILITY_SINKS = '0.43.0';

function hasCallRecord(version: string, kind: CallScopeKind): boolean {
  return !NEVER_FORKED.has(kind) && satisfies(version, { since: MCP_CALL_RECORD });
}

/** What the context's span is for a call scope, true for the version. */
export function enclosingSpan(version: string, kind: CallScopeKind): string {
  return hasCallRecord(version, kind)
    ? 'the enclosing span (over MCP it may be one that no row carries)'
    : "the enclosing span (the request's, or that of a loop around the call)";
}

/** What the context's start is for a call scope, true for the version. */
export function enclosingStart(version: string, kind: CallScopeKind): string {
  return hasCallRecord(version, kind)
    ? "the enclosing start (the request's for an agent, the dispatch's over MCP)"
    : "the enclosing start (the request's, or that of a loop around the call)";
}

/** From this version on, managed calls run in a fork of their own (facts, section 0). */
const MANAGED_FORK = '0.36.0';
/** From this version on, an invoker runs tools by name (facts, section B). */
const INVOKER = '0.39.0';

/** What to do with a write in a tool that is never forked. */
export function insteadOfNativeWrite(version: string): string {
  return satisfies(version, { since: MANAGED_FORK })
    ? 'Make it a managed tool, whose writes land on its own row'
    : "No tool of this version has a context of its own: put the value into the tool's result, and upgrade to 0.36.1 or later";
}

/** What to do instead of running handlers by hand. */
export function insteadOfExecutor(version: string): string {
  if (!satisfies(version, { since: MANAGED_FORK })) {
    return 'Run each call in a fork of the context of its own; mounts open one from 0.36.1 on';
  }
  return satisfies(version, { since: INVOKER })
    ? 'Go through a mount or an invoker, or run each call in a fork of its own'
    : 'Go through a mount, or run each call in a fork of its own';
}

/** Where the call's own span is found. */
export function spanSource(version: string): string {
  return satisfies(version, { since: OBSERVABILITY_SINKS })
    ? 'the event that the tool sink is given'
    : 'the event that the audit hook is given';
}
