import { clean, type RuleCase } from '../../rule-case.js';
import { contractHandler, runtimeTool, sdkTool } from '../../templates/scopes.js';
import { CONTEXT, OBSERVABILITY, SETTERS, WRITE } from './imports.js';

export const managed: readonly RuleCase[] = [
  clean(
    'a contract handler',
    'kilns.ts',
    contractHandler({ imports: SETTERS, body: 'setRequestDimensions({ kiln: input.kilnId });' }),
  ),
  clean(
    'a contract handler through a helper',
    'kilns.ts',
    contractHandler({
      imports: SETTERS,
      top: 'const stamp = (kiln: string) => setRequestDimensions({ kiln });',
      body: 'stamp(input.kilnId);',
    }),
  ),
  clean(
    'an HTTP handler',
    'kilns.ts',
    contractHandler({ imports: SETTERS, expose: `['HTTP']`, body: 'setRequestDimensions({ kiln: input.kilnId });' }),
  ),
  clean('a runtime tool', 'tides.ts', runtimeTool({ imports: SETTERS, body: 'setRequestDimensions({ harbour });' })),
  clean(
    'a runtime tool writes a field',
    'tides.ts',
    runtimeTool({ imports: CONTEXT, body: 'getRequestContext()!.dimensions = { harbour };' }),
  ),
  clean(
    'a managed wait tool',
    'tides.ts',
    `import { defineWaitTool } from 'stitchkit/tools';\n${SETTERS}\nexport const t = defineWaitTool({ description: 'x', identity: { serviceName: 't', action: 'w' }, input: {}, state: {}, poll: async () => ${WRITE}, done: () => true });\n`,
  ),
  clean(
    'managed file tools',
    'tides.ts',
    `import { defineDownloadTool, defineUploadTool } from 'stitchkit/tools';\n${SETTERS}\nexport const d = defineDownloadTool({ description: 'x', input: {}, resolveUrl: () => ${WRITE} });\nexport const u = defineUploadTool({ description: 'x', output: {}, upload: async () => ${WRITE} });\n`,
  ),
  clean(
    'a tool made by a factory',
    'tides.ts',
    `import { createRuntimeToolFactory } from 'stitchkit/tools';\n${SETTERS}\nconst factory = createRuntimeToolFactory({ serviceName: 'tides' });\nexport const t = factory.define({ name: 't', action: 't', handler: async () => ${WRITE} });\n`,
  ),
  clean(
    'registerTool of the registrar',
    'mcp.ts',
    `import { createMcpHandler } from 'stitchkit/tools';\n${SETTERS}\nimport { services } from './surface';\nexport const mcp = createMcpHandler({ services, nativeTools: ({ registerTool }) => registerTool({ name: 'loom', handler: async () => ${WRITE} }) });\n`,
    { version: '0.40.0' },
  ),
  clean(
    'lifecycle of a mount',
    'mount.ts',
    `import { mountAgent } from 'stitchkit/tools';\n${SETTERS}\nimport { services } from './surface';\nexport const tools = mountAgent(services, { lifecycle: { beforeHandle: () => ${WRITE} } });\n`,
  ),
  clean(
    'hooks of a mount',
    'mount.ts',
    `import { mountAgent } from 'stitchkit/tools';\n${SETTERS}\nimport { services } from './surface';\nexport const tools = mountAgent(services, { hooks: { beforeToolCall: () => ${WRITE} } });\n`,
  ),
  clean(
    'resolve of an extension',
    'mount.ts',
    `import { mountAgent } from 'stitchkit/tools';\n${SETTERS}\nimport { services } from './surface';\nexport const tools = mountAgent(services, { extend: { schema: {}, resolve: () => { ${WRITE}; return {}; } } });\n`,
  ),
  clean(
    'a projector in a lifecycle',
    'mount.ts',
    `import { createDimensionsProjector } from '${OBSERVABILITY}';\nimport { mountAgent } from 'stitchkit/tools';\nimport { services } from './surface';\nconst project = createDimensionsProjector({ request: () => ({ a: 'b' }) });\nexport const tools = mountAgent(services, { lifecycle: { beforeHandle: (ctx) => project.request(ctx) } });\n`,
  ),
  clean(
    'a projector that is only made',
    'sheep.ts',
    sdkTool({
      imports: `import { createDimensionsProjector } from '${OBSERVABILITY}';`,
      top: 'export const project = createDimensionsProjector({ request: () => ({ a: "b" }) });',
      body: 'note(pen);',
    }),
  ),
];
