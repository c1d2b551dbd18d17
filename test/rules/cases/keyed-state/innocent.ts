import { clean, type RuleCase } from '../../rule-case.js';
import { contractHandler, runtimeTool, sdkTool } from '../../templates/scopes.js';

const TRACE = `import { getTraceId } from 'stitchkit/observability';`;

function hooks(before: string, after: string, top: string, imports = TRACE): string {
  return `${imports}
import { mountAgent } from 'stitchkit/tools';
import { metrics } from './metrics';
import { kilnService } from './kilns';
${top}
export const openTools = () =>
  mountAgent(kilnService, {
    hooks: {
      beforeToolCall: ({ toolName, context, args }) => {
        ${before}
      },
      afterToolCall: ({ toolName, context, durationMs }) => {
        ${after}
      },
    },
  });
`;
}

const AFTER = 'metrics.timing(toolName, durationMs);';

const ownKeys: readonly RuleCase[] = [
  clean(
    'the id of the call',
    'hooks.ts',
    hooks('started.set(context.toolCallId!, Date.now());', AFTER, 'const started = new Map<string, number>();'),
  ),
  clean(
    'trace and call in a template',
    'hooks.ts',
    hooks(
      'started.set(`${getTraceId()}:${context.toolCallId}`, Date.now());',
      AFTER,
      'const started = new Map<string, number>();',
    ),
  ),
  clean(
    'trace and call joined',
    'hooks.ts',
    hooks(
      `started.set([getTraceId(), context.toolCallId].join('/'), Date.now());`,
      AFTER,
      'const started = new Map<string, number>();',
    ),
  ),
  clean(
    'trace and call in a variable',
    'hooks.ts',
    hooks(
      `const key = getTraceId() + '/' + String(context.toolCallId);\n        started.set(key, Date.now());`,
      AFTER,
      'const started = new Map<string, number>();',
    ),
  ),
  clean(
    'trace and call made by a helper',
    'hooks.ts',
    hooks(
      'started.set(keyOf(context.toolCallId), Date.now());',
      AFTER,
      'const started = new Map<string, number>();\nconst keyOf = (call?: string) => `${getTraceId()}/${call}`;',
    ),
  ),
  clean(
    'a map inside a map, by call',
    'hooks.ts',
    hooks(
      'started.get(getTraceId()!)?.set(context.toolCallId!, Date.now());',
      AFTER,
      'const started = new Map<string, Map<string, number>>();',
    ),
  ),
  clean(
    'the context object as key',
    'hooks.ts',
    hooks('started.set(context, Date.now());', AFTER, 'const started = new WeakMap<object, number>();', ''),
  ),
  clean(
    'a fresh id',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      top: 'const state = new Map<string, string>();',
      body: 'const id = crypto.randomUUID();\n    state.set(id, input.kilnId);\n    await note(getTraceId(), state.get(id));',
    }),
  ),
  clean(
    'an id of the input with the trace',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      top: 'const state = new Map<string, string>();',
      body: 'state.set(`${getTraceId()}/${input.kilnId}`, input.kilnId);',
    }),
  ),
  clean(
    'the trace id as value',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      top: 'const traces = new Map<string, string | undefined>();',
      body: 'traces.set(input.kilnId, getTraceId());',
    }),
  ),
  clean(
    'the trace id in a field of an object',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      body: 'const row: Record<string, unknown> = {};\n    row.traceId = getTraceId();\n    await note(row);',
    }),
  ),
];

