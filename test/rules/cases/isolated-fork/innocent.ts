import { clean, type RuleCase } from '../../rule-case.js';
import { type Fork, FORK_IMPORT, inRunner, positions } from '../forks/positions.js';
import { scopesThatAreNoCall } from '../forks/other-scopes.js';

const RIGHT = '{ ...parent, dimensions: { ...parent.dimensions }, error: undefined }';

const forms: readonly (readonly [string, Fork])[] = [
  ['a copy of the dimensions', { expression: RIGHT }],
  ['an empty bag', { expression: '{ ...parent, dimensions: {}, error: undefined }' }],
  ['no dimensions at all', { expression: '{ ...parent, dimensions: undefined, error: undefined }' }],
  [
    'a copy with keys of the call',
    { expression: '{ ...parent, dimensions: { ...parent.dimensions, tool: call.name }, error: undefined }' },
  ],
  [
    'a copy by Object.assign',
    { expression: '{ ...parent, dimensions: Object.assign({}, parent.dimensions), error: undefined }' },
  ],
  [
    'a copy by structuredClone',
    { expression: '{ ...parent, dimensions: structuredClone(parent.dimensions), error: undefined }' },
  ],
  [
    'a copy where there is one to copy',
    {
      expression:
        '{ ...parent, dimensions: parent.dimensions ? { ...parent.dimensions } : undefined, error: undefined }',
    },
  ],
  [
    'a copy with a conditional spread',
    {
      expression:
        '{ ...parent, ...(parent.dimensions && { dimensions: { ...parent.dimensions } }), ...(!parent.dimensions && { dimensions: {} }), error: undefined }',
    },
  ],
  [
    'an assigned copy',
    { expression: 'Object.assign({}, parent, { dimensions: { ...parent.dimensions }, error: undefined })' },
  ],
  ['a deep clone without its error', { expression: '{ ...structuredClone(parent), error: undefined }' }],
  [
    'a deep clone whose error is taken away',
    { setup: 'const fork = structuredClone(parent);\n  delete fork.error;', expression: 'fork' },
  ],
  [
    'fields stored after the spread',
    {
      setup: 'const fork = { ...parent };\n  fork.dimensions = { ...parent.dimensions };\n  fork.error = undefined;',
      expression: 'fork',
    },
  ],
  [
    'fields assigned after the spread',
    {
      setup:
        'const fork = { ...parent };\n  Object.assign(fork, { dimensions: { ...parent.dimensions }, error: undefined });',
      expression: 'fork',
    },
  ],
  [
    'a rest without error and dimensions',
    {
      setup: 'const { error, dimensions, ...rest } = parent;',
      expression: '{ ...rest, dimensions: { ...dimensions } }',
    },
  ],
  ['a rest alone', { setup: 'const { error, dimensions, ...rest } = parent;', expression: 'rest' }],
  ['a void error', { expression: '{ ...parent, dimensions: { ...parent.dimensions }, error: void 0 }' }],
  [
    'a description of the call as well',
    {
      expression: `{ ...parent, source: 'agent', method: 'TOOL', path: '/agent/' + call.name, serviceName: 'kilns', action: call.name, dimensions: { ...parent.dimensions }, error: undefined }`,
    },
  ],
  [
    'each inherited field written out',
    {
      expression: `{ trace: parent.trace, source: 'agent', method: 'TOOL', path: '/agent/' + call.name, startedAt: parent.startedAt, userId: parent.userId, ipAddress: parent.ipAddress, userAgent: parent.userAgent, dimensions: { ...parent.dimensions } }`,
    },
  ],
  [
    'another user of the call',
    { expression: '{ ...parent, userId: call.userId, dimensions: { ...parent.dimensions }, error: undefined }' },
  ],
  [
    'a helper of the file',
    {
      top: `const forkOf = (context) => ({ ...context, dimensions: { ...context.dimensions }, error: undefined });`,
      expression: 'forkOf(parent)',
    },
  ],
  ['a helper of another module', { top: `import { forkOf } from './fork-of.js';`, expression: 'forkOf(parent)' }],
  [
    'overrides that cannot be seen',
    { top: `import { own } from './own-fields.js';`, expression: '{ ...parent, ...own(call) }' },
  ],
  [
    'a variable dimension bag made before',
    {
      setup: 'const dimensions = { ...parent.dimensions };\n  const error = undefined;',
      expression: '{ ...parent, dimensions, error }',
    },
  ],
];

