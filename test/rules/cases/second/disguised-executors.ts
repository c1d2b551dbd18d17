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
];
