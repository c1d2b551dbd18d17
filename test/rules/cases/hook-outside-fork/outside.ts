import { hit, type RuleCase } from '../../rule-case.js';

export const FORK = '{ ...parent, dimensions: { ...parent.dimensions }, error: undefined }';
const IMPORT = `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';\n`;
const TYPED = `${IMPORT}import type { ToolCallHooks } from 'stitchkit/tools';\nimport { handlers } from './handlers';\n`;
const HEAD = 'export async function runTool(toolName: string, args: Record<string, unknown>, hooks: ToolCallHooks)';
const END = 'toolName, args, context, endpoint, result: { ok: true, data }, durationMs: 0';

/** Bodies of an executor whose fork is around the handler alone. `parent`, `context` and `endpoint` are in scope. */
const bodies: readonly (readonly [string, string])[] = [
  [
    'afterToolCall once the fork is over',
    `const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await hooks.afterToolCall?.({ ${END} });
  return data;`,
  ],
  [
    'afterToolCall that is certainly there',
    `const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await hooks.afterToolCall!({ ${END} });
  return data;`,
  ],
  [
    'a fork held in a variable',
    `const fork = ${FORK};
  const data = await §runWithRequestContext(fork, () => handlers[toolName](args));
  await hooks.afterToolCall?.({ ${END} });
  return data;`,
  ],
  [
    'a handler held in a variable',
    `const go = () => handlers[toolName](args);
  const data = await §runWithRequestContext(${FORK}, go);
  await hooks.afterToolCall?.({ ${END} });
  return data;`,
  ],
  [
    'both hooks around it',
    `await hooks.beforeToolCall?.({ toolName, args, context, endpoint });
  const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await hooks.afterToolCall?.({ ${END} });
  return data;`,
  ],
  [
    'beforeToolCall alone outside',
    `await hooks.beforeToolCall?.({ toolName, args, context, endpoint });
  return §runWithRequestContext(${FORK}, async () => {
    const data = await handlers[toolName](args);
    await hooks.afterToolCall?.({ ${END} });
    return data;
  });`,
  ],
  [
    'onToolError in the catch around it',
    `try {
    return await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  } catch (error) {
    await hooks.onToolError?.({ toolName, error, context, endpoint });
    throw error;
  }`,
  ],
  [
    'afterToolCall in a finally',
    `let data: unknown;
  try {
    data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  } finally {
    await hooks.afterToolCall?.({ ${END} });
  }
  return data;`,
  ],
  [
    'all three around it',
    `await hooks.beforeToolCall?.({ toolName, args, context, endpoint });
  try {
    const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
    await hooks.afterToolCall?.({ ${END} });
    return data;
  } catch (error) {
    await hooks.onToolError?.({ toolName, error, context, endpoint });
    throw error;
  }`,
  ],
  [
    'afterToolCall in a then of the fork',
    `return §runWithRequestContext(${FORK}, () => handlers[toolName](args)).then(async (data: unknown) => {
    await hooks.afterToolCall?.({ ${END} });
    return data;
  });`,
  ],
  [
    'a destructured hook',
    `const { afterToolCall } = hooks;
  const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await afterToolCall?.({ ${END} });
  return data;`,
  ],
  [
    'a hook in a variable',
    `const finish = hooks.afterToolCall;
  const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await finish?.({ ${END} });
  return data;`,
  ],
  [
    'a closure that calls the hook',
    `const finish = (data: unknown) => hooks.afterToolCall?.({ ${END} });
  const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await finish(data);
  return data;`,
  ],
  [
    'a hook whose promise is dropped',
    `const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  void hooks.afterToolCall?.({ ${END} });
  return data;`,
  ],
  [
    'a hook under a condition',
    `const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  if (hooks.afterToolCall) await hooks.afterToolCall({ ${END} });
  return data;`,
  ],
  [
    'a fork where there is a parent',
    `const data = await (parent ? §runWithRequestContext(${FORK}, () => handlers[toolName](args)) : handlers[toolName](args));
  await hooks.afterToolCall?.({ ${END} });
  return data;`,
  ],
];