export const innocent: readonly RuleCase[] = [
  ...forms.map(([name, fork]) => clean(`right: ${name}`, 'calls.js', inRunner(fork))),
  ...positions.map(({ name, filename, program }) => clean(`right: ${name}`, filename, program({ expression: RIGHT }))),
  ...scopesThatAreNoCall('{ ...parent }').map(([name, filename, code]) => clean(`no call: ${name}`, filename, code)),
  clean(
    'a fork in parts: the spread in one place, the rest in another',
    'calls.ts',
    `import { getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { executors } from './executors';
function isolated(context: RequestContext): Pick<RequestContext, 'dimensions' | 'error'> {
  return { dimensions: { ...context.dimensions }, error: undefined };
}
export function runCall(call: { name: string; args: unknown }) {
  const parent = getRequestContext()!;
  return runWithRequestContext({ ...parent, ...isolated(parent) }, () => executors[call.name](call.args));
}
`,
  ),
  clean(
    'a managed call needs no fork and has none',
    'calls.ts',
    `import { createToolInvoker } from 'stitchkit/tools';
import { getRequestContext } from 'stitchkit/observability';
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export const runCall = (name: string, args: Record<string, unknown>) => {
  const copy = { ...getRequestContext() };
  console.log(copy.userId);
  return invoker.invoke(name, args);
};
`,
  ),
  clean(
    'a scope inside the fork of the call',
    'calls.js',
    `${FORK_IMPORT}import { executors } from './executors.js';
export function runCall(call) {
  const parent = getRequestContext();
  return runWithRequestContext({ ...parent, dimensions: {}, error: undefined }, async () => {
    const inner = getRequestContext();
    return runWithRequestContext({ ...inner }, () => executors[call.name](call.args));
  });
}
`,
  ),
  clean(
    'a managed call has a fork of its own inside',
    'calls.ts',
    `${FORK_IMPORT}import { createToolInvoker } from 'stitchkit/tools';
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export const runCall = (name: string, args: Record<string, unknown>) =>
  runWithRequestContext({ ...getRequestContext()! }, () => invoker.invoke(name, args));
`,
  ),
  clean(
    'the record is entered again for a managed call',
    'queue.ts',
    `${FORK_IMPORT}import { createToolInvoker } from 'stitchkit/tools';
import { queue } from './queue';
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export const later = (name: string, args: Record<string, unknown>) => {
  const context = getRequestContext()!;
  queue.push(() => runWithRequestContext(context, () => invoker.invoke(name, args)));
};
`,
  ),
  clean(
    'the record is entered again for a listener in a tool',
    'listen.ts',
    `${FORK_IMPORT}import { tool } from 'ai';
import { z } from 'zod';
import { station } from './station';
export const watch = tool({
  description: 'Watch',
  inputSchema: z.object({}),
  execute: async () => {
    const context = getRequestContext()!;
    station.on('gust', (gust) => runWithRequestContext(context, () => station.log(gust)));
    return 'watching';
  },
});
`,
  ),
  clean(
    'a part of the work of a handler',
    'kilns.ts',
    `${FORK_IMPORT}import { implement } from 'stitchkit/server';
import { contract } from './contract';
import { archive } from './archive';
export const kilns = implement(contract, {
  fire: async ({ input }) => {
    const parent = getRequestContext()!;
    await runWithRequestContext({ ...parent, userId: 'system' }, () => archive.put(input));
    return runWithRequestContext({ ...parent }, () => archive.get(input));
  },
});
`,
  ),
  clean(
    'a part of the work of a tool written by hand',
    'tool.ts',
    `${FORK_IMPORT}import { tool } from 'ai';
import { z } from 'zod';
import { archive } from './archive';
export const fire = tool({
  description: 'Fire',
  inputSchema: z.object({ kiln: z.string() }),
  execute: async ({ kiln }) => {
    const parent = getRequestContext()!;
    await runWithRequestContext({ ...parent, userId: 'system' }, () => archive.put(kiln));
    return kiln;
  },
});
`,
  ),
  clean(
    'a lifecycle that forks for a part of its work',
    'mount.ts',
    `${FORK_IMPORT}import { mountAgent } from 'stitchkit/tools';
import { services } from './surface';
import { cache } from './cache';
export const tools = mountAgent(services, {
  lifecycle: {
    beforeHandle: (ctx) => {
      const parent = getRequestContext();
      return parent ? runWithRequestContext({ ...parent }, () => cache.warm(ctx)) : cache.warm(ctx);
    },
  },
});
`,
  ),
  clean(
    'a wrapper for callbacks',
    'callbacks.js',
    `${FORK_IMPORT}
export function bindCallback(callback) {
  const parent = getRequestContext();
  return (...args) => runWithRequestContext({ ...parent }, () => callback(...args));
}
`,
  ),
  clean(
    'a dispatch that is no tool call',
    'events.js',
    `${FORK_IMPORT}import { listeners } from './listeners.js';
export function emit(event) {
  const parent = getRequestContext();
  return runWithRequestContext({ ...parent }, () => listeners[event.type](event.detail));
}
`,
  ),
  clean(
    'a root where there is no parent',
    'serve.ts',
    `import { resolveTraceContext, runWithRequestContext } from 'stitchkit/observability';
import { mcp } from './mcp';
export const fetchHandler = (req: Request) =>
  runWithRequestContext({ trace: resolveTraceContext(req), source: 'http', method: req.method, path: '/mcp', startedAt: process.hrtime.bigint() }, () => mcp(req));
`,
  ),
  clean(
    'a test that gives a record to one call',
    'kilns.test.ts',
    `import { expect, test } from 'vitest';
import { createTraceContext, runWithRequestContext } from 'stitchkit/observability';
import { executors } from '../src/executors';
test('fires', async () => {
  const context = { trace: createTraceContext(), source: 'test', startedAt: 0n, dimensions: {} };
  expect(await runWithRequestContext(context, () => executors.fire({}))).toBe('ok');
});
`,
  ),
  clean(
    'mentions in text',
    'notes.tsx',
    `import { getRequestContext } from 'stitchkit/observability';
// runWithRequestContext({ ...parent }, () => executors[call.name](call.args))
export const Advice = () => <p>{'runWithRequestContext({ ...parent }, () => handlers[call.name](call.args))'}{getRequestContext()?.userId}</p>;
`,
  ),
];
