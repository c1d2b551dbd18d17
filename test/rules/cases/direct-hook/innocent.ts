import { clean, type RuleCase } from '../../rule-case.js';

/** A test file with one test. */
function test(imports: string, body: string, top = ''): string {
  return `import { expect, test } from 'vitest';
${imports}
import { service } from '../src/service';
${top}
test('writes a row', async () => {
  ${body}
  expect(1).toBe(1);
});
`;
}

const AUDIT = `import { createAuditHook } from 'stitchkit/observability';`;
const MADE = `const audit = createAuditHook({ write: () => {} });`;
const OLD = { version: '0.42.0' };

const delegation: readonly RuleCase[] = [
  clean(
    'delegation from a hook of a mount',
    'rows.test.ts',
    test(
      `${AUDIT}\nimport { mountAgent } from 'stitchkit/tools';`,
      `${MADE}
  const tools = mountAgent(service, {
    hooks: { afterToolCall: (options) => audit.toolCall.afterToolCall?.(options) },
  });
  await tools.spin.execute({}, {});`,
    ),
    OLD,
  ),
  clean(
    'delegation from a method',
    'rows.test.ts',
    test(
      `${AUDIT}\nimport { mountAgent } from 'stitchkit/tools';`,
      `${MADE}
  const tools = mountAgent(service, {
    hooks: {
      async afterToolCall(options) {
        await audit.toolCall.afterToolCall?.(options);
      },
    },
  });
  await tools.spin.execute({}, {});`,
    ),
    OLD,
  ),
  clean(
    'delegation from hooks in a constant',
    'rows.test.ts',
    test(
      `${AUDIT}\nimport { mountAgent } from 'stitchkit/tools';`,
      `${MADE}
  const hooks = { afterToolCall: (options: never) => audit.toolCall.afterToolCall?.(options) };
  const tools = mountAgent(service, { hooks });
  await tools.spin.execute({}, {});`,
    ),
    OLD,
  ),
  clean(
    'delegation from hooks typed as such',
    'rows.test.ts',
    test(
      `${AUDIT}\nimport type { ToolCallHooks } from 'stitchkit/tools';\nimport { run } from './run';`,
      `${MADE}
  const hooks: ToolCallHooks = { afterToolCall: (options) => audit.toolCall.afterToolCall?.(options) };
  await run(service, hooks);`,
    ),
    OLD,
  ),
  clean(
    'delegation from hooks that satisfy the type',
    'rows.test.ts',
    test(
      `${AUDIT}\nimport type { ToolCallHooks } from 'stitchkit/tools';\nimport { run } from './run';`,
      `${MADE}
  await run(service, { afterToolCall: (o) => audit.toolCall.afterToolCall?.(o) } satisfies ToolCallHooks);`,
    ),
    OLD,
  ),
  clean(
    'delegation in a helper that composes hooks',
    'rows.test.ts',
    test(
      `import { createToolLogger, mountAgent, type ToolCallHooks } from 'stitchkit/tools';`,
      `const tools = mountAgent(service, { hooks: both(createToolLogger(), createToolLogger()) });
  await tools.spin.execute({}, {});`,
      `const both = (...all: ToolCallHooks[]): ToolCallHooks => ({
  afterToolCall: async (options) => {
    for (const hooks of all) await hooks.afterToolCall?.(options);
  },
});`,
    ),
  ),
  clean(
    'delegation to all hooks at once',
    'rows.test.ts',
    test(
      `import { createToolLogger, mountAgent } from 'stitchkit/tools';`,
      `const all = [createToolLogger(), createToolLogger()];
  const tools = mountAgent(service, {
    hooks: { afterToolCall: async (o) => void (await Promise.all(all.map((hooks) => hooks.afterToolCall?.(o)))) },
  });
  await tools.spin.execute({}, {});`,
    ),
  ),
  clean(
    'delegation from hooks of one call of an invoker',
    'rows.test.ts',
    test(
      `import { createToolInvoker, createToolLogger } from 'stitchkit/tools';`,
      `const logger = createToolLogger();
  const invoker = createToolInvoker(service, { transport: 'AGENT' });
  await invoker.invoke('spin', {}, { hooks: { afterToolCall: (o) => logger.afterToolCall?.(o) } });`,
    ),
  ),
  clean(
    'delegation from an MCP handler',
    'rows.test.ts',
    test(
      `import { createMcpHandler, createToolLogger } from 'stitchkit/tools';`,
      `const logger = createToolLogger();
  const mcp = createMcpHandler({ services: [service], hooks: { afterToolCall: (o) => logger.afterToolCall?.(o) } });
  await mcp.fetch(new Request('http://localhost/mcp'));`,
    ),
  ),
  clean(
    'delegation through a function of the test',
    'rows.test.ts',
    test(
      `import { createToolLogger, mountAgent } from 'stitchkit/tools';`,
      `const logger = createToolLogger();
  const forward = (o: never) => logger.afterToolCall?.(o);
  const tools = mountAgent(service, { hooks: { afterToolCall: forward } });
  await tools.spin.execute({}, {});`,
    ),
  ),
  clean(
    'delegation from hooks handed to a helper of the project',
    'rows.test.ts',
    test(
      `import { createToolLogger } from 'stitchkit/tools';\nimport { openTools } from './open-tools';`,
      `const logger = createToolLogger();
  const tools = openTools({ hooks: { afterToolCall: (o: never) => logger.afterToolCall?.(o) } });
  await tools.spin.execute({}, {});`,
    ),
  ),
  clean(
    'delegation in CommonJS',
    'rows.test.cjs',
    `const test = require('node:test');
const { createToolLogger, mountAgent } = require('stitchkit/tools');
const { service } = require('../src/service');
test('logs', async () => {
  const logger = createToolLogger();
  const tools = mountAgent(service, { hooks: { afterToolCall: (o) => logger.afterToolCall(o) } });
  await tools.spin.execute({}, {});
});
`,
  ),
  clean(
    'delegation from a class of hooks',
    'rows.test.ts',
    test(
      `import { createToolLogger, mountAgent, type ToolCallHooks } from 'stitchkit/tools';`,
      `const tools = mountAgent(service, { hooks: new Counting(createToolLogger()) });
  await tools.spin.execute({}, {});`,
      `class Counting implements ToolCallHooks {
  constructor(private readonly inner: ToolCallHooks) {}
  afterToolCall(options: never) {
    return this.inner.afterToolCall?.(options);
  }
}`,
    ),
  ),
];

