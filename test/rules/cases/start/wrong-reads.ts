import { hit, type RuleCase } from '../../rule-case.js';
import { contractHandler, rawTool, runtimeTool, sdkTool, sdkToolCommonJs } from '../../templates/scopes.js';
import { hooks } from './templates.js';

const FORK = `import { childSpan, getRequestContext, runWithRequestContext } from 'stitchkit/observability';`;

export const wrongReads: readonly RuleCase[] = [
  hit(
    'a duration in nanoseconds',
    'kilns.ts',
    contractHandler({ body: 'note(process.hrtime.bigint() - §getRequestContext()!.startedAt);' }),
  ),
  hit(
    'a duration in milliseconds',
    'kilns.ts',
    contractHandler({
      body: 'const ctx = getRequestContext();\n    note(ctx ? Number(process.hrtime.bigint() - §ctx.startedAt) / 1e6 : 0);',
    }),
  ),
  hit(
    'a duration of a destructured start',
    'kilns.ts',
    contractHandler({
      body: 'const { §startedAt } = getRequestContext()!;\n    note(input.kilnId);\n    note(process.hrtime.bigint() - startedAt);',
    }),
  ),
  hit(
    'a duration of a renamed start',
    'kilns.js',
    sdkTool({
      body: 'const { §startedAt: began } = getRequestContext();\n    note(Number(process.hrtime.bigint() - began) / 1e6);',
    }),
  ),
  hit(
    'a duration by a local clock helper',
    'kilns.ts',
    contractHandler({
      top: 'const now = () => process.hrtime.bigint();\nconst ms = (from: bigint) => Number(now() - from) / 1e6;',
      body: 'note(ms(§getRequestContext()!.startedAt));',
    }),
  ),
  hit(
    'a duration through imported hrtime',
    'kilns.ts',
    contractHandler({
      imports: `import { hrtime } from 'node:process';\nimport { getRequestContext } from 'stitchkit/observability';`,
      body: 'note(hrtime.bigint() - §getRequestContext()!.startedAt);',
    }),
  ),
  hit(
    'a duration in a finally block',
    'tides.ts',
    runtimeTool({
      body: 'const ctx = getRequestContext();\n    try {\n      note(harbour);\n    } finally {\n      if (ctx) note(process.hrtime.bigint() - §ctx.startedAt);\n    }',
    }),
  ),
  hit(
    'a start stored as a value',
    'kilns.ts',
    contractHandler({ body: 'note({ kiln: input.kilnId, startedAt: §getRequestContext()?.startedAt });' }),
  ),
  hit(
    'a start kept in a variable',
    'kilns.js',
    sdkTool({
      body: 'const start = §getRequestContext().startedAt;\n    await note(pen);\n    note(process.hrtime.bigint() - start);',
    }),
  ),
  hit(
    'a start with a fallback of its own',
    'kilns.ts',
    contractHandler({
      body: 'const start = §getRequestContext()?.startedAt ?? process.hrtime.bigint();\n    note(process.hrtime.bigint() - start);',
    }),
  ),
  hit(
    'a start in a timeout',
    'kilns.ts',
    contractHandler({
      body: 'const left = 30_000_000_000n - (process.hrtime.bigint() - §getRequestContext()!.startedAt);\n    note(left);',
    }),
  ),
  hit(
    'a start of a copied context',
    'kilns.ts',
    contractHandler({
      body: 'const ctx = { ...getRequestContext()! };\n    note(process.hrtime.bigint() - §ctx.startedAt);',
    }),
  ),
  hit(
    'a start out of the rest of the context',
    'kilns.ts',
    contractHandler({
      body: 'const { trace, ...rest } = getRequestContext()!;\n    note(trace.traceId, process.hrtime.bigint() - §rest.startedAt);',
    }),
  ),
  hit(
    'a start inside a fork that keeps it',
    'sheep.ts',
    sdkTool({
      imports: FORK,
      body: 'const ctx = getRequestContext()!;\n    await runWithRequestContext({ ...ctx, trace: childSpan(ctx.trace) }, async () => note(process.hrtime.bigint() - §getRequestContext()!.startedAt));',
    }),
  ),
  hit(
    'a stopwatch class over the context',
    'kilns.ts',
    contractHandler({
      top: `class Stopwatch {
  readonly #ctx = getRequestContext()!;
  get ms() {
    return Number(process.hrtime.bigint() - §this.#ctx.startedAt) / 1e6;
  }
}`,
      body: 'const watch = new Stopwatch();\n    note(watch.ms);',
    }),
  ),
  hit(
    'a stopwatch closure over the context',
    'mcp.ts',
    rawTool({
      top: 'function stopwatch() {\n  const ctx = getRequestContext()!;\n  return () => process.hrtime.bigint() - §ctx.startedAt;\n}',
      body: 'const took = stopwatch();\n        note(took());',
    }),
  ),
  hit(
    'a start compared',
    'kilns.ts',
    contractHandler({ body: `if (§getRequestContext()!.startedAt > 0n) note('old');` }),
  ),
  hit(
    'a start turned into text',
    'sheep.cjs',
    sdkToolCommonJs({ body: 'note(String(§getRequestContext().startedAt));' }),
  ),
  hit(
    'CRLF and no semicolons',
    'sheep.js',
    sdkTool({ body: 'const held = getRequestContext()\n    note(process.hrtime.bigint() - §held.startedAt)' })
      .replaceAll(';\n', '\n')
      .replaceAll('\n', '\r\n'),
  ),
  hit(
    'a byte order mark',
    'sheep.ts',
    `\uFEFF${sdkTool({ body: 'note(process.hrtime.bigint() - §getRequestContext()!.startedAt);' })}`,
  ),
  hit(
    'a difference in a hook',
    'mount.ts',
    hooks('afterToolCall: () => note(§process.hrtime.bigint() - getRequestContext()!.startedAt)'),
  ),
  hit(
    'a difference in a hook, through an alias',
    'mount.ts',
    hooks(
      'onToolError: () => {\n      const ctx = getRequestContext();\n      if (ctx) note(Number(§process.hrtime.bigint() - ctx.startedAt) / 1e6);\n    }',
    ),
  ),
  hit(
    'a difference in an object typed as hooks',
    'hooks.ts',
    `import { getRequestContext } from 'stitchkit/observability';
import type { ToolCallHooks } from 'stitchkit/tools';
import { note } from './notes';
export const hooks: ToolCallHooks = { afterToolCall: () => note(§process.hrtime.bigint() - getRequestContext()!.startedAt) };
`,
  ),
  hit(
    'a difference in an object that satisfies hooks',
    'hooks.ts',
    `import { getRequestContext } from 'stitchkit/observability';
import type { ToolCallHooks } from 'stitchkit/tools';
import { note } from './notes';
export const hooks = { afterToolCall: () => note(§process.hrtime.bigint() - getRequestContext()!.startedAt) } satisfies ToolCallHooks;
`,
  ),
  hit(
    'a difference in a helper of a hook',
    'mount.ts',
    `${hooks('afterToolCall: () => note(sinceStart())')}
function sinceStart() {
  return §process.hrtime.bigint() - getRequestContext()!.startedAt;
}
`,
  ),
  hit(
    'a start in a lifecycle is like one in a handler',
    'mount.ts',
    hooks('afterToolCall: () => note(1)').replace(
      'hooks: {',
      'lifecycle: { beforeHandle: () => note(§getRequestContext()!.startedAt) },\n  hooks: {',
    ),
  ),
];
