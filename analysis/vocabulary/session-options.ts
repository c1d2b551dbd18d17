/** Where an MCP handler keeps one server for many requests, and what a mount's context says of who is calling (facts, section E). */
export const SESSION_OPTIONS = {
  /** Modes in which `context` is resolved once for a session. */
  stateful: [
    { until: '0.37.0', key: 'stateless', value: false, byDefault: true },
    { since: '0.37.0', until: '0.44.0', key: 'sessionMode', value: 'stateful', byDefault: false },
  ],
  context: 'context',
  /** What a decorator of a class says, in capitals, when the class has no instance for the whole process. */
  instanceScopes: ['REQUEST', 'TRANSIENT', 'SCOPED'],
  identity: ['userId', 'user', 'authMethod', 'clientId', 'ipAddress', 'userAgent'],
} as const;
