import { hit, type RuleCase } from '../../rule-case.js';

const OPTIONS = `{ toolName: 't', args: {}, context: { source: 'agent' }, endpoint: op, result: { ok: true, data: 1 }, durationMs: 1 }`;

/** A test file for the given runner with one test. */
function test(runner: string, imports: string, body: string, top = ''): string {
  return `import { expect, test } from '${runner}';
${imports}
import { op } from './op';
${top}
test('writes a row', async () => {
  ${body}
  expect(1).toBe(1);
});
`;
}

const AUDIT = `import { createAuditHook } from 'stitchkit/observability';`;
const OBSERVABILITY = `import { createObservability } from 'stitchkit/observability';`;
const LOGGER = `import { createToolLogger } from 'stitchkit/tools';`;

const made: readonly RuleCase[] = [
  hit(
    'afterToolCall of an audit hook',
    'audit.test.ts',
    test(
      'bun:test',
      AUDIT,
      `const audit = createAuditHook({ write: () => {} });\n  await §audit.toolCall.afterToolCall?.(${OPTIONS});`,
    ),
    { version: '0.42.0', says: [/afterToolCall/] },
  ),
  hit(
    'afterToolCall of an audit hook, positional',
    'audit.test.ts',
    test(
      'bun:test',
      AUDIT,
      `const audit = createAuditHook({ write: () => {} });\n  §audit.toolCall.afterToolCall!('t', {}, { ok: true, data: 1 }, 1, { source: 'mcp' }, op);`,
    ),
    { version: '0.36.1' },
  ),
  hit(
    'toolCall taken out of an audit hook',
    'audit.test.ts',
    test(
      'vitest',
      AUDIT,
      `const { toolCall } = createAuditHook({ write: () => {} });\n  await §toolCall.afterToolCall?.(${OPTIONS});`,
    ),
    { version: '0.42.0' },
  ),
  hit(
    'toolCall of observability',
    'rows.test.ts',
    test(
      'vitest',
      OBSERVABILITY,
      `const observability = createObservability({ tools: { write: () => {} } });\n  await §observability.toolCall.afterToolCall?.(${OPTIONS});`,
    ),
  ),
  hit(
    'toolCall of observability, at once',
    'rows.test.ts',
    test(
      'vitest',
      OBSERVABILITY,
      `await §createObservability({ tools: { write: () => {} } }).toolCall.afterToolCall?.(${OPTIONS});`,
    ),
  ),
  hit(
    'a hook taken out by itself',
    'rows.test.ts',
    test(
      'vitest',
      OBSERVABILITY,
      `const { toolCall: { afterToolCall } } = createObservability({ tools: { write: () => {} } });\n  await §afterToolCall?.(${OPTIONS});`,
    ),
  ),
  hit(
    'a tool logger',
    'logger.test.ts',
    test(
      'node:test',
      LOGGER,
      `const hooks = createToolLogger({ log: () => {} });\n  §hooks.afterToolCall?.(${OPTIONS});`,
    ),
  ),
  hit(
    'a tool logger, renamed hook',
    'logger.test.ts',
    test('node:test', LOGGER, `const { afterToolCall: after } = createToolLogger();\n  await §after?.(${OPTIONS});`),
  ),
  hit(
    'a logger with another name',
    'logger.test.ts',
    test(
      'vitest',
      `import { createToolLogger as logger } from 'stitchkit/tools';`,
      `await §logger().afterToolCall?.(${OPTIONS});`,
    ),
  ),
  hit(
    'a namespace import',
    'rows.test.ts',
    test(
      'vitest',
      `import * as o from 'stitchkit/observability';`,
      `const { toolCall } = o.createObservability({ tools: { write: () => {} } });\n  await §toolCall.afterToolCall?.(${OPTIONS});`,
    ),
  ),
  hit(
    'CommonJS with node:test',
    'rows.test.cjs',
    `'use strict'
const test = require('node:test')
const { createObservability } = require('stitchkit/observability')
const { op } = require('./op')
test('writes a row', async () => {
  const { toolCall } = createObservability({ tools: { write: () => {} } })
  await §toolCall.afterToolCall(${OPTIONS})
})
`,
  ),
  hit(
    'CommonJS with globals',
    'rows.spec.cjs',
    `const { createToolLogger } = require('stitchkit/tools');
const { op } = require('./op');
it('logs', () => {
  const hooks = createToolLogger();
  §hooks.afterToolCall(${OPTIONS});
});
`,
  ),
];