const perRequest: readonly RuleCase[] = [
  clean(
    'a cache of the request guarded by has()',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      top: 'const rates = new Map<string, Promise<number>>();',
      body: 'const id = getTraceId()!;\n    if (!rates.has(id)) rates.set(id, note.rate());\n    await note(await rates.get(id));',
    }),
  ),
  clean(
    'a cache of the request with an early return',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      top: `const rates = new Map<string, Promise<number>>();
function rate() {
  const id = getTraceId()!;
  const known = rates.get(id);
  if (known) return known;
  const fresh = note.rate();
  rates.set(id, fresh);
  return fresh;
}`,
      body: 'await note(await rate());',
    }),
  ),
  clean(
    'a cache of the request, read first',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      top: 'const rates = new Map<string, Promise<number>>();',
      body: 'const id = getTraceId()!;\n    let rate = rates.get(id);\n    if (!rate) {\n      rate = note.rate();\n      rates.set(id, rate);\n    }\n    await rate;',
    }),
  ),
  clean(
    'a cache of the request with ??=',
    'kilns.js',
    contractHandler({
      imports: TRACE,
      top: 'const rates = {};',
      body: 'const rate = await (rates[getTraceId()] ??= note.rate());\n    await note(rate);',
    }),
  ),
  clean(
    'a cache of the request with in',
    'kilns.js',
    contractHandler({
      imports: TRACE,
      top: 'const rates = {};',
      body: 'const id = getTraceId();\n    if (!(id in rates)) rates[id] = note.rate();\n    await rates[id];',
    }),
  ),
  clean(
    'once a request by a set',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      top: `const warned = new Set<string>();
function warnOnce() {
  const id = getTraceId()!;
  if (warned.has(id)) return;
  warned.add(id);
  note('deprecated');
}`,
      body: 'warnOnce();',
    }),
  ),
  clean(
    'a count of the calls of a request',
    'hooks.ts',
    hooks(
      'counts.set(getTraceId()!, (counts.get(getTraceId()!) ?? 0) + 1);',
      AFTER,
      'const counts = new Map<string, number>();',
    ),
  ),
  clean(
    'a count of the calls of a request in a variable',
    'hooks.ts',
    hooks(
      'const id = getTraceId()!;\n        const before = counts.get(id) ?? 0;\n        counts.set(id, before + 1);',
      AFTER,
      'const counts = new Map<string, number>();',
    ),
  ),
  clean(
    'a count in a record',
    'hooks.ts',
    hooks(
      'counts[getTraceId()!] = (counts[getTraceId()!] ?? 0) + 1;',
      AFTER,
      'const counts: Record<string, number> = {};',
    ),
  ),
  clean(
    'a count by +=',
    'hooks.ts',
    hooks('counts[getTraceId()!] += 1;', AFTER, 'const counts: Record<string, number> = {};'),
  ),
  clean(
    'a list of the calls of a request',
    'hooks.ts',
    hooks(
      'const id = getTraceId()!;\n        const list = calls.get(id) ?? [];\n        list.push(toolName);\n        calls.set(id, list);',
      AFTER,
      'const calls = new Map<string, string[]>();',
    ),
  ),
  clean(
    'a list of the calls of a request, copied',
    'hooks.ts',
    hooks(
      'calls.set(getTraceId()!, [...(calls.get(getTraceId()!) ?? []), toolName]);',
      AFTER,
      'const calls = new Map<string, string[]>();',
    ),
  ),
  clean(
    'state of the request by HTTP code',
    'server.ts',
    `import { getTraceId } from 'stitchkit/observability';
import { createServer } from 'stitchkit/server';
import { services } from './services';
const started = new Map<string, number>();
export const server = createServer({
  services,
  hooks: { beforeHandle: () => void started.set(getTraceId()!, Date.now()) },
});
`,
  ),
  clean(
    'state of the request by a wrapper of fetch',
    'server.cjs',
    `const { getTraceId, wrapInRequestContext } = require('stitchkit/observability');
const open = new Map();
exports.fetch = wrapInRequestContext(async (request) => {
  open.set(getTraceId(), request.url);
  return new Response('ok');
});
`,
  ),
  clean(
    'an HTTP handler',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      expose: `['HTTP']`,
      top: 'const state = new Map<string, string>();',
      body: 'state.set(getTraceId()!, input.kilnId);',
    }),
  ),
  clean(
    'a loop keeps the state of its request',
    'loop.ts',
    `import { generateText } from 'ai';
import { getTraceId } from 'stitchkit/observability';
import { model } from './model';
const prompts = new Map<string, string>();
export async function answer(prompt: string) {
  prompts.set(getTraceId()!, prompt);
  const { text } = await generateText({ model, prompt });
  return text;
}
`,
  ),
  clean(
    'a read',
    'kilns.ts',
    contractHandler({
      imports: `${TRACE}\nimport { requests } from './requests';`,
      body: 'await note(requests.get(getTraceId()!), requests.has(getTraceId()!));',
    }),
  ),
  clean(
    'a clean-up',
    'hooks.ts',
    hooks('metrics.count(toolName);', 'requests.delete(getTraceId()!);', `import { requests } from './requests';`),
  ),
  clean(
    'a map of one call',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      body: 'const headers = new Map<string, string>();\n    headers.set(getTraceId()!, input.kilnId);\n    await note(headers);',
    }),
  ),
];

