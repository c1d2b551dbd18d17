import { hit, type RuleCase } from '../../rule-case.js';
import { contractHandler, runtimeTool } from '../../templates/scopes.js';

const SETTERS = `import { setRequestError, setRequestUser } from 'stitchkit/observability';`;

/** A mount of an imported service; `options` is the text of its options. */
function mount(options: string, imports = SETTERS, top = ''): string {
  return `import { mountAgent } from 'stitchkit/tools';
${imports}
import { kilnService } from './kilns';
${top}
export const openTools = (session: { userId: string }) => mountAgent(kilnService, { ${options} });
`;
}

const lifecycles: readonly RuleCase[] = [
  hit(
    'a user in beforeHandle of a mount',
    'mount.ts',
    mount('lifecycle: { beforeHandle: () => §setRequestUser(session.userId) }'),
    { says: [/beforeHandle|lifecycle/] },
  ),
  hit(
    'a user in a method',
    'mount.ts',
    mount('lifecycle: { beforeHandle(ctx) {\n  if (ctx.user) §setRequestUser(ctx.user.id);\n} }'),
  ),
  hit(
    'an error in afterHandle',
    'mount.ts',
    mount(
      `lifecycle: { afterHandle: async (ctx, result) => {\n  if (!result) §setRequestError({ code: 'EMPTY' });\n} }`,
    ),
  ),
  hit(
    'a lifecycle in a constant',
    'mount.ts',
    mount(
      'lifecycle',
      SETTERS,
      'const lifecycle = {\n  beforeHandle: (ctx) => {\n    §setRequestUser(ctx.userId);\n  },\n};',
    ),
  ),
  hit(
    'a lifecycle of a function',
    'mount.ts',
    mount(
      'lifecycle: { beforeHandle: identify }',
      SETTERS,
      'function identify(ctx) {\n  §setRequestUser(ctx.userId);\n}',
    ),
  ),
  hit(
    'an object typed as a lifecycle',
    'lifecycle.ts',
    `import type { ToolLifecycle } from 'stitchkit/tools';
${SETTERS}
export const lifecycle: ToolLifecycle = {
  beforeHandle: (ctx) => {
    §setRequestUser(String(ctx.userId));
  },
};
`,
  ),
  hit(
    'an object that satisfies a lifecycle',
    'lifecycle.ts',
    `import type { ToolLifecycle } from 'stitchkit/tools';
${SETTERS}
export const lifecycle = {
  beforeHandle: (ctx) => §setRequestUser(String(ctx.userId)),
} satisfies ToolLifecycle;
`,
  ),
  hit(
    'a lifecycle of an MCP handler',
    'mcp.ts',
    `import { createMcpHandler } from 'stitchkit/tools';
${SETTERS}
import { auth, services } from './surface';
export const mcp = createMcpHandler({
  services,
  auth,
  lifecycle: { beforeHandle: (ctx) => §setRequestUser(ctx.userId) },
});
`,
  ),
  hit(
    'a lifecycle of a stdio server',
    'stdio.ts',
    `import { createStdioMcpServer } from 'stitchkit/tools';
${SETTERS}
import { services } from './surface';
await createStdioMcpServer({
  services,
  lifecycle: { beforeHandle: (ctx) => §setRequestUser(ctx.userId) },
});
`,
  ),
  hit(
    'a lifecycle of a server built by hand',
    'mcp.js',
    `import { buildMcpServer } from 'stitchkit/tools';
${SETTERS}
import { services } from './surface.js';
export const open = (auth) =>
  buildMcpServer({ services, lifecycle: { beforeHandle: () => §setRequestUser(auth.userId) } }, auth);
`,
  ),
  hit(
    'a lifecycle of a mount on a server',
    'mcp.ts',
    `import { mountMcp } from 'stitchkit/tools';
${SETTERS}
import { services } from './surface';
export const attach = (server, user: string) =>
  mountMcp(server, services, { lifecycle: { beforeHandle: () => §setRequestUser(user) } });
`,
  ),
  hit(
    'a lifecycle of one call of an invoker',
    'invoke.ts',
    `import { createToolInvoker } from 'stitchkit/tools';
${SETTERS}
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export const run = (name: string, user: string) =>
  invoker.invoke(name, {}, { lifecycle: { beforeHandle: () => §setRequestUser(user) } });
`,
  ),
  hit(
    'a lifecycle of a toolkit',
    'mount.ts',
    `import { createToolkit } from 'stitchkit/tools';
${SETTERS}
import { kilnService } from './kilns';
const { mountAgent } = createToolkit<{ userId: string }>();
export const openTools = () =>
  mountAgent(kilnService, { lifecycle: { beforeHandle: (ctx) => §setRequestUser(ctx.userId) } });
`,
  ),
];

