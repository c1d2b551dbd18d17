import { clean, type RuleCase } from '../../rule-case.js';
import { contractHandler, rawTool, runtimeTool, sdkTool } from '../../templates/scopes.js';

const SETTERS = `import { setRequestDimensions, setRequestError, setRequestUser } from 'stitchkit/observability';`;
const OLD = { version: '0.35.0' };
const FIRST = { version: '0.36.0' };
const WRITE = 'setRequestDimensions({ kiln: input.kilnId });';

const handler = contractHandler({ imports: SETTERS, body: WRITE });

function mount(options: string): string {
  return `import { mountAgent } from 'stitchkit/tools';
${SETTERS}
import { kilnService } from './kilns';
export const openTools = () => mountAgent(kilnService, { ${options} });
`;
}

const RESOLVE = mount('extend: { schema: {}, resolve: ({ kiln }) => { setRequestDimensions({ kiln }); return {}; } }');

const forked: readonly RuleCase[] = [
  clean('a handler from 0.36.0 on', 'kilns.ts', handler, FIRST),
  clean('a handler in 0.36.1', 'kilns.ts', handler, { version: '0.36.1' }),
  clean('a handler in the newest version', 'kilns.ts', handler),
  clean('resolve in 0.36.1', 'mount.ts', RESOLVE, { version: '0.36.1' }),
  clean('resolve in 0.37.0', 'mount.ts', RESOLVE, { version: '0.37.0' }),
  clean('resolve in the newest version', 'mount.ts', RESOLVE),
  clean('a lifecycle in 0.36.0', 'mount.ts', mount('lifecycle: { beforeHandle: () => setRequestUser("a") }'), FIRST),
  clean(
    'a hook in 0.36.0',
    'mount.ts',
    mount('hooks: { beforeToolCall: (toolName) => setRequestDimensions({ toolName }) }'),
    FIRST,
  ),
  clean('a runtime tool', 'tides.ts', runtimeTool({ imports: SETTERS, body: 'setRequestDimensions({ harbour });' })),
  clean(
    'CommonJS in 0.43',
    'kilns.cjs',
    `const { implement } = require('stitchkit/server');
const { setRequestDimensions } = require('stitchkit/observability');
exports.kilnService = implement(require('./contract').kilns, {
  fire: async ({ input }) => setRequestDimensions({ kiln: input.kilnId }),
});
`,
    { version: '0.43.0' },
  ),
];

const noTools: readonly RuleCase[] = [
  clean('an HTTP handler', 'kilns.ts', contractHandler({ imports: SETTERS, expose: `['HTTP']`, body: WRITE }), OLD),
  clean(
    'a handler of a file upload',
    'kilns.ts',
    contractHandler({ imports: SETTERS, expose: '', endpoint: 'multipart: true,', body: WRITE }),
    OLD,
  ),
  clean(
    'a handler with a raw response',
    'kilns.ts',
    contractHandler({ imports: SETTERS, endpoint: 'rawResponse: true,', body: WRITE }),
    OLD,
  ),
  clean(
    'hooks of a server only',
    'server.ts',
    `import { createServer } from 'stitchkit/server';
${SETTERS}
import { services } from './services';
export const server = createServer({
  services,
  hooks: { beforeHandle: (ctx) => setRequestUser(ctx.user.id) },
});
`,
    OLD,
  ),
  clean(
    'a wrapper of fetch',
    'server.ts',
    `import { setRequestDimensions, wrapInRequestContext } from 'stitchkit/observability';
export const fetch = wrapInRequestContext(async (request) => {
  setRequestDimensions({ host: new URL(request.url).host });
  return new Response('ok');
});
`,
    OLD,
  ),
  clean(
    'a handler of unknown exposure, when these are ignored',
    'kilns.ts',
    `import { implement } from 'stitchkit/server';
${SETTERS}
import { kilns } from './contract';
export const kilnService = implement(kilns, {
  fire: async ({ input }) => setRequestDimensions({ kiln: input.kilnId }),
});
`,
    { ...OLD, settings: { unknownExposure: 'ignore' } },
  ),
  clean(
    'a function that nobody calls',
    'stamp.ts',
    `${SETTERS}
export function stamp(kiln: string) {
  setRequestDimensions({ kiln });
}
`,
    OLD,
  ),
  clean(
    'an Express handler',
    'app.js',
    `import express from 'express';
${SETTERS}
const app = express();
app.get('/', (req, res) => {
  setRequestUser(req.user.id);
  res.end();
});
`,
    OLD,
  ),
  clean(
    'a page beside a setter',
    'page.tsx',
    `${SETTERS}
export function Page({ id }: { id: string }) {
  setRequestDimensions({ id });
  return <b>{id}</b>;
}
`,
    OLD,
  ),
  clean(
    'auth of an MCP handler runs in the request',
    'mcp.ts',
    `import { createMcpHandler } from 'stitchkit/tools';
${SETTERS}
import { services, userOf } from './surface';
export const mcp = createMcpHandler({
  services,
  auth: async (request) => {
    const user = await userOf(request);
    setRequestUser(user.id);
    return user;
  },
});
`,
    OLD,
  ),
  clean(
    'a filter of an extension runs at mount time',
    'mount.ts',
    mount(
      'extend: { schema: {}, filter: (service) => { setRequestDimensions({ service: service.name }); return true; }, resolve: () => ({}) }',
    ),
    OLD,
  ),
];

