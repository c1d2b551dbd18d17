/** Fields of the request context, by what a fork of it does with them (facts, sections 0 and A). */
export const CONTEXT_FIELDS = {
  trace: 'trace',
  dimensions: 'dimensions',
  error: 'error',
  spanId: 'spanId',
  /** A fork takes these over as they are. */
  inherited: ['userId', 'ipAddress', 'userAgent'],
  /** A fork says these of the call itself. */
  describing: ['source', 'method', 'path', 'serviceName', 'action'],
} as const;

/** Fields that a setter of the framework writes, by the part that its shape says it writes. */
export const SETTER_PARTS: ReadonlyMap<string, string> = new Map([
  ['userId', 'user'],
  ['error', 'error'],
]);
