/** Import lines and the write that most cases share. */
export const OBSERVABILITY = 'stitchkit/observability';
export const SETTERS = `import { setRequestDimensions } from '${OBSERVABILITY}';`;
export const CONTEXT = `import { getRequestContext, setRequestDimensions } from '${OBSERVABILITY}';`;
export const FORK = `import { getRequestContext, runWithRequestContext, setRequestDimensions, setRequestUser } from '${OBSERVABILITY}';`;
export const WRITE = `setRequestDimensions({ kind: 'sheep' })`;
export const SERVER = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
${SETTERS}
`;