const own: readonly RuleCase[] = [
  hit(
    'a local object typed as hooks',
    'hooks.test.ts',
    test(
      'vitest',
      `import type { ToolCallHooks } from 'stitchkit/tools';`,
      `await §hooks.beforeToolCall?.({ toolName: 't', args: {}, context: { source: 'agent' }, endpoint: op });`,
      'const hooks: ToolCallHooks = { beforeToolCall: () => undefined };',
    ),
  ),
  hit(
    'a variable in a test typed as hooks',
    'hooks.test.ts',
    test(
      'vitest',
      `import type { ToolCallHooks } from 'stitchkit/tools';\nimport { makeHooks } from '../src/hooks';`,
      `const hooks: ToolCallHooks = makeHooks();\n  await §hooks.onToolError?.({ toolName: 't', error: new Error('x'), context: { source: 'agent' }, endpoint: op });`,
    ),
  ),
  hit(
    'imported hooks',
    'hooks.test.ts',
    test(
      'vitest',
      `import { hooks } from '../src/hooks';`,
      `await §hooks.beforeToolCall?.({ toolName: 't', args: {}, context: { source: 'agent' }, endpoint: op });`,
    ),
  ),
  hit(
    'an imported audit',
    'audit.test.ts',
    test('bun:test', `import { audit } from '../src/audit';`, `await §audit.toolCall.afterToolCall?.(${OPTIONS});`),
    { version: '0.42.0' },
  ),
  hit(
    'imported hooks under another name',
    'hooks.test.js',
    `import { test } from 'vitest';
import { toolHooks as kilnHooks } from '../src/kiln-hooks.js';
test('stamps', async () => {
  await §kilnHooks.afterToolCall({ toolName: 't', args: {}, result: { ok: true }, durationMs: 1, context: {} });
});
`,
  ),
  hit(
    'hooks of an imported function',
    'hooks.test.ts',
    test(
      'vitest',
      `import { createHooks } from '../src/hooks';`,
      `const hooks = createHooks({ write: () => {} });\n  await §hooks.afterToolCall?.(${OPTIONS});`,
    ),
  ),
  hit(
    'a hook imported by its name',
    'hooks.test.ts',
    test(
      'vitest',
      `import { wrapInRequestContext } from 'stitchkit/observability';\nimport { afterToolCall } from '../src/hooks';`,
      `const serve = wrapInRequestContext(async () => {\n    await §afterToolCall(${OPTIONS});\n    return new Response();\n  });`,
    ),
  ),
  hit(
    'a hook that a variable of the test suite holds',
    'hooks.test.ts',
    `import { beforeEach, test } from 'vitest';
import type { ToolCallHooks } from 'stitchkit/tools';
import { makeHooks } from '../src/hooks';
import { op } from './op';
let hooks: ToolCallHooks;
beforeEach(() => {
  hooks = makeHooks();
});
test('stamps', async () => {
  await §hooks.afterToolCall?.(${OPTIONS});
});
`,
  ),
  hit(
    'two calls at once are still calls by hand',
    'rows.test.ts',
    test(
      'vitest',
      OBSERVABILITY,
      `const { toolCall } = createObservability({ tools: { write: () => {} } });
  await Promise.all([
    §toolCall.afterToolCall?.(${OPTIONS}),
    §toolCall.afterToolCall?.(${OPTIONS}),
  ]);`,
    ),
  ),
  hit(
    'a context made by hand does not help',
    'rows.test.ts',
    test(
      'vitest',
      `import { createObservability, createTraceContext, runWithRequestContext } from 'stitchkit/observability';`,
      `const { toolCall } = createObservability({ tools: { write: () => {} } });
  const ctx = { trace: createTraceContext(), source: 'agent', startedAt: 0n };
  await runWithRequestContext(ctx, async () => §toolCall.afterToolCall?.(${OPTIONS}));`,
    ),
  ),
  hit(
    'inside a request context',
    'rows.test.ts',
    test(
      'vitest',
      `import { createObservability, wrapInRequestContext } from 'stitchkit/observability';`,
      `const { toolCall } = createObservability({ tools: { write: () => {} } });
  const serve = wrapInRequestContext(async () => {
    await §toolCall.afterToolCall?.(${OPTIONS});
    return new Response('ok');
  });
  await serve(new Request('http://localhost/'), undefined);`,
    ),
  ),
  hit(
    'a helper of the test file',
    'rows.test.ts',
    test(
      'vitest',
      OBSERVABILITY,
      `await finish('north');`,
      `const { toolCall } = createObservability({ tools: { write: () => {} } });
async function finish(id: string) {
  await §toolCall.afterToolCall?.({ toolName: id });
}`,
    ),
  ),
  hit(
    'before and after',
    'rows.test.ts',
    test(
      'vitest',
      `import type { ToolCallHooks } from 'stitchkit/tools';\nimport { hooks as imported } from '../src/hooks';`,
      `await §hooks.beforeToolCall?.({ toolName: 't' });
  await §hooks.afterToolCall?.(${OPTIONS});`,
      'const hooks: ToolCallHooks = imported;',
    ),
  ),
  hit(
    'a hook through call',
    'rows.test.ts',
    test('vitest', LOGGER, `const hooks = createToolLogger();\n  await §hooks.afterToolCall?.call(hooks, ${OPTIONS});`),
  ),
  hit(
    'a hook with a cast',
    'rows.test.ts',
    test(
      'vitest',
      LOGGER,
      `const hooks = createToolLogger();\n  await §(hooks.afterToolCall as Function)(${OPTIONS});`,
    ),
  ),
  hit(
    'a hook by a literal key',
    'rows.test.ts',
    test('vitest', LOGGER, `const hooks = createToolLogger();\n  await §hooks['afterToolCall']?.(${OPTIONS});`),
  ),
];

