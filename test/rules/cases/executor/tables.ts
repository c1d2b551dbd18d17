import { hit, type RuleCase } from '../../rule-case.js';
import { CALL, DIMENSIONS, FORK_IMPORT, TABLE, TYPED_TABLE } from './sources.js';

export const tables: readonly RuleCase[] = [
  hit(
    'table: map under Promise.all',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (toolCalls) => §Promise.all(toolCalls.map((call) => handlers[call.name](call.args)));
`,
  ),
  hit(
    'table: forked by a record that may be missing where there is a parent',
    'bells.js',
    `${FORK_IMPORT}${TABLE}
async function runOne(call) {
  const parent = getRequestContext();
  const record = call.own && parent && { ...parent, dimensions: { ...parent.dimensions }, error: undefined };
  const go = () => handlers[call.name](call.args);
  return record ? runWithRequestContext(record, go) : go();
}
export const run = (toolCalls) => §Promise.all(toolCalls.map(runOne));
`,
  ),
  hit(
    'table: typed, destructured call',
    'bells.ts',
    `${DIMENSIONS}${CALL}${TYPED_TABLE}
export async function run(toolCalls: ToolCall[]) {
  return §Promise.all(toolCalls.map(({ name, args }) => handlers[name]!(args)));
}
`,
  ),
  hit(
    'table: async callback with an await',
    'bells.ts',
    `${DIMENSIONS}${CALL}${TYPED_TABLE}
export async function run(toolCalls: ToolCall[]) {
  const results = await §Promise.all(
    toolCalls.map(async (call) => {
      const handler = handlers[call.name];
      if (!handler) throw new Error('unknown tool');
      return { id: call.id, output: await handler(call.args) };
    }),
  );
  return results;
}
`,
  ),
  hit(
    'table: allSettled',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (toolCalls) => §Promise.allSettled(toolCalls.map((call) => handlers[call.name](call.args)));
`,
  ),
  hit(
    'table: pushed promises joined later',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export async function run(toolCalls) {
  const pending = [];
  for (const call of toolCalls) {
    pending.push(handlers[call.name](call.args));
  }
  return §Promise.all(pending);
}
`,
  ),
  hit(
    'table: pushed with an index, joined with allSettled',
    'bells.ts',
    `${DIMENSIONS}${CALL}${TYPED_TABLE}
export async function run(toolCalls: ToolCall[]) {
  const pending: Promise<string>[] = [];
  toolCalls.forEach((call, i) => {
    pending[i] = handlers[call.name]!(call.args);
  });
  const settled = await §Promise.allSettled(pending);
  return settled.length;
}
`,
  ),
  hit(
    'table: the mapped array in a variable',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export async function run(toolCalls) {
  const running = toolCalls.map((call) => handlers[call.name](call.args));
  return await §Promise.all(running);
}
`,
  ),
  hit(
    'table: a local function for one call',
    'bells.js',
    `${DIMENSIONS}${TABLE}
async function runOne(call) {
  return { id: call.id, output: await handlers[call.name](call.args) };
}
export const run = (toolCalls) => §Promise.all(toolCalls.map(runOne));
`,
  ),
  hit(
    'table: a local function for one call, called in an arrow',
    'bells.ts',
    `${DIMENSIONS}${CALL}${TYPED_TABLE}
const runOne = async (call: ToolCall) => handlers[call.name]!(call.args);
export const run = (toolCalls: ToolCall[]) => §Promise.all(toolCalls.map((call) => runOne(call)));
`,
  ),
  hit(
    'table: a Map',
    'bells.ts',
    `${DIMENSIONS}${CALL}
const handlers = new Map<string, (args: ToolCall['args']) => Promise<void>>([
  ['bell_ring', async ({ bell }) => setRequestDimensions({ bell })],
]);
export const run = (toolCalls: ToolCall[]) => §Promise.all(toolCalls.map((call) => handlers.get(call.name)!(call.args)));
`,
  ),
  hit(
    'table: handlers by name',
    'bells.js',
    `${DIMENSIONS}
async function ring({ bell }) {
  setRequestDimensions({ bell });
}
const mute = async ({ bell }) => setRequestDimensions({ bell, muted: 'yes' });
const tools = { bell_ring: ring, bell_mute: mute };
export const run = (toolCalls) => §Promise.all(toolCalls.map((call) => tools[call.name](call.args)));
`,
  ),
  hit(
    'table: objects with an execute',
    'bells.js',
    `${DIMENSIONS}
const tools = {
  bell_ring: { description: 'Ring', execute: async ({ bell }) => setRequestDimensions({ bell }) },
};
export const run = (toolCalls) => §Promise.all(toolCalls.map((call) => tools[call.toolName].execute(call.input)));
`,
  ),
  hit(
    'table: in CommonJS',
    'bells.cjs',
    `'use strict';
const { setRequestDimensions } = require('stitchkit/observability');
${TABLE}
module.exports.run = (toolCalls) => §Promise.all(toolCalls.map((call) => handlers[call.name](call.args)));
`,
  ),
  hit(
    'table: in a class',
    'bells.ts',
    `${DIMENSIONS}${CALL}
export class Bells {
  readonly #handlers: Record<string, (args: ToolCall['args']) => Promise<void>> = {
    bell_ring: async ({ bell }) => setRequestDimensions({ bell }),
  };
  run(toolCalls: ToolCall[]) {
    return §Promise.all(toolCalls.map((call) => this.#handlers[call.name]!(call.args)));
  }
}
`,
  ),
  hit(
    'table: writes a field of the context',
    'bells.js',
    `import { getRequestContext } from 'stitchkit/observability';
const handlers = {
  bell_ring: async ({ bell }) => {
    getRequestContext().dimensions = { bell };
  },
};
export const run = (toolCalls) => §Promise.all(toolCalls.map((call) => handlers[call.name](call.args)));
`,
  ),
  hit(
    'table: writes in a helper of the handlers',
    'bells.js',
    `${DIMENSIONS}
const stamp = (bell) => setRequestDimensions({ bell });
const handlers = { bell_ring: async ({ bell }) => stamp(bell) };
export const run = (toolCalls) => §Promise.all(toolCalls.map((call) => handlers[call.name](call.args)));
`,
  ),
  hit(
    'table: one fork around all calls',
    'bells.js',
    `${FORK_IMPORT}${TABLE}
export async function run(toolCalls) {
  const parent = getRequestContext();
  const fork = { ...parent, dimensions: { ...parent.dimensions }, error: undefined };
  return runWithRequestContext(fork, () => §Promise.all(toolCalls.map((call) => handlers[call.name](call.args))));
}
`,
  ),
  hit(
    'table: a limiter is no fork',
    'bells.js',
    `import pLimit from 'p-limit';
${DIMENSIONS}${TABLE}
const limit = pLimit(4);
export const run = (toolCalls) => §Promise.all(toolCalls.map((call) => limit(() => handlers[call.name](call.args))));
`,
  ),
  hit(
    'table: an error boundary is no fork',
    'bells.js',
    `${DIMENSIONS}${TABLE}
const safe = async (fn) => {
  try {
    return await fn();
  } catch (cause) {
    return { error: String(cause) };
  }
};
export const run = (toolCalls) => §Promise.all(toolCalls.map((call) => safe(() => handlers[call.name](call.args))));
`,
  ),
  hit(
    'table: inside an agent loop',
    'loop.ts',
    `${DIMENSIONS}${CALL}${TYPED_TABLE}
import { ask } from './model';
export async function answer(prompt: string) {
  const messages: unknown[] = [prompt];
  for (let step = 0; step < 5; step += 1) {
    const reply = await ask(messages);
    if (reply.toolCalls.length === 0) return reply.text;
    messages.push(...(await §Promise.all(reply.toolCalls.map((call: ToolCall) => handlers[call.name]!(call.args)))));
  }
  return '';
}
`,
  ),
  hit(
    'table: chained with then',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (toolCalls) =>
  §Promise.all(toolCalls.map((call) => handlers[call.name](call.args).then((output) => ({ id: call.id, output }))));
`,
  ),
  hit(
    'table: Array.from',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export const run = (toolCalls) => §Promise.all(Array.from(toolCalls, (call) => handlers[call.name](call.args)));
`,
  ),
  hit(
    'table: dispatched by a switch',
    'bells.js',
    `${DIMENSIONS}
const ring = async ({ bell }) => setRequestDimensions({ bell });
const mute = async ({ bell }) => setRequestDimensions({ bell, muted: 'yes' });
async function runTool(call) {
  switch (call.name) {
    case 'bell_ring':
      return ring(call.args);
    case 'bell_mute':
      return mute(call.args);
    default:
      throw new Error('unknown tool');
  }
}
export const run = (toolCalls) => §Promise.all(toolCalls.map((call) => runTool(call)));
`,
  ),
  hit(
    'table: an array of tools searched by name',
    'bells.js',
    `${DIMENSIONS}
const tools = [
  { name: 'bell_ring', execute: async ({ bell }) => setRequestDimensions({ bell }) },
  { name: 'bell_mute', execute: async ({ bell }) => setRequestDimensions({ bell }) },
];
export const run = (toolCalls) =>
  §Promise.all(toolCalls.map((call) => tools.find((t) => t.name === call.name).execute(call.args)));
`,
  ),
  hit(
    'table: a concurrent map of a library',
    'bells.js',
    `import pMap from 'p-map';
${DIMENSIONS}${TABLE}
export const run = (toolCalls) => §pMap(toolCalls, (call) => handlers[call.name](call.args), { concurrency: 4 });
`,
  ),
  hit(
    'table: started first, awaited one by one',
    'bells.js',
    `${DIMENSIONS}${TABLE}
export async function run(toolCalls) {
  const running = toolCalls.map((call) => §handlers[call.name](call.args));
  const outputs = [];
  for (const one of running) outputs.push(await one);
  return outputs;
}
`,
  ),
];
