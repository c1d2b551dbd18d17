import { clean, hit, type RuleCase } from '../../rule-case.js';
import { rawTool, sdkTool } from '../../templates/scopes.js';

const SETTERS = `import { setRequestDimensions } from 'stitchkit/observability';`;
const CONTEXT = `import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';`;
const FORK = `import { getRequestContext, runWithRequestContext, setRequestDimensions } from 'stitchkit/observability';`;
const SPREAD = '{ ...parent, dimensions: { ...parent.dimensions }, error: undefined }';

/** Writes in tools that nothing forks, hidden behind ordinary structure, and their innocent twins. */
export const disguisedWrites: readonly RuleCase[] = [
  hit(
    'second: raw tools out of a table',
    'mcp.ts',
    `import { createMcpHandler } from 'stitchkit/tools';
${SETTERS}
import { services } from './surface';
const rawTable = { loom: async ({ id }: { id: string }) => §setRequestDimensions({ id }) };
export const mcp = createMcpHandler({
  services,
  rawTools: (server) => {
    for (const [name, run] of Object.entries(rawTable)) server.registerTool(name, {}, run);
  },
});
`,
  ),
  hit(
    'second: a raw tool of a class',
    'mcp.ts',
    `import type { McpServer } from 'stitchkit/tools';
${SETTERS}
export class Looms {
  constructor(server: McpServer) {
    server.registerTool('loom', {}, (args: { id: string }) => this.run(args));
  }
  private async run({ id }: { id: string }) {
    §setRequestDimensions({ id });
  }
}
`,
  ),
  hit(
    'second: a factory of tools',
    'sheep.js',
    `import { tool } from 'ai';
${SETTERS}
const make = (description, execute) => tool({ description, inputSchema: {}, execute });
export const t = make('Sheep', async ({ pen }) => §setRequestDimensions({ pen }));
`,
  ),
  hit(
    'second: an execute that yields',
    'sheep.js',
    `import { tool } from 'ai';
${SETTERS}
export const t = tool({ inputSchema: {}, async *execute({ pen }) {
  §setRequestDimensions({ pen });
  yield pen;
} });
`,
  ),
  hit(
    'second: one of two setters',
    'sheep.js',
    sdkTool({
      imports: `import { setRequestDimensions, setRequestError } from 'stitchkit/observability';`,
      body: '§(pen ? setRequestDimensions : setRequestError)({ code: pen });',
    }),
  ),
  hit(
    'second: a field by destructuring an object',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: 'const ctx = getRequestContext();\n    §({ pen: ctx.userId } = { pen });' }),
  ),
  hit(
    'second: a field by defineProperty',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: `§Object.defineProperty(getRequestContext(), 'userId', { value: pen });` }),
  ),
  hit(
    'second: a counter in the dimensions',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: 'const ctx = getRequestContext();\n    §ctx.dimensions.count += 1;' }),
  ),
  hit(
    'second: forked in one branch, not in the other',
    'sheep.js',
    sdkTool({
      imports: FORK,
      body: `const stamp = () => §setRequestDimensions({ pen });
    const parent = getRequestContext();
    if (parent && pen !== '') return stamp();
    return runWithRequestContext(${SPREAD}, stamp);`,
    }),
  ),
  hit(
    'second: forked only where there is no parent',
    'sheep.js',
    sdkTool({
      imports: FORK,
      body: `const stamp = () => §setRequestDimensions({ pen });
    const parent = getRequestContext();
    if (parent) return stamp();
    return runWithRequestContext({ source: 'agent', startedAt: 0n }, stamp);`,
    }),
  ),
  hit(
    'second: a write after the fork',
    'mcp.ts',
    rawTool({
      imports: FORK,
      body: `const parent = getRequestContext()!;
        await runWithRequestContext(${SPREAD}, async () => note(loomId));
        §setRequestDimensions({ loomId });`,
    }),
  ),
  hit(
    'second: a write before the fork',
    'mcp.ts',
    rawTool({
      imports: FORK,
      body: `const parent = getRequestContext()!;
        §parent.action = 'snapshot';
        await runWithRequestContext(${SPREAD}, async () => note(loomId));`,
    }),
  ),
  hit(
    'second: a write on the parent from inside the fork',
    'mcp.ts',
    rawTool({
      imports: FORK,
      body: `const parent = getRequestContext()!;
        await runWithRequestContext(${SPREAD}, async () => {
          §parent.userId = loomId;
        });`,
    }),
  ),
  hit(
    'second: entering the same record again is no fork',
    'sheep.js',
    sdkTool({
      imports: FORK,
      body: 'const ctx = getRequestContext();\n    await runWithRequestContext(ctx, async () => §setRequestDimensions({ pen }));',
    }),
  ),
  hit(
    'second: a native tool mounted in a loop',
    'mcp.ts',
    `import { type McpServer, mountWait } from 'stitchkit/tools';
${SETTERS}
export function addAll(server: McpServer, names: string[]) {
  names.forEach((name) => mountWait(server, { name, inputSchema: {}, poll: async () => §setRequestDimensions({ name }), done: () => true }));
}
`,
  ),
  hit(
    'second: a raw tool on a parameter without a type',
    'mcp.cjs',
    `const { setRequestDimensions } = require('stitchkit/observability');
exports.addLooms = (server) => {
  server.registerTool('loom', { description: 'A loom', inputSchema: {} }, async ({ id }) => {
    §setRequestDimensions({ id });
    return { content: [] };
  });
};
`,
  ),
  clean(
    'second: written on the fork from inside the fork',
    'mcp.ts',
    rawTool({
      imports: FORK,
      body: `const parent = getRequestContext()!;
        await runWithRequestContext(${SPREAD}, async () => {
          getRequestContext()!.userId = loomId;
        });`,
    }),
  ),
  clean(
    'second: a fork made by a local function',
    'sheep.js',
    sdkTool({
      imports: FORK,
      top: `const forkOf = (parent) => (${SPREAD});`,
      body: `const parent = getRequestContext();
    if (parent) await runWithRequestContext(forkOf(parent), async () => setRequestDimensions({ pen }));`,
    }),
  ),
  clean(
    'second: a tool built for each request, whose setter runs before',
    'web.ts',
    `import { generateText, tool } from 'ai';
${SETTERS}
import { model } from './model';
const makeTools = (user: string) => {
  setRequestDimensions({ user });
  return { who: tool({ inputSchema: {}, execute: async () => user }) };
};
export const answer = (prompt: string, user: string) => generateText({ model, prompt, tools: makeTools(user) });
`,
  ),
  clean(
    'second: a callback of generateText that is no tool',
    'web.ts',
    `import { generateText } from 'ai';
${SETTERS}
import { model } from './model';
export const answer = (prompt: string) =>
  generateText({ model, prompt, onStepFinish: ({ text }) => setRequestDimensions({ length: String(text.length) }) });
`,
  ),
];
