import { clean, type RuleCase } from '../../rule-case.js';
import { FORK } from './outside.js';

const IMPORT = `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';\n`;
const TYPED = `${IMPORT}import type { ToolCallHooks } from 'stitchkit/tools';\nimport { handlers } from './handlers';\n`;
const HEAD = 'export async function runTool(toolName: string, args: Record<string, unknown>, hooks: ToolCallHooks)';
const END = 'toolName, args, context, endpoint, result: { ok: true, data }, durationMs: 0';

/** Bodies of an executor whose hooks are where they belong. */
const bodies: readonly (readonly [string, string])[] = [
  [
    'in the function that is handed over',
    `return runWithRequestContext(${FORK}, async () => {
    const data = await handlers[toolName](args);
    await hooks.afterToolCall?.({ ${END} });
    return data;
  });`,
  ],
  [
    'all three in the function that is handed over',
    `return runWithRequestContext(${FORK}, async () => {
    await hooks.beforeToolCall?.({ toolName, args, context, endpoint });
    try {
      const data = await handlers[toolName](args);
      await hooks.afterToolCall?.({ ${END} });
      return data;
    } catch (error) {
      await hooks.onToolError?.({ toolName, error, context, endpoint });
      throw error;
    }
  });`,
  ],
  [
    'in a function of a name',
    `const call = async () => {
    const data = await handlers[toolName](args);
    await hooks.afterToolCall?.({ ${END} });
    return data;
  };
  return parent ? runWithRequestContext(${FORK}, call) : call();`,
  ],
  [
    'in a declaration that is hoisted',
    `if (!parent) return call();
  return runWithRequestContext(${FORK}, call);
  async function call() {
    const data = await handlers[toolName](args);
    await hooks.afterToolCall?.({ ${END} });
    return data;
  }`,
  ],
  [
    'in a then inside the fork',
    `return runWithRequestContext(${FORK}, () =>
    handlers[toolName](args).then(async (data: unknown) => {
      await hooks.afterToolCall?.({ ${END} });
      return data;
    }),
  );`,
  ],
  [
    'in a closure that the call uses',
    `const finish = (data: unknown) => hooks.afterToolCall?.({ ${END} });
  return runWithRequestContext(${FORK}, async () => {
    const data = await handlers[toolName](args);
    await finish(data);
    return data;
  });`,
  ],
  [
    'in the same record again',
    `const fork = ${FORK};
  const data = await runWithRequestContext(fork, () => handlers[toolName](args));
  await runWithRequestContext(fork, async () => hooks.afterToolCall?.({ ${END} }));
  return data;`,
  ],
  [
    'outside only where there is no parent',
    `if (!parent) {
    const data = await handlers[toolName](args);
    await hooks.afterToolCall?.({ ${END} });
    return data;
  }
  return runWithRequestContext(${FORK}, async () => {
    const data = await handlers[toolName](args);
    await hooks.afterToolCall?.({ ${END} });
    return data;
  });`,
  ],
  [
    'looked at outside, called inside',
    `const audited = hooks.afterToolCall !== undefined;
  return runWithRequestContext(${FORK}, async () => {
    const data = await handlers[toolName](args);
    if (audited) await hooks.afterToolCall?.({ ${END} });
    return data;
  });`,
  ],
  [
    'an inner scope within the fork of the call',
    `return runWithRequestContext(${FORK}, async () => {
    const data = await handlers[toolName](args);
    await runWithRequestContext({ ...getRequestContext()! }, () => console.log(data));
    await hooks.afterToolCall?.({ ${END} });
    return data;
  });`,
  ],
  [
    'no hook at all',
    `console.log(context, endpoint);
  return runWithRequestContext(${FORK}, () => handlers[toolName](args));`,
  ],
  [
    'a log line after the fork',
    `const data = await runWithRequestContext(${FORK}, () => handlers[toolName](args));
  console.log('after tool call', context, endpoint);
  return data;`,
  ],
  [
    'handed to a function that runs it all',
    `const { runHandler } = await import('./run-handler');
  return runWithRequestContext(${FORK}, () => runHandler({ toolName, args, hooks, context, endpoint }));`,
  ],
];

