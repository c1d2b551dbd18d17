import { clean, hit, type RuleCase } from '../../rule-case.js';
import { CONTEXT_IMPORT, rawTool, sdkTool } from '../../templates/scopes.js';

/** Tools that the framework does not run: raw registrations, native tools, AI SDK tools, tool files. */
export function rawAndHandWritten(read: string): RuleCase[] {
  const body = `note(§${read})`;
  const right = `note(${read})`;
  const mcp = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\n`;
  return [
    hit('raw tool: registered in rawTools', 'mcp.ts', rawTool({ body: `${body};` })),
    hit(
      'raw tool: registered on the rawServer of the registrar',
      'mcp.ts',
      `${CONTEXT_IMPORT}\nimport { createMcpHandler } from 'stitchkit/tools';\nimport { services } from './surface';\nimport { note } from './notes';\nexport const mcp = createMcpHandler({ services, nativeTools: ({ rawServer }) => rawServer.registerTool('loom', {}, async () => ${body}) });\n`,
      { version: '0.40.0' },
    ),
    hit(
      'raw tool: on an own server',
      'mcp.ts',
      `${mcp}const server = new McpServer({ name: 'looms', version: '1.0.0' });\nserver.registerTool('loom', { description: 'Loom' }, async () => ${body});\nexport { server };\n`,
    ),
    hit(
      'raw tool: with the older tool()',
      'mcp.js',
      `${mcp}export const server = new McpServer({ name: 'looms', version: '1.0.0' });\nserver.tool('loom', async () => ${body});\n`,
    ),
    hit(
      'raw tool: with the older tool(), description and schema',
      'mcp.js',
      `${mcp}export const server = new McpServer({ name: 'looms', version: '1.0.0' });\nserver.tool('loom', 'A loom', {}, async () => ${body});\n`,
    ),
    hit(
      'raw tool: on the server of the newer SDK',
      'mcp.ts',
      `import { McpServer } from '@modelcontextprotocol/server';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const server = new McpServer({ name: 'looms', version: '1.0.0' });\nserver.registerTool('loom', {}, async () => ${body});\n`,
    ),
    hit(
      'raw tool: on a parameter of the server type',
      'mcp.ts',
      `import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport function addLooms(server: McpServer): void {\n  server.registerTool('loom', {}, async () => ${body});\n}\n`,
    ),
    hit(
      'raw tool: on a parameter of the re-exported server type',
      'mcp.ts',
      `import type { McpServer as Server } from 'stitchkit/tools';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const addLooms = (server: Server) => server.registerTool('loom', {}, async () => ${body});\n`,
    ),
    hit(
      'raw tool: on the server that buildMcpServer made',
      'mcp.ts',
      `${CONTEXT_IMPORT}\nimport { buildMcpServer } from 'stitchkit/tools';\nimport { services } from './surface';\nimport { note } from './notes';\nconst server = await buildMcpServer({ services });\nserver.registerTool('loom', {}, async () => ${body});\n`,
    ),
    hit(
      'raw tool: a named callback',
      'mcp.js',
      `${mcp}const server = new McpServer({ name: 'looms', version: '1.0.0' });\nasync function loom() {\n  ${body};\n}\nserver.registerTool('loom', {}, loom);\n`,
    ),
    hit(
      'raw tool: setRequestHandler for tool calls',
      'mcp.ts',
      `import { Server } from '@modelcontextprotocol/sdk/server/index.js';\nimport { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const server = new Server({ name: 'looms', version: '1.0.0' });\nserver.setRequestHandler(CallToolRequestSchema, async () => ${body});\n`,
    ),
    hit(
      'raw tool: setRequestHandler of the underlying server',
      'mcp.ts',
      `${mcp}import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';\nconst server = new McpServer({ name: 'looms', version: '1.0.0' });\nserver.server.setRequestHandler(CallToolRequestSchema, async () => ${body});\n`,
    ),
    clean(
      'raw tool: setRequestHandler for the list',
      'mcp.ts',
      `import { Server } from '@modelcontextprotocol/sdk/server/index.js';\nimport { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const server = new Server({ name: 'looms', version: '1.0.0' });\nserver.setRequestHandler(ListToolsRequestSchema, async () => ${right});\n`,
    ),
    clean(
      'raw tool: a resource of the server',
      'mcp.ts',
      `${mcp}export const server = new McpServer({ name: 'looms', version: '1.0.0' });\nserver.registerResource('loom', 'loom://1', {}, async () => ${right});\n`,
    ),
    clean(
      'raw tool: registerTool of something else',
      'mcp.ts',
      `${CONTEXT_IMPORT}\nimport { createToolbox } from './toolbox';\nimport { note } from './notes';\nconst server = createToolbox();\nserver.registerTool('loom', {}, async () => ${right});\n`,
    ),
    hit(
      'native tool: poll of mountWait',
      'mcp.ts',
      `${CONTEXT_IMPORT}\nimport { createMcpHandler, mountWait } from 'stitchkit/tools';\nimport { services } from './surface';\nimport { note } from './notes';\nexport const mcp = createMcpHandler({ services, rawTools: (server) => mountWait(server, { description: 'Wait', inputSchema: {}, poll: async () => ${body}, done: () => true }) });\n`,
    ),
    hit(
      'native tool: done of mountWait on a parameter',
      'mcp.ts',
      `${CONTEXT_IMPORT}\nimport { type McpServer, mountWait } from 'stitchkit/tools';\nimport { note } from './notes';\nexport const add = (server: McpServer) => mountWait(server, { description: 'Wait', inputSchema: {}, poll: async () => 1, done: () => ${body} });\n`,
    ),
    hit(
      'native tool: upload of mountUpload',
      'mcp.js',
      `${CONTEXT_IMPORT}\nimport { mountUpload } from 'stitchkit/tools';\nimport { note } from './notes';\nexport const add = (server) => mountUpload(server, { description: 'Put', upload: async () => ${body} });\n`,
    ),
    hit(
      'native tool: resolveUrl of mountDownload',
      'mcp.js',
      `${CONTEXT_IMPORT}\nimport { mountDownload } from 'stitchkit/tools';\nimport { note } from './notes';\nexport const add = (server) => mountDownload(server, { description: 'Get', inputSchema: {}, resolveUrl: () => ${body} });\n`,
    ),
    hit('SDK tool: execute', 'sheep.ts', sdkTool({ body: `${body};` })),
    hit(
      'SDK tool: a method',
      'sheep.js',
      `import { tool } from 'ai';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const t = tool({ inputSchema: {}, async execute() { ${body}; } });\n`,
    ),
    hit(
      'SDK tool: options in a constant',
      'sheep.js',
      `import { tool } from 'ai';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nconst options = { inputSchema: {}, execute: async () => ${body} };\nexport const t = tool(options);\n`,
    ),
    hit(
      'SDK tool: dynamicTool',
      'sheep.ts',
      `import { dynamicTool } from 'ai';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const t = dynamicTool({ description: 'x', inputSchema: {}, execute: async () => ${body} });\n`,
    ),
    hit(
      'SDK tool: renamed import',
      'sheep.ts',
      `import { tool as defineTool } from 'ai';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const t = defineTool({ inputSchema: {}, execute: async () => ${body} });\n`,
    ),
    hit(
      'SDK tool: namespace import',
      'sheep.ts',
      `import * as ai from 'ai';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const t = ai.tool({ inputSchema: {}, execute: async () => ${body} });\n`,
    ),
    hit(
      'SDK tool: in a set with satisfies',
      'sheep.ts',
      `import { tool, type ToolSet } from 'ai';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const set = { count: tool({ inputSchema: {}, execute: async () => ${body} }) } satisfies ToolSet;\n`,
    ),
    hit(
      'SDK tool: made in a function',
      'sheep.ts',
      `import { tool } from 'ai';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport function makeTools(pen: string) {\n  return { count: tool({ description: pen, inputSchema: {}, execute: async () => ${body} }) };\n}\n`,
    ),
    hit(
      'SDK tool: a plain object given to generateText',
      'sheep.ts',
      `import { generateText } from 'ai';\n${CONTEXT_IMPORT}\nimport { model } from './model';\nimport { note } from './notes';\nexport const run = (prompt: string) => generateText({ model, prompt, tools: { count: { inputSchema: {}, execute: async () => ${body} } } });\n`,
    ),
    clean(
      'SDK tool: tool of another library',
      'sheep.ts',
      `import { tool } from './registry';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const t = tool({ execute: async () => ${right} });\n`,
    ),
    clean(
      'SDK tool: tool is a parameter',
      'sheep.ts',
      `import { tool as sdkTool } from 'ai';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const make = (tool: (o: object) => object) => tool({ execute: async () => ${right} });\nexport const other = sdkTool({ inputSchema: {} });\n`,
    ),
    clean(
      'SDK tool: needsApproval and the code around generateText',
      'sheep.ts',
      `import { generateText, tool } from 'ai';\n${CONTEXT_IMPORT}\nimport { model } from './model';\nimport { note } from './notes';\nconst count = tool({ inputSchema: {}, execute: async () => 1 });\nexport async function answer(prompt: string) {\n  ${right};\n  return generateText({ model, prompt, tools: { count } });\n}\n`,
    ),
    hit(
      'tool file: an exported function',
      'src/tools/count.ts',
      `${CONTEXT_IMPORT}\nimport { note } from '../notes';\nexport async function count() {\n  ${body};\n}\n`,
      {
        settings: { toolFiles: ['src/tools/**'] },
      },
    ),
    hit(
      'tool file: an exported constant and the default export',
      'src/tools/count.js',
      `${CONTEXT_IMPORT}\nimport { note } from '../notes';\nexport const count = () => ${body};\nexport default async () => ${body};\n`,
      {
        settings: { toolFiles: ['src/tools/**'] },
      },
    ),
    clean(
      'tool file: a function that is not exported',
      'src/tools/count.ts',
      `${CONTEXT_IMPORT}\nimport { note } from '../notes';\nfunction page() {\n  ${right};\n}\nexport const count = () => 1;\nexport const pages = [1];\nvoid page;\n`,
      {
        settings: { toolFiles: ['src/tools/**'] },
      },
    ),
    clean(
      'tool file: another folder',
      'src/pages/count.ts',
      `${CONTEXT_IMPORT}\nimport { note } from '../notes';\nexport async function count() {\n  ${right};\n}\n`,
      {
        settings: { toolFiles: ['src/tools/**'] },
      },
    ),
  ];
}
