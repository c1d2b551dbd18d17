import { clean, type RuleCase } from '../../rule-case.js';
import { rawTool, sdkTool } from '../../templates/scopes.js';
import { CONTEXT, FORK, OBSERVABILITY, SERVER, SETTERS, WRITE } from './imports.js';

export const innocent: readonly RuleCase[] = [
  clean(
    'a hand fork around the write',
    'sheep.ts',
    sdkTool({
      imports: FORK,
      body: `const parent = getRequestContext();
    const stamp = () => setRequestDimensions({ pen });
    if (parent) runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, stamp);`,
    }),
  ),
  clean(
    'a hand fork around the whole raw tool',
    'mcp.ts',
    rawTool({
      imports: FORK,
      body: `const parent = getRequestContext()!;
        const fork = { ...parent, dimensions: { ...parent.dimensions }, error: undefined };
        await runWithRequestContext(fork, async () => {
          setRequestDimensions({ loomId });
          setRequestUser(loomId);
        });`,
    }),
  ),
  clean(
    'a local fork wrapper',
    'sheep.js',
    sdkTool({
      imports: FORK,
      top: `function forked(run) {
  const parent = getRequestContext();
  return parent ? runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, run) : run();
}`,
      body: 'await forked(async () => setRequestDimensions({ pen }));',
    }),
  ),
  clean(
    'a local wrapper that makes forked tools',
    'sheep.js',
    `import { tool } from 'ai';
${FORK}
const forked = (run) => (args) => {
  const parent = getRequestContext();
  if (!parent) return run(args);
  return runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, () => run(args));
};
export const t = tool({ inputSchema: {}, execute: forked(async ({ pen }) => setRequestDimensions({ pen })) });
`,
  ),
  clean(
    'a helper reached only through the fork',
    'sheep.ts',
    sdkTool({
      imports: FORK,
      top: 'function stamp(pen: string) {\n  setRequestDimensions({ pen });\n}',
      body: `const parent = getRequestContext()!;
    await runWithRequestContext({ ...parent, dimensions: {}, error: undefined }, async () => stamp(pen));`,
    }),
  ),
  clean(
    'a field of the fork itself',
    'sheep.js',
    sdkTool({
      imports: FORK,
      body: `const parent = getRequestContext();
    const fork = { ...parent, dimensions: { ...parent.dimensions }, error: undefined };
    fork.userId = pen;
    fork.dimensions.pen = pen;
    await runWithRequestContext(fork, async () => note(pen));`,
    }),
  ),
  clean(
    'a unit of work inside the tool',
    'sheep.ts',
    sdkTool({
      imports: `import { runUnitOfWork, setRequestDimensions } from '${OBSERVABILITY}';`,
      body: `await runUnitOfWork({ name: 'count' }, async () => setRequestDimensions({ pen }));`,
    }),
  ),
  clean(
    'reads of the context',
    'sheep.ts',
    sdkTool({
      imports: CONTEXT,
      body: 'const ctx = getRequestContext();\n    note(ctx?.userId, ctx?.dimensions?.pen, ctx?.trace.traceId);',
    }),
  ),
  clean(
    'the setter only named',
    'sheep.ts',
    sdkTool({ imports: SETTERS, top: 'export { setRequestDimensions };', body: 'note(typeof setRequestDimensions);' }),
  ),
  clean(
    'a copy written',
    'sheep.js',
    sdkTool({
      imports: CONTEXT,
      body: 'const copy = { ...getRequestContext() };\n    copy.userId = pen;\n    note(copy.userId);',
    }),
  ),
  clean(
    'copied dimensions written',
    'sheep.js',
    sdkTool({
      imports: CONTEXT,
      body: 'const dims = { ...getRequestContext()?.dimensions };\n    dims.pen = pen;\n    note(dims);',
    }),
  ),
  clean(
    'copied by Object.assign into a new object',
    'sheep.js',
    sdkTool({
      imports: CONTEXT,
      body: 'const row = Object.assign({}, getRequestContext()?.dimensions, { pen });\n    note(row);',
    }),
  ),
  clean(
    'a local variable reassigned',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: 'let ctx = getRequestContext();\n    ctx = undefined;\n    note(ctx);' }),
  ),
  clean(
    'a field of the input',
    'sheep.ts',
    sdkTool({
      imports: CONTEXT,
      top: 'const row = { dimensions: {} as Record<string, string>, userId: "" };',
      body: 'row.userId = pen;\n    row.dimensions.pen = pen;\n    note(getRequestContext()?.userId);',
    }),
  ),
  clean(
    'setters of another library',
    'sheep.ts',
    sdkTool({
      imports: `import { setRequestDimensions, setRequestUser } from '@acme/metrics';`,
      body: 'setRequestDimensions({ pen });\n    setRequestUser(pen);',
    }),
  ),
  clean(
    'setters of a local module',
    'sheep.js',
    sdkTool({ imports: `import { setRequestDimensions } from './metrics';`, body: 'setRequestDimensions({ pen });' }),
  ),
  clean(
    'a setter shadowed by a parameter',
    'sheep.ts',
    `import { tool } from 'ai';\n${SETTERS}\nexport const serve = () => setRequestDimensions({ page: 'sheep' });\nexport const make = (setRequestDimensions: (d: object) => void) => tool({ inputSchema: {}, execute: async () => ${WRITE} });\n`,
  ),
  clean(
    'a setter shadowed by a local',
    'sheep.js',
    sdkTool({
      imports: SETTERS,
      body: 'const setRequestDimensions = (d) => note(d);\n    setRequestDimensions({ pen });',
    }),
  ),
  clean(
    'an unknown specifier',
    'sheep.ts',
    sdkTool({
      imports: `import { setRequestDimensions } from 'npm:stitchkit/observability';`,
      body: 'setRequestDimensions({ pen });',
    }),
  ),
  clean(
    'HTTP code in the same file',
    'sheep.ts',
    `${sdkTool({ imports: SETTERS, body: 'note(pen);' })}
export function serve(pen: string) {
  setRequestDimensions({ pen });
}
`,
  ),
  clean(
    'code that mounts, before the calls',
    'sheep.ts',
    `import { generateText, tool } from 'ai';\n${SETTERS}\nimport { model } from './model';\nexport async function answer(prompt: string) {\n  setRequestDimensions({ prompt });\n  const count = tool({ inputSchema: {}, execute: async () => 1 });\n  return generateText({ model, prompt, tools: { count } });\n}\n`,
  ),
  clean(
    'the body of rawTools itself',
    'mcp.ts',
    `import { createMcpHandler } from 'stitchkit/tools';\n${SETTERS}\nimport { services } from './surface';\nexport const mcp = createMcpHandler({ services, rawTools: () => {\n  ${WRITE};\n} });\n`,
  ),
  clean(
    'auth and context of a mount',
    'mcp.ts',
    `import { createMcpHandler } from 'stitchkit/tools';\nimport { setRequestUser } from '${OBSERVABILITY}';\nimport { services } from './surface';\nexport const mcp = createMcpHandler({ services, auth: (request) => {\n  setRequestUser(String(request));\n  return { scope: 'public' };\n}, context: () => ({}) });\n`,
  ),
  clean(
    'a resource and a prompt of the raw server',
    'mcp.ts',
    `${SERVER}export const server = new McpServer({ name: 'looms', version: '1.0.0' });\nserver.registerResource('loom', 'loom://1', {}, async () => ${WRITE});\nserver.registerPrompt('loom', {}, async () => ${WRITE});\n`,
  ),
  clean(
    'setRequestHandler for the list',
    'mcp.ts',
    `import { Server } from '@modelcontextprotocol/sdk/server/index.js';\nimport { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';\n${SETTERS}\nexport const server = new Server({ name: 'looms', version: '1.0.0' });\nserver.setRequestHandler(ListToolsRequestSchema, async () => ${WRITE});\n`,
  ),
  clean(
    'registerTool of a registry of the project',
    'mcp.ts',
    `import { Registry } from './registry';\n${SETTERS}\nconst server = new Registry();\nserver.registerTool('loom', {}, async () => ${WRITE});\n`,
  ),
  clean(
    'tool of another library',
    'sheep.ts',
    `import { tool } from './registry';\n${SETTERS}\nexport const t = tool({ execute: async () => ${WRITE} });\n`,
  ),
  clean(
    'mountWait of another library',
    'mcp.js',
    `import { mountWait } from './waiting';\n${SETTERS}\nexport const add = (server) => mountWait(server, { poll: async () => ${WRITE} });\n`,
  ),
  clean(
    'two HTTP requests',
    'web.ts',
    `import { setRequestUser, wrapInRequestContext } from '${OBSERVABILITY}';\nexport const serve = wrapInRequestContext(async (request: Request) => {\n  setRequestUser(request.headers.get('x-user') ?? '');\n  return new Response('ok');\n});\n`,
  ),
  clean(
    'comments and strings',
    'sheep.ts',
    sdkTool({ imports: '', body: `// setRequestDimensions({ pen })\n    note('setRequestUser(pen)');` }),
  ),
  clean(
    'only types',
    'sheep.ts',
    sdkTool({
      imports: `import type { RequestContext } from '${OBSERVABILITY}';`,
      top: 'type Dims = NonNullable<RequestContext["dimensions"]>;',
      body: 'const dims: Dims = { pen };\n    dims.total = "1";\n    note(dims);',
    }),
  ),
  clean(
    'a test that writes inside its own root',
    'sheep.test.ts',
    `import { test } from 'vitest';\nimport { createTraceContext, runWithRequestContext, setRequestDimensions } from '${OBSERVABILITY}';\ntest('x', () => {\n  runWithRequestContext({ trace: createTraceContext(), source: 'test', startedAt: 0n }, () => ${WRITE});\n});\n`,
  ),
  clean(
    'a method `tool` of something that cannot be seen, whose callback gives something else',
    'plugin.js',
    `${SETTERS}\nexport function register(workshop) {\n  workshop.tool('saw', {}, async () => {\n    ${WRITE};\n    return { sharp: true };\n  });\n}\n`,
  ),
  clean(
    'a method `tool` of a registry of the module that forks',
    'registry.js',
    `import { getRequestContext, runWithRequestContext, setRequestDimensions } from '${OBSERVABILITY}';
class Registry {
  tools = new Map();
  tool(name, schema, run) {
    this.tools.set(name, (args) => {
      const parent = getRequestContext();
      if (!parent) return run(args);
      return runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, () => run(args));
    });
  }
}
const registry = new Registry();
registry.tool('count', {}, async ({ pen }) => {
  setRequestDimensions({ pen });
  return { content: [] };
});
export { registry };
`,
  ),
  clean(
    'a plain agent of another framework',
    'agent.ts',
    `import { tool } from '@langchain/core/tools';\nimport { setContextVariable } from '@langchain/core/context';\nexport const t = tool(async () => setContextVariable('a', 'b'), { name: 'x' });\n`,
  ),
  clean(
    'handlers of a hand-made executor, where the executor is reported',
    'executor.ts',
    `${SETTERS}
const handlers: Record<string, (args: { pen: string }) => Promise<void>> = {
  count: async ({ pen }) => setRequestDimensions({ pen }),
};
export const run = (toolCalls: { name: string; args: { pen: string } }[]) =>
  Promise.all(toolCalls.map((call) => handlers[call.name]!(call.args)));
`,
  ),
];
