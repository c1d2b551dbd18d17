import { clean, type RuleCase } from '../../rule-case.js';
import { contractHandler, rawTool, runtimeTool, sdkTool } from '../../templates/scopes.js';

const SETTERS = `import { setRequestError, setRequestUser } from 'stitchkit/observability';`;
const OLD = { version: '0.35.0' };
const FAIL = `setRequestError({ code: 'COLD' });`;

function mount(options: string, imports = SETTERS, top = ''): string {
  return `import { mountAgent } from 'stitchkit/tools';
${imports}
import { kilnService } from './kilns';
${top}
export const openTools = (session: { userId: string }) => mountAgent(kilnService, { ${options} });
`;
}

const servesHttp: readonly RuleCase[] = [
  clean(
    'other fields written directly, and fields of other records',
    'tides.ts',
    `import { defineRuntimeTool } from 'stitchkit/tools';
import { getRequestContext } from 'stitchkit/observability';
export const t = defineRuntimeTool({
  name: 't',
  handler: async (input, context) => {
    const current = getRequestContext()!;
    current.dimensions = { ...current.dimensions, tide: 'ebb' };
    current.constructor = Object;
    const row = { ...current };
    row.userId = 'ada';
    context.userId = 'ada';
    return row;
  },
});
`,
  ),
  clean('an HTTP handler', 'kilns.ts', contractHandler({ imports: SETTERS, expose: `['HTTP']`, body: FAIL })),
  clean(
    'a handler for HTTP and tools',
    'kilns.ts',
    contractHandler({ imports: SETTERS, expose: `['HTTP', 'MCP', 'AGENT']`, body: FAIL }),
  ),
  clean(
    'a handler without expose serves HTTP',
    'kilns.ts',
    contractHandler({ imports: SETTERS, expose: '', body: 'setRequestUser(input.kilnId);' }),
  ),
  clean(
    'a handler of an imported contract may serve HTTP',
    'kilns.ts',
    `import { implement } from 'stitchkit/server';
${SETTERS}
import { kilns } from './contract';
export const kilnService = implement(kilns, { fire: async () => setRequestError({ code: 'COLD' }) });
`,
  ),
  clean(
    'exposure that cannot be seen',
    'kilns.ts',
    contractHandler({ imports: `${SETTERS}\nimport { surfaces } from './surfaces';`, expose: 'surfaces', body: FAIL }),
  ),
  clean(
    'exposure with an unseen part',
    'kilns.ts',
    contractHandler({
      imports: `${SETTERS}\nimport { more } from './surfaces';`,
      expose: `['MCP', ...more]`,
      body: FAIL,
    }),
  ),
  clean(
    'an explicit factory serves HTTP only',
    'kilns.ts',
    `import { createContractFactory } from 'stitchkit/contract';
${SETTERS}
import { implement } from 'stitchkit/server';
const define = createContractFactory({ toolExposure: 'explicit' });
const kilns = define({ prefix: 'kilns' }, { fire: { method: 'POST', path: '/', desc: 'x' } });
export const kilnService = implement(kilns, { fire: async () => setRequestError({ code: 'COLD' }) });
`,
  ),
  clean(
    'a lifecycle shared with a server',
    'mount.ts',
    `import { createServer } from 'stitchkit/server';
import { mountAgent } from 'stitchkit/tools';
${SETTERS}
import { kilnService } from './kilns';
const lifecycle = {
  beforeHandle: (ctx) => {
    setRequestUser(ctx.userId);
  },
};
export const server = createServer({ services: [kilnService], hooks: lifecycle });
export const openTools = () => mountAgent(kilnService, { lifecycle });
`,
  ),
  clean(
    'a function shared with a server',
    'mount.ts',
    `import { createServer } from 'stitchkit/server';
import { mountAgent } from 'stitchkit/tools';
${SETTERS}
import { kilnService } from './kilns';
const identify = (ctx) => setRequestUser(ctx.userId);
export const server = createServer({ services: [kilnService], hooks: { beforeHandle: identify } });
export const openTools = () => mountAgent(kilnService, { lifecycle: { beforeHandle: identify } });
`,
  ),
  clean(
    'a typed lifecycle shared with a server',
    'mount.ts',
    `import { createServer } from 'stitchkit/server';
import { mountAgent, type ToolLifecycle } from 'stitchkit/tools';
${SETTERS}
import { kilnService } from './kilns';
const lifecycle: ToolLifecycle = { beforeHandle: (ctx) => setRequestUser(String(ctx.userId)) };
export const server = createServer({ services: [kilnService], hooks: { beforeHandle: lifecycle.beforeHandle } });
export const openTools = () => mountAgent(kilnService, { lifecycle });
`,
  ),
  clean(
    'a lifecycle spread into a server',
    'mount.ts',
    `import { createServer } from 'stitchkit/server';
import { mountMcp } from 'stitchkit/tools';
${SETTERS}
import { kilnService } from './kilns';
const lifecycle = { beforeHandle: (ctx) => setRequestUser(ctx.userId) };
export const app = createServer({ services: [kilnService], hooks: { ...lifecycle, onError: () => undefined } });
export const attach = (server) => mountMcp(server, [kilnService], { lifecycle });
`,
  ),
  clean(
    'a handler of the fetch API',
    'server.js',
    `import { createHandler } from 'stitchkit/server';
import { mountAgent } from 'stitchkit/tools';
${SETTERS}
import { kilnService } from './kilns.js';
const lifecycle = { beforeHandle: (ctx) => setRequestUser(ctx.userId) };
export const handler = createHandler({ services: [kilnService], hooks: lifecycle });
export const openTools = () => mountAgent(kilnService, { lifecycle });
`,
  ),
  clean(
    'one helper of a tool and an HTTP handler',
    'kilns.ts',
    `import { defineContract } from 'stitchkit/contract';
${SETTERS}
import { implement } from 'stitchkit/server';
const kilns = defineContract({ prefix: 'kilns' }, {
  fire: { method: 'POST', path: '/fire', desc: 'x', expose: ['HTTP', 'MCP'] },
});
const fail = (code: string) => setRequestError({ code });
export const kilnService = implement(kilns, { fire: async () => fail('COLD') });
`,
  ),
  clean(
    'hooks of a server',
    'server.ts',
    `import { createServer } from 'stitchkit/server';
${SETTERS}
import { services } from './services';
export const server = createServer({ services, hooks: { beforeHandle: (ctx) => setRequestUser(ctx.userId) } });
`,
  ),
  clean(
    'authorize of a server',
    'server.ts',
    `import { createServer } from 'stitchkit/server';
${SETTERS}
import { services } from './services';
export const server = createServer({ services, hooks: { authorize: (ctx) => setRequestUser(ctx.userId) } });
`,
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
  ),
];

