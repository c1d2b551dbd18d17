/** Group A of the faults reported in this field: what belongs to which call. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { lintCase } from '../rules/lint-case.js';
import { expectMarked } from './marked-reports.js';

describe('A01 a wrapper of each call changes the record that all of them share', () => {
  it('of another store is no matter of ours', () =>
    expectMarked(`import { AsyncLocalStorage } from 'node:async_hooks';
const als = new AsyncLocalStorage<{ current: string }>();
export function nested<T>(parent: string, fn: () => T): T {
  const store = als.getStore();
  if (store) { store.current = parent; return fn(); }
  return als.run({ current: parent }, fn);
}
export const both = (a: () => number, b: () => number) => Promise.all([nested('a', a), nested('b', b)]);
`));

  it.each([
    ['a field', 's.dimensions = { call: call.name };'],
    ['a merge', 'Object.assign(s, { dimensions: { call: call.name } });'],
    ['the action', 's.action = call.name;'],
  ])('of the request context is an unforked executor: %s', (_name, write) =>
    expectMarked(`import { getRequestContext } from 'stitchkit/observability';
import type { ServiceDef } from 'stitchkit/server';
export function runAll(service: ServiceDef, calls: { name: string; args: object }[]) {
  return Promise.all(calls.map((call) => { // !no-unforked-executor
    const s = getRequestContext();
    if (s) { ${write} }
    return service.methods[call.name]!.handler({ input: call.args, source: 'agent' });
  }));
}
`),
  );
});

describe('A03 a server is started inside a span', () => {
  it.each([
    ['a wrapper of the project', `import { withSpan } from './spans.js';`, `withSpan('boot', () => server.listen())`],
    [
      'another library',
      `import { trace } from '@opentelemetry/api';`,
      `trace.getTracer('x').startActiveSpan('boot', () => server.listen())`,
    ],
  ])('the read in the tool is reported, the start is not: %s', (_name, importing, start) =>
    expectMarked(`${importing}
import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
declare const server: { listen(): void };
export const book = tool({
  execute: async () => ({ spanId: getRequestContext()?.trace.spanId }), // !no-request-span-in-tool
});
${start};
`),
  );
});

describe('A05 there may be no context', () => {
  it.each([
    ['thrown for', `const c = getRequestContext(); if (!c) throw new Error('no ctx'); return c.userId;`],
    ['a default', `return getRequestContext()?.userId ?? 'nobody';`],
    ['the trace id', `const c = getRequestContext(); return c ? c.trace.traceId : null;`],
    ['destructured', `const { userId, trace: { traceId } } = getRequestContext()!; return [userId, traceId];`],
  ])('reading the user or the trace id is right: %s', (_name, body) =>
    expectMarked(`import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
export const whoami = tool({ execute: async () => { ${body} } });
`),
  );
});

describe('A07 calls of another framework run at once', () => {
  it.each([
    'Promise.all([agent.invoke("a", { configurable: { thread_id: 1 } }), agent.invoke("b", { configurable: { thread_id: 1 } })])',
    'Promise.all(inputs.map((one) => agent.invoke(one, { configurable: { thread_id: one } })))',
    'Promise.allSettled(inputs.map(async (one) => (await agent).methods.run.invoke(one)))',
  ])('which is no matter of ours: %s', (calls) =>
    expectMarked(`import { createAgent } from 'langchain';
const agent = createAgent({ tools: [] });
export const all = (inputs: string[]) => ${calls};
`),
  );
});

describe('A09 what a tool writes no longer arrives at its caller', () => {
  const page = readFileSync(new URL('../../docs/rules/no-tool-dimensions-on-request-row.md', import.meta.url), 'utf8');

  it.each([
    [
      'the code around the loop',
      `export async function chat(prompt: string) {
  await generateText({ model, prompt, tools });
  return new Response(getRequestContext()?.dimensions?.entity); // !no-tool-dimensions-on-request-row
}`,
    ],
    [
      'the sink of requests',
      `export const observability = createObservability({ request: {
  write: (event) => { if (event.path === '/mcp') console.log(event.dimensions?.entity); }, // !no-tool-dimensions-on-request-row
} });`,
    ],
  ])('the read is reported, the write is not: %s', (_name, reader) =>
    expectMarked(`import { generateText } from 'ai';
import { createObservability, getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { defineRuntimeTool } from 'stitchkit/tools';
import { model, tools } from './tools.js';
export const count = defineRuntimeTool({
  name: 'sheep_count',
  handler: async () => { setRequestDimensions({ entity: 'sheep' }); return 1; },
});
${reader}
`),
  );

  it('the page says where the value is now', () => {
    expect(page).toMatch(/row of the (?:tool|call)|tool(?:'s)? (?:own )?row/iu);
    expect(page).toMatch(/trace ?id/iu);
  });

  it('no rule advises to undo the fork', () => {
    for (const [name, rule] of Object.entries(plugin.rules)) {
      for (const text of Object.values(rule.meta?.messages ?? {})) {
        expect(text, name).not.toMatch(/\b(?:remove|drop|undo|without|avoid) the fork\b/iu);
      }
    }
  });
});

describe('A13 there are two copies of the package', () => {
  const program = (from: string, mark = ''): string => `import { tool } from 'ai';
import { getRequestContext } from '${from}';
export const span = tool({ execute: async () => ({ spanId: getRequestContext()?.trace.spanId }) });${mark}
`;
  const row = (module: string): { module: string; export: string; as: string } => ({
    module,
    export: 'getRequestContext',
    as: 'getRequestContext',
  });

  it.each(['npm:stitchkit@0.43/observability', 'stitchkit-next/observability', '#vendor/stitchkit'])(
    'a specifier that is not known is ignored, and one that is configured is not: %s',
    (from) => {
      expectMarked(program(from));
      expectMarked(program(from, ' // !no-request-span-in-tool'), 'tools.ts', {
        settings: { vocabulary: [row(from)] },
      });
      expectMarked(program('stitchkit/observability', ' // !no-request-span-in-tool'), 'tools.ts', {
        settings: { vocabulary: [row(from)] },
      });
    },
  );
});

describe('A15 a pool runs calls later', () => {
  it('an array of calls that are pending in one function is followed', () =>
    expectMarked(`import type { ServiceDef } from 'stitchkit/server';
export async function drain(service: ServiceDef, calls: { name: string; args: object }[]) {
  const pending: Promise<unknown>[] = [];
  for (const call of calls) pending.push(service.methods[call.name]!.handler({ input: call.args, source: 'agent' }));
  return Promise.all(pending); // !no-unforked-executor
}
`));

  it('a queue that other code drains is not', () =>
    expectMarked(`const queue: (() => Promise<unknown>)[] = [];
export const push = (job: () => Promise<unknown>) => queue.push(job);
export async function work() { for (let job = queue.shift(); job; job = queue.shift()) await job(); }
export const drain = (workers: number) => Promise.all(Array.from({ length: workers }, () => work()));
`));
});

it.each([
  ['a server', `createServer({ fetch: async () => { setRequestUser('a'); return new Response(); } });`],
  ['two handlers', `export const a = () => setRequestUser('a'); export const b = () => setRequestUser('b');`],
])('A17 two requests have two stores: %s', (_name, code) =>
  expectMarked(`import { setRequestUser } from 'stitchkit/observability';
import { createServer } from 'stitchkit/server';
${code}
`),
);

describe('A19 the fork of a call names a parent that nothing writes', () => {
  it.each([
    [
      'in place',
      `return runWithRequestContext({ ...p, dimensions: {}, error: undefined, trace: childSpan(p.trace) }, () => runners[call.name]!(call.args)); // !no-child-span-fork`,
    ],
    [
      'by way of a constant',
      `const trace = childSpan(p.trace); // !no-child-span-fork
  return runWithRequestContext({ ...p, dimensions: {}, error: undefined, trace }, () => runners[call.name]!(call.args));`,
    ],
  ])('is reported where it is minted: %s', (_name, body) =>
    expectMarked(`import { childSpan, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { runners } from './runners.js';
export async function callTool(call: { name: string; args: object }) {
  const p = getRequestContext();
  if (!p) return runners[call.name]!(call.args);
  ${body}
}
`),
  );
});

describe('A21 a duration is taken from the start of what is around the call', () => {
  const difference = (operand: string): string => `import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
export const slow = tool({ execute: async () => {
  await Promise.resolve();
  return { ns: ${operand} }; // !no-request-start-in-tool
} });
`;

  it.each([
    'process.hrtime.bigint() - getRequestContext()!.startedAt',
    'Number(process.hrtime.bigint() - getRequestContext()!.startedAt) / 1e6',
    'Number(process.hrtime.bigint()) - Number(getRequestContext()!.startedAt)',
  ])('is reported, and a start of the call is offered: %s', (operand) => {
    const marked = difference(operand);
    expectMarked(marked);
    const code = marked.replace(/ \/\/ !.*$/mu, '');
    const [message] = lintCase({ filename: 'tools.ts', code, version: 'latest' }, ['no-request-start-in-tool']);
    expect(message?.suggestions?.map(({ fix }) => fix.text).join()).toContain('process.hrtime.bigint()');
  });

  it('in a hook the message names its own duration', () => {
    const code = `import { getRequestContext } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
export const tools = mountAgent([], { hooks: { afterToolCall: () => {
  console.log(process.hrtime.bigint() - getRequestContext()!.startedAt);
} } });
`;
    const [message] = lintCase({ filename: 'mount.ts', code, version: 'latest' }, ['no-request-start-in-tool']);
    expect(message?.message).toContain('durationMs');
  });
});

it.each([
  ['the newest entry', 'rows[0].span = getRequestContext()?.trace.spanId;'],
  ['the last entry', 'rows.at(-1)!.span = getRequestContext()?.trace.spanId;'],
  ['an entry pushed', 'rows.push({ span: getRequestContext()!.trace.spanId });'],
])('A23 a span after a wait is reported as a span, wherever it goes: %s', (_name, statement) =>
  expectMarked(`import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
declare const rows: { span?: string | undefined }[];
export const note = tool({ execute: async () => {
  await Promise.resolve();
  ${statement} // !no-request-span-in-tool
} });
`),
);
