import { clean, hit, type RuleCase } from '../../rule-case.js';

/** Programs that tempt the analysis: wrappers with several callers, overrides, reassigned variables, tables of other things. */
export const thirdLook: Readonly<Record<'child' | 'fork' | 'resolve' | 'hook' | 'root', readonly RuleCase[]>> = {
  child: [
    clean(
      'third: a span for the header of a call in a tool',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { tool } from 'ai'; import { z } from 'zod';
export const proxy = tool({ description: 'p', inputSchema: z.object({}), execute: async () => {
  const parent = getRequestContext()!;
  const span = childSpan(parent.trace);
  const res = await fetch('https://x', { headers: { traceparent: \`00-\${span.traceId}-\${span.spanId}-01\` } });
  return res.text();
} });
`,
    ),
    hit(
      'third: a declaration for each call of a step',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import type { ToolSet } from 'ai';
export async function runTools(tools: ToolSet, calls: { toolName: string; input: unknown }[]) {
  const request = getRequestContext();
  async function one(call: { toolName: string; input: unknown }) {
    const exec = () => tools[call.toolName]!.execute!(call.input, { toolCallId: 'x', messages: [] });
    if (request === undefined) return exec();
    const scope: RequestContext = { ...request };
    scope.trace = §childSpan(request.trace);
    scope.error = undefined;
    return runWithRequestContext(scope, exec);
  }
  return Promise.allSettled(calls.map(one));
}
`,
    ),
    hit(
      'third: a switch over the names of tools',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import * as tools from './tools';
export const runTool = (name: string, args: never) => {
  const parent = getRequestContext();
  const call = () => { switch (name) { case 'a': return tools.a(args); case 'b': return tools.b(args); default: throw new Error(name); } };
  return parent ? runWithRequestContext({ ...parent, trace: §childSpan(parent.trace), dimensions: {}, error: undefined }, call) : call();
};
`,
    ),
    clean(
      'third: a wrapper for a call and for a loop',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
function withFork<T>(context: RequestContext, fn: () => T): T { return runWithRequestContext(context, fn); }
export const runTool = (name: string, args: unknown) => withFork({ ...getRequestContext()!, dimensions: {}, error: undefined }, () => handlers[name]!(args));
export const loop = (p: string) => withFork({ ...getRequestContext()!, trace: childSpan(getRequestContext()!.trace) }, () => console.log(p));
`,
    ),
  ],
  fork: [
    clean(
      'third: a curried wrapper with overrides',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
const fork = (over: Partial<RequestContext> = {}) => <T,>(fn: () => T): T => {
  const parent = getRequestContext();
  return parent ? runWithRequestContext({ ...parent, ...over }, fn) : fn();
};
export const runTool = (name: string, args: unknown) => fork({ source: 'agent', dimensions: {}, error: undefined })(() => handlers[name]!(args));
`,
    ),
    clean(
      'third: static methods that make the fork and run it',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export class Fork {
  static of(parent: RequestContext, tool: string): RequestContext {
    return { ...parent, path: '/agent/' + tool, dimensions: { ...parent.dimensions, tool }, error: undefined };
  }
  static run<T>(tool: string, fn: () => T): T {
    const parent = getRequestContext();
    return parent ? runWithRequestContext(Fork.of(parent, tool), fn) : fn();
  }
}
export const runTool = (name: string, args: unknown) => Fork.run(name, () => handlers[name]!(args));
`,
    ),
    clean(
      'third: a record made by a class',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
class ForkedContext { constructor(parent: RequestContext) { Object.assign(this, parent); } }
export const runTool = (name: string, args: unknown) => runWithRequestContext(new ForkedContext(getRequestContext()!) as RequestContext, () => handlers[name]!(args));
`,
    ),
    clean(
      'third: a proxy of the record',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export const runTool = (name: string, args: unknown) => runWithRequestContext(new Proxy(getRequestContext()!, {}), () => handlers[name]!(args));
`,
    ),
    hit(
      'third: calls chained by reduce',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export const runTools = (calls: { name: string; args: unknown }[]) => calls.reduce<Promise<unknown>>(
  (before, call) => before.then(() => §runWithRequestContext({ ...getRequestContext()!, error: undefined }, () => handlers[call.name]!(call.args))), Promise.resolve());
`,
    ),
    clean(
      'third: a wrapper named for spans',
      'third.ts',
      `import { runWithRequestContext, getRequestContext } from 'stitchkit/observability';
export const withSpan = (name: string, fn: () => void) => { const c = getRequestContext(); return c ? runWithRequestContext({ ...c, action: name }, fn) : fn(); };
`,
    ),
    clean(
      'third: a table of routes',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
const routes: Record<string, (req: Request) => Promise<Response>> = {};
export async function fetchHandler(req: Request) {
  const parent = getRequestContext()!;
  return runWithRequestContext({ ...parent, action: 'route' }, () => routes[new URL(req.url).pathname]!(req));
}
`,
    ),
    clean(
      'third: a table of handlers of events',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export const publish = (event: { name: string; payload: unknown }) =>
  runWithRequestContext({ ...getRequestContext()!, error: undefined }, () => handlers[event.name]!(event.payload));
`,
    ),
    clean(
      'third: a table of resolvers',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { resolvers } from './resolvers';
export const resolveField = (field: { name: string; args: unknown }, parentValue: unknown) =>
  runWithRequestContext({ ...getRequestContext()! }, () => resolvers[field.name]!(parentValue, field.args));
`,
    ),
    clean(
      'third: calls of a telephone',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { telephony } from './telephony';
export const recordPhoneCall = (phoneCall: { id: string }) =>
  runWithRequestContext({ ...getRequestContext()! }, () => telephony.record(phoneCall.id));
`,
    ),
    hit(
      'third: keys assigned into the shared bag',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export const runTool = (parent: RequestContext, name: string, args: unknown) =>
  §runWithRequestContext({ ...parent, dimensions: Object.assign(parent.dimensions ?? {}, { tool: name }), error: undefined }, () => handlers[name]!(args));
`,
    ),
    clean(
      'third: dimensions carried back after the call',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export const runTool = async (name: string, args: unknown) => {
  const parent = getRequestContext()!;
  const fork = { ...parent, dimensions: { ...parent.dimensions }, error: undefined };
  fork.dimensions.tool = name;
  const data = await runWithRequestContext(fork, () => handlers[name]!(args));
  Object.assign(parent.dimensions ??= {}, fork.dimensions);
  return data;
};
`,
    ),
    clean(
      'third: overrides that a caller gives, right',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
function withFork<T>(fn: () => T, over: Partial<RequestContext> = {}): T {
  const parent = getRequestContext();
  return parent ? runWithRequestContext({ ...parent, ...over }, fn) : fn();
}
export const runTool = (name: string, args: unknown) => withFork(() => handlers[name]!(args), { dimensions: {}, error: undefined });
`,
    ),
    hit(
      'third: overrides that a caller gives, wrong',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
function withFork<T>(fn: () => T, over: Partial<RequestContext> = {}): T {
  const parent = getRequestContext();
  return parent ? §runWithRequestContext({ ...parent, ...over }, fn) : fn();
}
export const runTool = (name: string, args: unknown) => withFork(() => handlers[name]!(args), { action: name });
`,
    ),
    clean(
      'third: overrides that nobody in the file gives',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export function withToolFork<T>(fn: () => T, over: Partial<RequestContext>): T {
  const parent = getRequestContext();
  return parent ? runWithRequestContext({ ...parent, ...over }, fn) : fn();
}
`,
    ),
    clean(
      'third: a bag that is a parameter',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export function withToolFork<T>(dimensions: Record<string, string>, fn: () => T): T {
  const parent = getRequestContext();
  return parent ? runWithRequestContext({ ...parent, dimensions, error: undefined }, fn) : fn();
}
`,
    ),
    clean(
      'third: a wrapper for a call and for a job',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
function withFork<T>(context: RequestContext, fn: () => T): T { return runWithRequestContext(context, fn); }
export const runTool = (name: string, args: unknown) => withFork({ ...getRequestContext()!, dimensions: {}, error: undefined }, () => handlers[name]!(args));
export const job = () => withFork(getRequestContext()!, () => console.log('job'));
`,
    ),
    clean(
      'third: a variable that becomes its own fork',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export const runTool = (name: string, args: unknown) => {
  let ctx = getRequestContext()!;
  ctx = { ...ctx, dimensions: { ...ctx.dimensions }, error: undefined };
  return runWithRequestContext(ctx, () => handlers[name]!(args));
};
`,
    ),
    hit(
      'third: a variable that becomes its own faulty fork',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export const runTool = (name: string, args: unknown) => {
  let ctx = getRequestContext()!;
  ctx = { ...ctx, error: undefined };
  return §runWithRequestContext(ctx, () => handlers[name]!(args));
};
`,
    ),
    clean(
      'third: a variable that becomes a fork under a condition',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export const runTool = (name: string, args: unknown, http: boolean) => {
  let ctx = getRequestContext()!;
  if (!http) ctx = { ...ctx, dimensions: { ...ctx.dimensions }, error: undefined };
  return runWithRequestContext(ctx, () => handlers[name]!(args));
};
`,
    ),
    clean(
      'third: an empty record where there is no parent',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
export const runTool = (name: string, args: unknown) => {
  const parent = getRequestContext();
  const base = parent ?? ({} as RequestContext);
  return runWithRequestContext({ ...base, dimensions: { ...base.dimensions }, error: undefined }, () => handlers[name]!(args));
};
`,
    ),
  ],
  resolve: [
    hit(
      'third: a promise of what an extension resolves',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import type { ToolExtend } from 'stitchkit/tools';
import { createToolInvoker } from 'stitchkit/tools';
export const call = async (surface: ReturnType<typeof createToolInvoker>, extend: ToolExtend | null, name: string, args: Record<string, unknown>) => {
  const resolved = extend === null ? {} : await Promise.resolve(§extend.resolve(args));
  return surface.invoke(name, args, { context: resolved });
};
`,
    ),
  ],
  hook: [
    hit(
      'third: one hook in the caller of the function that forks',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
import type { ToolCallHooks } from 'stitchkit/tools';
async function forked(name: string, args: object, hooks: ToolCallHooks) {
  const parent = getRequestContext()!;
  return §runWithRequestContext({ ...parent, dimensions: {}, error: undefined }, async () => {
    const data = await handlers[name]!(args);
    await hooks.afterToolCall?.({ toolName: name, args, result: { ok: true, data }, durationMs: 1 } as never);
    return data;
  });
}
export async function runTool(name: string, args: object, hooks: ToolCallHooks) {
  await hooks.beforeToolCall?.({ toolName: name, args } as never);
  return forked(name, args, hooks);
}
`,
    ),
    clean(
      'third: a hook for a call that is refused before the fork',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
import type { ToolCallHooks } from 'stitchkit/tools';
export async function runTool(name: string, args: object, hooks: ToolCallHooks) {
  if (!(name in handlers)) {
    await hooks.onToolError?.({ toolName: name, error: new Error('unknown') } as never);
    throw new Error('unknown');
  }
  const parent = getRequestContext()!;
  return runWithRequestContext({ ...parent, dimensions: {}, error: undefined }, async () => {
    const data = await handlers[name]!(args);
    await hooks.afterToolCall?.({ toolName: name, args, result: { ok: true, data }, durationMs: 1 } as never);
    return data;
  });
}
`,
    ),
  ],
  root: [
    clean(
      'third: a table of commands',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { commands } from './commands';
const [name = '', ...args] = process.argv.slice(2);
await runWithRequestContext({ trace: createTraceContext(), source: 'cli', startedAt: process.hrtime.bigint() }, () => commands[name]!(args));
`,
    ),
    hit(
      'third: a request handler of the protocol',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { impl } from './impl';
export function wire(server: Server) {
  server.setRequestHandler(CallToolRequestSchema, async (request) => {
    const parent = getRequestContext() ?? { trace: §createTraceContext(), source: 'mcp', startedAt: process.hrtime.bigint() };
    return runWithRequestContext({ ...parent, dimensions: {}, error: undefined } as RequestContext, () => impl(request.params.name, request.params.arguments));
  });
}
`,
    ),
    clean(
      'third: a wrapper for jobs only',
      'third.ts',
      `import { childSpan, createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { handlers } from './handlers';
function inRoot<T>(fn: () => T): T { return runWithRequestContext({ trace: createTraceContext(), source: 'job', startedAt: 0n } as never, fn); }
export const job = () => inRoot(() => console.log('job'));
export const job2 = () => inRoot(() => console.log('job2'));
`,
    ),
  ],
};
