/** Fields of an audit event that tell a request's row from a tool's (facts, section A). */
export const EVENT_FIELDS = {
  dimensions: 'dimensions',
  toolName: 'toolName',
  path: 'path',
  /** Where MCP is served, as applications mount it. Behind it stands the path of a tool's row. */
  mcpPath: /\/mcp\/?$/u,
  requestValues: { kind: 'request', source: 'http' },
} as const;
