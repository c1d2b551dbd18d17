import { clean, hit, type RuleCase } from '../../rule-case.js';
import { DIMENSIONS, TABLE, TOOLS } from './sources.js';

/** Ways to start calls that hide what makes them concurrent, or what they run. */
export const started: readonly RuleCase[] = [
  hit(
    'started: by a generator that yields calls',
    'bells.js',
    `${DIMENSIONS}${TABLE}
function* start(toolCalls) {
  for (const call of toolCalls) yield handlers[call.name](call.args);
}
export const run = (toolCalls) => §Promise.all([...start(toolCalls)]);
`,
  ),
  hit(
    'started: by a generator, gathered with Array.from',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (toolCalls) =>
  §Promise.allSettled(Array.from((function* () { for (const call of toolCalls) yield handlers[call.name](call.args); })()));
`,
  ),
  hit(
    'started: with Reflect.apply',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (toolCalls) => §Promise.all(toolCalls.map((call) => Reflect.apply(handlers[call.name], null, [call.args])));
`,
  ),
  hit(
    'started: a collected handler with Reflect.apply',
    'mount.js',
    `${TOOLS}
const tools = collectTools(orders, 'AGENT');
export const run = (name, input) => {
  const found = tools.find((one) => one.name === name);
  return §Reflect.apply(found.method.handler, undefined, [{ source: 'agent', input }]);
};
`,
  ),
  hit(
    'started: each with a deadline',
    'bells.js',
    `${DIMENSIONS}${TABLE}
import { late } from './late.js';
const one = async (call) => Promise.race([handlers[call.name](call.args), late(1000)]);
export const run = (toolCalls) => §Promise.all(toolCalls.map(one));
`,
  ),
  hit(
    'started: each with a deadline, at once',
    'bells.js',
    `${DIMENSIONS}${TABLE}
import { late } from './late.js';
export const run = (toolCalls) =>
  §Promise.all(toolCalls.map((call) => Promise.race([handlers[call.name](call.args), late(1000)])));
`,
  ),
  hit(
    'started: kept in a set that is waited for to shrink, then to be done',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export async function run(toolCalls) {
  const running = new Set();
  for (const call of toolCalls) {
    const one = handlers[call.name](call.args).finally(() => running.delete(one));
    running.add(one);
    if (running.size > 2) await Promise.race(running);
  }
  await §Promise.all(running);
}
`,
  ),
  hit(
    'started: the first of several',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (toolCalls) => §Promise.any(toolCalls.map((call) => handlers[call.name](call.args)));
`,
  ),
  hit(
    'started: by an async forEach',
    'bells.js',
    `${DIMENSIONS}${TABLE}
import { send } from './socket.js';
export const run = (toolCalls) => {
  toolCalls.forEach(async (call) => {
    send(await §handlers[call.name](call.args));
  });
};
`,
  ),
  hit(
    'started: a concurrent map says by its list that it is of tool calls',
    'moves.js',
    `import pMap from 'p-map';
${DIMENSIONS}
const moves = new Map();
moves.set('ring', async ({ bell }) => setRequestDimensions({ bell }));
export const run = (toolCalls) => §pMap(toolCalls, ({ name, args }) => moves.get(name)(args));
`,
  ),
  hit(
    'started: services in a table that is typed and made of unseen ones',
    'dispatch.ts',
    `import type { ServiceDef } from 'stitchkit/server';
import { services } from './services';
const byName: Record<string, ServiceDef> = Object.fromEntries(services.map((one) => [one.prefix, one]));
export const run = (service: string, key: string, input: unknown) =>
  §byName[service]!.methods[key]!.handler({ params: {}, input, source: 'ws' });
`,
  ),
  hit(
    'started: services in a typed table that starts out empty',
    'dispatch.ts',
    `import type { ServiceDef } from 'stitchkit/server';
const byName: Record<string, ServiceDef> = {};
export const add = (name: string, service: unknown) => { byName[name] = service as never; };
export const run = (service: string, key: string, input: unknown) =>
  §byName[service]!.methods[key]!.handler({ params: {}, input, source: 'ws' });
`,
  ),
  clean(
    'not started: an async generator waits for each',
    'bells.js',
    `${DIMENSIONS}${TABLE}
async function* start(toolCalls) {
  for (const call of toolCalls) yield await handlers[call.name](call.args);
}
export async function run(toolCalls) {
  const outputs = [];
  for await (const output of start(toolCalls)) outputs.push(output);
  return outputs;
}
`,
  ),
  hit(
    'started: by a function that is handed the call for each',
    'bells.js',
    `${DIMENSIONS}${TABLE}
const fanOut = async (items, each) => {
  await 0;
  return §Promise.all(items.map(each));
};
export const run = (toolCalls) => fanOut(toolCalls, (call) => handlers[call.name](call.args));
`,
  ),
  hit(
    'started: by a function that is handed a named call, and pushes its promises',
    'bells.ts',
    `${DIMENSIONS}${TABLE}
async function fanOut<T, R>(items: readonly T[], each: (item: T) => Promise<R>): Promise<R[]> {
  const started: Promise<R>[] = [];
  for (const item of items) started.push(each(item));
  return §Promise.all(started);
}
const callOne = async (call) => handlers[call.name](call.args);
export const run = (toolCalls) => fanOut(toolCalls, callOne);
`,
  ),
  hit(
    'started: where a name that holds itself, or else another value, is not set',
    'bells.cjs',
    `const { getRequestContext, setRequestDimensions } = require('stitchkit/observability');
const { load } = require('./load');
var closed = closed || load();
const handlers = { ring: async ({ bell }) => setRequestDimensions({ bell }) };
exports.run = (toolCalls) => {
  if (closed) return [];
  return §Promise.all(toolCalls.map((call) => handlers[call.name](call.args)));
};
`,
  ),
  hit(
    'started: each in an async function that waits for it',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (toolCalls) =>
  §Promise.all(toolCalls.map(async (call) => {
    const output = await handlers[call.name](call.args);
    return { id: call.id, output };
  }));
`,
  ),
  hit(
    'started: each in a function that waits for one that waits for it',
    'bells.js',
    `${DIMENSIONS}${TABLE}
const one = async (call) => {
  const output = await handlers[call.name](call.args);
  return output;
};
export const run = (toolCalls) =>
  §Promise.all(toolCalls.map(async (call) => {
    const output = await one(call);
    return { id: call.id, output };
  }));
`,
  ),
  hit(
    'started: by branches that are the tools',
    'bells.js',
    `import { setRequestDimensions } from 'stitchkit/observability';
async function runOne(call) {
  if (call.toolName === 'ring') {
    setRequestDimensions({ bell: call.args.bell });
    return 'rang';
  }
  return 'nothing';
}
export const run = (toolCalls) => §Promise.all(toolCalls.map(runOne));
`,
  ),
  clean(
    'not started: each waited for before the next, and joined when all are done',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export async function run(toolCalls) {
  const outputs = [];
  for (const call of toolCalls) outputs.push(await handlers[call.name](call.args));
  return Promise.all(outputs);
}
`,
  ),
  clean(
    'not started: branches that are the tools, one after the other',
    'bells.js',
    `import { setRequestDimensions } from 'stitchkit/observability';
export async function run(toolCalls) {
  for (const call of toolCalls) {
    switch (call.toolName) {
      case 'ring':
        setRequestDimensions({ bell: call.args.bell });
        break;
    }
  }
}
`,
  ),
  clean(
    'not started: by a function that is handed the call and waits for each',
    'bells.js',
    `${DIMENSIONS}${TABLE}
async function oneByOne(items, each) {
  const done = [];
  for (const item of items) done.push(await each(item));
  return done;
}
export const run = (toolCalls) => oneByOne(toolCalls, (call) => handlers[call.name](call.args));
`,
  ),
  clean(
    'not started: beside a function that starts other work at once',
    'bells.js',
    `${DIMENSIONS}${TABLE}
import { load } from './load.js';
const fanOut = (items, each) => Promise.all(items.map(each));
export async function run(toolCalls) {
  await fanOut(toolCalls, (call) => load(call.id));
  for (const call of toolCalls) await handlers[call.name](call.args);
}
`,
  ),
  clean(
    'not started: imported validators of calls',
    'check.js',
    `import { getRequestContext } from 'stitchkit/observability';
import { validators } from './validators.js';
export const check = (toolCalls) =>
  getRequestContext() ? Promise.all(toolCalls.map((call) => validators[call.toolName](call.input))) : [];
`,
  ),
  clean(
    'not started: one call in a loop, with a deadline',
    'bells.js',
    `${DIMENSIONS}${TABLE}
import { late } from './late.js';
export async function run(toolCalls) {
  const outputs = [];
  for (const call of toolCalls) {
    outputs.push(await Promise.race([handlers[call.name](call.args), late(1000)]));
  }
  return outputs;
}
`,
  ),
  clean(
    'not started: hooks of a call that are waited for together',
    'bells.js',
    `${DIMENSIONS}${TABLE}
import { notes } from './notes.js';
export async function run(call) {
  const output = await handlers[call.name](call.args);
  await Promise.all(notes.map((note) => note.write(output)));
  return output;
}
`,
  ),
  clean(
    'not started: descriptions of the tools that calls name',
    'bells.js',
    `${DIMENSIONS}${TABLE}
const descriptions = { ring: async (args) => ({ text: 'Ring', args }) };
export const describe = (toolCalls) => Promise.all(toolCalls.map((call) => descriptions[call.name](call.args)));
`,
  ),
  clean(
    'not started: branches on the name of a call, of which none writes',
    'bells.js',
    `import { getRequestContext } from 'stitchkit/observability';
import { ring } from './ring.js';
export const urgent = () => getRequestContext()?.path === '/urgent';
async function labelOf(call) {
  switch (call.toolName) {
    case 'ring':
      return ring.label;
    default:
      return call.toolName;
  }
}
export const labels = (toolCalls) => Promise.all(toolCalls.map(labelOf));
`,
  ),
  clean(
    'not started: branches on the name of a job',
    'jobs.js',
    `import { setRequestDimensions } from 'stitchkit/observability';
async function runJob(job) {
  switch (job.kind) {
    case 'ring':
      setRequestDimensions({ bell: job.bell });
      return 'rang';
    default:
      return 'nothing';
  }
}
export const runAll = (jobs) => Promise.all(jobs.map(runJob));
`,
  ),
  clean(
    'not started: each call in a loop that ends with the first that fails',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export async function run(toolCalls) {
  let last = Promise.resolve();
  for (const call of toolCalls) {
    await last;
    const output = await handlers[call.name](call.args);
    if (output === null) break;
  }
}
`,
  ),
  clean(
    'not started: each call behind the one before, by an async generator',
    'bells.js',
    `${DIMENSIONS}${TABLE}
async function* outputs(toolCalls) {
  for (const call of toolCalls) yield await handlers[call.name](call.args);
}
export async function run(toolCalls) {
  const all = [];
  for await (const output of outputs(toolCalls)) all.push(output);
  return Promise.all(all.map((one) => one.id));
}
`,
  ),
  clean(
    'not started: calls in turn, by a chain of promises that reduce makes of awaited ones',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (toolCalls) =>
  toolCalls.reduce(async (before, call) => {
    const outputs = await before;
    return [...outputs, await handlers[call.name](call.args)];
  }, Promise.resolve([]));
`,
  ),
  clean(
    'not started: calls through the invoker, each with its own deadline',
    'run.js',
    `import { createToolInvoker } from 'stitchkit/tools';
import { services } from './services.js';
import { late } from './late.js';
const invoker = createToolInvoker(services);
export const run = (toolCalls) =>
  Promise.all(toolCalls.map((call) => Promise.race([invoker.invoke(call.toolName, call.input), late(1000)])));
`,
  ),
  clean(
    'not started: the tools of a mount, by name',
    'run.js',
    `import { mountAgent } from 'stitchkit/tools';
import { orders } from './orders.js';
const tools = mountAgent(orders, {});
export const run = (toolCalls) =>
  Promise.all(toolCalls.map((call) => tools[call.toolName].execute(call.input, { toolCallId: call.toolCallId, messages: [] })));
`,
  ),
  clean(
    'not started: stamps of one request, by name and at once',
    'stamps.js',
    `import { setRequestDimensions } from 'stitchkit/observability';
const stamps = { region: async (value) => setRequestDimensions({ region: value }) };
export const stampAll = (fields) => Promise.all(fields.map((field) => stamps[field.key](field.value)));
`,
  ),
  clean(
    'not started: promises of loads that are pushed beside awaited calls',
    'bells.js',
    `${DIMENSIONS}${TABLE}
import { load } from './load.js';
export async function run(toolCalls) {
  const loads = [];
  for (const call of toolCalls) {
    loads.push(load(call.id));
    await handlers[call.name](call.args);
  }
  return Promise.all(loads);
}
`,
  ),
];
