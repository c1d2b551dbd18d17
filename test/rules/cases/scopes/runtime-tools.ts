import { clean, hit, type RuleCase } from '../../rule-case.js';
import { CONTEXT_IMPORT, runtimeTool } from '../../templates/scopes.js';

/** Tools that are data of a mount. */
export function runtimeTools(read: string): RuleCase[] {
  const body = `note(§${read})`;
  const tools = (names: string): string =>
    `${CONTEXT_IMPORT}\nimport { ${names} } from 'stitchkit/tools';\nimport { z } from 'zod';\nimport { note } from './notes';\n`;
  return [
    hit('runtime tool: handler', 'tides.ts', runtimeTool({ body: `${body};` })),
    hit(
      'runtime tool: made by a factory',
      'tides.ts',
      `${tools('createRuntimeToolFactory')}
const factory = createRuntimeToolFactory({ serviceName: 'tides', context: () => ({}) });
export const table = factory.define({ name: 'tide_table', action: 'table', input: z.object({}), handler: async () => ${body} });
`,
    ),
    hit(
      'runtime tool: define taken out of the factory',
      'tides.js',
      `${tools('createRuntimeToolFactory')}
const { define } = createRuntimeToolFactory({ serviceName: 'tides' });
export const table = define({ name: 'tide_table', action: 'table', input: z.object({}), handler: async () => ${body} });
`,
    ),
    hit(
      'runtime tool: registerTool of the registrar',
      'tides.ts',
      `${tools('createMcpHandler')}import { services } from './surface';
export const mcp = createMcpHandler({
  services,
  nativeTools: ({ registerTool }) => {
    registerTool({ name: 'tide_table', input: z.object({}), handler: async () => ${body} });
  },
});
`,
      { version: '0.40.0' },
    ),
    hit(
      'runtime tool: registerTool as a member of the registrar',
      'tides.js',
      `${tools('createMcpHandler')}import { services } from './surface';
export const mcp = createMcpHandler({
  services,
  nativeTools(registrar) {
    registrar.registerTool({ name: 'tide_table', input: z.object({}), handler: async () => ${body} });
  },
});
`,
      { version: '0.38.0' },
    ),
    hit(
      'runtime tool: poll of a wait tool',
      'tides.ts',
      `${tools('defineWaitTool')}
export const wait = defineWaitTool({ description: 'Wait', identity: { serviceName: 't', action: 'w' }, input: z.object({}), state: z.string(), poll: async () => ${body}, done: () => true });
`,
    ),
    hit(
      'runtime tool: done of a wait tool',
      'tides.ts',
      `${tools('defineWaitTool')}
export const wait = defineWaitTool({ description: 'Wait', identity: { serviceName: 't', action: 'w' }, input: z.object({}), state: z.string(), poll: async () => 'x', done: () => ${body} });
`,
    ),
    hit(
      'runtime tool: resolveUrl of a download tool',
      'tides.ts',
      `${tools('defineDownloadTool')}
export const get = defineDownloadTool({ description: 'Get', identity: { serviceName: 't', action: 'g' }, input: z.object({}), resolveUrl: () => ${body} });
`,
    ),
    hit(
      'runtime tool: upload of an upload tool',
      'tides.ts',
      `${tools('defineUploadTool')}
export const put = defineUploadTool({ description: 'Put', identity: { serviceName: 't', action: 'p' }, output: z.object({}), upload: async () => ${body} });
`,
    ),
    hit(
      'runtime tool: one of a list made inline',
      'tides.ts',
      `${tools('createMcpHandler, defineRuntimeTool')}import { services } from './surface';
export const mcp = createMcpHandler({ services, runtimeTools: [defineRuntimeTool({ name: 'tide_table', input: z.object({}), handler: async () => ${body} })] });
`,
    ),
    hit(
      'runtime tool: a wrapper of the user in the vocabulary',
      'tides.ts',
      `${CONTEXT_IMPORT}\nimport { acmeTool } from '@acme/tools';\nimport { note } from './notes';\nexport const table = acmeTool({ name: 'tide_table', handler: async () => ${body} });\n`,
      { settings: { vocabulary: [{ module: '@acme/tools', export: 'acmeTool', as: 'defineRuntimeTool' }] } },
    ),
    clean(
      'runtime tool: the same wrapper without the vocabulary',
      'tides.ts',
      `${CONTEXT_IMPORT}\nimport { acmeTool } from '@acme/tools';\nimport { note } from './notes';\nexport const table = acmeTool({ name: 'tide_table', handler: async () => note(${read}) });\n`,
    ),
    clean(
      'runtime tool: the present callback for agents',
      'tides.ts',
      `${tools('defineRuntimeTool')}
export const t = defineRuntimeTool({ name: 't', input: z.object({}), handler: async () => 1, present: { agent: () => 'done' } });
export const page = () => note(${read});
`,
    ),
  ];
}
