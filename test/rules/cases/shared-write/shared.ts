import { hit, type RuleCase } from '../../rule-case.js';
import { contractHandler } from '../../templates/scopes.js';

const SETTERS = `import { setRequestDimensions, setRequestError, setRequestUser } from 'stitchkit/observability';`;
const CONTEXT = `import { getRequestContext } from 'stitchkit/observability';`;
const OLD = { version: '0.35.0' };
const FIRST = { version: '0.36.0' };

/** A mount of an imported service; `options` is the text of its options. */
function mount(options: string, imports = SETTERS, top = ''): string {
  return `import { mountAgent } from 'stitchkit/tools';
${imports}
import { kilnService } from './kilns';
${top}
export const openTools = () => mountAgent(kilnService, { ${options} });
`;
}

const handlers: readonly RuleCase[] = [
  hit(
    'dimensions in a contract handler',
    'kilns.ts',
    contractHandler({ imports: SETTERS, body: '§setRequestDimensions({ kiln: input.kilnId });' }),
    OLD,
  ),
  hit(
    'an error in a contract handler',
    'kilns.ts',
    contractHandler({ imports: SETTERS, body: `if (input.kilnId === '') §setRequestError({ code: 'NO_KILN' });` }),
    OLD,
  ),
  hit(
    'a user in a contract handler',
    'kilns.ts',
    contractHandler({ imports: SETTERS, body: '§setRequestUser(input.kilnId);' }),
    OLD,
  ),
  hit(
    'a handler that serves HTTP too',
    'kilns.ts',
    contractHandler({
      imports: SETTERS,
      expose: `['HTTP', 'MCP']`,
      body: '§setRequestDimensions({ kiln: input.kilnId });',
    }),
    OLD,
  ),
  hit(
    'a handler without expose is a tool by default',
    'kilns.ts',
    contractHandler({ imports: SETTERS, expose: '', body: '§setRequestDimensions({ kiln: input.kilnId });' }),
    { version: '0.34.2' },
  ),
  hit(
    'a handler of an imported contract',
    'kilns.js',
    `import { implement } from 'stitchkit/server';
${SETTERS}
import { kilns } from './contract.js';
export const kilnService = implement(kilns, {
  fire: async ({ input }) => {
    §setRequestDimensions({ kiln: input.kilnId });
    return {};
  },
});
`,
    OLD,
  ),
  hit(
    'a write through a helper',
    'kilns.ts',
    contractHandler({
      imports: SETTERS,
      top: 'function stamp(kiln: string) {\n  §setRequestDimensions({ kiln });\n}',
      body: 'stamp(input.kilnId);',
    }),
    OLD,
  ),
  hit(
    'a write under another name',
    'kilns.ts',
    contractHandler({
      imports: `import { setRequestDimensions as stamp } from 'stitchkit/observability';`,
      body: '§stamp({ kiln: input.kilnId });',
    }),
    OLD,
  ),
  hit(
    'a write through a namespace',
    'kilns.ts',
    contractHandler({
      imports: `import * as observability from 'stitchkit/observability';`,
      body: '§observability.setRequestDimensions({ kiln: input.kilnId });',
    }),
    OLD,
  ),
  hit(
    'a field of the record',
    'kilns.ts',
    contractHandler({
      imports: CONTEXT,
      body: 'const ctx = getRequestContext();\n    if (ctx) §ctx.dimensions = { kiln: input.kilnId };',
    }),
    OLD,
  ),
  hit(
    'a key of the dimensions',
    'kilns.ts',
    contractHandler({
      imports: CONTEXT,
      body: 'const dimensions = getRequestContext()?.dimensions;\n    if (dimensions) §dimensions.kiln = input.kilnId;',
    }),
    OLD,
  ),
  hit(
    'Object.assign onto the record',
    'kilns.ts',
    contractHandler({
      imports: CONTEXT,
      body: '§Object.assign(getRequestContext()!, { userId: input.kilnId });',
    }),
    OLD,
  ),
  hit(
    'CommonJS handlers',
    'kilns.cjs',
    `'use strict';
const { implement } = require('stitchkit/server');
const { setRequestDimensions } = require('stitchkit/observability');
const { kilns } = require('./contract');
exports.kilnService = implement(kilns, {
  fire: async ({ input }) => {
    §setRequestDimensions({ kiln: input.kilnId });
    return {};
  },
});
`,
    OLD,
  ),
  hit(
    'CommonJS through the module object',
    'kilns.cjs',
    `const server = require('stitchkit/server')
const observability = require('stitchkit/observability')
const { kilns } = require('./contract')
module.exports = server.implement(kilns, {
  async fire({ input }) {
    §observability.setRequestDimensions({ kiln: input.kilnId })
    return {}
  },
})
`,
    OLD,
  ),
  hit(
    'an import by require in TypeScript',
    'kilns.cts',
    `import observability = require('stitchkit/observability');
import { implement } from 'stitchkit/server';
import { kilns } from './contract';
export const kilnService = implement(kilns, {
  fire: async ({ input }) => {
    §observability.setRequestDimensions({ kiln: input.kilnId });
    return {};
  },
});
`,
    OLD,
  ),
  hit(
    'a dynamic import in a handler',
    'kilns.mjs',
    `import { implement } from 'stitchkit/server';
import { kilns } from './contract.mjs';
export const kilnService = implement(kilns, {
  fire: async ({ input }) => {
    const { setRequestDimensions } = await import('stitchkit/observability');
    §setRequestDimensions({ kiln: input.kilnId });
    return {};
  },
});
`,
    OLD,
  ),
  hit(
    'a handler of a typed implementation',
    'kilns.ts',
    `import { createImplement } from 'stitchkit/server';
${SETTERS}
import { kilns } from './contract';
const implementAll = createImplement<{ region: string }>();
export const kilnService = implementAll(kilns, {
  fire: async ({ input }) => {
    §setRequestDimensions({ kiln: input.kilnId });
    return {};
  },
});
`,
    OLD,
  ),
  hit(
    'a handler that is a class method',
    'kilns.ts',
    `import { implement } from 'stitchkit/server';
${SETTERS}
import { kilns } from './contract';
class Kilns {
  fire = async ({ input }: { input: { kilnId: string } }) => {
    this.#stamp(input.kilnId);
    return {};
  };
  #stamp(kiln: string) {
    §setRequestDimensions({ kiln });
  }
}
const one = new Kilns();
export const kilnService = implement(kilns, { fire: one.fire });
`,
    OLD,
  ),
  hit(
    'a handler beside a page',
    'kilns.tsx',
    `import { implement } from 'stitchkit/server';
${SETTERS}
import { kilns } from './contract';
export const Page = ({ name }: { name: string }) => <b>{name}</b>;
export const kilnService = implement(kilns, {
  fire: async ({ input }) => {
    §setRequestDimensions({ kiln: input.kilnId });
    return { page: <Page name={input.kilnId} /> };
  },
});
`,
    OLD,
  ),
];