/** Whole programs. */
export const innocent: readonly RuleCase[] = [
  ...bodies.map(([name, body]) =>
    clean(
      `inside: ${name}`,
      'run-tool.ts',
      `${TYPED}
${HEAD} {
  const parent = getRequestContext()!;
  const context = { source: 'agent' as const };
  const endpoint = {} as never;
  ${body}
}
`,
    ),
  ),
  clean(
    'inside: CommonJS without semicolons',
    'run-tool.cjs',
    `const { getRequestContext, runWithRequestContext } = require('stitchkit/observability')
exports.runTool = (registry, hooks, call) => {
  const go = async () => {
    const data = await registry[call.toolName].execute(call.args)
    await hooks.afterToolCall?.({ toolName: call.toolName, args: call.args, result: { ok: true, data }, durationMs: 0 })
    return data
  }
  const parent = getRequestContext()
  return parent ? runWithRequestContext(${FORK}, go) : go()
}
`,
  ),
  clean(
    'inside: positional hooks of old versions',
    'run-tool.js',
    `${IMPORT}import { handlers } from './handlers.js';
export function runTool(hooks, toolName, args, context) {
  const parent = getRequestContext();
  return runWithRequestContext(${FORK}, async () => {
    await hooks.beforeToolCall(toolName, args, context);
    const result = await handlers[toolName](args);
    await hooks.afterToolCall(toolName, args, result, 0, context);
    return result;
  });
}
`,
    { version: '0.35.0' },
  ),
  clean(
    'inside: a TSX module',
    'run-tool.tsx',
    `${TYPED}
export const Output = ({ text }: { text: string }) => <p>{text}</p>;
${HEAD} {
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, async () => {
    const data: string = await handlers[toolName](args);
    await hooks.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
    return <Output text={data} />;
  });
}
`,
  ),
  clean(
    'inside: a class whose method is the whole call',
    'runner.ts',
    `${TYPED}
export class Runner {
  #hooks: ToolCallHooks;
  constructor(hooks: ToolCallHooks) { this.#hooks = hooks; }
  run(toolName: string, args: Record<string, unknown>) {
    const parent = getRequestContext();
    return parent ? runWithRequestContext(${FORK}, () => this.#call(toolName, args)) : this.#call(toolName, args);
  }
  async #call(toolName: string, args: Record<string, unknown>) {
    const data = await handlers[toolName](args);
    await this.#hooks.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
    return data;
  }
}
`,
  ),
  clean(
    'inside: a wrapper of the file around the whole call',
    'run-tool.ts',
    `${TYPED}
function withFork<T>(fn: () => T): T {
  const parent = getRequestContext();
  return parent ? runWithRequestContext(${FORK}, fn) : fn();
}
${HEAD} {
  return withFork(async () => {
    const data = await handlers[toolName](args);
    await hooks.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
    return data;
  });
}
`,
  ),
  clean(
    'inside: an executor in pieces that the fork runs whole',
    'run-tool.js',
    `${IMPORT}import { handlers } from './handlers.js';
async function execute(hooks, toolName, args) {
  await hooks.beforeToolCall?.({ toolName, args });
  const data = await handlers[toolName](args);
  await hooks.afterToolCall?.({ toolName, args, result: { ok: true, data } });
  return data;
}
export const runTool = (hooks, toolName, args) => {
  const parent = getRequestContext();
  return parent ? runWithRequestContext(${FORK}, () => execute(hooks, toolName, args)) : execute(hooks, toolName, args);
};
`,
  ),
  clean(
    'a mounted hook that delegates',
    'mount.ts',
    `${IMPORT}import { mountAgent, type ToolCallHooks } from 'stitchkit/tools';
import { services } from './surface';
import { cache } from './cache';
export const mount = (audit: ToolCallHooks) =>
  mountAgent(services, {
    hooks: {
      afterToolCall: async (options) => {
        const parent = getRequestContext();
        if (parent) await runWithRequestContext({ ...parent, error: undefined }, () => cache.put(options.toolName, options.result));
        return audit.afterToolCall?.(options);
      },
    },
  });
`,
  ),
  clean(
    'hooks composed of two',
    'compose.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
export const compose = (one: ToolCallHooks, two: ToolCallHooks): ToolCallHooks => ({
  beforeToolCall: async (options) => { await one.beforeToolCall?.(options); await two.beforeToolCall?.(options); },
  afterToolCall: async (options) => { await one.afterToolCall?.(options); await two.afterToolCall?.(options); },
});
`,
  ),
  clean(
    'hooks given to the invoker',
    'invoke.ts',
    `${IMPORT}import { createToolInvoker, type ToolCallHooks } from 'stitchkit/tools';
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export const call = (hooks: ToolCallHooks, name: string, args: Record<string, unknown>) => {
  const parent = getRequestContext()!;
  return runWithRequestContext({ ...parent, dimensions: {}, error: undefined }, () => invoker.invoke(name, args, { hooks }));
};
`,
  ),
  clean(
    'hooks of another library',
    'foreign.ts',
    `import { getRequestContext, runWithRequestContext } from '@acme/context';
import { handlers } from './handlers';
export async function runTool(hooks: { afterToolCall(o: object): Promise<void> }, toolName: string, args: object) {
  const parent = getRequestContext();
  const data = await runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await hooks.afterToolCall({ toolName, data });
  return data;
}
`,
  ),
  clean(
    'hooks of another kind after the fork',
    'lifecycle.js',
    `${IMPORT}import { handlers } from './handlers.js';
export async function runTool(hooks, toolName, args) {
  const parent = getRequestContext();
  const data = await runWithRequestContext(${FORK}, () => handlers[toolName](args));
  hooks.afterRender(data);
  hooks.onSettled?.(toolName);
  return data;
}
`,
  ),
  clean(
    'a scope that is no call, then a hook',
    'render.ts',
    `${TYPED}import { warmUp } from './warm-up';
${HEAD} {
  const parent = getRequestContext()!;
  await runWithRequestContext({ ...parent, error: undefined }, () => warmUp());
  return runWithRequestContext(${FORK}, async () => {
    const data = await handlers[toolName](args);
    await hooks.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
    return data;
  });
}
`,
  ),
  clean(
    'a hook of another function',
    'two-functions.ts',
    `${TYPED}
export function runTool(toolName: string, args: Record<string, unknown>) {
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, () => handlers[toolName](args));
}
export async function replay(rows: { toolName: string; args: Record<string, unknown>; data: unknown }[], hooks: ToolCallHooks) {
  for (const { toolName, args, data } of rows) {
    await hooks.afterToolCall?.({ toolName, args, context: { source: 'replay' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
  }
}
`,
  ),
  clean(
    'an executor without a fork',
    'run-tool.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
import { handlers } from './handlers';
${HEAD} {
  const data = await handlers[toolName](args);
  await hooks.afterToolCall?.({ toolName, args, context: { source: 'cli' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
  return data;
}
`,
  ),
  clean(
    'mentions in text',
    'notes.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
// const data = await runWithRequestContext(fork, handler); await hooks.afterToolCall?.({ data });
export const HINT = 'await runWithRequestContext(fork, handler); await hooks.afterToolCall()';
export type Hooks = ToolCallHooks;
`,
  ),
  clean(
    'the root of a request around a mount with hooks',
    'serve.ts',
    `import { resolveTraceContext, runWithRequestContext } from 'stitchkit/observability';
import { createMcpHandler, type ToolCallHooks } from 'stitchkit/tools';
import { services } from './surface';
export function serve(hooks: ToolCallHooks) {
  const mcp = createMcpHandler({ serverInfo: { name: 'kilns', version: '1.0.0' }, auth: () => ({}), services, hooks });
  return (req: Request) =>
    runWithRequestContext({ trace: resolveTraceContext(req), source: 'http', method: req.method, path: '/mcp', startedAt: process.hrtime.bigint() }, () => mcp.fetch(req));
}
`,
  ),
];