const hooks: readonly RuleCase[] = [
  hit(
    'an error in onToolError',
    'mount.ts',
    mount(`hooks: { onToolError: ({ error }) => §setRequestError({ code: 'TOOL', message: String(error) }) }`),
    { says: [/result/] },
  ),
  hit(
    'an error in onToolError, positional',
    'mount.ts',
    mount('hooks: { onToolError: (toolName, error) => §setRequestError({ message: String(error) }) }'),
    { version: '0.36.1' },
  ),
  hit(
    'an error in afterToolCall',
    'mount.ts',
    mount(
      'hooks: { afterToolCall: async ({ result }) => {\n  if (!result.ok) §setRequestError({ code: result.code });\n} }',
    ),
  ),
  hit(
    'a user in beforeToolCall',
    'mount.ts',
    mount('hooks: { beforeToolCall: () => §setRequestUser(session.userId) }'),
  ),
  hit(
    'hooks typed as such',
    'hooks.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
${SETTERS}
export const hooks: ToolCallHooks = {
  onToolError: ({ error }) => {
    §setRequestError({ message: String(error) });
  },
};
`,
  ),
  hit(
    'hooks that a function returns',
    'hooks.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
${SETTERS}
export function errorHooks(): ToolCallHooks {
  return {
    onToolError: ({ error }) => {
      §setRequestError({ message: String(error) });
    },
  };
}
`,
  ),
  hit(
    'hooks in CommonJS',
    'mount.cjs',
    `'use strict'
const { mountAgent } = require('stitchkit/tools')
const { setRequestError } = require('stitchkit/observability')
const { kilnService } = require('./kilns')
exports.openTools = () =>
  mountAgent(kilnService, {
    hooks: {
      onToolError({ error }) {
        §setRequestError({ message: error.message })
      },
    },
  })
`,
  ),
  hit(
    'a user in resolve of an extension',
    'mount.ts',
    mount('extend: { schema: {}, resolve: ({ user }) => { §setRequestUser(user); return {}; } }'),
  ),
];

