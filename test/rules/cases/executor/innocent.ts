import { clean, type RuleCase } from '../../rule-case.js';
import { DIMENSIONS, TABLE, TOOLS } from './sources.js';

export const innocent: readonly RuleCase[] = [
  clean(
    'managed: the invoker under Promise.all',
    'run.ts',
    `import { createToolInvoker } from 'stitchkit/tools';
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export const run = (calls: { name: string; args: Record<string, unknown> }[]) => Promise.all(calls.map((call) => invoker.invoke(call.name, call.args)));
`,
  ),
  clean(
    'managed: invokeOrThrow of the peer-free entry',
    'run.js',
    `import { createToolInvoker } from 'stitchkit/tools/invoker';
import { services } from './surface';
const { invokeOrThrow } = createToolInvoker(services, { transport: 'AGENT' });
export const run = (calls) => Promise.allSettled(calls.map(({ name, args }) => invokeOrThrow(name, args)));
`,
  ),
  clean(
    'managed: mounted tools under Promise.all',
    'run.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { orders } from './orders';
const tools = mountAgent(orders, {});
export const run = (calls: { toolName: string; input: unknown }[]) => Promise.all(calls.map((call) => tools[call.toolName]!.execute!(call.input, { toolCallId: '1', messages: [] })));
`,
  ),
  clean(
    'managed: tools of a toolkit under Promise.all',
    'run.js',
    `import { createToolkit } from 'stitchkit/tools';
import { orders } from './orders';
const kit = createToolkit();
const tools = kit.mountAgent(orders, {});
export const run = (calls) => Promise.all(calls.map((call) => tools[call.toolName].execute(call.input, { toolCallId: '1', messages: [] })));
`,
  ),
  clean(
    'managed: the old dispatcher',
    'run.js',
    `import { createContractDispatcher } from 'stitchkit/tools';
import { orders } from './orders';
const { dispatch } = createContractDispatcher([orders], { source: 'ws' });
export const run = (calls) => Promise.all(calls.map((call) => dispatch(call.method, call.args)));
`,
    { version: '0.9.0' },
  ),
  clean(
    'managed: a model step',
    'loop.ts',
    `import { generateText } from 'ai';
import { mountAgent } from 'stitchkit/tools';
import { model } from './model';
import { orders } from './orders';
export const answers = (prompts: string[]) => Promise.all(prompts.map((prompt) => generateText({ model, prompt, tools: mountAgent(orders, {}) })));
`,
  ),
  clean(
    'collectTools only listed',
    'list.ts',
    `${TOOLS}
export const names = collectTools(orders, 'AGENT').map((t) => ({ name: t.name, description: t.method.desc }));
`,
  ),
  clean(
    'collectTools joined over other work',
    'list.ts',
    `${TOOLS}
import { describe } from './describe';
export const docs = () => Promise.all(collectTools(orders, 'MCP').map((t) => describe(t.name, t.schema)));
`,
  ),
  clean(
    'collectTools of another module',
    'mount.js',
    `import { collectTools } from './plugins';
import { setRequestDimensions } from 'stitchkit/observability';
export const start = () => {
  setRequestDimensions({ page: 'plugins' });
  return collectTools('x', 'AGENT').map((t) => t.method.handler({ input: 1 }));
};
`,
  ),
  clean(
    'handler of a static method in a test',
    'orders.test.ts',
    `import { expect, test } from 'vitest';
import { orders } from '../src/orders';
test('lists', async () => {
  expect(await orders.methods.list.handler({ params: {}, input: {}, source: 'test' })).toEqual([]);
});
`,
  ),
  clean(
    'handlers of static methods at once in a test',
    'orders.spec.ts',
    `import { expect, it } from 'vitest';
import { implement } from 'stitchkit/server';
import { contract } from '../src/contract';
const orders = implement(contract, { list: async () => [], count: async () => 0 });
it('lists and counts', async () => {
  const [list, count] = await Promise.all([
    orders.methods.list.handler({ params: {}, input: {}, source: 'test' }),
    orders.methods.count.handler({ params: {}, input: {}, source: 'test' }),
  ]);
  expect([list, count]).toEqual([[], 0]);
});
`,
  ),
  clean(
    'method table of a JSON-RPC library',
    'rpc.ts',
    `import { JSONRPCServer } from 'json-rpc-2.0';
const methods: Record<string, { schema: object; handler: (params: unknown) => Promise<unknown> }> = {
  add: { schema: { type: 'object' }, handler: async (params) => params },
};
export const server = new JSONRPCServer();
export const batch = (requests: { method: string; params: unknown }[]) => Promise.all(requests.map((r) => methods[r.method]!.handler(r.params)));
`,
  ),
  clean(
    'route table of a web framework beside a context read',
    'routes.js',
    `import { getRequestContext } from 'stitchkit/observability';
const routes = { '/health': { handler: (req) => ({ ok: true, url: req.url }) } };
export function route(req) {
  console.log(getRequestContext()?.userId);
  return routes[req.url].handler(req);
}
`,
  ),
  clean(
    'a table of pure functions by key',
    'format.ts',
    `import { getRequestContext } from 'stitchkit/observability';
const format: Record<string, (value: number) => Promise<string>> = { eur: async (v) => v + ' EUR', usd: async (v) => v + ' USD' };
export const all = (rows: { currency: string; value: number }[]) => Promise.all(rows.map((row) => format[row.currency]!(row.value)));
export const who = () => getRequestContext()?.userId;
`,
  ),
  clean(
    'Promise.all over loads in a handler',
    'kilns.ts',
    `import { setRequestDimensions } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { contract } from './contract';
import { load } from './store';
export const service = implement(contract, {
  list: async ({ input }) => {
    setRequestDimensions({ count: String(input.ids.length) });
    return Promise.all(input.ids.map((id: string) => load(id)));
  },
});
`,
  ),
  clean(
    'Promise.all over items that stamp the same request',
    'web.ts',
    `import { setRequestDimensions, wrapInRequestContext } from 'stitchkit/observability';
import { load } from './store';
export const serve = wrapInRequestContext(async () => {
  await Promise.all(['a', 'b'].map(async (id) => { await load(id); setRequestDimensions({ last: id }); }));
  return new Response('ok');
});
`,
  ),
  clean(
    'Promise.all over hooks of an app',
    'boot.js',
    `import { setRequestDimensions } from 'stitchkit/observability';
import { modules } from './modules';
export const boot = () => Promise.all(modules.map((m) => m.start()));
export const stamp = (id) => setRequestDimensions({ id });
`,
  ),
  clean(
    'agents of another framework',
    'agent.ts',
    `import { agent } from './langgraph';
export const both = () => Promise.all(['a', 'b'].map((thread_id) => agent.invoke({}, { configurable: { thread_id } })));
`,
  ),
  clean(
    'tool calls of another framework',
    'executor.js',
    `const handlers = { ring: async ({ bell }) => 'rang ' + bell };
export const run = (toolCalls) => Promise.all(toolCalls.map((call) => handlers[call.name](call.args)));
`,
  ),
  clean(
    'a setter of another library in the table',
    'executor.js',
    `import { setRequestDimensions } from '@acme/metrics';
const handlers = { ring: async ({ bell }) => setRequestDimensions({ bell }) };
export const run = (toolCalls) => Promise.all(toolCalls.map((call) => handlers[call.name](call.args)));
`,
  ),
  clean(
    'a pool that drains thunks of unknown work',
    'pool.js',
    `import { getRequestContext } from 'stitchkit/observability';
import { executeTool } from './tools';
export async function drain(calls, width) {
  const queue = [];
  for (const c of calls) queue.push(() => executeTool(c, getRequestContext()?.userId));
  const worker = async () => { while (queue.length > 0) await queue.shift()(); };
  return Promise.all(Array.from({ length: width }, worker));
}
`,
  ),
  clean(
    'shadowed: executeToolMethod is a parameter',
    'run.ts',
    `import { getRequestContext } from 'stitchkit/observability';
export const run = (executeToolMethod: (name: string) => string) => executeToolMethod(getRequestContext()?.userId ?? '');
`,
  ),
  clean(
    'an event handler property',
    'page.tsx',
    `import { useState } from 'react';
const tabs = [{ name: 'a', handler: () => 1 }];
export function Tabs() {
  const [at] = useState(0);
  return <button onClick={() => tabs[at]!.handler()}>go</button>;
}
`,
  ),
  clean(
    'types only',
    'types.ts',
    `import type { MethodDef, } from 'stitchkit/contract';
import type { MountableTool } from 'stitchkit/tools';
export type Handler = MethodDef['handler'];
export interface Adapter { adapt(t: MountableTool): Handler }
`,
  ),
  clean(
    'comments and strings',
    'note.js',
    `import { getRequestContext } from 'stitchkit/observability';
// Promise.all(calls.map((call) => t.method.handler(call)))
export const hint = 'executeToolMethod(method, name, args)';
export const who = () => getRequestContext()?.userId;
`,
  ),
  clean(
    'a handler handed on, not called',
    'wrap.ts',
    `import type { MethodDef } from 'stitchkit/contract';
export const describe = (method: MethodDef) => ({ desc: method.desc, arity: method.handler.length });
`,
  ),
  clean(
    'a contract handler that calls another service function',
    'kilns.ts',
    `import { setRequestDimensions } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { contract } from './contract';
const fireOne = async (id: string) => id;
export const service = implement(contract, {
  fire: async ({ input }) => { setRequestDimensions({ kiln: input.id }); return fireOne(input.id); },
  fireAll: async ({ input }) => Promise.all(input.ids.map((id: string) => fireOne(id))),
});
`,
  ),
  clean(
    'sinks joined',
    'sink.ts',
    `import { createObservability } from 'stitchkit/observability';
import { file, table } from './sinks';
export const observability = createObservability({ tools: { write: async (event) => { await Promise.all([file, table].map((sink) => sink(event))); } } });
`,
  ),
  clean(
    'two services mounted at once',
    'mount.ts',
    `import { buildMcpServer } from 'stitchkit/tools';
import { orders, bells } from './services';
export const servers = () => Promise.all([orders, bells].map((service) => buildMcpServer({ services: [service] })));
`,
  ),
  clean(
    'a map of handlers that is only built',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export { handlers };
`,
  ),
];