const mounts: readonly RuleCase[] = [
  hit('beforeHandle of a mount', 'mount.ts', mount('lifecycle: { beforeHandle: () => §setRequestUser("a") }'), OLD),
  hit(
    'afterHandle of a mount',
    'mount.ts',
    mount('lifecycle: { afterHandle(ctx, result) { §setRequestDimensions({ size: String(result) }); } }'),
    OLD,
  ),
  hit(
    'a lifecycle that serves HTTP too',
    'mount.ts',
    `import { createServer } from 'stitchkit/server';
import { mountAgent } from 'stitchkit/tools';
${SETTERS}
import { kilnService } from './kilns';
const lifecycle = {
  beforeHandle: (ctx) => {
    §setRequestDimensions({ tenant: ctx.tenant });
  },
};
export const server = createServer({ services: [kilnService], hooks: lifecycle });
export const openTools = () => mountAgent(kilnService, { lifecycle });
`,
    OLD,
  ),
  hit(
    'beforeToolCall, positional',
    'mount.ts',
    mount('hooks: { beforeToolCall: (toolName) => §setRequestDimensions({ toolName }) }'),
    OLD,
  ),
  hit(
    'afterToolCall, positional',
    'mount.ts',
    mount(
      'hooks: { afterToolCall: async (toolName, args, result) => {\n  §setRequestDimensions({ ok: String(result.ok) });\n} }',
    ),
    OLD,
  ),
  hit(
    'onToolError',
    'mount.ts',
    mount('hooks: { onToolError: (toolName, error) => §setRequestError({ message: String(error) }) }'),
    OLD,
  ),
  hit(
    'hooks in a constant',
    'mount.ts',
    mount(
      'hooks',
      SETTERS,
      'const hooks = {\n  beforeToolCall(toolName: string) {\n    §setRequestDimensions({ toolName });\n  },\n};',
    ),
    OLD,
  ),
  hit(
    'an object typed as hooks',
    'hooks.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
${SETTERS}
export const hooks: ToolCallHooks = {
  beforeToolCall: (toolName) => {
    §setRequestDimensions({ toolName });
  },
};
`,
    OLD,
  ),
  hit(
    'an object that satisfies a lifecycle',
    'lifecycle.ts',
    `import type { ToolLifecycle } from 'stitchkit/tools';
${SETTERS}
export const lifecycle = {
  beforeHandle: () => §setRequestUser('ada'),
} satisfies ToolLifecycle;
`,
    OLD,
  ),
  hit(
    'resolve of an extension',
    'mount.ts',
    mount('extend: { schema: {}, resolve: ({ kiln }) => { §setRequestDimensions({ kiln }); return {}; } }'),
    OLD,
  ),
  hit(
    'lifecycle of an MCP handler',
    'mcp.ts',
    `import { createMcpHandler } from 'stitchkit/tools';
${SETTERS}
import { services } from './surface';
export const mcp = createMcpHandler({
  services,
  auth: () => null,
  lifecycle: { beforeHandle: () => §setRequestUser('ada') },
});
`,
    OLD,
  ),
  hit(
    'lifecycle of a mount on a server',
    'mcp.ts',
    `import { mountMcp } from 'stitchkit/tools';
${SETTERS}
import { services } from './surface';
export function attach(server) {
  mountMcp(server, services, { lifecycle: { beforeHandle: () => §setRequestUser('ada') } });
}
`,
    OLD,
  ),
  hit(
    'lifecycle of a mount of a toolkit',
    'mount.ts',
    `import { createToolkit } from 'stitchkit/tools';
${SETTERS}
import { kilnService } from './kilns';
const kit = createToolkit<{ tenant: string }>();
export const openTools = () =>
  kit.mountAgent(kilnService, { lifecycle: { beforeHandle: () => §setRequestUser('ada') } });
`,
    OLD,
  ),
  hit(
    'a projector in a lifecycle',
    'mount.ts',
    `import { createDimensionsProjector } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const project = createDimensionsProjector({ request: () => ({ a: 'b' }) });
export const openTools = () =>
  mountAgent(kilnService, { lifecycle: { beforeHandle: (ctx) => §project.request(ctx) } });
`,
    OLD,
  ),
];

const firstForks: readonly RuleCase[] = [
  hit(
    'resolve in 0.36.0',
    'mount.ts',
    mount('extend: { schema: {}, resolve: ({ kiln }) => { §setRequestDimensions({ kiln }); return {}; } }'),
    { ...FIRST, says: [/0\.36\.1/] },
  ),
  hit(
    'an async resolve in 0.36.0',
    'mount.ts',
    mount(
      'extend: { schema: {}, async resolve({ kiln }) {\n    const found = await load(kiln);\n    §setRequestDimensions({ kiln: found });\n    return { found };\n  } }',
      SETTERS,
      "import { load } from './load';",
    ),
    FIRST,
  ),
  hit(
    'an extension with a type in 0.36.0',
    'extend.ts',
    `import type { ToolExtend } from 'stitchkit/tools';
${SETTERS}
export const extend: ToolExtend<{ kiln: string }> = {
  schema: {},
  resolve: ({ kiln }) => {
    §setRequestDimensions({ kiln: String(kiln) });
    return { kiln: String(kiln) };
  },
};
`,
    FIRST,
  ),
  hit(
    'a field of the record from resolve in 0.36.0',
    'mount.js',
    mount(
      'extend: { schema: {}, resolve: ({ kiln }) => { §getRequestContext().dimensions = { kiln }; return {}; } }',
      CONTEXT,
    ),
    FIRST,
  ),
];

const oddForms: readonly RuleCase[] = [
  hit(
    'two writes are two reports',
    'kilns.ts',
    contractHandler({
      imports: SETTERS,
      body: '§setRequestDimensions({ kiln: input.kilnId });\n    §setRequestUser(input.kilnId);',
    }),
    OLD,
  ),
  hit(
    'windows line ends',
    'kilns.ts',
    contractHandler({ imports: SETTERS, body: '§setRequestDimensions({ kiln: input.kilnId });' }).replaceAll(
      '\n',
      '\r\n',
    ),
    { version: '0.30.0' },
  ),
  hit(
    'a write in a callback',
    'kilns.ts',
    contractHandler({
      imports: SETTERS,
      body: '[input.kilnId].forEach((kiln) => §setRequestDimensions({ kiln }));',
    }),
    OLD,
  ),
  hit(
    'a write after an await in the newest version without a fork',
    'kilns.ts',
    contractHandler({ imports: SETTERS, body: 'await note(1);\n    §setRequestDimensions({ kiln: input.kilnId });' }),
    { version: '0.35.9' },
  ),
  hit(
    'a name of the project for a setter',
    'kilns.ts',
    contractHandler({
      imports: `import { stamp } from '@acme/context';`,
      body: '§stamp({ kiln: input.kilnId });',
    }),
    {
      ...OLD,
      settings: { vocabulary: [{ module: '@acme/context', export: 'stamp', as: 'setRequestDimensions' }] },
    },
  ),
];

export const shared: readonly RuleCase[] = [...handlers, ...mounts, ...firstForks, ...oddForms];