const mounted: readonly RuleCase[] = [
  clean(
    'hooks handed to a mount',
    'rows.test.ts',
    test(
      `import { createObservability } from 'stitchkit/observability';\nimport { mountAgent } from 'stitchkit/tools';`,
      `const { toolCall } = createObservability({ tools: { write: () => {} } });
  const tools = mountAgent(service, { hooks: toolCall });
  await tools.spin.execute({}, {});`,
    ),
  ),
  clean(
    'a hook that is handed on',
    'rows.test.ts',
    test(
      `import { createToolLogger, mountAgent } from 'stitchkit/tools';`,
      `const { afterToolCall } = createToolLogger();
  const tools = mountAgent(service, { hooks: { afterToolCall } });
  await tools.spin.execute({}, {});`,
    ),
  ),
  clean(
    'an assertion about a hook',
    'rows.test.ts',
    test(
      `import { createToolLogger } from 'stitchkit/tools';`,
      `const hooks = createToolLogger();
  expect(hooks.afterToolCall).toBeTypeOf('function');
  expect(hooks.beforeToolCall).toBeUndefined();`,
    ),
  ),
  clean(
    'a spy that a mount calls',
    'rows.test.ts',
    test(
      `import { vi } from 'vitest';\nimport { mountAgent } from 'stitchkit/tools';`,
      `const hooks = { afterToolCall: vi.fn() };
  const tools = mountAgent(service, { hooks });
  await tools.spin.execute({}, {});
  expect(hooks.afterToolCall).toHaveBeenCalledTimes(1);
  expect(hooks.afterToolCall.mock.calls[0]).toBeDefined();`,
    ),
  ),
  clean(
    'spying on a hook',
    'rows.test.ts',
    test(
      `import { vi } from 'vitest';\nimport { createToolLogger, mountAgent } from 'stitchkit/tools';`,
      `const hooks = createToolLogger();
  vi.spyOn(hooks, 'afterToolCall');
  const tools = mountAgent(service, { hooks });
  await tools.spin.execute({}, {});`,
    ),
  ),
  clean(
    'the http side of an audit hook',
    'rows.test.ts',
    test(
      AUDIT,
      `${MADE}
  const serve = audit.http(async () => new Response('ok'));
  await serve(new Request('http://localhost/'), undefined);`,
    ),
    OLD,
  ),
  clean(
    'flush and close',
    'rows.test.ts',
    test(
      `import { createObservability } from 'stitchkit/observability';`,
      `const observability = createObservability({ tools: { write: () => {} } });
  await observability.flush();
  await observability.close();`,
    ),
  ),
];

const noTests: readonly RuleCase[] = [
  clean(
    'an executor of the project',
    'src/runner.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
export async function finish(hooks: ToolCallHooks, options: never) {
  await hooks.afterToolCall?.(options);
}
`,
  ),
  clean(
    'composed hooks of the project',
    'src/hooks.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
export const compose = (a: ToolCallHooks, b: ToolCallHooks): ToolCallHooks => ({
  afterToolCall: async (options) => {
    await a.afterToolCall?.(options);
    await b.afterToolCall?.(options);
  },
});
`,
  ),
  clean(
    'an audit hook called by a dispatcher in CommonJS',
    'src/dispatch.cjs',
    `const { createAuditHook } = require('stitchkit/observability');
const audit = createAuditHook({ write: () => {} });
exports.done = (name, args, result, ms, context) => audit.toolCall.afterToolCall(name, args, result, ms, context);
`,
    { version: '0.36.1' },
  ),
  clean(
    'a file that has test in its name only',
    'src/latest.ts',
    `import { createToolLogger } from 'stitchkit/tools';
const logger = createToolLogger();
export const done = (options: never) => logger.afterToolCall?.(options);
`,
  ),
];

