import { clean, type RuleCase } from '../../rule-case.js';
import { contractHandler, sdkTool } from '../../templates/scopes.js';

const CHILD_SPAN = `import { childSpan, formatTraceparent, getRequestContext, runWithRequestContext } from 'stitchkit/observability';`;

export const rightReads: readonly RuleCase[] = [
  clean(
    'a parent by name is handed to a function that is not declared here',
    'kilns.ts',
    contractHandler({
      body: 'const parentSpanId = getRequestContext()?.trace.spanId;\n    beacon(input.kilnId, parentSpanId);',
    }),
  ),
  clean(
    'the parent key of a row',
    'kilns.ts',
    contractHandler({ body: 'note({ parentSpanId: getRequestContext()?.trace.spanId });' }),
  ),
  clean(
    'the parent key of a row, through an alias',
    'kilns.js',
    sdkTool({ body: 'const ctx = getRequestContext();\n    note({ pen, parentSpanId: ctx?.trace.spanId ?? null });' }),
  ),
  clean(
    'the parent key of a row, with a condition',
    'kilns.ts',
    contractHandler({
      body: 'const ctx = getRequestContext();\n    note({ parentSpanId: ctx ? ctx.trace.spanId : undefined });',
    }),
  ),
  clean(
    'the parent key of a conditional spread',
    'kilns.ts',
    contractHandler({
      body: 'const ctx = getRequestContext();\n    note({ ...(ctx && { parentSpanId: ctx.trace.spanId }) });',
    }),
  ),
  clean(
    'the parent key in a snake-case row',
    'kilns.ts',
    contractHandler({ body: 'note({ parent_span_id: getRequestContext()?.trace.spanId });' }),
  ),
  clean(
    'a variable that only goes to the parent key',
    'kilns.ts',
    contractHandler({
      body: 'const parentSpanId = getRequestContext()?.trace.spanId;\n    note({ kiln: input.kilnId, parentSpanId });',
    }),
  ),
  clean(
    'a variable of another name that only goes to the parent key',
    'kilns.ts',
    contractHandler({ body: 'const span = getRequestContext()?.trace.spanId;\n    note({ parentSpanId: span });' }),
  ),
  clean(
    'destructured for the parent key',
    'kilns.ts',
    contractHandler({
      body: 'const { trace: { spanId: parentSpanId } } = getRequestContext()!;\n    note({ parentSpanId });',
    }),
  ),
  clean(
    'destructured span for the parent key',
    'kilns.ts',
    contractHandler({ body: 'const { spanId } = getRequestContext()!.trace;\n    note({ parentSpanId: spanId });' }),
  ),
  clean(
    'assigned to the parent key',
    'kilns.ts',
    contractHandler({
      body: 'const row: Record<string, unknown> = {};\n    row.parentSpanId = getRequestContext()?.trace.spanId;\n    note(row);',
    }),
  ),
  clean(
    'a helper that makes the parent key',
    'kilns.js',
    contractHandler({
      top: 'const links = (ctx) => ({ traceId: ctx.trace.traceId, parentSpanId: ctx.trace.spanId });',
      body: 'note(links(getRequestContext()));',
    }),
  ),
  clean(
    'a child span of its own row',
    'kilns.ts',
    contractHandler({
      imports: CHILD_SPAN,
      body: 'const own = childSpan(getRequestContext()!.trace);\n    note({ spanId: own.spanId, parentSpanId: own.parentSpanId });',
    }),
  ),
  clean(
    'a child span of its own row, destructured',
    'kilns.js',
    sdkTool({
      imports: CHILD_SPAN,
      body: 'const { spanId, parentSpanId } = childSpan(getRequestContext().trace);\n    note({ spanId, parentSpanId });',
    }),
  ),
  clean(
    'a child span spread into its row',
    'kilns.js',
    sdkTool({ imports: CHILD_SPAN, body: 'const ctx = getRequestContext();\n    note({ ...childSpan(ctx.trace) });' }),
  ),
  clean(
    'the header of an outgoing call',
    'kilns.ts',
    contractHandler({
      imports: CHILD_SPAN,
      body: `const ctx = getRequestContext()!;\n    await fetch('http://kilns', { headers: { traceparent: formatTraceparent(ctx.trace) } });`,
    }),
  ),
  clean(
    'the header of an outgoing call, over a child',
    'kilns.ts',
    contractHandler({
      imports: CHILD_SPAN,
      body: `await fetch('http://kilns', { headers: { traceparent: formatTraceparent(childSpan(getRequestContext()!.trace)) } });`,
    }),
  ),
  clean(
    'the header written by hand',
    'kilns.ts',
    contractHandler({
      body: 'const { trace } = getRequestContext()!;\n    await fetch("http://kilns", { headers: { traceparent: `00-${trace.traceId}-${trace.spanId}-01` } });',
    }),
  ),
  clean(
    'the root helpers for traces',
    'kilns.ts',
    contractHandler({
      imports: `import { getRequestContext } from 'stitchkit/observability';\nimport { formatTraceparent } from 'stitchkit';`,
      body: `note(formatTraceparent(getRequestContext()!.trace));`,
    }),
  ),
  clean(
    'a copy of the trace for the header of an outgoing call',
    'kilns.ts',
    contractHandler({
      imports: CHILD_SPAN,
      body: `const { trace } = getRequestContext()!;\n    await fetch('http://kilns', { headers: { traceparent: formatTraceparent({ ...trace }) } });`,
    }),
  ),
  clean(
    'a child span of a copied trace',
    'kilns.js',
    sdkTool({
      imports: CHILD_SPAN,
      body: 'const own = childSpan({ ...getRequestContext().trace });\n    note({ spanId: own.spanId });',
    }),
  ),
  clean(
    'the whole trace as a parent',
    'kilns.ts',
    contractHandler({ body: `note('firing', { parent: getRequestContext()?.trace });` }),
  ),
  clean(
    'the enclosing span under a name that says so',
    'kilns.ts',
    contractHandler({ body: 'note({ enclosingSpanId: getRequestContext()?.trace.spanId });' }),
  ),
  clean(
    'the context entered again',
    'sheep.ts',
    sdkTool({
      imports: CHILD_SPAN,
      body: 'const ctx = getRequestContext()!;\n    setTimeout(() => runWithRequestContext(ctx, () => note(pen)), 5);',
    }),
  ),
  clean(
    'the context handed to another file, which cannot be seen',
    'kilns.ts',
    contractHandler({ body: 'note(getRequestContext());' }),
  ),
  clean('the trace id', 'kilns.ts', contractHandler({ body: 'note(getRequestContext()?.trace.traceId);' })),
  clean(
    'the trace id by its helper',
    'kilns.ts',
    contractHandler({
      imports: `import { getTraceId } from 'stitchkit/observability';`,
      body: 'note({ traceId: getTraceId() });',
    }),
  ),
  clean(
    'the trace id destructured',
    'kilns.ts',
    contractHandler({ body: 'const { trace: { traceId } } = getRequestContext()!;\n    note(traceId);' }),
  ),
  clean(
    'the trace in a variable, the trace id used',
    'kilns.js',
    sdkTool({ body: 'const trace = getRequestContext()?.trace;\n    note(trace?.traceId);' }),
  ),
  clean(
    'the user and an absent context',
    'sheep.ts',
    sdkTool({
      body: `const c = getRequestContext();\n    if (!c) throw new Error('no ctx');\n    note(c.userId, c.ipAddress);`,
    }),
  ),
  clean(
    'a span field of the input',
    'kilns.ts',
    contractHandler({ body: 'note({ spanId: input.spanId, trace: input.trace });' }),
  ),
  clean(
    'the span of another tracer',
    'kilns.ts',
    contractHandler({
      imports: `import { trace } from '@opentelemetry/api';\nimport { getRequestContext } from 'stitchkit/observability';`,
      body: 'note(trace.getActiveSpan()?.spanContext().spanId, getRequestContext()?.userId);',
    }),
  ),
  clean(
    'only types',
    'kilns.ts',
    contractHandler({
      imports: `import type { RequestContext } from 'stitchkit/observability';`,
      top: `type Span = RequestContext['trace']['spanId'];\ninterface Row { spanId: Span; trace: RequestContext['trace'] }`,
      body: 'const row = {} as Partial<Row>;\n    note(row);',
    }),
  ),
  clean(
    'a type query on the context',
    'kilns.ts',
    contractHandler({
      body: 'const ctx = getRequestContext();\n    type Id = NonNullable<typeof ctx>["trace"]["spanId"];\n    const none = "" as Id;\n    note(none);',
    }),
  ),
  clean(
    'a fork with its own span, read inside',
    'sheep.ts',
    sdkTool({
      imports: CHILD_SPAN,
      body: `const ctx = getRequestContext()!;
    await runWithRequestContext({ ...ctx, trace: childSpan(ctx.trace), dimensions: {}, error: undefined }, async () => note({ spanId: getRequestContext()?.trace.spanId }));`,
    }),
  ),
  clean(
    'a fork held in a variable, its own span read',
    'sheep.js',
    sdkTool({
      imports: CHILD_SPAN,
      body: `const ctx = getRequestContext();
    const scope = { ...ctx, trace: childSpan(ctx.trace), dimensions: {}, error: undefined };
    await runWithRequestContext(scope, async () => note({ spanId: scope.trace.spanId, parentSpanId: scope.trace.parentSpanId }));`,
    }),
  ),
  clean(
    'a fork that lists what it keeps',
    'sheep.ts',
    sdkTool({
      imports: CHILD_SPAN,
      body: `const ctx = getRequestContext()!;
    await runWithRequestContext({ trace: ctx.trace, source: 'agent', startedAt: ctx.startedAt, userId: ctx.userId }, async () => note(pen));`,
    }),
  ),
  clean(
    'a plain fork reads nothing',
    'sheep.ts',
    sdkTool({
      imports: CHILD_SPAN,
      body: `const ctx = getRequestContext()!;
    await runWithRequestContext({ ...ctx, dimensions: { ...ctx.dimensions }, error: undefined }, async () => note(pen));`,
    }),
  ),
  clean('a hook of a mount', 'mount.ts', hooks('afterToolCall: () => note(getRequestContext()?.trace.spanId)')),
  clean(
    'each hook of a mount',
    'mount.ts',
    hooks(`beforeToolCall: () => {
      note(getRequestContext()!.trace.spanId);
    },
    onToolError({ error }) {
      note(error, getRequestContext()?.trace.parentSpanId);
    }`),
  ),
  clean('an object typed as hooks', 'hooks.ts', typedHooks(': ToolCallHooks', '')),
  clean('an object that satisfies hooks', 'hooks.ts', typedHooks('', ' satisfies ToolCallHooks')),
  clean('an object cast to hooks', 'hooks.ts', typedHooks('', ' as ToolCallHooks')),
  clean(
    'the event of a sink',
    'sink.ts',
    sink(
      'write: (event) => void rows.insert({ spanId: event.spanId, parentSpanId: event.parentSpanId, traceId: event.traceId })',
    ),
  ),
  clean(
    'the event of a sink, destructured',
    'sink.ts',
    sink('write({ spanId, parentSpanId }) {\n      rows.insert({ spanId, parentSpanId });\n    }'),
  ),
  clean(
    'the context in a sink',
    'sink.ts',
    sink('write: () => rows.insert({ caller: getRequestContext()?.trace.spanId })'),
  ),
  clean(
    'the event of the older audit hook',
    'sink.ts',
    `import { createAuditHook, type RequestEvent } from 'stitchkit/observability';
import { rows } from './rows';
const write = (event: RequestEvent) => void rows.insert({ spanId: event.spanId });
export const audit = createAuditHook({ write });
`,
    { version: '0.36.1' },
  ),
  clean(
    'the record of the tool logger',
    'log.ts',
    `import { createToolLogger } from 'stitchkit/tools';
import { rows } from './rows';
export const log = createToolLogger({ onRecord: (record) => rows.insert({ traceId: record.traceId }) });
`,
  ),
  clean(
    'the loop that writes its own row',
    'loop.ts',
    `import { childSpan, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { generateText } from 'ai';
import { model } from './model';
import { pond } from './pond';
import { rows } from './rows';

export async function answer(prompt: string) {
  const request = getRequestContext()!;
  const trace = childSpan(request.trace);
  return runWithRequestContext({ ...request, trace, dimensions: {}, error: undefined }, async () => {
    const { text } = await generateText({ model, prompt, tools: mountAgent(pond, {}) });
    await rows.insert({ spanId: trace.spanId, parentSpanId: trace.parentSpanId });
    return text;
  });
}
`,
  ),
  clean(
    'no tool, only an HTTP log',
    'log.cjs',
    `const { getRequestContext } = require('stitchkit/observability');
module.exports = (line) => console.log(line, getRequestContext()?.trace.spanId);
`,
  ),
];

function hooks(members: string): string {
  return `import { getRequestContext } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { note } from './notes';
import { services } from './surface';

export const tools = mountAgent(services, {
  hooks: {
    ${members},
  },
});
`;
}

function typedHooks(annotation: string, suffix: string): string {
  return `import { getRequestContext } from 'stitchkit/observability';
import type { ToolCallHooks } from 'stitchkit/tools';
import { note } from './notes';

export const hooks${annotation} = {
  afterToolCall: ({ durationMs }) => note({ durationMs, under: getRequestContext()?.trace.spanId }),
}${suffix};
`;
}

function sink(members: string): string {
  return `import { createObservability, getRequestContext } from 'stitchkit/observability';
import { rows } from './rows';

export const observability = createObservability({
  tools: {
    ${members},
  },
});
export const user = () => getRequestContext()?.userId;
`;
}
