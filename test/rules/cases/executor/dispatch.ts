import { hit, type RuleCase } from '../../rule-case.js';
import { TOOLS } from './sources.js';

export const dispatch: readonly RuleCase[] = [
  hit(
    'collectTools: an agent mount by hand',
    'mount.ts',
    `import { tool } from 'ai';
${TOOLS}
export const set: Record<string, unknown> = {};
for (const t of collectTools(orders, 'AGENT')) {
  set[t.name] = tool({ description: t.method.desc, inputSchema: t.schema, execute: (a) => §t.method.handler({ source: 'agent', input: a }) });
}
`,
  ),
  hit(
    'collectTools: an MCP mount by hand',
    'mount.ts',
    `import type { McpServer } from 'stitchkit/tools';
${TOOLS}
export function mount(server: McpServer) {
  for (const t of collectTools(orders, 'MCP')) {
    server.registerTool(t.name, { description: t.method.desc }, async (a: unknown) => {
      const data = await §t.method.handler({ source: 'mcp', input: a });
      return { content: [{ type: 'text', text: JSON.stringify(data) }] };
    });
  }
}
`,
  ),
  hit(
    'collectTools: destructured in the loop',
    'mount.js',
    `import { dynamicTool } from 'ai';
${TOOLS}
export const set = {};
for (const { name, method } of collectTools(orders, 'AGENT')) {
  set[name] = dynamicTool({ description: method.desc, inputSchema: {}, execute: (input) => §method.handler({ source: 'agent', input }) });
}
`,
  ),
  hit(
    'collectTools: Object.fromEntries over map',
    'mount.js',
    `import { tool } from 'ai';
${TOOLS}
export const set = Object.fromEntries(
  collectTools(orders, 'AGENT').map((t) => [t.name, tool({ inputSchema: t.schema, execute: (input) => §t.method.handler({ input }) })]),
);
`,
  ),
  hit(
    'collectTools: reduce',
    'mount.js',
    `import { tool } from 'ai';
${TOOLS}
export const set = collectTools(orders, 'AGENT').reduce((all, { name, method: { handler } }) => {
  all[name] = tool({ inputSchema: {}, execute: (input) => §handler({ input }) });
  return all;
}, {});
`,
  ),
  hit(
    'collectTools: found by name, then called',
    'dispatch.ts',
    `${TOOLS}
const tools = collectTools(orders, 'AGENT');
export async function dispatch(name: string, input: unknown) {
  const found = tools.find((t) => t.name === name);
  if (!found) throw new Error('no such tool');
  return §found.method.handler({ source: 'agent', input });
}
`,
  ),
  hit(
    'collectTools: in a Map, run at once',
    'dispatch.ts',
    `${TOOLS}
const byName = new Map(collectTools(orders, 'AGENT').map((t) => [t.name, t]));
export const run = (calls: { name: string; input: unknown }[]) =>
  §Promise.all(calls.map((call) => byName.get(call.name)!.method.handler({ source: 'agent', input: call.input })));
`,
  ),
  hit(
    'collectTools: renamed import',
    'mount.js',
    `import { collectTools as gather } from 'stitchkit/tools';
import { orders } from './orders';
export const run = (i, input) => {
  const [first] = gather(orders, 'AGENT');
  return §first.method.handler({ input, i });
};
`,
  ),
  hit(
    'collectTools: namespace in CommonJS',
    'mount.cjs',
    `const kit = require('stitchkit/tools');
const { orders } = require('./orders');
exports.run = async (name, input) => {
  for (const t of kit.collectTools(orders, 'AGENT')) {
    if (t.name === name) return §t.method.handler({ source: 'agent', input });
  }
};
`,
  ),
  hit(
    'collectTools: with the handler under a local name',
    'mount.ts',
    `import { tool } from 'ai';
${TOOLS}
export const tools = collectTools(orders, 'AGENT').map((t) => {
  const run = t.method.handler;
  return tool({ inputSchema: t.schema, execute: async (input) => §run({ source: 'agent', input }) });
});
`,
  ),
  hit(
    'collectTools: with call',
    'mount.js',
    `${TOOLS}
export const run = (input) => {
  const [t] = collectTools(orders, 'AGENT');
  return §t.method.handler.call(undefined, { source: 'agent', input });
};
`,
  ),
  hit(
    'collectTools: a parameter typed MountableTool',
    'adapt.ts',
    `import { tool } from 'ai';
import type { MountableTool } from 'stitchkit/tools';
export const adapt = (t: MountableTool) => tool({ description: t.name, inputSchema: {}, execute: (input) => §t.method.handler({ source: 'agent', input }) });
`,
  ),
  hit(
    'methods: a service of the file',
    'dispatch.ts',
    `import { implement } from 'stitchkit/server';
import { contract } from './contract';
const orders = implement(contract, { list: async () => [] });
export async function dispatch(key: string, input: unknown) {
  const m = orders.methods[key];
  return §m.handler({ params: {}, input, source: 'local-ws' });
}
`,
  ),
  hit(
    'methods: a parameter typed ServiceDef',
    'dispatch.ts',
    `import type { ServiceDef } from 'stitchkit/server';
export const dispatch = (service: ServiceDef, key: string, input: unknown) => §service.methods[key]!.handler({ params: {}, input, source: 'ws' });
`,
  ),
  hit(
    'methods: a parameter typed MethodDef',
    'dispatch.ts',
    `import type { MethodDef } from 'stitchkit/contract';
export async function dispatch(method: MethodDef, input: unknown) {
  return §method.handler({ params: {}, input, source: 'ws' });
}
`,
  ),
  hit(
    'methods: over Object.entries',
    'mount.ts',
    `import { tool } from 'ai';
import type { ServiceDef } from 'stitchkit/server';
export function mount(service: ServiceDef) {
  const set: Record<string, unknown> = {};
  for (const [key, method] of Object.entries(service.methods)) {
    set[key] = tool({ inputSchema: {}, execute: (input) => §method.handler({ params: {}, input, source: 'agent' }) });
  }
  return set;
}
`,
  ),
  hit(
    'methods: over Object.values under Promise.all',
    'mount.ts',
    `import type { ServiceDef } from 'stitchkit/server';
export const runAll = (service: ServiceDef, input: unknown) =>
  §Promise.all(Object.values(service.methods).map((method) => method.handler({ params: {}, input, source: 'agent' })));
`,
  ),
  hit(
    'methods: a list of services searched',
    'dispatch.ts',
    `import type { ServiceDef } from 'stitchkit/server';
export async function dispatch(services: readonly ServiceDef[], name: string, key: string, input: unknown) {
  const service = services.find((s) => s.name === name);
  return §service!.methods[key]!.handler({ params: {}, input, source: 'ws' });
}
`,
  ),
  hit(
    'methods: an imported service beside a context read',
    'dispatch.js',
    `import { getRequestContext } from 'stitchkit/observability';
import { orders } from './orders';
export async function dispatch(key, input) {
  const m = orders.methods[key];
  return §m.handler({ params: {}, input, source: 'local-ws', userId: getRequestContext()?.userId });
}
`,
  ),
  hit(
    'methods: pushed and joined',
    'dispatch.ts',
    `import type { ServiceDef } from 'stitchkit/server';
export async function runAll(service: ServiceDef, calls: { key: string; input: unknown }[]) {
  const pending: Promise<unknown>[] = [];
  for (const { key, input } of calls) pending.push(service.methods[key]!.handler({ params: {}, input, source: 'agent' }));
  return §Promise.all(pending);
}
`,
  ),
  hit(
    'methods: one after the other',
    'dispatch.ts',
    `import type { ServiceDef } from 'stitchkit/server';
export async function runAll(service: ServiceDef, calls: { key: string; input: unknown }[]) {
  const out: unknown[] = [];
  for (const { key, input } of calls) out.push(await §service.methods[key]!.handler({ params: {}, input, source: 'agent' }));
  return out;
}
`,
  ),
  hit(
    'methods: in a field of a class',
    'dispatch.ts',
    `import type { ServiceDef } from 'stitchkit/server';
export class Dispatcher {
  constructor(private readonly service: ServiceDef) {}
  run(key: string, input: unknown) {
    return §this.service.methods[key]!.handler({ params: {}, input, source: 'ws' });
  }
}
`,
  ),
  hit(
    'methods: one fork around all calls',
    'dispatch.ts',
    `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import type { ServiceDef } from 'stitchkit/server';
export function runAll(service: ServiceDef, calls: { key: string; input: unknown }[]) {
  const parent = getRequestContext()!;
  return runWithRequestContext({ ...parent, dimensions: {}, error: undefined }, () =>
    §Promise.all(calls.map(({ key, input }) => service.methods[key]!.handler({ params: {}, input, source: 'agent' }))),
  );
}
`,
  ),
];
