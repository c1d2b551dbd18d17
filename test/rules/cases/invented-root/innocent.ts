import { clean, type RuleCase } from '../../rule-case.js';
import { positions } from '../forks/positions.js';

const IMPORT = `import { createTraceContext, getRequestContext, runWithRequestContext } from 'stitchkit/observability';\n`;
const ROOT = `{ trace: createTraceContext(), source: 'test', method: 'TOOL', path: '/', startedAt: 0n }`;
const FORK = '{ ...parent, dimensions: { ...parent.dimensions }, error: undefined }';

/** Test files, known by their name or by what they import. */
const tests: readonly (readonly [string, string, string])[] = [
  ['of vitest', 'kilns.test.ts', `import { expect, test } from 'vitest';`],
  ['of bun', 'src/kilns.ts', `import { expect, test } from 'bun:test';`],
  ['of node', 'kilns.spec.mjs', `import { test } from 'node:test';\nimport { expect } from './expect.mjs';`],
  ['of jest', 'kilns.ts', `import { expect, test } from '@jest/globals';`],
  ['in a folder of tests', 'src/__tests__/kilns.js', ''],
];

export const innocent: readonly RuleCase[] = [
  ...tests.map(([name, filename, top]) =>
    clean(
      `a test ${name}`,
      filename,
      `${top}
${IMPORT}import { executors } from '../src/executors';
test('fires', async () => {
  const call = { name: 'fire', args: {} };
  const context = ${ROOT};
  expect(await runWithRequestContext(context, () => executors[call.name](call.args))).toBe(getRequestContext() ?? 'ok');
});
`,
    ),
  ),
  ...positions.map(({ name, filename, program }) => clean(`no root: ${name}`, filename, program({ expression: FORK }))),
  clean(
    'an HTTP root that continues the header',
    'serve.ts',
    `import { resolveTraceContext, runWithRequestContext } from 'stitchkit/observability';
import { mcp } from './mcp';
export const fetchHandler = (req: Request) =>
  runWithRequestContext({ trace: resolveTraceContext(req), source: 'http', method: req.method, path: '/mcp', startedAt: process.hrtime.bigint() }, () => mcp.fetch(req));
`,
  ),
  clean(
    'an HTTP root that is fresh where there is no header',
    'serve.js',
    `import { createTraceContext, parseTraceparent, runWithRequestContext } from 'stitchkit/observability';
import { handle } from './handle.js';
export function fetchHandler(req) {
  const trace = parseTraceparent(req.headers.get('traceparent')) ?? createTraceContext();
  return runWithRequestContext({ trace, source: 'http', method: req.method, path: new URL(req.url).pathname, startedAt: process.hrtime.bigint() }, () => handle(req));
}
`,
  ),
  clean(
    'an HTTP root written by hand in a node server',
    'node-server.cjs',
    `const http = require('node:http')
const { createTraceContext, runWithRequestContext } = require('stitchkit/observability')
const { app } = require('./app')
http.createServer((req, res) => {
  runWithRequestContext({ trace: createTraceContext(), source: 'http', method: req.method, path: req.url, startedAt: process.hrtime.bigint() }, () => app(req, res))
}).listen(3000)
`,
  ),
  clean(
    'the root that wrapInRequestContext opens',
    'serve.ts',
    `import { getRequestContext, wrapInRequestContext } from 'stitchkit/observability';
import { executors } from './executors';
export const fetchHandler = wrapInRequestContext(async (req) => {
  const call = await req.json();
  return Response.json({ user: getRequestContext()?.userId, data: await executors[call.name](call.args) });
});
`,
  ),
  clean(
    'a unit of work',
    'job.ts',
    `import { runUnitOfWork } from 'stitchkit/observability';
import { createToolInvoker } from 'stitchkit/tools';
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export const nightly = (name: string, args: Record<string, unknown>) =>
  runUnitOfWork({ name: 'nightly' }, () => invoker.invoke(name, args));
`,
  ),
  clean(
    'a unit of work around own calls',
    'job.js',
    `import { getRequestContext, runUnitOfWork, runWithRequestContext } from 'stitchkit/observability';
import { executors } from './executors.js';
export const nightly = (call) =>
  runUnitOfWork({ name: 'nightly', source: 'cron' }, () => {
    const parent = getRequestContext();
    return runWithRequestContext(${FORK}, () => executors[call.name](call.args));
  });
`,
  ),
  clean(
    'a job',
    'digest.ts',
    `${IMPORT}import { mailer } from './mailer';
export const digest = (addresses: string[]) =>
  runWithRequestContext({ trace: createTraceContext(), source: 'cron', method: 'JOB', path: '/digest', startedAt: process.hrtime.bigint() }, async () => {
    for (const address of addresses) await mailer.send(address, getRequestContext()?.trace.traceId);
  });
`,
  ),
  clean(
    'a queue worker',
    'worker.cjs',
    `const { createTraceContext, runWithRequestContext } = require('stitchkit/observability')
module.exports.work = async (queue) => {
  for await (const job of queue) {
    await runWithRequestContext({ trace: createTraceContext(), source: 'queue', startedAt: process.hrtime.bigint() }, () => job.process())
  }
}
`,
  ),
  clean(
    'a job that is table-driven',
    'jobs.js',
    `${IMPORT}import { jobs } from './jobs.js';
export const runJob = (job) =>
  runWithRequestContext({ trace: createTraceContext(), source: 'job', startedAt: process.hrtime.bigint() }, () => jobs[job.name](job.payload));
`,
  ),
  clean(
    'a web socket message',
    'socket.ts',
    `${IMPORT}import { onMessage } from './on-message';
export const open = (socket: WebSocket) => {
  socket.onmessage = (event) =>
    runWithRequestContext({ trace: createTraceContext(), source: 'ws', method: 'MESSAGE', path: '/', startedAt: process.hrtime.bigint() }, () => onMessage(event));
};
`,
  ),
  clean(
    'the header of an outgoing call in a tool',
    'calls.ts',
    `${IMPORT}import { formatTraceparent } from 'stitchkit/observability';
import { tool } from 'ai';
import { z } from 'zod';
export const ping = tool({
  description: 'Ping',
  inputSchema: z.object({}),
  execute: () => fetch('https://kiln.example', { headers: { traceparent: formatTraceparent(getRequestContext()?.trace ?? createTraceContext()) } }),
});
`,
  ),
  clean(
    'a loop with a row of its own',
    'answer.ts',
    `${IMPORT}import { generateText } from 'ai';
import { loopRows } from './loop-rows';
import { model, tools } from './model';
export async function answer(prompt: string) {
  const scope = { trace: createTraceContext(), source: 'agent', method: 'AGENT', path: '/', startedAt: process.hrtime.bigint() };
  return runWithRequestContext(scope, async () => {
    const { text } = await generateText({ model, prompt, tools });
    await loopRows.write({ traceId: scope.trace.traceId, spanId: scope.trace.spanId });
    return text;
  });
}
`,
  ),
  clean(
    'a call that writes a row for its root',
    'calls.js',
    `${IMPORT}import { executors } from './executors.js';
import { rows } from './rows.js';
export async function runCall(call) {
  const root = { trace: createTraceContext(), source: 'cli', startedAt: process.hrtime.bigint() };
  const data = await runWithRequestContext(root, () => executors[call.name](call.args));
  await rows.write({ traceId: root.trace.traceId, spanId: root.trace.spanId, name: call.name });
  return data;
}
`,
  ),
  clean(
    'a trace for a log line',
    'log.tsx',
    `${IMPORT}import { executors } from './executors';
export const Trace = () => <code>{(getRequestContext()?.trace ?? createTraceContext()).traceId}</code>;
export const runCall = (call: { name: string; args: unknown }) => {
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, () => executors[call.name](call.args));
};
`,
  ),
  clean(
    'the call runs without a context where there is none',
    'calls.ts',
    `${IMPORT}import { executors } from './executors';
export const id = () => createTraceContext().traceId;
export function runCall(call: { name: string; args: unknown }) {
  const parent = getRequestContext();
  if (!parent) return executors[call.name](call.args);
  return runWithRequestContext(${FORK}, () => executors[call.name](call.args));
}
`,
  ),
  clean(
    'a trace of the remote caller',
    'remote.ts',
    `import { resolvePropagationContext, runWithRequestContext } from 'stitchkit/observability';
import { executors } from './executors';
export const runCall = (meta: Record<string, unknown>, call: { name: string; args: unknown }) =>
  runWithRequestContext({ trace: resolvePropagationContext(meta), source: 'mcp', startedAt: process.hrtime.bigint() }, () => executors[call.name](call.args));
`,
  ),
  clean(
    'functions of another framework',
    'foreign.js',
    `import { createTraceContext, getRequestContext, runWithRequestContext } from '@acme/tracing';
import { executors } from './executors.js';
export const runCall = (call) =>
  runWithRequestContext(getRequestContext() ?? { trace: createTraceContext(), source: 'agent', startedAt: 0n }, () => executors[call.name](call.args));
`,
  ),
  clean(
    'functions that are parameters',
    'shadowed.ts',
    `import { executors } from './executors';
export type { TraceContext } from 'stitchkit/observability';
export const runCall = (createTraceContext: () => object, runWithRequestContext: (c: object, f: () => unknown) => unknown, call: any) =>
  runWithRequestContext({ trace: createTraceContext() }, () => executors[call.name](call.args));
`,
  ),
  clean(
    'mentions in text',
    'notes.ts',
    `import { getRequestContext } from 'stitchkit/observability';
// runWithRequestContext({ trace: createTraceContext() }, () => executors[call.name](call.args))
export const HINT = 'no runWithRequestContext({ trace: createTraceContext() }) around tools[name].execute(args)';
export const user = () => getRequestContext()?.userId;
`,
  ),
  clean(
    'a wrapper that is handed on',
    'scope.ts',
    `${IMPORT}
export function inScope<T>(fn: () => T): T {
  if (getRequestContext()) return fn();
  return runWithRequestContext({ trace: createTraceContext(), source: 'script', startedAt: process.hrtime.bigint() }, fn);
}
`,
  ),
  clean(
    'a wrapper for callbacks',
    'callbacks.js',
    `${IMPORT}
export const inRoot = (callback) => {
  if (getRequestContext()) return callback();
  return runWithRequestContext({ trace: createTraceContext(), source: 'timer', startedAt: process.hrtime.bigint() }, callback);
};
`,
  ),
  clean(
    'a call that goes on from the caller, with a fresh trace where the header is malformed',
    'remote.js',
    `import { createTraceContext, parseTraceparent, runWithRequestContext } from 'stitchkit/observability';
import { executors } from './executors.js';
export function runCall(meta, call) {
  const trace = parseTraceparent(meta.traceparent) ?? createTraceContext();
  return runWithRequestContext({ trace, source: 'mcp', startedAt: process.hrtime.bigint() }, () => executors[call.name](call.args));
}
`,
  ),
  clean(
    'a server that starts',
    'main.ts',
    `${IMPORT}import { server } from './server';
await runWithRequestContext({ trace: createTraceContext(), source: 'boot', startedAt: process.hrtime.bigint() }, () => server.listen(3000));
console.log(getRequestContext());
`,
  ),
];
