import { clean, hit, type RuleCase } from '../../rule-case.js';

const FORK = `import { getRequestContext, runWithRequestContext, setRequestDimensions } from 'stitchkit/observability';
`;
const DIMENSIONS = `import { setRequestDimensions } from 'stitchkit/observability';
`;
const TABLE = `const handlers = {
  ring: async ({ bell }) => setRequestDimensions({ bell }),
  mute: async ({ bell }) => setRequestDimensions({ bell }),
};
`;
const SPREAD = '{ ...parent, dimensions: { ...parent.dimensions }, error: undefined }';

/** Executors written in other words, and work that only looks like one. */
export const disguisedExecutors: readonly RuleCase[] = [
  hit(
    'second: a socket that dispatches, no framework import',
    'ws.js',
    `import { orders } from './orders';
export function attach(ws) {
  ws.on('message', async (raw) => {
    const message = JSON.parse(raw);
    const method = orders.methods[message.method];
    ws.send(JSON.stringify(await §method.handler({ params: {}, input: message.input, source: 'ws' })));
  });
}
`,
  ),
  hit(
    'second: the methods destructured',
    'dispatch.ts',
    `import type { ServiceDef } from 'stitchkit/server';
export async function dispatch({ methods }: ServiceDef, key: string, input: unknown) {
  return §methods[key]!.handler({ params: {}, input, source: 'ws' });
}
`,
  ),
  hit(
    'second: the handler destructured',
    'dispatch.ts',
    `import type { ServiceDef } from 'stitchkit/server';
export async function dispatch(service: ServiceDef, key: string, input: unknown) {
  const { handler } = service.methods[key]!;
  return §handler({ params: {}, input, source: 'ws' });
}
`,
  ),
  hit(
    'second: an optional handler',
    'dispatch.ts',
    `import type { ServiceDef } from 'stitchkit/server';
export const dispatch = (service: ServiceDef, key: string, input: unknown) => §service.methods[key]?.handler?.({ params: {}, input, source: 'ws' });
`,
  ),
  hit(
    'second: two services merged into one table',
    'dispatch.ts',
    `import type { ServiceDef } from 'stitchkit/server';
export function makeDispatch(a: ServiceDef, b: ServiceDef) {
  const methods = { ...a.methods, ...b.methods };
  return (key: string, input: unknown) => §methods[key]!.handler({ params: {}, input, source: 'ws' });
}
`,
  ),
  hit(
    'second: filtered, then mapped',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (toolCalls) =>
  §Promise.all(toolCalls.filter((call) => call.name in handlers).map((call) => handlers[call.name](call.args)));
`,
  ),
  hit(
    'second: with a timeout around each promise',
    'bells.js',
    `import { withTimeout } from './timeout';
${DIMENSIONS}${TABLE}
export const run = (toolCalls) => §Promise.all(toolCalls.map((call) => withTimeout(handlers[call.name](call.args), 1000)));
`,
  ),
  hit(
    'second: a class with a method for one call',
    'bells.js',
    `${DIMENSIONS}
export class Executor {
  handlers = { ring: async ({ bell }) => setRequestDimensions({ bell }) };
  async runOne(call) {
    return { id: call.id, output: await this.handlers[call.name](call.args) };
  }
  run(toolCalls) {
    return §Promise.all(toolCalls.map((call) => this.runOne(call)));
  }
}
`,
  ),
  hit(
    'second: a record that is filled by a registration function',
    'bells.js',
    `${DIMENSIONS}
const handlers = {};
const register = (name, handler) => {
  handlers[name] = handler;
};
register('ring', async ({ bell }) => setRequestDimensions({ bell }));
export const run = (toolCalls) => §Promise.all(toolCalls.map((call) => handlers[call.name](call.args)));
`,
  ),
  hit(
    'second: the calls destructured in place',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export async function run({ toolCalls }) {
  const outputs = await §Promise.all(toolCalls.map(async ({ toolName, input }) => handlers[toolName](input)));
  return outputs;
}
`,
  ),
  hit(
    'second: a fork around a part of the call',
    'bells.js',
    `${FORK}${TABLE}
import { log } from './log';
export const run = (toolCalls) =>
  §Promise.all(
    toolCalls.map(async (call) => {
      const parent = getRequestContext();
      await runWithRequestContext(${SPREAD}, async () => log(call.name));
      return handlers[call.name](call.args);
    }),
  );
`,
  ),
  clean(
    'second: a class that forks each call',
    'bells.js',
    `${FORK}
export class Executor {
  handlers = { ring: async ({ bell }) => setRequestDimensions({ bell }) };
  async runOne(call) {
    const parent = getRequestContext();
    const go = () => this.handlers[call.name](call.args);
    return parent ? runWithRequestContext(${SPREAD}, go) : go();
  }
  run(toolCalls) {
    return Promise.all(toolCalls.map((call) => this.runOne(call)));
  }
}
`,
  ),
  clean(
    'second: a fork made by a local function',
    'bells.js',
    `${FORK}${TABLE}
const forkOf = (parent) => (${SPREAD});
export const run = (toolCalls) =>
  Promise.all(
    toolCalls.map((call) => {
      const parent = getRequestContext();
      if (!parent) return handlers[call.name](call.args);
      return runWithRequestContext(forkOf(parent), () => handlers[call.name](call.args));
    }),
  );
`,
  ),
  clean(
    'second: a guard in the other order',
    'bells.js',
    `${FORK}${TABLE}
async function runOne(call) {
  const parent = getRequestContext();
  if (parent) {
    return runWithRequestContext(${SPREAD}, async () => handlers[call.name](call.args));
  }
  return handlers[call.name](call.args);
}
export const run = (toolCalls) => Promise.allSettled(toolCalls.map((call) => runOne(call)));
`,
  ),
  clean(
    'second: enrichers of one request by a fixed list',
    'web.js',
    `${DIMENSIONS}
const enrichers = { geo: async (req) => setRequestDimensions({ geo: req.geo }), plan: async (req) => setRequestDimensions({ plan: req.plan }) };
export const enrich = (req) => Promise.all(['geo', 'plan'].map((key) => enrichers[key](req)));
`,
  ),
  clean(
    'second: resolvers of a GraphQL server',
    'graphql.js',
    `${DIMENSIONS}
const resolvers = { user: async (parent, args) => setRequestDimensions({ user: args.id }) };
export const resolveAll = (parent, fields) => Promise.all(fields.map((field) => resolvers[field.name](parent, field.args)));
`,
  ),
  clean(
    'second: events of a webhook by their name',
    'webhook.js',
    `${DIMENSIONS}
const handlers = { paid: async (order) => setRequestDimensions({ order: order.id }) };
export const onWebhook = (events) => Promise.all(events.map((event) => handlers[event.name](event.payload)));
`,
  ),
  hit(
    'second: the calls of an OpenAI message',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (message) =>
  §Promise.all(message.tool_calls.map((call) => handlers[call.function.name](JSON.parse(call.function.arguments))));
`,
  ),
  hit(
    'second: the calls of an Anthropic message',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (message) =>
  §Promise.all(
    message.content
      .filter((block) => block.type === 'tool_use')
      .map(async (block) => ({ id: block.id, output: await handlers[block.name](block.input) })),
  );
`,
  ),
  hit(
    'second: a JSON-RPC batch of tools/call',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const batch = (requests) =>
  §Promise.all(requests.map((request) => handlers[request.params.name](request.params.arguments)));
`,
  ),
  hit(
    'second: calls and executors by those names',
    'bells.js',
    `${DIMENSIONS}
const executors = { ring: async ({ bell }) => setRequestDimensions({ bell }) };
export const runStep = (calls) => §Promise.all(calls.map((call) => executors[call.name](call.args)));
`,
  ),
  clean(
    'second: jobs of a queue by their kind',
    'jobs.js',
    `${DIMENSIONS}
const runners = { mail: async (job) => setRequestDimensions({ mail: job.id }) };
export const drain = (jobs) => Promise.all(jobs.map((job) => runners[job.kind](job)));
`,
  ),
  clean(
    'second: an HTTP route that calls a handler',
    'web.ts',
    `import type { ServiceDef } from 'stitchkit/server';
export const serve = (service: ServiceDef, key: string, input: unknown) => service.methods[key]!.handler({ params: {}, input, source: 'http' });
`,
  ),
  clean(
    'second: a table of tools that is only described',
    'list.ts',
    `import { collectTools } from 'stitchkit/tools';
import { orders } from './orders';
export const list = () => Promise.all(collectTools(orders, 'MCP').map(async (t) => ({ name: t.name, handler: typeof t.method.handler })));
`,
  ),
  hit(
    'second: one fork object shared by the calls',
    'bells.js',
    `${FORK}${TABLE}
export function run(toolCalls) {
  const parent = getRequestContext();
  const fork = ${SPREAD};
  return §Promise.all(toolCalls.map((call) => runWithRequestContext(fork, () => handlers[call.name](call.args))));
}
`,
  ),
  hit(
    'second: the record of the request entered again for each call',
    'bells.js',
    `${FORK}${TABLE}
export function run(toolCalls) {
  const parent = getRequestContext();
  return §Promise.all(toolCalls.map((call) => runWithRequestContext(parent, () => handlers[call.name](call.args))));
}
`,
  ),
  hit(
    'second: a tool wrapper that mutates the inherited context',
    'wrap.ts',
    `import { createTraceContext, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
export async function withToolContext<T>(name: string, fn: () => Promise<T>): Promise<T> {
  const store = getRequestContext();
  if (store) {
    store.action = name;
    store.dimensions = { ...store.dimensions, tool: name };
    return §fn();
  }
  return runWithRequestContext({ trace: createTraceContext(), source: 'agent', startedAt: process.hrtime.bigint() }, fn);
}
`,
  ),
  hit(
    'second: a runner of several calls that mutates the inherited context around each',
    'wrap-all.ts',
    `import { createTraceContext, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
export async function runAll<T>(names: string[], fn: () => Promise<T>): Promise<T[]> {
  return §Promise.all(
    names.map(async (name) => {
      const store = getRequestContext();
      if (store) {
        store.dimensions = { ...store.dimensions, tool: name };
        return fn();
      }
      return runWithRequestContext({ trace: createTraceContext(), source: 'agent', startedAt: process.hrtime.bigint() }, fn);
    }),
  );
}
`,
    { says: [/around each of several calls/] },
  ),
  hit(
    'second: an own runner that forks nothing',
    'run.ts',
    `import type { MethodDef } from 'stitchkit/contract';
async function executeToolMethod(method: MethodDef, args: unknown) {
  return method.handler({ params: {}, input: args, source: 'agent' });
}
function createToolRunner() {
  return (method: MethodDef, args: unknown) => executeToolMethod(method, args);
}
const run = createToolRunner();
export const runAll = (methods: Record<string, MethodDef>, calls: { name: string; args: unknown }[]) =>
  §Promise.all(calls.map((call) => run(methods[call.name]!, call.args)));
`,
  ),
  hit(
    'second: methods copied into a registry',
    'dispatch.ts',
    `import type { MethodDef } from 'stitchkit/contract';
import type { ServiceDef } from 'stitchkit/server';
export function createRegistry(services: ServiceDef[]) {
  const registry: Record<string, MethodDef> = {};
  for (const service of services) Object.assign(registry, service.methods);
  return (name: string, input: unknown) => §registry[name]!.handler({ params: {}, input, source: 'agent' });
}
`,
  ),
  hit(
    'second: thunks of the vendored executor, at the call: only promises are followed to a join',
    'run.js',
    `import { executeToolMethod } from './vendor/execute-tool-method';
import { methods } from './methods';
export async function drain(calls) {
  const queue = [];
  for (const call of calls) queue.push(() => §executeToolMethod(methods[call.name], call.name, call.args, { source: 'agent' }));
  return Promise.all(queue.map((run) => run()));
}
`,
  ),
  clean(
    'second: a vendored runner',
    'run.ts',
    `import { createToolRunner } from './vendor/stitchkit/tool-runner';
import { methods } from './methods';
const run = createToolRunner({ source: 'agent' });
export const runAll = (calls: { name: string; args: unknown }[]) => Promise.all(calls.map((call) => run(methods[call.name], call.args)));
`,
  ),
  clean(
    'second: a fork around the handler alone is another matter',
    'run.ts',
    `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import type { MethodDef } from 'stitchkit/contract';
import type { ToolCallHooks } from 'stitchkit/tools';
export async function execute(method: MethodDef, toolName: string, args: Record<string, unknown>, hooks: ToolCallHooks) {
  const parent = getRequestContext();
  const go = () => method.handler({ params: {}, input: args, source: 'agent' });
  const data = parent ? await runWithRequestContext(${SPREAD}, go) : await go();
  await hooks.afterToolCall?.({ toolName, args, context: { source: 'agent' }, endpoint: {} as never, result: { ok: true, data }, durationMs: 0 });
  return data;
}
`,
  ),
  clean(
    'second: a stamp of a request around the next handler',
    'web.ts',
    `import { getRequestContext } from 'stitchkit/observability';
export async function withTenant<T>(tenant: string, next: () => Promise<T>): Promise<T> {
  const ctx = getRequestContext();
  if (ctx) ctx.dimensions = { ...ctx.dimensions, tenant };
  return next();
}
`,
  ),
  clean(
    'second: each handler of a service in a test, known by its import',
    'handlers.ts',
    `import { expect, test } from 'vitest';
import { orders } from '../src/orders';
test.each(['list', 'count'] as const)('%s answers', async (key) => {
  expect(await orders.methods[key].handler({ params: {}, input: {}, source: 'test' })).toBeDefined();
});
`,
  ),
  clean(
    'second: each handler of a service in a test of bun',
    'input.ts',
    `import { expect, test } from 'bun:test';
import type { ServiceDef } from 'stitchkit/server';
import { orders } from './orders';
const services: ServiceDef[] = [orders];
test('every handler answers', async () => {
  for (const service of services) {
    for (const method of Object.values(service.methods)) expect(await method.handler({ params: {}, input: {}, source: 'test' })).toBeDefined();
  }
});
`,
  ),
];
