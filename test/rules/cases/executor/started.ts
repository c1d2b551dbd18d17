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
];
