import { clean, hit, type RuleCase } from '../../rule-case.js';
import { CONTEXT_IMPORT } from '../../templates/scopes.js';

/** The callbacks in the options of a mount. */
export function mounts(read: string): RuleCase[] {
  const body = `note(§${read})`;
  const right = `note(${read})`;
  const head = (names: string): string =>
    `${CONTEXT_IMPORT}\nimport { ${names} } from 'stitchkit/tools';\nimport { services } from './surface';\nimport { note } from './notes';\n`;
  return [
    hit(
      'mount: beforeHandle of a lifecycle',
      'mount.ts',
      `${head('mountAgent')}export const tools = mountAgent(services, { lifecycle: { beforeHandle: () => ${body} } });\n`,
    ),
    hit(
      'mount: afterHandle of a lifecycle',
      'mount.ts',
      `${head('mountAgent')}export const tools = mountAgent(services, { lifecycle: { async afterHandle() { ${body}; } } });\n`,
    ),
    hit(
      'mount: lifecycle of an MCP handler',
      'mount.ts',
      `${head('createMcpHandler')}export const mcp = createMcpHandler({ services, lifecycle: { beforeHandle: () => ${body} } });\n`,
    ),
    hit(
      'mount: lifecycle on an own server',
      'mount.ts',
      `${head('mountMcp, type McpServer')}export const add = (server: McpServer) => mountMcp(server, services, { lifecycle: { beforeHandle: () => ${body} } });\n`,
    ),
    hit(
      'mount: lifecycle in a constant',
      'mount.js',
      `${head('mountAgent')}const lifecycle = { beforeHandle: () => ${body} };\nexport const tools = mountAgent(services, { lifecycle });\n`,
    ),
    hit(
      'mount: lifecycle of a stdio server',
      'mount.ts',
      `${head('createStdioMcpServer')}export const s = createStdioMcpServer({ services, lifecycle: { beforeHandle: () => ${body} } });\n`,
    ),
    hit(
      'mount: lifecycle through buildMcpServer',
      'mount.ts',
      `${head('buildMcpServer')}export const s = buildMcpServer({ services, lifecycle: { beforeHandle: () => ${body} } });\n`,
    ),
    hit(
      'mount: lifecycle given to a call of the invoker',
      'mount.ts',
      `${head('createToolInvoker')}const invoker = createToolInvoker(services, { transport: 'AGENT' });\nexport const run = (name: string) => invoker.invoke(name, {}, { lifecycle: { beforeHandle: () => ${body} } });\n`,
    ),
    hit(
      'mount: composed lifecycle',
      'mount.ts',
      `${head('composeToolLifecycle, mountAgent')}export const tools = mountAgent(services, { lifecycle: composeToolLifecycle({ beforeHandle: () => ${body} }) });\n`,
    ),
    hit(
      'mount: a member of a toolkit',
      'mount.ts',
      `${head('createToolkit')}const kit = createToolkit<{ userId: string }>();\nexport const tools = kit.mountAgent(services, { lifecycle: { beforeHandle: () => ${body} } });\n`,
    ),
    hit(
      'mount: taken out of a toolkit',
      'mount.js',
      `${head('createToolkit')}const { createMcpHandler: handler } = createToolkit();\nexport const mcp = handler({ services, lifecycle: { beforeHandle: () => ${body} } });\n`,
    ),
    hit(
      'mount: the tools namespace',
      'mount.js',
      `${CONTEXT_IMPORT}\nimport * as kit from 'stitchkit/tools';\nimport { services } from './surface';\nimport { note } from './notes';\nexport const tools = kit.mountAgent(services, { lifecycle: { beforeHandle: () => ${body} } });\n`,
    ),
    hit(
      'mount: an object typed as lifecycle',
      'lifecycle.ts',
      `${head('type ToolLifecycle')}export const lifecycle: ToolLifecycle = { beforeHandle: () => ${body} };\n`,
    ),
    hit(
      'mount: an object that satisfies lifecycle',
      'lifecycle.ts',
      `${head('type ToolLifecycle')}export const lifecycle = { beforeHandle: () => ${body} } satisfies ToolLifecycle;\n`,
    ),
    hit(
      'mount: an object cast to lifecycle',
      'lifecycle.ts',
      `${head('type ToolLifecycle')}export const lifecycle = { afterHandle: () => ${body} } as ToolLifecycle;\n`,
    ),
    hit(
      'mount: a typed lifecycle returned by a function',
      'lifecycle.ts',
      `${head('type ToolLifecycle')}export function lifecycle(): ToolLifecycle {\n  return { beforeHandle: () => ${body} };\n}\n`,
    ),
    hit(
      'mount: a typed lifecycle that a mount in the file uses, once',
      'lifecycle.ts',
      `${head('mountAgent, type ToolLifecycle')}const lifecycle: ToolLifecycle = { beforeHandle: () => ${body} };\nexport const tools = mountAgent(services, { lifecycle });\n`,
    ),
    hit(
      'mount: a lifecycle given to a mount and to a server',
      'mount.ts',
      `${head('mountAgent')}import { createServer } from 'stitchkit/server';\nconst both = { beforeHandle: () => ${body} };\nexport const tools = mountAgent(services, { lifecycle: both });\nexport const web = createServer({ services, hooks: both });\n`,
    ),
    clean(
      'mount: a lifecycle given to a server only',
      'server.ts',
      `${CONTEXT_IMPORT}\nimport { createServer } from 'stitchkit/server';\nimport { services } from './surface';\nimport { note } from './notes';\nexport const web = createServer({ services, hooks: { beforeHandle: () => ${right} } });\n`,
    ),
    hit(
      'mount: resolve of an extension',
      'mount.ts',
      `${head('mountAgent')}import { z } from 'zod';\nexport const tools = mountAgent(services, { extend: { schema: { tenant: z.string() }, resolve: async () => ${body} } });\n`,
    ),
    hit(
      'mount: an object typed as extension',
      'extend.ts',
      `${head('type ToolExtend')}export const extend: ToolExtend = { schema: {}, resolve: () => ${body} };\n`,
    ),
    hit(
      'mount: resolve given to collectTools is the same extension',
      'extend.ts',
      `${head('type ToolExtend')}export const extend = { schema: {}, resolve: () => ${body} } satisfies ToolExtend<{ tenant: string }>;\n`,
    ),
    clean(
      'mount: filter of an extension runs at mount time',
      'mount.ts',
      `${head('mountAgent')}export const tools = mountAgent(services, { extend: { schema: {}, resolve: () => ({}), filter: () => ${right} } });\n`,
    ),
    clean(
      'mount: context of a mount',
      'mount.ts',
      `${head('createMcpHandler')}export const mcp = createMcpHandler({ services, auth: () => ({ scope: 'public' }), context: () => ({ held: ${right} }) });\n`,
    ),
    clean(
      'mount: auth of a mount',
      'mount.ts',
      `${head('createMcpHandler')}export const mcp = createMcpHandler({ services, auth: () => ({ scope: 'public', held: ${right} }) });\n`,
    ),
    clean(
      'mount: the body of rawTools itself',
      'mount.ts',
      `${head('createMcpHandler')}export const mcp = createMcpHandler({ services, rawTools: () => ${right} });\n`,
    ),
    clean(
      'mount: code that mounts inside a request',
      'mount.ts',
      `${head('mountAgent')}export function open() {\n  ${right};\n  return mountAgent(services, {});\n}\n`,
    ),
    clean(
      'mount: mountAgent of another library',
      'mount.ts',
      `${CONTEXT_IMPORT}\nimport { mountAgent } from '@acme/agents';\nimport { services } from './surface';\nimport { note } from './notes';\nexport const tools = mountAgent(services, { lifecycle: { beforeHandle: () => ${right} } });\n`,
    ),
  ];
}
