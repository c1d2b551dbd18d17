import { clean, hit, type RuleCase } from '../../rule-case.js';
import { contractHandler, sdkTool } from '../../templates/scopes.js';

const OBSERVABILITY = `import { childSpan, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';`;

/** Rows and traces that look alike, some right and some wrong. */
export const disguisedRows: readonly RuleCase[] = [
  hit(
    'second: the whole trace as text',
    'kilns.ts',
    contractHandler({ body: 'note({ trace: §JSON.stringify(getRequestContext()?.trace) });' }),
  ),
  hit(
    'second: a parameter of the context type, destructured',
    'kilns.ts',
    contractHandler({
      imports: OBSERVABILITY,
      top: 'const id = ({ trace: { §spanId } }: RequestContext) => spanId;',
      body: 'note(id(getRequestContext()!));',
    }),
  ),
  hit(
    'second: a local getter of members',
    'sheep.js',
    sdkTool({
      top: 'const pick = (object, key) => §object[key];',
      body: `note(pick(getRequestContext().trace, 'spanId'));`,
    }),
  ),
  hit(
    'second: a row of which only the parent is overwritten',
    'kilns.ts',
    contractHandler({
      body: 'const { trace } = getRequestContext()!;\n    note({ §...trace, parentSpanId: trace.spanId });',
    }),
  ),
  hit(
    'second: overwritten before the spread',
    'sheep.js',
    sdkTool({
      body: `const { trace } = getRequestContext();\n    note({ spanId: 'own', parentSpanId: trace.spanId, §...trace });`,
    }),
  ),
  clean(
    'second: a row whose ids are overwritten after the spread',
    'kilns.ts',
    contractHandler({
      imports: OBSERVABILITY,
      body: 'const { trace } = getRequestContext()!;\n    const own = childSpan(trace);\n    note({ ...trace, spanId: own.spanId, parentSpanId: trace.spanId });',
    }),
  ),
  clean(
    'second: a fork with a span made by hand',
    'sheep.ts',
    sdkTool({
      imports: OBSERVABILITY,
      body: `const ctx = getRequestContext()!;
    const trace = { ...ctx.trace, spanId: crypto.randomUUID(), parentSpanId: ctx.trace.spanId };
    await runWithRequestContext({ ...ctx, trace }, async () => note(pen));`,
    }),
  ),
  clean(
    'second: a trace handed to a scope of its own',
    'sheep.js',
    sdkTool({
      imports: OBSERVABILITY.replace(', type RequestContext', ''),
      top: 'const withSpan = (trace, run) => run(trace);',
      body: 'withSpan(childSpan(getRequestContext().trace), (trace) => note({ spanId: trace.spanId }));',
    }),
  ),
  clean(
    'second: what is left of the trace without its spans',
    'kilns.ts',
    contractHandler({
      body: 'const { traceId, tracestate } = getRequestContext()!.trace;\n    note({ traceId, tracestate });',
    }),
  ),
  clean(
    'second: a helper that is given another trace',
    'sheep.js',
    sdkTool({
      top: 'const id = (trace) => trace.spanId;',
      body: `note(id({ spanId: 'mine' }), getRequestContext()?.userId);`,
    }),
  ),
  clean(
    'second: a typed helper that no tool calls',
    'web.ts',
    `${sdkTool({ imports: OBSERVABILITY, body: 'note(pen);' })}
export const id = (ctx: RequestContext) => ctx.trace.spanId;
export const fork = (ctx: RequestContext) => runWithRequestContext({ ...ctx, trace: childSpan(ctx.trace) }, () => getRequestContext()?.trace.spanId);
`,
  ),
];
