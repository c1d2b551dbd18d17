import { clean, hit, type RuleCase } from '../../rule-case.js';

/** Programs written after the first round, as an application would have them. */
export const secondLook: Readonly<Record<'child' | 'fork' | 'resolve' | 'hook' | 'root', readonly RuleCase[]>> = {
  child: [
    hit(
      'second: a helper that also describes the call',
      'second.ts',
      `import { childSpan, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { createToolInvoker } from 'stitchkit/tools';
import { services } from './services';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
function forkFor(parent: RequestContext, toolName: string): RequestContext {
  return {
    ...parent,
    source: 'agent',
    method: 'TOOL',
    path: \`/agent/\${toolName}\`,
    §trace: childSpan(parent.trace),
    dimensions: { ...parent.dimensions },
    error: undefined,
  };
}
export function callTool(toolName: string, args: Record<string, unknown>) {
  const parent = getRequestContext();
  if (!parent) return invoker.invoke(toolName, args);
  return runWithRequestContext(forkFor(parent, toolName), () => invoker.invoke(toolName, args));
}
`,
    ),
    clean(
      'second: a helper that others use',
      'second.ts',
      `import { childSpan, type RequestContext } from 'stitchkit/observability';
export function forkToolCall(parent: RequestContext): RequestContext {
  return { ...parent, trace: childSpan(parent.trace), dimensions: { ...parent.dimensions }, error: undefined };
}
`,
    ),
    hit(
      'second: an exported wrapper for tools',
      'second.ts',
      `import { childSpan, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
export async function withToolFork<T>(fn: () => Promise<T>): Promise<T> {
  const parent = getRequestContext();
  if (!parent) return fn();
  §return runWithRequestContext({ ...parent, trace: childSpan(parent.trace), dimensions: { ...parent.dimensions }, error: undefined }, fn);
}
`,
    ),
    hit(
      'second: a span made of random bytes',
      'second.js',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { randomBytes } from 'node:crypto';
import { tools } from './tools.js';
export async function runToolCall(call) {
  const parent = getRequestContext();
  if (!parent) return tools[call.toolName].execute(call.input);
  const spanId = randomBytes(8).toString('hex');
  §const trace = { ...parent.trace, spanId, parentSpanId: parent.trace.spanId };
  return runWithRequestContext({ ...parent, trace, dimensions: { ...parent.dimensions }, error: undefined }, () => tools[call.toolName].execute(call.input));
}
`,
    ),
    hit(
      'second: a whole trace written by hand',
      'second.js',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { randomBytes } from 'node:crypto';
import { tools } from './tools.js';
export async function runToolCall(call) {
  const parent = getRequestContext();
  if (!parent) return tools[call.toolName].execute(call.input);
  return runWithRequestContext({ ...parent,
    §trace: { traceId: parent.trace.traceId, spanId: randomBytes(8).toString('hex'), parentSpanId: parent.trace.spanId },
    dimensions: { ...parent.dimensions }, error: undefined }, () => tools[call.toolName].execute(call.input));
}
`,
    ),
    hit(
      'second: a fresh trace in a copy of the parent',
      'second.js',
      `import { createTraceContext, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { tools } from './tools.js';
export async function runToolCall(call) {
  const parent = getRequestContext();
  if (!parent) return tools[call.toolName].execute(call.input);
  §return runWithRequestContext({ ...parent, trace: createTraceContext(), dimensions: { ...parent.dimensions }, error: undefined }, () => tools[call.toolName].execute(call.input));
}
`,
    ),
    clean(
      'second: a loop whose trace is spread into its row',
      'second.ts',
      `import { childSpan, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { streamText } from 'ai';
import { mountAgent } from 'stitchkit/tools';
import { record } from './record';
import { model } from './model';
import { service } from './service';
export async function chat(prompt: string) {
  const parent = getRequestContext()!;
  const trace = childSpan(parent.trace);
  const startedAt = process.hrtime.bigint();
  return runWithRequestContext({ ...parent, trace, startedAt }, async () => {
    const result = streamText({ model, prompt, tools: mountAgent(service, {}) });
    await record({ ...trace, durationMs: Number(process.hrtime.bigint() - startedAt) / 1e6 });
    return result;
  });
}
`,
    ),
    clean(
      'second: a call whose trace is spread into its row',
      'second.ts',
      `import { childSpan, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { executors } from './executors';
import { rows } from './rows';
export async function runToolCall(call: { name: string; args: unknown }) {
  const parent = getRequestContext()!;
  const trace = childSpan(parent.trace);
  const data = await runWithRequestContext({ ...parent, trace, dimensions: { ...parent.dimensions }, error: undefined }, () => executors[call.name]!(call.args));
  await rows.insert({ ...trace, tool: call.name });
  return data;
}
`,
    ),
    clean(
      'second: a loop inside a tool',
      'second.ts',
      `import { childSpan, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { generateText, tool } from 'ai';
import { z } from 'zod';
import { model, innerTools } from './model';
import { rows } from './rows';
export const research = tool({ description: 'r', inputSchema: z.object({ q: z.string() }), execute: async ({ q }) => {
  const parent = getRequestContext();
  if (!parent) return '';
  const own = { ...parent, trace: childSpan(parent.trace), dimensions: { ...parent.dimensions }, error: undefined };
  return runWithRequestContext(own, async () => {
    const { text } = await generateText({ model, prompt: q, tools: innerTools });
    await rows.write({ spanId: own.trace.spanId, parentSpanId: own.trace.parentSpanId });
    return text;
  });
} });
`,
    ),
    hit(
      'second: each message of a batch',
      'second.js',
      `const { childSpan, getRequestContext, runWithRequestContext } = require('stitchkit/observability');
const { callTool } = require('./call-tool');
async function batch(messages) {
  const parent = getRequestContext();
  return Promise.all(messages.map((message) => {
    const ctx = { ...parent };
    §ctx.trace = childSpan(parent.trace);
    ctx.dimensions = { ...parent.dimensions };
    delete ctx.error;
    return runWithRequestContext(ctx, () => callTool(message.params.name, message.params.arguments));
  }));
}
module.exports = { batch };
`,
    ),
  ],
  fork: [
    clean(
      'second: an exported wrapper for anything',
      'second.ts',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
export async function withFork<T>(fn: () => Promise<T>): Promise<T> {
  const parent = getRequestContext();
  if (!parent) return fn();
  return runWithRequestContext({ ...parent }, fn);
}
`,
    ),
    hit(
      'second: a record without a prototype, in a generator',
      'second.js',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { toolbox } from './toolbox.js';
export async function* runSteps(steps) {
  for (const step of steps) {
    const parent = getRequestContext();
    const ctx = Object.assign(Object.create(null), parent);
    §yield await runWithRequestContext(ctx, () => toolbox[step.tool].run(step.input));
  }
}
`,
    ),
    clean(
      'second: dimensions copied where there are some',
      'second.ts',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { tools } from './tools';
export async function runTool(name: keyof typeof tools, args: unknown) {
  const parent = getRequestContext();
  if (!parent) return tools[name](args);
  const fork = { ...parent, error: undefined };
  if (parent.dimensions) fork.dimensions = { ...parent.dimensions };
  return runWithRequestContext(fork, () => tools[name](args));
}
`,
    ),
    hit(
      'second: a context kept in a field',
      'second.ts',
      `import { getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import type { ToolSet } from 'ai';
export class ToolRunner {
  private parent: RequestContext;
  constructor(private tools: ToolSet) { this.parent = getRequestContext()!; }
  async run(toolName: string, input: unknown) {
    const t = this.tools[toolName]!;
    §return runWithRequestContext({ ...this.parent, dimensions: this.parent.dimensions }, async () => t.execute!(input, { toolCallId: '1', messages: [] }));
  }
}
`,
    ),
    clean(
      'second: a clone by a library',
      'second.js',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import cloneDeep from 'lodash/cloneDeep.js';
import { handlers } from './handlers.js';
export const runTool = (name, args) => {
  const fork = cloneDeep(getRequestContext());
  fork.error = undefined;
  return runWithRequestContext(fork, () => handlers[name](args));
};
`,
    ),
    clean(
      'second: dimensions through JSON',
      'second.js',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { handlers } from './handlers.js';
export const runTool = (name, args) => {
  const parent = getRequestContext();
  return runWithRequestContext({ ...parent, dimensions: JSON.parse(JSON.stringify(parent.dimensions ?? {})), error: undefined }, () => handlers[name](args));
};
`,
    ),
    clean(
      'second: dimensions through their entries',
      'second.js',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { handlers } from './handlers.js';
export const runTool = (name, args) => {
  const parent = getRequestContext();
  return runWithRequestContext({ ...parent, dimensions: Object.fromEntries(Object.entries(parent.dimensions ?? {})), error: undefined }, () => handlers[name](args));
};
`,
    ),
    clean(
      'second: a middleware of a toolbar',
      'second.ts',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
export const toolbarMiddleware = (next: (req: Request) => Promise<Response>) => (req: Request) => {
  const parent = getRequestContext()!;
  return runWithRequestContext({ ...parent, userId: 'toolbar' }, () => next(req));
};
`,
    ),
    hit(
      'second: a raw tool with a record from scratch',
      'second.ts',
      `import { getRequestContext, runWithRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { createMcpHandler } from 'stitchkit/tools';
import { z } from 'zod';
import { looms, services } from './surface';
export const mcp = createMcpHandler({
  serverInfo: { name: 'loom-hall', version: '2.1.0' },
  auth: () => ({ scope: 'public' }),
  services,
  rawTools: (server) => {
    server.registerTool('loom', { description: 'x', inputSchema: z.object({ loomId: z.string() }) }, async ({ loomId }) => {
      const parent = getRequestContext()!;
      §return runWithRequestContext({ trace: parent.trace, source: 'mcp', method: 'TOOL', path: '/mcp/loom', startedAt: parent.startedAt, dimensions: {} }, async () => {
        setRequestDimensions({ loomId });
        return { content: [{ type: 'text', text: await looms.snapshot(loomId) }] };
      });
    });
  },
});
`,
    ),
    clean(
      'second: a handler of a toolkit',
      'second.ts',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { createMcpHandler, createToolkit } from 'stitchkit/tools';
import { services } from './services';
const kit = createToolkit<{ userId: string }>();
export function handle(req: Request) {
  const parent = getRequestContext()!;
  const mcp = kit.createMcpHandler({ serverInfo: { name: 'a', version: '1' }, services, auth: () => ({}) } as never) as never as { fetch(r: Request): Promise<Response> };
  return runWithRequestContext({ ...parent, userId: 'x' }, () => mcp.fetch(req));
}
`,
    ),
    hit(
      'second: dimensions destructured and put back',
      'second.ts',
      `import { getRequestContext as ctx, runWithRequestContext as run } from 'stitchkit/observability';
import { registry } from './registry';
export const invokeTool = async (name: string, input: unknown) => {
  const { dimensions, ...parent } = ctx()!;
  §return run({ ...parent, dimensions, error: undefined }, () => registry.get(name)!.handler(input));
};
`,
    ),
    clean(
      'second: a rest with fresh dimensions',
      'second.ts',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { registry } from './registry';
export const invokeTool = async (name: string, input: unknown) => {
  const { error: _error, dimensions = {}, ...parent } = getRequestContext()!;
  return runWithRequestContext({ ...parent, dimensions: { ...dimensions } }, () => registry.get(name)!.handler(input));
};
`,
    ),
    hit(
      'second: a record from scratch for a handler',
      'second.ts',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import type { ServiceDef } from 'stitchkit/server';
export async function callMethod(service: ServiceDef, key: string, input: unknown) {
  const outer = getRequestContext();
  const run = () => service.methods[key]!.handler({ params: {}, input, source: 'agent' });
  if (outer === undefined) return run();
  §return runWithRequestContext(
    { trace: outer.trace, source: 'agent', method: 'TOOL', path: \`/agent/\${key}\`, startedAt: process.hrtime.bigint(), dimensions: { ...outer.dimensions } },
    run,
  );
}
`,
    ),
    hit(
      'second: tools picked before they are called',
      'second.ts',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import type { Tool } from 'ai';
export async function step(toolCalls: { toolCallId: string; toolName: string; input: unknown }[], tools: Record<string, Tool>) {
  const request = getRequestContext();
  const outputs = [];
  for (const { toolCallId, toolName, input } of toolCalls) {
    const execute = tools[toolName]?.execute;
    if (!execute) continue;
    const ctx = request && { ...request, dimensions: request.dimensions, error: undefined };
    §outputs.push(ctx ? runWithRequestContext(ctx, () => execute(input, { toolCallId, messages: [] })) : execute(input, { toolCallId, messages: [] }));
  }
  return Promise.all(outputs);
}
`,
    ),
  ],
  resolve: [
    hit(
      'second: a vendored runner in CommonJS',
      'second.cjs',
      `const { getRequestContext, runWithRequestContext } = require('stitchkit/observability')
const { executeToolMethod } = require('./execute-tool-method')

exports.createToolRunner = function createToolRunner (config) {
  return async (tool, rawArgs) => {
    let extra = {}
    if (config.extend && tool.shouldExtend) {
      §extra = await config.extend.resolve(rawArgs)
    }
    const parent = getRequestContext()
    const run = () => executeToolMethod(tool.method, tool.name, { ...rawArgs, ...extra }, { source: config.source, ...config.context }, config.hooks)
    return parent
      ? runWithRequestContext({ ...parent, source: config.source, method: 'TOOL', path: '/' + config.source + '/' + tool.name, serviceName: tool.method.serviceName, action: tool.method.action, dimensions: { ...parent.dimensions }, error: undefined }, run)
      : run()
  }
}
`,
    ),
    hit(
      'second: a resolver under a condition',
      'second.ts',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import type { MountableTool, ToolRunnerConfig } from './types';
export function makeRunner({ extend, hooks, source }: ToolRunnerConfig) {
  return async function run(tool: MountableTool, args: Record<string, unknown>) {
    §const injected = tool.shouldExtend && extend ? await extend.resolve(args) : undefined;
    const parent = getRequestContext();
    const exec = async () => {
      const data = await tool.method.handler({ params: {}, input: args, source, ...injected });
      await hooks?.afterToolCall?.({ toolName: tool.name, args, context: { source }, result: { ok: true, data }, durationMs: 0 } as never);
      return data;
    };
    if (!parent) return exec();
    return runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, exec);
  };
}
`,
    ),
    clean(
      'second: resolve of node:path and of promises, with file extensions',
      'second.ts',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { resolve } from 'node:path';
import { handlers } from './handlers';
export async function runTool(extensions: Map<string, string>, name: string, args: { file: string }) {
  const extension = extensions.get(name)!;
  const file = resolve(args.file, extension);
  const settled = await Promise.resolve(file);
  const parent = getRequestContext();
  const call = () => handlers[name]!({ ...args, file: settled });
  if (!parent) return call();
  return runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, call);
}
`,
    ),
    clean(
      'second: extensions of an editor',
      'second.ts',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { extensions } from './vscode';
import { handlers } from './handlers';
export async function runTool(name: string, args: object) {
  const plugin = extensions.resolve(name);
  const parent = getRequestContext();
  if (!parent) return handlers[name]!(args);
  return runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, () => handlers[name]!({ ...args, plugin }));
}
`,
    ),
  ],
  hook: [
    hit(
      'second: an executor with all hooks around a fork of the handler',
      'second.ts',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import type { ToolCallHooks, ToolResult } from 'stitchkit/tools';
import type { MethodDef } from 'stitchkit/server';
export async function execute(method: MethodDef, toolName: string, args: Record<string, unknown>, hooks?: ToolCallHooks): Promise<ToolResult> {
  const context = { source: 'agent' as const };
  const startedAt = performance.now();
  await hooks?.beforeToolCall?.({ toolName, args, context, endpoint: method as never });
  const parent = getRequestContext();
  let result: ToolResult;
  try {
    const run = () => method.handler({ params: {}, input: args, source: 'agent' });
    const data = parent
      §? await runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, run)
      : await run();
    result = { ok: true, data };
  } catch (error) {
    result = { ok: false, code: 'INTERNAL' };
    await hooks?.onToolError?.({ toolName, error, context, endpoint: method as never });
  }
  await hooks?.afterToolCall?.({ toolName, args, result, durationMs: performance.now() - startedAt, context, endpoint: method as never });
  return result;
}
`,
    ),
    clean(
      'second: a vendored executor that forks as the framework does',
      'second.ts',
      `import { getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import type { MethodDef } from 'stitchkit/server';
import type { ToolCallContext, ToolCallHooks, ToolResult } from 'stitchkit/tools';
function forkRequestContext(parent: RequestContext, source: string, toolName: string, method: MethodDef): RequestContext {
  return { ...parent, source, method: 'TOOL', path: '/' + source + '/' + toolName, serviceName: (method as any).serviceName, action: (method as any).action, dimensions: { ...parent.dimensions }, error: undefined };
}
export async function executeToolMethod(method: MethodDef, toolName: string, rawArgs: Record<string, unknown>, context: ToolCallContext, hooks?: ToolCallHooks): Promise<ToolResult> {
  const parent = getRequestContext();
  const call = async (): Promise<ToolResult> => {
    await hooks?.beforeToolCall?.({ toolName, args: rawArgs, context, endpoint: method as never });
    const data = await method.handler({ params: {}, input: rawArgs, source: context.source });
    const result: ToolResult = { ok: true, data };
    await hooks?.afterToolCall?.({ toolName, args: rawArgs, result, durationMs: 0, context, endpoint: method as never });
    return result;
  };
  return parent ? runWithRequestContext(forkRequestContext(parent, context.source, toolName, method), call) : call();
}
`,
    ),
    hit(
      'second: hooks in a chain of promises',
      'second.js',
      `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { handlers } from './handlers.js';
export function runTool(hooks, toolName, args, context, endpoint) {
  const parent = getRequestContext();
  const fork = { ...parent, dimensions: { ...parent.dimensions }, error: undefined };
  §return runWithRequestContext(fork, () => handlers[toolName](args))
    .then((data) => ({ ok: true, data }), (error) => hooks.onToolError({ toolName, error, context, endpoint }))
    .finally(() => hooks.afterToolCall({ toolName, args, context, endpoint, durationMs: 0 }));
}
`,
    ),
  ],
  root: [
    hit(
      'second: a root of a loop that no row carries',
      'second.ts',
      `import { createTraceContext, runWithRequestContext } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { generateText } from 'ai';
import { model } from './model';
import { services } from './services';
export const nightly = () =>
  §runWithRequestContext({ trace: createTraceContext(), source: 'agent', method: 'AGENT', path: '/nightly', startedAt: process.hrtime.bigint() }, () =>
    generateText({ model, prompt: 'tidy up', tools: mountAgent(services, {}) }));
`,
    ),
    clean(
      'second: a job that a tool starts',
      'second.ts',
      `import { createTraceContext, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { tool } from 'ai';
import { z } from 'zod';
import { mail } from './mail';
export const notify = tool({ description: 'n', inputSchema: z.object({ to: z.string() }), execute: async ({ to }) => {
  setTimeout(() => runWithRequestContext({ trace: createTraceContext(), source: 'job', startedAt: process.hrtime.bigint() }, () => mail(to)), 1000);
  return 'ok';
} });
`,
    ),
    hit(
      'second: a default while destructuring',
      'second.ts',
      `import { createTraceContext, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { executors } from './executors';
export async function runToolCalls(calls: { name: string; args: unknown }[]) {
  §const { trace = createTraceContext(), ...rest } = getRequestContext() ?? {};
  return Promise.all(calls.map((c) => runWithRequestContext({ ...rest, trace, source: 'agent', dimensions: {}, error: undefined } as never, () => executors[c.name]!(c.args))));
}
`,
    ),
    clean(
      'second: a test of a mount',
      'second.ts',
      `import { describe, expect, it } from 'vitest';
import { createTraceContext, runWithRequestContext } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { service } from './service';
const tools = mountAgent(service, {});
describe('x', () => { it('y', async () => {
  const ctx = { trace: createTraceContext(), source: 'test', method: 'POST', path: '/', startedAt: process.hrtime.bigint() };
  const out = await runWithRequestContext(ctx, () => Promise.all([tools.a!.execute!({}, { toolCallId: '1', messages: [] }), tools.b!.execute!({}, { toolCallId: '2', messages: [] })]));
  expect(out).toHaveLength(2);
}); });
`,
    ),
    hit(
      'second: a script that calls one tool',
      'second.ts',
      `import { createTraceContext, runWithRequestContext } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { service } from './service';
const tools = mountAgent(service, {});
§const ctx = { trace: createTraceContext(), source: 'script', method: 'SCRIPT', path: '/', startedAt: process.hrtime.bigint() };
console.log(await runWithRequestContext(ctx, () => tools.reef_survey!.execute!({ reefId: 'a' }, { toolCallId: '1', messages: [] })));
`,
    ),
  ],
};
