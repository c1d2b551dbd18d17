import type { CallScopeKind } from '../finding.js';

/** What a person calls each kind of call scope. */
export const SCOPE_LABELS: Readonly<Record<CallScopeKind, string>> = {
  'contract-handler': 'contract handler',
  'runtime-tool': 'runtime tool',
  'extension-resolver': 'extension resolver',
  lifecycle: 'tool lifecycle',
  'tool-hook': 'tool hook',
  'audit-sink': 'audit sink',
  'native-callback': 'native tool',
  'raw-callback': 'raw SDK tool',
  'sdk-execute': 'hand-written SDK tool',
  'tool-file': 'tool function',
};

/** Scopes that see the context as their parent: a span or start read there is the right one to read. */
export const SEES_PARENT: ReadonlySet<CallScopeKind> = new Set(['tool-hook', 'audit-sink']);

/** Scopes that the framework never forks: what they write lands on whatever context stands around them. */
export const NEVER_FORKED: ReadonlySet<CallScopeKind> = new Set(['native-callback', 'raw-callback', 'sdk-execute']);