const forkedByTest: readonly RuleCase[] = [
  clean(
    'an executor of the test, whose fork a helper makes of the current context',
    'rows.test.ts',
    test(
      `import { createToolLogger } from 'stitchkit/tools';
import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { forkOf } from './fork-of';`,
      `const hooks = createToolLogger();
  const current = getRequestContext()!;
  await runWithRequestContext(forkOf(current, 'spin'), () => hooks.afterToolCall?.({} as never));`,
    ),
  ),
];

const elsewhere: readonly RuleCase[] = [
  clean(
    'wrappers of an own kind of hook',
    'meter.test.ts',
    `import { expect, test } from 'vitest';
import { getTraceId } from 'stitchkit/observability';
const meter = (seen: string[]) => ({ afterToolCall: (tool: string) => void seen.push(tool + getTraceId()) });
const loud = (inner: ReturnType<typeof meter>) => ({ afterToolCall: (tool: string) => inner.afterToolCall(tool) });
test('sees', () => {
  const seen: string[] = [];
  loud(meter(seen)).afterToolCall('sow');
  expect(seen).toHaveLength(1);
});
`,
  ),
  clean(
    'hooks of another framework',
    'agent.test.ts',
    `import { test } from 'vitest';
import { Agent } from '@acme/agents';
test('calls back', async () => {
  const agent = new Agent();
  await agent.afterToolCall({ name: 'x' });
});
`,
  ),
  clean(
    'a callback handler of another framework',
    'callbacks.test.js',
    `import { test } from 'vitest';
class Recorder {
  onToolError(error) {
    this.last = error;
  }
}
test('records', () => {
  const recorder = new Recorder();
  recorder.onToolError(new Error('x'));
});
`,
  ),
  clean(
    'an object of the test with such a name',
    'emitter.test.ts',
    `import { test } from 'vitest';
test('emits', () => {
  const plugin = { beforeToolCall: (name: string) => name };
  plugin.beforeToolCall('x');
});
`,
  ),
  clean(
    'a parameter with such a name',
    'emitter.test.tsx',
    `import { test } from 'vitest';
import { createToolLogger } from 'stitchkit/tools';
const run = (createToolLogger: () => { afterToolCall(): void }) => createToolLogger().afterToolCall();
test('runs', () => run(() => ({ afterToolCall() {} })));
`,
  ),
  clean(
    'a lifecycle called by hand is no tool hook',
    'lifecycle.test.ts',
    `import { test } from 'vitest';
import type { ToolLifecycle } from 'stitchkit/tools';
const lifecycle: ToolLifecycle = { beforeHandle: () => undefined };
test('runs', async () => {
  await lifecycle.beforeHandle?.({} as never, {} as never);
});
`,
  ),
  clean(
    'a handler called by hand is no tool hook',
    'handler.test.ts',
    `import { test } from 'vitest';
import { service } from '../src/service';
test('fires', async () => {
  await service.methods.fire.handler({ input: {} });
});
`,
  ),
  clean(
    'comments and strings',
    'notes.test.ts',
    `import { test } from 'vitest';
import { createToolLogger } from 'stitchkit/tools';
// never call hooks.afterToolCall(options) by hand
test('hooks.afterToolCall?.(options)', () => {
  createToolLogger();
});
`,
  ),
  clean(
    'a sink is called by hand',
    'sink.test.ts',
    `import { test } from 'vitest';
import { write } from '../src/sink';
test('writes', async () => {
  await write({ toolName: 't', traceId: 'a', spanId: 'b', ok: true });
});
`,
  ),
  clean(
    'calls through a mount in CommonJS',
    'mount.test.cjs',
    `const { test } = require('node:test');
const { mountAgent, createToolLogger } = require('stitchkit/tools');
const { service } = require('../src/service');
test('spins', async () => {
  const tools = mountAgent(service, { hooks: createToolLogger() });
  await Promise.all([tools.spin.execute({ id: 'a' }, {}), tools.spin.execute({ id: 'b' }, {})]);
});
`,
  ),
  clean(
    'a type with such members',
    'types.test-d.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
export interface Spied extends ToolCallHooks {
  afterToolCall(options: never): void;
}
`,
  ),
];

export const innocent: readonly RuleCase[] = [...delegation, ...mounted, ...noTests, ...forkedByTest, ...elsewhere];