const sinks: readonly RuleCase[] = [
  clean(
    'a sink that collects rows of a trace',
    'sink.ts',
    `import { createObservability, type RequestEvent } from 'stitchkit/observability';
const rows = new Map<string, RequestEvent[]>();
export const observability = createObservability({
  tools: {
    write: (event) => {
      rows.set(event.traceId, [...(rows.get(event.traceId) ?? []), event]);
    },
  },
});
`,
  ),
  clean(
    'a sink that keeps the request row of a trace',
    'sink.ts',
    `import { createAuditHook, type RequestEvent } from 'stitchkit/observability';
const requests = new Map<string, RequestEvent>();
export const audit = createAuditHook({
  write: (event) => {
    if (!event.toolName) requests.set(event.traceId, event);
  },
});
`,
    { version: '0.42.0' },
  ),
  clean(
    'a sink keyed by the span of the row',
    'sink.js',
    `import { createObservability } from 'stitchkit/observability';
const rows = {};
export const observability = createObservability({
  tools: { write: (event) => void (rows[event.spanId] = event) },
});
`,
  ),
  clean(
    'rows of a test',
    'rows.test.tsx',
    `import { test } from 'vitest';
import { createObservability, type RequestEvent } from 'stitchkit/observability';
test('rows', () => {
  const rows = new Map<string, RequestEvent>();
  createObservability({ tools: { write: (event) => void rows.set(event.spanId, event) } });
});
`,
  ),
];

const elsewhere: readonly RuleCase[] = [
  clean(
    'a trace id of another package',
    'sheep.ts',
    sdkTool({
      imports: `import { getTraceId } from './telemetry';`,
      top: 'const pens = new Map<string, string>();',
      body: 'pens.set(getTraceId(), pen);',
    }),
  ),
  clean(
    'a name that hides the import',
    'sheep.ts',
    sdkTool({
      imports: TRACE,
      top: 'const pens = new Map<string, string>();\nexport const used = getTraceId;',
      body: `const getTraceId = () => crypto.randomUUID();\n    pens.set(getTraceId(), pen);`,
    }),
  ),
  clean(
    'a set method that is no map',
    'tides.ts',
    runtimeTool({
      imports: `${TRACE}\nimport { headers } from './headers';`,
      body: `headers.set('x-trace', getTraceId()!);`,
    }),
  ),
  clean(
    'an index that is no trace id',
    'tides.ts',
    runtimeTool({
      imports: TRACE,
      top: 'const tides: Record<string, string> = {};',
      body: 'tides[harbour] = getTraceId()!;',
    }),
  ),
  clean(
    'mentions in comments and strings',
    'tides.ts',
    runtimeTool({ imports: '', body: `// started.set(getTraceId(), now)\n    note('getTraceId()');` }),
  ),
];

const mergedTables: readonly RuleCase[] = [
  clean(
    'a count that is made anew',
    'tides.ts',
    runtimeTool({
      imports: TRACE,
      top: 'let counts: Record<string, number> = {};',
      body: 'const key = getTraceId()!;\n    counts = { ...counts, [key]: (counts[key] ?? 0) + 1 };\n    note(counts);',
    }),
  ),
  clean(
    'a row with a member named by the trace',
    'tides.ts',
    runtimeTool({
      imports: TRACE,
      top: 'const labels = { app: "tides" };',
      body: 'note({ ...labels, [getTraceId()!]: harbour });\n    const own = { ...labels, [getTraceId()!]: harbour };\n    note(own);',
    }),
  ),
  clean(
    'a new object assigned together',
    'tides.ts',
    runtimeTool({ imports: TRACE, body: 'note(Object.assign({}, { [getTraceId()!]: harbour }));' }),
  ),
];

export const innocent: readonly RuleCase[] = [...ownKeys, ...perRequest, ...sinks, ...elsewhere, ...mergedTables];