const inContextOfTest: readonly RuleCase[] = [
  hit(
    'in a context that a helper of the tests makes',
    'rows.test.ts',
    test(
      'vitest',
      `${LOGGER}\nimport { runWithRequestContext } from 'stitchkit/observability';\nimport { contextFor } from './context-for';`,
      `const hooks = createToolLogger();
  await runWithRequestContext(contextFor('ada'), () => §hooks.afterToolCall?.(${OPTIONS}));`,
    ),
  ),
  hit(
    'in a context that the tests keep',
    'rows.test.ts',
    test(
      'vitest',
      `${LOGGER}\nimport { runWithRequestContext } from 'stitchkit/observability';\nimport { sample } from './contexts';`,
      `const hooks = createToolLogger();
  await runWithRequestContext(sample, async () => {
    await §hooks.afterToolCall?.(${OPTIONS});
  });`,
    ),
  ),
];

const untyped: readonly RuleCase[] = [
  hit(
    'hooks that nothing declares, which hand on to a logger',
    'rows.test.js',
    test(
      'vitest',
      LOGGER,
      `const logger = createToolLogger();
  const hooks = { afterToolCall: (options) => logger.afterToolCall(options) };
  await §hooks.afterToolCall(${OPTIONS});`,
    ),
  ),
  hit(
    'hooks around hooks',
    'rows.test.ts',
    test(
      'vitest',
      LOGGER,
      `const hooks = counted(loud(createToolLogger()));
  await §hooks.afterToolCall(${OPTIONS});`,
      `const counted = (inner) => ({ ...inner, afterToolCall: async (options) => inner.afterToolCall?.(options) });
const loud = ({ afterToolCall }) => ({ afterToolCall: async (options) => afterToolCall?.(options) });`,
    ),
  ),
  hit(
    'by call, from a factory of the test',
    'rows.test.js',
    test(
      'vitest',
      OBSERVABILITY,
      `const hooks = hooksFor([]);
  await §hooks.afterToolCall.call(hooks, ${OPTIONS});`,
      `function hooksFor(rows) {
  const { toolCall } = createObservability({ tools: { write: (row) => rows.push(row) } });
  return {
    async afterToolCall(options) {
      if (options.durationMs > 0) await toolCall.afterToolCall(options);
    },
  };
}`,
    ),
  ),
];

const tests: readonly RuleCase[] = [
  hit(
    'a test by its import, whatever its name',
    'input.ts',
    test('bun:test', LOGGER, `const hooks = createToolLogger();\n  §hooks.afterToolCall?.(${OPTIONS});`),
  ),
  hit(
    'a test by its folder',
    'src/__tests__/logger.ts',
    `${LOGGER}
import { op } from './op';
describe('logger', () => {
  it('logs', async () => {
    await §createToolLogger().afterToolCall?.(${OPTIONS});
  });
});
`,
  ),
  hit(
    'a test with jest globals by import',
    'logger.spec.ts',
    test('@jest/globals', LOGGER, `const hooks = createToolLogger();\n  §hooks.afterToolCall?.(${OPTIONS});`),
  ),
  hit(
    'a test of a component',
    'panel.test.tsx',
    test(
      'vitest',
      `${LOGGER}\nimport { render } from '@testing-library/react';\nimport { Panel } from '../src/panel';`,
      `const hooks = createToolLogger();\n  render(<Panel />);\n  await §hooks.afterToolCall?.(${OPTIONS});`,
    ),
  ),
  hit(
    'a test in an ES module',
    'logger.test.mjs',
    `import test from 'node:test';
import { createToolLogger } from 'stitchkit/tools';
test('logs', async () => {
  const hooks = createToolLogger();
  await §hooks.afterToolCall({ toolName: 't' });
});
`,
  ),
  hit(
    'windows line ends',
    'logger.test.ts',
    test('vitest', LOGGER, `const hooks = createToolLogger();\n  §hooks.afterToolCall?.(${OPTIONS});`).replaceAll(
      '\n',
      '\r\n',
    ),
  ),
];

export const byHand: readonly RuleCase[] = [...made, ...own, ...inContextOfTest, ...untyped, ...tests];