const tools: readonly RuleCase[] = [
  hit('a user in a runtime tool', 'tides.ts', runtimeTool({ imports: SETTERS, body: '§setRequestUser(harbour);' })),
  hit(
    'an error in a runtime tool',
    'tides.ts',
    runtimeTool({ imports: SETTERS, body: `if (!harbour) §setRequestError({ code: 'NO_HARBOUR' });` }),
  ),
  hit(
    'an error in a tool of a factory',
    'tides.ts',
    `import { createRuntimeToolFactory } from 'stitchkit/tools';
${SETTERS}
const tides = createRuntimeToolFactory({ serviceName: 'tides' });
export const t = tides.define({ name: 't', action: 't', handler: async () => {
  §setRequestError({ code: 'EBB' });
} });
`,
  ),
  hit(
    'an error in poll of a managed wait tool',
    'tides.ts',
    `import { defineWaitTool } from 'stitchkit/tools';
${SETTERS}
export const t = defineWaitTool({
  description: 'x',
  identity: { serviceName: 't', action: 'w' },
  poll: async () => §setRequestError({ code: 'EBB' }),
  done: () => true,
});
`,
  ),
  hit(
    'a handler for MCP and agents only',
    'kilns.ts',
    contractHandler({ imports: SETTERS, body: '§setRequestUser(input.kilnId);' }),
  ),
  hit(
    'a handler for agents only',
    'kilns.ts',
    contractHandler({ imports: SETTERS, expose: `['AGENT']`, body: `§setRequestError({ code: 'COLD' });` }),
  ),
  hit(
    'a handler for MCP only, in 0.36.0',
    'kilns.ts',
    contractHandler({ imports: SETTERS, expose: `['MCP']`, body: `§setRequestError({ code: 'COLD' });` }),
    { version: '0.36.0' },
  ),
  hit(
    'exposure in a constant',
    'kilns.ts',
    contractHandler({
      imports: `${SETTERS}\nconst TOOLS = ['MCP', 'AGENT'] as const;`,
      expose: 'TOOLS',
      body: `§setRequestError({ code: 'COLD' });`,
    }),
  ),
  hit(
    'a write through a helper',
    'kilns.ts',
    contractHandler({
      imports: SETTERS,
      top: `const fail = (code: string) => {\n  §setRequestError({ code });\n};`,
      body: `if (!input.kilnId) fail('COLD');`,
    }),
  ),
  hit(
    'a write under another name',
    'kilns.ts',
    contractHandler({
      imports: `import { setRequestUser as identify } from 'stitchkit/observability';`,
      body: '§identify(input.kilnId);',
    }),
  ),
  hit(
    'a write through a namespace',
    'kilns.ts',
    contractHandler({
      imports: `import * as o from 'stitchkit/observability';`,
      body: '§o.setRequestUser(input.kilnId);',
    }),
  ),
  hit(
    'a handler in CommonJS',
    'kilns.cjs',
    `const { defineContract } = require('stitchkit/contract');
const observability = require('stitchkit/observability');
const { implement } = require('stitchkit/server');
const kilns = defineContract({ prefix: 'kilns' }, { fire: { method: 'POST', path: '/', desc: 'x', expose: ['MCP'] } });
module.exports = implement(kilns, {
  async fire({ input }) {
    §observability.setRequestUser(input.user);
  },
});
`,
  ),
  hit(
    'a hook of a call that is made in a wrapped request',
    'panel.ts',
    `import { createToolInvoker } from 'stitchkit/tools';
import { wrapInRequestContext } from 'stitchkit/observability';
import { services } from './services';
${SETTERS}
const invoker = createToolInvoker(services, { transport: 'MCP' });
export const panel = wrapInRequestContext(async () => {
  setRequestUser('ada');
  return invoker.invoke('tide', {}, { hooks: { onToolError: () => §setRequestError({ code: 'EBB' }) } });
});
`,
  ),
  hit(
    'fields written directly',
    'tides.ts',
    `import { defineRuntimeTool, type ToolLifecycle } from 'stitchkit/tools';
import { getRequestContext } from 'stitchkit/observability';
export const lifecycle: ToolLifecycle = {
  beforeHandle: (ctx) => {
    const current = getRequestContext();
    if (current) §current.userId = String(ctx.userId);
  },
};
export const t = defineRuntimeTool({
  name: 't',
  handler: async () => {
    §getRequestContext()!.error = { code: 'EBB' };
  },
});
`,
  ),
  hit(
    'a tool beside a component',
    'tides.tsx',
    `import { defineRuntimeTool } from 'stitchkit/tools';
${SETTERS}
export const Tide = ({ at }: { at: string }) => <time>{at}</time>;
export const t = defineRuntimeTool({
  name: 't',
  handler: async () => {
    §setRequestUser('ada');
    return <Tide at="now" />;
  },
});
`,
  ),
  hit(
    'a method of a class',
    'kilns.ts',
    contractHandler({
      imports: SETTERS,
      top: `class Guard {\n  deny(code: string) {\n    §setRequestError({ code });\n  }\n}\nconst guard = new Guard();`,
      body: `guard.deny('COLD');`,
    }),
  ),
];

export const ineffective: readonly RuleCase[] = [...lifecycles, ...hooks, ...tools];
