import { hit, type RuleCase } from '../../rule-case.js';
import { rawTool } from '../../templates/scopes.js';
import { OBSERVABILITY, SERVER, SETTERS, WRITE } from './imports.js';

export const positions: readonly RuleCase[] = [
  hit(
    'raw tool: the shorthand on a server that cannot be seen, by what its callback gives',
    'plugin.js',
    `${SETTERS}\nexport function register(server) {\n  server.tool('count', {}, async () => {\n    §${WRITE};\n    return { content: [{ type: 'text', text: 'one' }] };\n  });\n}\n`,
  ),
  hit(
    'raw tool: the shorthand with a description, in CommonJS',
    'plugin.cjs',
    `const { setRequestDimensions } = require('stitchkit/observability');\nexports.register = (server) => {\n  server.tool('count', 'Count sheep', {}, () => {\n    §setRequestDimensions({ pen: 'a' });\n    return { isError: false, content: [] };\n  });\n};\n`,
  ),
  hit(
    'raw tool: a request handler is called by what it handles',
    'server.js',
    `import { Server } from '@modelcontextprotocol/sdk/server/index.js';\nimport { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';\n${SETTERS}\nconst server = new Server({ name: 'pens', version: '1' }, {});\nserver.setRequestHandler(CallToolRequestSchema, async () => §${WRITE});\nexport { server };\n`,
    { says: [/`CallToolRequestSchema`/], saysNot: [/anonymous/] },
  ),
  hit(
    'SDK tool: dynamicTool',
    'sheep.ts',
    `import { dynamicTool } from 'ai';\n${SETTERS}\nexport const t = dynamicTool({ inputSchema: {}, execute: async () => §${WRITE} });\n`,
  ),
  hit(
    'SDK tool: a method in TSX',
    'sheep.tsx',
    `import { tool } from 'ai';\n${SETTERS}\nconst same = <T,>(x: T): T => x;\nexport const Pen = () => <p>{same('pen')}</p>;\nexport const t = tool({ inputSchema: {}, async execute() { §${WRITE}; } });\n`,
  ),
  hit(
    'SDK tool: a named function',
    'sheep.js',
    `import { tool } from 'ai';\n${SETTERS}\nexport const t = tool({ inputSchema: {}, execute });\nasync function execute() {\n  §${WRITE};\n}\n`,
  ),
  hit(
    'SDK tool: written in a wrapped request',
    'chat.ts',
    `import { tool } from 'ai';\nimport { wrapInRequestContext } from 'stitchkit/observability';\nimport { answer } from './answer';\n${SETTERS}\nexport const chat = wrapInRequestContext((request) => answer(request, { a: tool({ execute: async () => §${WRITE} }) }));\n`,
  ),
  hit(
    'SDK tool: in a set of tools',
    'sheep.ts',
    `import { tool, type ToolSet } from 'ai';\n${SETTERS}\nexport const set = { count: tool({ inputSchema: {}, execute: async () => §${WRITE} }) } satisfies ToolSet;\n`,
  ),
  hit(
    'SDK tool: a handler wrapped locally',
    'sheep.js',
    `import { tool } from 'ai';\n${SETTERS}\nconst timed = (fn) => async (a) => fn(a);\nexport const t = tool({ inputSchema: {}, execute: timed(async () => §${WRITE}) });\n`,
  ),
  hit(
    'SDK tool: given to generateText as a plain object',
    'sheep.ts',
    `import { generateText } from 'ai';\n${SETTERS}\nimport { model } from './model';\nexport const run = (prompt: string) => generateText({ model, prompt, tools: { count: { inputSchema: {}, execute: async () => §${WRITE} } } });\n`,
  ),
  hit('raw tool: rawTools', 'mcp.ts', rawTool({ imports: SETTERS, body: `§${WRITE};` })),
  hit(
    'raw tool: own server',
    'mcp.ts',
    `${SERVER}export const server = new McpServer({ name: 'looms', version: '1.0.0' });\nserver.registerTool('loom', {}, async () => §${WRITE});\n`,
  ),
  hit(
    'raw tool: older tool() in CommonJS',
    'mcp.cjs',
    `const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');\nconst { setRequestDimensions } = require('${OBSERVABILITY}');\nconst server = new McpServer({ name: 'looms', version: '1.0.0' });\nserver.tool('loom', 'A loom', {}, async () => §${WRITE});\nmodule.exports = { server };\n`,
  ),
  hit(
    'raw tool: newer SDK',
    'mcp.ts',
    `import { McpServer } from '@modelcontextprotocol/server';\n${SETTERS}\nexport const server = new McpServer({ name: 'looms', version: '1.0.0' });\nserver.registerTool('loom', {}, async () => §${WRITE});\n`,
  ),
  hit(
    'raw tool: a parameter of the server type',
    'mcp.ts',
    `import type { McpServer } from 'stitchkit/tools';\n${SETTERS}\nexport function add(server: McpServer) {\n  server.registerTool('loom', {}, async () => §${WRITE});\n}\n`,
  ),
  hit(
    'raw tool: a field of the server type',
    'mcp.ts',
    `import type { McpServer } from 'stitchkit/tools';\n${SETTERS}\nexport class Looms {\n  constructor(private readonly server: McpServer) {}\n  add() {\n    this.server.registerTool('loom', {}, async () => §${WRITE});\n  }\n}\n`,
  ),
  hit(
    'raw tool: rawServer of the registrar',
    'mcp.ts',
    `import { createMcpHandler } from 'stitchkit/tools';\n${SETTERS}\nimport { services } from './surface';\nexport const mcp = createMcpHandler({ services, nativeTools: ({ rawServer }) => rawServer.registerTool('loom', {}, async () => §${WRITE}) });\n`,
    { version: '0.40.0' },
  ),
  hit(
    'raw tool: nativeTools before the registrar',
    'mcp.ts',
    `import { createMcpHandler } from 'stitchkit/tools';\n${SETTERS}\nimport { services } from './surface';\nexport const mcp = createMcpHandler({ services, nativeTools: (server) => server.registerTool('loom', {}, async () => §${WRITE}) });\n`,
    { version: '0.36.1' },
  ),
  hit(
    'raw tool: rawTools by name, declared as a function',
    'mcp.js',
    `import { createMcpHandler } from 'stitchkit/tools';\n${SETTERS}\nimport { services } from './surface';\nfunction addRaw(server) {\n  server.registerTool('loom', {}, async () => §${WRITE});\n}\nexport const mcp = createMcpHandler({ services, rawTools: addRaw });\n`,
  ),
  hit(
    'raw tool: rawTools of a toolkit member',
    'mcp.ts',
    `import { createToolkit } from 'stitchkit/tools';\n${SETTERS}\nimport { services } from './surface';\nconst kit = createToolkit<{ userId: string }>();\nexport const mcp = kit.createMcpHandler({ services, rawTools: (server) => server.registerTool('loom', {}, async () => §${WRITE}) });\n`,
  ),
  hit(
    'raw tool: rawTools of a stdio server',
    'mcp.ts',
    `import { createStdioMcpServer } from 'stitchkit/tools';\n${SETTERS}\nimport { services } from './surface';\nexport const s = createStdioMcpServer({ services, rawTools: (server) => void server.registerTool('loom', {}, async () => §${WRITE}) });\n`,
  ),
  hit(
    'raw tool: setRequestHandler',
    'mcp.ts',
    `import { Server } from '@modelcontextprotocol/sdk/server/index.js';\nimport { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';\n${SETTERS}\nexport const server = new Server({ name: 'looms', version: '1.0.0' });\nserver.setRequestHandler(CallToolRequestSchema, async (request) => {\n  §setRequestDimensions({ tool: request.params.name });\n  return { content: [] };\n});\n`,
  ),
  hit(
    'raw tool: on the server beside a mount',
    'mcp.ts',
    `import { mountMcp } from 'stitchkit/tools';\n${SERVER}import { services } from './surface';\nconst server = new McpServer({ name: 'looms', version: '1.0.0' });\nmountMcp(server, services, {});\nserver.registerTool('loom', {}, async () => §${WRITE});\n`,
  ),
  ...nativeMounts('§'),
  hit(
    'native tool: registered by rawTools',
    'mcp.ts',
    `import { createMcpHandler, mountWait } from 'stitchkit/tools';\n${SETTERS}\nimport { services } from './surface';\nexport const mcp = createMcpHandler({ services, rawTools: (server) => mountWait(server, { inputSchema: {}, poll: async (args) => {\n  §setRequestDimensions({ id: String(args) });\n  return 'done';\n}, done: () => true }) });\n`,
  ),
  hit(
    'native tool: config in a constant',
    'mcp.js',
    `import { mountWait } from 'stitchkit/tools';\n${SETTERS}\nconst config = { inputSchema: {}, poll: async () => §${WRITE}, done: () => true };\nexport const add = (server) => mountWait(server, config);\n`,
  ),
  hit(
    'native tool: renamed import',
    'mcp.js',
    `import { mountWait as wait } from 'stitchkit/tools';\n${SETTERS}\nexport const add = (server) => wait(server, { inputSchema: {}, poll: async () => §${WRITE}, done: () => true });\n`,
  ),
  hit('message for 0.35', 'mcp.ts', nativeMount('mountWait', 'poll', '§'), {
    version: '0.35.0',
    saysNot: [/define(Wait|Runtime)Tool/, /runtimeTools/, /rawTools/, /land on its own row/],
  }),
  hit('message for 0.43', 'mcp.ts', nativeMount('mountWait', 'poll', '§'), {
    version: '0.43.0',
    saysNot: [/defineWaitTool/, /nativeTools/],
  }),
  hit('message for latest', 'mcp.ts', nativeMount('mountWait', 'poll', '§'), {
    version: 'latest',
    saysNot: [/nativeTools/],
  }),
];

function nativeMounts(mark: string): RuleCase[] {
  return [
    ['mountWait', 'poll'],
    ['mountWait', 'done'],
    ['mountWait', 'render'],
    ['mountWait', 'timeoutFromArgs'],
    ['mountDownload', 'resolveUrl'],
    ['mountDownload', 'pathFromArgs'],
    ['mountUpload', 'upload'],
  ].map(([mount, callback]) =>
    hit(`native tool: ${callback} of ${mount}`, 'mcp.ts', nativeMount(mount!, callback!, mark)),
  );
}

function nativeMount(mount: string, callback: string, mark: string): string {
  return `import { ${mount}, type McpServer } from 'stitchkit/tools';
${SETTERS}
export const add = (server: McpServer) =>
  ${mount}(server, { description: 'x', inputSchema: {}, ${callback}: () => ${mark}${WRITE} });
`;
}
