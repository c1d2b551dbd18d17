/** The source text that most cases share. */
export const CALL = `interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: { readonly bell: string };
}
`;

export const DIMENSIONS = `import { setRequestDimensions } from 'stitchkit/observability';
`;

export const TABLE = `const handlers = {
  bell_ring: async ({ bell }) => {
    setRequestDimensions({ bell });
    return 'rang';
  },
  bell_mute: async ({ bell }) => {
    setRequestDimensions({ bell });
    return 'muted';
  },
};
`;

export const TYPED_TABLE = TABLE.replace(
  'const handlers =',
  'const handlers: Record<string, (args: ToolCall["args"]) => Promise<string>> =',
);

export const FORK_IMPORT = `import { getRequestContext, runWithRequestContext, setRequestDimensions } from 'stitchkit/observability';
`;

export const TOOLS = `import { collectTools } from 'stitchkit/tools';
import { orders } from './orders';
`;

export const VENDORED = `import { executeToolMethod } from './vendor/stitchkit/execute-tool-method';
`;

export const OWN_EXECUTOR = `import type { MethodDef } from 'stitchkit/contract';
async function executeToolMethod(method: MethodDef, toolName: string, args: unknown) {
  const data = await method.handler({ params: {}, input: args, source: 'agent' });
  return { ok: true as const, toolName, data };
}
`;

export const SPREAD_FORK =
  'runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }';