const carried: readonly RuleCase[] = [
  clean(
    'dimensions of a lifecycle',
    'mount.ts',
    `import { setRequestDimensions } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export const openTools = () =>
  mountAgent(kilnService, { lifecycle: { beforeHandle: (ctx) => setRequestDimensions({ kiln: ctx.kiln }) } });
`,
  ),
  clean(
    'dimensions of a runtime tool',
    'tides.ts',
    runtimeTool({
      imports: `import { setRequestDimensions } from 'stitchkit/observability';`,
      body: 'setRequestDimensions({ harbour });',
    }),
  ),
  clean(
    'identity in the context of the mount',
    'mount.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export const openTools = (session: { userId: string }) =>
  mountAgent(kilnService, { context: { userId: session.userId } });
`,
  ),
  clean(
    'an error that is thrown',
    'tides.ts',
    runtimeTool({ imports: '', body: `if (!harbour) throw new Error('no harbour');` }),
  ),
  clean('a lifecycle before 0.36', 'mount.ts', mount('lifecycle: { beforeHandle: () => setRequestUser("a") }'), OLD),
  clean('a handler before 0.36', 'kilns.ts', contractHandler({ imports: SETTERS, body: FAIL }), OLD),
  clean(
    'onToolError before 0.36',
    'mount.ts',
    mount('hooks: { onToolError: (toolName, error) => setRequestError({ message: String(error) }) }'),
    { version: '0.34.0' },
  ),
  clean(
    'resolve in 0.36.0 writes on the request',
    'mount.ts',
    mount('extend: { schema: {}, resolve: ({ user }) => { setRequestUser(user); return {}; } }'),
    { version: '0.36.0' },
  ),
  clean(
    'a unit of work writes a row of its own',
    'tides.ts',
    runtimeTool({
      imports: `import { runUnitOfWork, setRequestError } from 'stitchkit/observability';`,
      body: `await runUnitOfWork({ name: 'tide' }, async () => setRequestError({ code: 'EBB' }));`,
    }),
  ),
  clean('a read of the user', 'tides.ts', runtimeTool({ body: 'note(getRequestContext()?.userId);' })),
];

const elsewhere: readonly RuleCase[] = [
  clean(
    'a native tool has a rule of its own',
    'mcp.ts',
    `import { mountWait } from 'stitchkit/tools';
${SETTERS}
export const attach = (server) =>
  mountWait(server, { description: 'x', inputSchema: {}, poll: async () => setRequestUser('a'), done: () => true });
`,
  ),
  clean('a raw tool has a rule of its own', 'mcp.ts', rawTool({ imports: SETTERS, body: 'setRequestUser(loomId);' })),
  clean(
    'a hand-written tool has a rule of its own',
    'sheep.ts',
    sdkTool({ imports: SETTERS, body: 'setRequestUser(pen);' }),
  ),
  clean(
    'the same name of another package',
    'tides.ts',
    runtimeTool({ imports: `import { setRequestUser } from './session';`, body: 'setRequestUser(harbour);' }),
  ),
  clean(
    'a name that hides the setter',
    'tides.ts',
    runtimeTool({
      imports: SETTERS,
      body: 'const as = (setRequestUser: (id: string) => void) => setRequestUser(harbour);\n    as(note);',
    }),
  ),
  clean(
    'a loop of the project',
    'loop.ts',
    `import { generateText } from 'ai';
${SETTERS}
import { model } from './model';
export async function answer(prompt: string, user: string) {
  setRequestUser(user);
  const { text } = await generateText({ model, prompt });
  if (text === '') setRequestError({ code: 'EMPTY' });
  return text;
}
`,
  ),
  clean(
    'a wrapper of fetch in CommonJS',
    'server.cjs',
    `const { setRequestUser, wrapInRequestContext } = require('stitchkit/observability');
exports.fetch = wrapInRequestContext(async (request) => {
  setRequestUser(request.headers.get('x-user'));
  return new Response('ok');
});
`,
  ),
  clean(
    'a component',
    'page.tsx',
    `${SETTERS}
export function Page({ user }: { user: string }) {
  setRequestUser(user);
  return <b>{user}</b>;
}
`,
  ),
  clean(
    'a function that nobody calls',
    'identify.ts',
    `${SETTERS}
export const identify = (id: string) => setRequestUser(id);
`,
  ),
  clean(
    'mentions in comments and strings',
    'tides.ts',
    runtimeTool({ imports: '', body: `// setRequestUser(id)\n    note('setRequestError({})');` }),
  ),
];

export const innocent: readonly RuleCase[] = [...servesHttp, ...carried, ...elsewhere];
