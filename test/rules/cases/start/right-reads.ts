import { clean, type RuleCase } from '../../rule-case.js';
import { contractHandler, sdkTool } from '../../templates/scopes.js';
import { hooks } from './templates.js';

const FORK = `import { childSpan, getRequestContext, runWithRequestContext } from 'stitchkit/observability';`;

export const rightReads: readonly RuleCase[] = [
  clean(
    'an own start',
    'kilns.ts',
    contractHandler({
      body: 'const startedAt = process.hrtime.bigint();\n    note(process.hrtime.bigint() - startedAt, getRequestContext()?.userId);',
    }),
  ),
  clean(
    'an own start in a record',
    'kilns.js',
    sdkTool({
      body: 'const job = { startedAt: performance.now(), user: getRequestContext()?.userId };\n    note(performance.now() - job.startedAt);',
    }),
  ),
  clean(
    'an own start in a class',
    'kilns.ts',
    contractHandler({
      top: 'class Watch {\n  startedAt = process.hrtime.bigint();\n  get ns() {\n    return process.hrtime.bigint() - this.startedAt;\n  }\n}',
      body: 'note(new Watch().ns, getRequestContext()?.userId);',
    }),
  ),
  clean(
    'a start of the input',
    'kilns.ts',
    contractHandler({ body: 'note(Date.now() - input.startedAt, getRequestContext()?.userId);' }),
  ),
  clean(
    'a start of a stored row',
    'kilns.ts',
    contractHandler({
      imports: `import { getRequestContext } from 'stitchkit/observability';\nimport { firings } from './firings';`,
      body: 'const firing = await firings.get(input.kilnId, getRequestContext()?.userId);\n    note(Date.now() - firing.startedAt);',
    }),
  ),
  clean(
    'an own start beside a spread of the context',
    'kilns.ts',
    contractHandler({
      body: 'const row = { ...getRequestContext()!, startedAt: process.hrtime.bigint() };\n    note(process.hrtime.bigint() - row.startedAt);',
    }),
  ),
  clean(
    'a record of its own, opened by the tool',
    'sheep.ts',
    sdkTool({
      imports: FORK,
      body: `const ctx = getRequestContext()!;
    await runWithRequestContext({ ...ctx, startedAt: process.hrtime.bigint() }, async () => note(process.hrtime.bigint() - getRequestContext()!.startedAt));`,
    }),
  ),
  clean(
    'a fork that lists what it keeps',
    'sheep.ts',
    sdkTool({
      imports: FORK,
      body: `const ctx = getRequestContext()!;
    await runWithRequestContext({ trace: ctx.trace, source: ctx.source, startedAt: ctx.startedAt }, async () => note(pen));`,
    }),
  ),
  clean(
    'a plain fork',
    'sheep.ts',
    sdkTool({
      imports: FORK,
      body: `const ctx = getRequestContext()!;
    await runWithRequestContext({ ...ctx, dimensions: {}, error: undefined }, async () => note(pen));`,
    }),
  ),
  clean(
    'the duration of a hook',
    'mount.ts',
    hooks('afterToolCall: ({ durationMs }) => note(durationMs, getRequestContext()?.userId)'),
  ),
  clean(
    'the start in a hook, as the start of the enclosing work',
    'mount.ts',
    hooks('afterToolCall: () => note({ enclosingStartedAt: getRequestContext()?.startedAt })'),
  ),
  clean(
    'a difference of an own start in a hook',
    'mount.ts',
    hooks('afterToolCall: () => note(process.hrtime.bigint() - starts.get(getRequestContext()?.userId))'),
  ),
  clean(
    'the event of a sink',
    'sink.ts',
    sink('write: (event) => void rows.insert({ startedAt: event.startedAt, ms: event.durationMs })'),
  ),
  clean(
    'the event of a sink, destructured',
    'sink.ts',
    sink('write({ startedAt, durationMs }) {\n      rows.insert({ startedAt, ms: durationMs });\n    }'),
  ),
  clean(
    'a difference of the event in a sink',
    'sink.ts',
    sink('write: (event) => void rows.insert({ age: Date.now() - event.startedAt.getTime() })'),
  ),
  clean('the start in a sink', 'sink.ts', sink('write: () => rows.insert({ from: getRequestContext()?.startedAt })')),
  clean(
    'the event of the older audit hook',
    'sink.ts',
    `import { createAuditHook } from 'stitchkit/observability';
import { rows } from './rows';
export const audit = createAuditHook({ write: (event) => void rows.insert({ startedAt: event.startedAt }) });
`,
    { version: '0.36.1' },
  ),
  clean(
    'the duration of a unit of work',
    'job.ts',
    `import { getRequestContext, runUnitOfWork } from 'stitchkit/observability';
import { note } from './notes';
export const nightly = () =>
  runUnitOfWork({ name: 'nightly' }, async () => {
    const ctx = getRequestContext()!;
    note(process.hrtime.bigint() - ctx.startedAt);
  });
`,
  ),
  clean(
    'the duration of a request',
    'web.ts',
    `import { getRequestContext } from 'stitchkit/observability';
import { createServer } from 'stitchkit/server';
import { note } from './notes';
import { services } from './surface';
export const web = createServer({
  services,
  hooks: { afterHandle: () => note(process.hrtime.bigint() - getRequestContext()!.startedAt) },
});
`,
  ),
  clean(
    'other fields of the context',
    'kilns.ts',
    contractHandler({
      body: 'const { userId, dimensions, source } = getRequestContext()!;\n    note(userId, dimensions, source);',
    }),
  ),
  clean(
    'only types',
    'kilns.ts',
    contractHandler({
      imports: `import type { RequestContext } from 'stitchkit/observability';`,
      top: `type Start = RequestContext['startedAt'];\ninterface Row { startedAt: Start }`,
      body: 'const row = {} as Partial<Row>;\n    note(row);',
    }),
  ),
  clean(
    'a string and a comment',
    'sheep.ts',
    sdkTool({
      body: `// getRequestContext().startedAt is not this call's\n    note('getRequestContext()!.startedAt', getRequestContext()?.userId);`,
    }),
  ),
  clean(
    'a task list of another name',
    'kilns.ts',
    contractHandler({
      top: 'const tasks = [{ startedAt: 1 }];',
      body: 'note(tasks.map(({ startedAt }) => startedAt), getRequestContext()?.userId);',
    }),
  ),
  clean(
    'a start written, never read',
    'sheep.js',
    sdkTool({
      imports: FORK,
      body: `const own = { ...getRequestContext() };\n    own.startedAt = process.hrtime.bigint();\n    await runWithRequestContext(own, async () => note(pen));`,
    }),
  ),
];

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