export const outside: readonly RuleCase[] = [
  ...bodies.map(([name, body]) =>
    hit(
      `outside: ${name}`,
      'run-tool.ts',
      `${TYPED}
${HEAD} {
  const parent = getRequestContext()!;
  const context = { source: 'agent' as const };
  const endpoint = {} as never;
  ${body}
}
`,
      { exact: true, says: [/hook|afterToolCall|beforeToolCall|onToolError/i, /fork/i] },
    ),
  ),
  hit(
    'outside: CommonJS without semicolons and without types',
    'run-tool.cjs',
    `'use strict'
const { getRequestContext, runWithRequestContext } = require('stitchkit/observability')

exports.runTool = async (registry, hooks, call) => {
  const parent = getRequestContext()
  const data = await §runWithRequestContext(${FORK}, () => registry[call.toolName].execute(call.args))
  await hooks.afterToolCall?.({ toolName: call.toolName, args: call.args, result: { ok: true, data }, durationMs: 0 })
  return data
}
`,
  ),
  hit(
    'outside: positional hooks of old versions',
    'run-tool.js',
    `${IMPORT}import { handlers } from './handlers.js';
export async function runTool(hooks, toolName, args, context) {
  const parent = getRequestContext();
  const startedAt = Date.now();
  const result = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await hooks.afterToolCall(toolName, args, result, Date.now() - startedAt, context);
  return result;
}
`,
    { version: '0.35.0' },
  ),
  hit(
    'outside: a TSX module',
    'run-tool.tsx',
    `${TYPED}
export const Output = ({ text }: { text: string }) => <p>{text}</p>;
${HEAD} {
  const parent = getRequestContext()!;
  const data: string = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await hooks.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
  return <Output text={data} />;
}
`,
  ),
  hit(
    'outside: a class with hooks in a field',
    'runner.ts',
    `${TYPED}
export class Runner {
  constructor(private readonly hooks: ToolCallHooks) {}
  async run(toolName: string, args: Record<string, unknown>) {
    const parent = getRequestContext()!;
    const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
    await this.hooks.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
    return data;
  }
}
`,
  ),
  hit(
    'outside: a class with a method for the end of a call',
    'runner.ts',
    `${TYPED}
export class Runner {
  #hooks: ToolCallHooks;
  constructor(hooks: ToolCallHooks) { this.#hooks = hooks; }
  async run(toolName: string, args: Record<string, unknown>) {
    const parent = getRequestContext()!;
    const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
    await this.#finish(toolName, args, data);
    return data;
  }
  async #finish(toolName: string, args: Record<string, unknown>, data: unknown) {
    await this.#hooks.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
  }
}
`,
  ),
  hit(
    'outside: hooks as an option',
    'run-tool.ts',
    `${TYPED}
export async function runTool(config: { hooks?: ToolCallHooks }, toolName: string, args: Record<string, unknown>) {
  const parent = getRequestContext()!;
  const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await config.hooks?.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
  return data;
}
`,
  ),
  hit(
    'outside: hooks of an observability',
    'run-tool.ts',
    `import { createObservability, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
import { write } from './rows';
const observability = createObservability({ tools: { write } });
export async function runTool(toolName: string, args: Record<string, unknown>) {
  const parent = getRequestContext()!;
  const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await observability.toolCall.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
  return data;
}
`,
  ),
  hit(
    'outside: hooks of an audit hook',
    'run-tool.js',
    `import { createAuditHook, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { handlers } from './handlers.js';
import { write } from './rows.js';
const audit = createAuditHook({ write });
export async function runTool(toolName, args, context) {
  const parent = getRequestContext();
  const result = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await audit.toolCall.afterToolCall(toolName, args, result, 0, context);
  return result;
}
`,
    { version: '0.36.1' },
  ),
  hit(
    'outside: a wrapper of the file forks around the handler',
    'run-tool.ts',
    `${TYPED}
function withFork<T>(fn: () => T): T {
  const parent = getRequestContext();
  return parent ? §runWithRequestContext(${FORK}, fn) : fn();
}
${HEAD} {
  const data = await withFork(() => handlers[toolName](args));
  await hooks.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
  return data;
}
`,
  ),
  hit(
    'outside: a helper of the file forks around the handler',
    'run-tool.ts',
    `${TYPED}
async function handle(toolName: string, args: Record<string, unknown>) {
  const parent = getRequestContext()!;
  return §runWithRequestContext(${FORK}, () => handlers[toolName](args));
}
${HEAD} {
  const data = await handle(toolName, args);
  await hooks.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
  return data;
}
`,
  ),
  hit(
    'outside: in each call of a step',
    'step.ts',
    `${TYPED}
export const runStep = (calls: { toolName: string; args: Record<string, unknown> }[], hooks: ToolCallHooks) =>
  Promise.all(
    calls.map(async ({ toolName, args }) => {
      const parent = getRequestContext()!;
      const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
      await hooks.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
      return data;
    }),
  );
`,
  ),
  hit(
    'outside: a vendored runner',
    'create-tool-runner.ts',
    `${IMPORT}import type { MountableTool, ToolCallHooks, ToolResult } from 'stitchkit/tools';
interface ToolRunnerConfig { source: string; hooks?: ToolCallHooks }
export function createToolRunner(config: ToolRunnerConfig) {
  return async ({ method, name }: MountableTool, args: Record<string, unknown>): Promise<ToolResult> => {
    const context = { source: config.source };
    const parent = getRequestContext();
    const handle = () => method.handler({ params: {}, input: args, source: config.source });
    const data = await (parent ? §runWithRequestContext(${FORK}, handle) : handle());
    const result: ToolResult = { ok: true, data };
    await config.hooks?.afterToolCall?.({ toolName: name, args, context, endpoint: method, result, durationMs: 0 });
    return result;
  };
}
`,
  ),
  hit(
    'outside: a tool written by hand',
    'tool.ts',
    `${TYPED}import { tool } from 'ai';
import { z } from 'zod';
export const fire = (hooks: ToolCallHooks) =>
  tool({
    description: 'Fire a kiln',
    inputSchema: z.object({ kiln: z.string() }),
    execute: async (args) => {
      const parent = getRequestContext()!;
      const data = await §runWithRequestContext(${FORK}, () => handlers.fire(args));
      await hooks.afterToolCall?.({ toolName: 'fire', args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
      return data;
    },
  });
`,
  ),
  ...['0.37.0', '0.43.0', '0.44.0', '0.94.0'].map((version) =>
    hit(
      `outside: in ${version}`,
      'run-tool.js',
      `${IMPORT}import { handlers } from './handlers.js';
export async function runTool(hooks, toolName, args, context, endpoint) {
  const parent = getRequestContext();
  const data = await §runWithRequestContext(${FORK}, () => handlers[toolName](args));
  await hooks.afterToolCall({ toolName, args, context, endpoint, result: { ok: true, data }, durationMs: 0 });
  return data;
}
`,
      { version },
    ),
  ),
];
