/** The parts of a small program around the code that a case is about. */
export interface ProgramParts {
  /** Import lines for the request context. */
  readonly imports?: string;
  /** Declarations above the call scope. */
  readonly top?: string;
  /** Statements of the call scope. */
  readonly body: string;
  /** The `expose` list, as source text; empty for none. */
  readonly expose?: string;
  /** Further properties of the endpoint, as source text. */
  readonly endpoint?: string;
}

export const CONTEXT_IMPORT = `import { getRequestContext } from 'stitchkit/observability';`;

/** An ES module with a contract and the handler `fire` of its only endpoint. */
export function contractHandler(parts: ProgramParts): string {
  const { imports = CONTEXT_IMPORT, top = '', body, expose = `['MCP', 'AGENT']`, endpoint = '' } = parts;
  return `import { defineContract } from 'stitchkit/contract';
${imports}
import { implement } from 'stitchkit/server';
import { z } from 'zod';
import { note } from './notes';

const kilns = defineContract(
  { prefix: 'kilns' },
  {
    fire: {
      method: 'POST',
      path: '/fire',
      desc: 'Start a firing',
      input: z.object({ kilnId: z.string() }),
      ${expose === '' ? '' : `expose: ${expose},`}
      ${endpoint}
    },
  },
);

${top}

export const kilnService = implement(kilns, {
  fire: async ({ input }) => {
    ${body}
    return { kilnId: input.kilnId };
  },
});
`;
}

/** An ES module with a hand-written AI SDK tool. */
export function sdkTool(parts: ProgramParts): string {
  const { imports = CONTEXT_IMPORT, top = '', body } = parts;
  return `import { tool } from 'ai';
${imports}
import { z } from 'zod';
import { note } from './notes';

${top}

export const countSheep = tool({
  description: 'Count the sheep in a pen',
  inputSchema: z.object({ pen: z.string() }),
  execute: async ({ pen }) => {
    ${body}
    return { total: pen.length };
  },
});
`;
}

/** A CommonJS file with a hand-written AI SDK tool. */
export function sdkToolCommonJs(parts: ProgramParts): string {
  const { imports = `const { getRequestContext } = require('stitchkit/observability');`, top = '', body } = parts;
  return `'use strict';

const { tool } = require('ai');
${imports}
const { z } = require('zod');
const { note } = require('./notes');

${top}

exports.countSheep = tool({
  description: 'Count the sheep in a pen',
  inputSchema: z.object({ pen: z.string() }),
  execute: async ({ pen }) => {
    ${body}
    return { total: pen.length };
  },
});
`;
}

/** An ES module with a runtime tool. */
export function runtimeTool(parts: ProgramParts): string {
  const { imports = CONTEXT_IMPORT, top = '', body } = parts;
  return `${imports}
import { defineRuntimeTool } from 'stitchkit/tools';
import { z } from 'zod';
import { note } from './notes';

${top}

export const tideTable = defineRuntimeTool({
  name: 'tide_table',
  description: 'Tides of one harbour',
  identity: { serviceName: 'tides', action: 'table' },
  input: z.object({ harbour: z.string() }),
  handler: async ({ harbour }) => {
    ${body}
    return { harbour };
  },
});
`;
}

/** An ES module with a tool registered on the raw SDK server. */
export function rawTool(parts: ProgramParts): string {
  const { imports = CONTEXT_IMPORT, top = '', body } = parts;
  return `${imports}
import { createMcpHandler } from 'stitchkit/tools';
import { z } from 'zod';
import { note } from './notes';
import { looms, services } from './surface';

${top}

export const mcp = createMcpHandler({
  serverInfo: { name: 'loom-hall', version: '2.1.0' },
  auth: () => ({ scope: 'public' }),
  services,
  rawTools: (server) => {
    server.registerTool(
      'loom_snapshot',
      { description: 'Picture of a loom', inputSchema: z.object({ loomId: z.string() }) },
      async ({ loomId }) => {
        ${body}
        return { content: [{ type: 'text', text: await looms.snapshot(loomId) }] };
      },
    );
  },
});
`;
}