const elsewhere: readonly RuleCase[] = [
  clean(
    'a native tool has a rule of its own',
    'mcp.ts',
    `import { mountWait } from 'stitchkit/tools';
${SETTERS}
export const attach = (server) =>
  mountWait(server, { description: 'x', inputSchema: {}, poll: async () => setRequestDimensions({ a: 'b' }), done: () => true });
`,
    OLD,
  ),
  clean(
    'a raw tool has a rule of its own',
    'mcp.ts',
    rawTool({ imports: SETTERS, body: 'setRequestDimensions({ loomId });' }),
    OLD,
  ),
  clean(
    'a hand-written tool has a rule of its own',
    'sheep.ts',
    sdkTool({ imports: SETTERS, body: 'setRequestDimensions({ pen });' }),
    OLD,
  ),
  clean(
    'the same name of another package',
    'kilns.ts',
    contractHandler({ imports: `import { setRequestDimensions } from './telemetry';`, body: WRITE }),
    OLD,
  ),
  clean(
    'a name that hides the setter',
    'kilns.ts',
    contractHandler({
      imports: SETTERS,
      body: 'const stamp = (setRequestDimensions: (o: object) => void) => setRequestDimensions({ kiln: input.kilnId });\n    stamp(() => {});',
    }),
    OLD,
  ),
  clean(
    'a fork made by hand around the write',
    'kilns.ts',
    contractHandler({
      imports: `import { getRequestContext, runWithRequestContext, setRequestDimensions } from 'stitchkit/observability';`,
      body: `const parent = getRequestContext()!;
    await runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, async () => {
      setRequestDimensions({ kiln: input.kilnId });
    });`,
    }),
    OLD,
  ),
  clean(
    'a root of its own',
    'kilns.ts',
    contractHandler({
      imports: `import { createTraceContext, runWithRequestContext, setRequestDimensions } from 'stitchkit/observability';`,
      body: `const own = { trace: createTraceContext(), source: 'job', startedAt: 0n };
    await runWithRequestContext(own, async () => setRequestDimensions({ kiln: input.kilnId }));`,
    }),
    OLD,
  ),
  clean(
    'a copy of the dimensions',
    'kilns.ts',
    contractHandler({
      body: 'const mine = { ...getRequestContext()?.dimensions };\n    mine.kiln = input.kilnId;\n    note(mine);',
    }),
    OLD,
  ),
  clean(
    'reads only',
    'kilns.ts',
    contractHandler({ body: 'note(getRequestContext()?.userId, getRequestContext()?.dimensions?.kiln);' }),
    OLD,
  ),
  clean(
    'the context of the handler is another object',
    'kilns.ts',
    contractHandler({ body: '' }).replace(
      'async ({ input }) => {',
      'async (ctx) => {\n    const { input } = ctx;\n    ctx.userId = input.kilnId;',
    ),
    OLD,
  ),
  clean(
    'mentions in comments and strings',
    'kilns.ts',
    contractHandler({ imports: '', body: `// setRequestDimensions({ kiln })\n    note('setRequestUser(1)');` }),
    OLD,
  ),
  clean(
    'a reference without a call',
    'kilns.ts',
    contractHandler({ imports: SETTERS, body: 'note(typeof setRequestDimensions);' }),
    OLD,
  ),
  clean(
    'declarations only',
    'kilns.d.ts',
    `import type { setRequestDimensions } from 'stitchkit/observability';
import type { ToolLifecycle } from 'stitchkit/tools';
export declare const stamp: typeof setRequestDimensions;
export declare const lifecycle: ToolLifecycle;
`,
    OLD,
  ),
];

const whereThereIsNoContext: readonly RuleCase[] = [
  clean(
    'a handler in a wrapper that forks, and runs it as it is where there is no context',
    'kilns.ts',
    `import { getRequestContext, runWithRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { contract } from './contract';
const perCall = <A, R>(handler: (args: A) => Promise<R>) => async (args: A) => {
  const enclosing = getRequestContext();
  if (!enclosing) return handler(args);
  return runWithRequestContext({ ...enclosing, dimensions: { ...enclosing.dimensions }, error: undefined }, () => handler(args));
};
export const kilns = implement(contract, {
  fire: perCall(async ({ input }) => setRequestDimensions({ kiln: input.kilnId })),
});
`,
    OLD,
  ),
];

export const innocent: readonly RuleCase[] = [...whereThereIsNoContext, ...forked, ...noTools, ...elsewhere];
