import semver from 'semver';

/** What an action does to, or takes from, the request context. */
export type Effect =
  | 'reads the span'
  | 'reads the start'
  | 'takes a difference from the start'
  | 'writes dimensions'
  | 'writes the user'
  | 'writes the error'
  | 'keeps state by trace'
  | 'nothing wrong';

/** The functions that a program of the grammar declares. */
export type ScopeKind =
  | 'tool endpoint'
  | 'endpoint of tools and HTTP'
  | 'HTTP endpoint'
  | 'native tool'
  | 'raw tool'
  | 'SDK tool'
  | 'lifecycle'
  | 'tool hook'
  | 'runtime tool'
  | 'extension resolver'
  | 'unit of work'
  | 'plain function';

interface ScopeFacts {
  /** From which version on the framework forks around it; `null`: never (facts, section C). */
  readonly forkedSince: string | null;
  /** Whether it runs for tool calls alone. */
  readonly toolsOnly: boolean;
}

/** What of the functions runs during tool calls (facts, sections A and C). */
const TOOL_SCOPES: Partial<Record<ScopeKind, ScopeFacts>> = {
  'tool endpoint': { forkedSince: '0.36.0', toolsOnly: true },
  'endpoint of tools and HTTP': { forkedSince: '0.36.0', toolsOnly: false },
  'native tool': { forkedSince: null, toolsOnly: true },
  'raw tool': { forkedSince: null, toolsOnly: true },
  'SDK tool': { forkedSince: null, toolsOnly: true },
  lifecycle: { forkedSince: '0.36.0', toolsOnly: true },
  'tool hook': { forkedSince: '0.36.0', toolsOnly: true },
  'runtime tool': { forkedSince: '0.36.0', toolsOnly: true },
  'extension resolver': { forkedSince: '0.36.1', toolsOnly: true },
};

/** Kinds that a version does not have yet (facts, sections A and C). */
export const SINCE: Partial<Record<ScopeKind, string>> = { 'runtime tool': '0.39.0', 'unit of work': '0.92.0' };

/**
 * The rule that reports an effect in a function of a kind, on a version; `null` where it is right. From the facts alone.
 *
 * @param exported whether the code stands in a function that other modules can call too, for an HTTP request as well
 */
export function ruleFor(effect: Effect, kind: ScopeKind, version: string, exported: boolean): string | null {
  const scope = TOOL_SCOPES[kind];
  if (!scope || effect === 'nothing wrong') return null;
  switch (effect) {
    case 'reads the span':
      return kind === 'tool hook' ? null : 'no-request-span-in-tool';
    case 'reads the start':
      return kind === 'tool hook' ? null : 'no-request-start-in-tool';
    case 'takes a difference from the start':
      return 'no-request-start-in-tool';
    case 'keeps state by trace':
      return 'no-trace-keyed-call-state';
    default:
      return ruleForWrite(effect, { ...scope, toolsOnly: scope.toolsOnly && !exported }, version);
  }
}

function ruleForWrite(effect: Effect, { forkedSince, toolsOnly }: ScopeFacts, version: string): string | null {
  if (forkedSince === null) return 'no-context-write-in-native-tool';
  if (semver.lt(version, forkedSince)) return 'no-shared-context-write';
  return effect !== 'writes dimensions' && toolsOnly ? 'no-ineffective-context-write' : null;
}
