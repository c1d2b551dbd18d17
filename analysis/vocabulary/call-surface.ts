/** How a context, or what a handler is given, says by which surface its code runs (facts, sections 0 and C). */
export const CALL_SURFACE = {
  source: 'source',
  /** What an HTTP request has there, and the fork of a tool call never. */
  httpSource: 'http',
  method: 'method',
  /** What the fork of a tool call has there, and an HTTP request never. */
  toolMethod: 'TOOL',
} as const;
