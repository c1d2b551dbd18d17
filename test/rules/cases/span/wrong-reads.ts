import { hit, type RuleCase } from '../../rule-case.js';
import { contractHandler, rawTool, runtimeTool, sdkTool, sdkToolCommonJs } from '../../templates/scopes.js';

const CHILD_SPAN = `import { childSpan, formatTraceparent, getRequestContext, runWithRequestContext } from 'stitchkit/observability';`;

export const wrongReads: readonly RuleCase[] = [
  hit(
    'the parent span of the context',
    'kilns.ts',
    contractHandler({ body: 'note(§getRequestContext()?.trace.parentSpanId);' }),
  ),
  hit(
    'the trace first, the span later',
    'kilns.ts',
    contractHandler({ body: 'const trace = getRequestContext()?.trace;\n    note(§trace?.spanId);' }),
  ),
  hit(
    'the trace destructured, the span later',
    'kilns.ts',
    contractHandler({ body: 'const { trace } = getRequestContext()!;\n    note(§trace.spanId);' }),
  ),
  hit(
    'the trace destructured twice',
    'kilns.js',
    sdkTool({ body: 'const { trace } = getRequestContext();\n    const { §spanId } = trace;\n    note(spanId);' }),
  ),
  hit(
    'the span out of a rest element',
    'kilns.ts',
    contractHandler({
      body: 'const { traceId, ...rest } = getRequestContext()!.trace;\n    note(traceId, §rest.spanId);',
    }),
  ),
  hit(
    'the trace out of a rest of the context',
    'kilns.ts',
    contractHandler({
      body: 'const { userId, ...rest } = getRequestContext()!;\n    note(userId, §rest.trace.spanId);',
    }),
  ),
  hit(
    'a thin wrapper for the trace',
    'kilns.ts',
    contractHandler({ top: 'const traceOf = () => getRequestContext()?.trace;', body: 'note(§traceOf()?.spanId);' }),
  ),
  hit(
    'the trace handed to a helper',
    'kilns.js',
    contractHandler({ top: 'const id = (trace) => §trace.spanId;', body: 'note(id(getRequestContext().trace));' }),
  ),
  hit(
    'the trace handed to a helper by its type',
    'kilns.ts',
    contractHandler({
      imports: `import { getRequestContext, type TraceContext } from 'stitchkit/observability';`,
      top: 'function id(trace: TraceContext): string {\n  return §trace.spanId;\n}',
      body: 'note(id(getRequestContext()!.trace));',
    }),
  ),
  hit(
    'the whole trace spread into a row',
    'kilns.ts',
    contractHandler({ body: 'note({ kiln: input.kilnId, §...getRequestContext()!.trace });' }),
  ),
  hit(
    'the whole trace of an alias spread into a row',
    'kilns.js',
    sdkTool({ body: 'const ctx = getRequestContext();\n    note({ pen, §...ctx.trace });' }),
  ),
  hit(
    'the whole trace spread with a fallback',
    'kilns.js',
    sdkTool({ body: 'note({ pen, §...(getRequestContext()?.trace ?? {}) });' }),
  ),
  hit(
    'the whole trace as a property of a row',
    'kilns.ts',
    contractHandler({ body: 'note({ kiln: input.kilnId, §trace: getRequestContext()?.trace });' }),
  ),
  hit(
    'the whole trace by shorthand',
    'kilns.ts',
    contractHandler({ body: 'const { trace } = getRequestContext()!;\n    note({ kiln: input.kilnId, §trace });' }),
  ),
  hit(
    'the whole trace merged into a row',
    'kilns.js',
    sdkTool({ body: 'note(Object.assign({ pen }, §getRequestContext().trace));' }),
  ),
  hit(
    'a row in a local list',
    'kilns.ts',
    contractHandler({
      top: 'const rows: object[] = [];',
      body: 'rows.push({ kiln: input.kilnId, §spanId: getRequestContext()?.trace.spanId });',
    }),
  ),
  hit(
    'stored on a row of a list after an await',
    'kilns.js',
    sdkTool({
      top: 'const rows = [{}];',
      body: 'await note(pen);\n    rows[0].span = §getRequestContext()?.trace.spanId;',
    }),
  ),
  hit(
    'both ids of a row, once: the other is in a parent position',
    'kilns.ts',
    contractHandler({
      body: `const ctx = getRequestContext()!;
    note({
      §spanId: ctx.trace.spanId,
      parentSpanId: ctx.trace.parentSpanId,
    });`,
    }),
  ),
  hit(
    'a parent name that is used as an id too',
    'kilns.ts',
    contractHandler({
      body: 'const parentSpanId = §getRequestContext()?.trace.spanId;\n    note({ id: parentSpanId });',
    }),
  ),
  hit(
    'a key that only looks like a parent',
    'kilns.ts',
    contractHandler({ body: 'note({ §transparent: getRequestContext()?.trace.spanId });' }),
  ),
  hit(
    'the boot span is not the point, the read is',
    'kilns.ts',
    `import { trace } from '@opentelemetry/api';\n${contractHandler({ top: `trace.getTracer('boot').startActiveSpan('boot', (span) => span.end());`, body: 'note(§getRequestContext()?.trace.spanId);' })}`,
  ),
  hit(
    'inside a fork that keeps the trace',
    'kilns.ts',
    sdkTool({
      imports: CHILD_SPAN,
      body: `const ctx = getRequestContext()!;
    await runWithRequestContext({ ...ctx, dimensions: { ...ctx.dimensions }, error: undefined }, async () => note(§getRequestContext()?.trace.spanId));`,
    }),
  ),
  hit(
    'outside the fork that has its own span',
    'kilns.ts',
    sdkTool({
      imports: CHILD_SPAN,
      body: `const ctx = getRequestContext()!;
    await runWithRequestContext({ ...ctx, trace: childSpan(ctx.trace) }, async () => note(ctx.trace.traceId));
    note(§ctx.trace.spanId);`,
    }),
  ),
  hit(
    'captured outside, read inside a fork with its own span',
    'kilns.ts',
    sdkTool({
      imports: CHILD_SPAN,
      body: `const ctx = getRequestContext()!;
    await runWithRequestContext({ ...ctx, trace: childSpan(ctx.trace) }, async () => note(§ctx.trace.spanId));`,
    }),
  ),
  hit(
    'in a condition',
    'kilns.ts',
    contractHandler({ body: `if (§getRequestContext()?.trace.spanId === input.kilnId) note('same');` }),
  ),
  hit(
    'in the error of a tool',
    'kilns.ts',
    contractHandler({
      body: 'if (!input.kilnId) throw new Error(`no kiln in ${§getRequestContext()?.trace.spanId}`);',
    }),
  ),
  hit(
    'returned by the tool',
    'kilns.ts',
    contractHandler({ body: 'if (input.kilnId) return { spanId: §getRequestContext()?.trace.spanId };' }),
  ),
  hit(
    'a context type of the project under the framework type',
    'kilns.ts',
    contractHandler({
      imports: `import { getRequestContext, type RequestContext } from 'stitchkit/observability';`,
      top: `interface Ours extends RequestContext { tenant: string }\nconst ours = (): Ours => getRequestContext() as Ours;`,
      body: 'note(§ours().trace.spanId);',
    }),
  ),
  hit(
    'CRLF and no semicolons',
    'sheep.js',
    sdkTool({ body: 'const ctx = getRequestContext()\n    note(§ctx?.trace.spanId)' })
      .replaceAll(';\n', '\n')
      .replaceAll('\n', '\r\n'),
  ),
  hit('a byte order mark', 'sheep.ts', `\uFEFF${sdkTool({ body: 'note(§getRequestContext()?.trace.spanId);' })}`),
  hit(
    'a comment inside the chain',
    'sheep.ts',
    sdkTool({ body: 'note(§getRequestContext() /* may be absent */?.trace.spanId);' }),
  ),
  hit('wide characters before it', 'sheep.ts', sdkTool({ body: `note('🐑🐑', §getRequestContext()?.trace.spanId);` }), {
    exact: true,
  }),
  hit(
    'two tools, one report each',
    'sheep.ts',
    `${sdkTool({ body: 'note(§getRequestContext()?.trace.spanId);' })}
export const countGoats = tool({ inputSchema: z.object({}), execute: async () => note(§getRequestContext()?.trace.spanId) });
`,
  ),
];

export const scopes: readonly RuleCase[] = [
  hit(
    'in a helper of a CommonJS tool',
    'sheep.cjs',
    sdkToolCommonJs({ top: 'const held = () => §getRequestContext()?.trace.spanId;', body: 'note(held());' }),
  ),
  hit(
    'in a runtime tool through two helpers',
    'tides.ts',
    runtimeTool({
      top: 'const a = () => b();\nfunction b() {\n  return §getRequestContext()?.trace.spanId;\n}',
      body: 'note(a());',
    }),
  ),
  hit(
    'in a raw tool through a closure',
    'mcp.ts',
    rawTool({
      body: 'const ctx = getRequestContext();\n        const stamp = () => ({ §spanId: ctx?.trace.spanId });\n        note(stamp());',
    }),
  ),
];
