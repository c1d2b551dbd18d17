import { clean, type RuleCase } from '../../rule-case.js';

const FORK = '{ ...parent, dimensions: { ...parent.dimensions }, error: undefined }';
const IMPORT = `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';\n`;
const TYPED = `${IMPORT}import type { ToolExtend } from 'stitchkit/tools';\n`;
const ARGS = 'args: Record<string, unknown>';

/** Other things that are called `resolve`, before a right fork. */
const otherResolves: readonly (readonly [string, string, string])[] = [
  ['path.resolve', `import path from 'node:path';`, `path.resolve('kilns')`],
  ['resolve of node:path', `import { resolve } from 'node:path';`, `resolve('kilns')`],
  ['Promise.resolve', '', 'await Promise.resolve(args)'],
  ['require.resolve', '', `require.resolve('./kilns')`],
  ['import.meta.resolve', '', `import.meta.resolve('./kilns')`],
  ['a promise that resolves', '', 'await new Promise((resolve) => resolve(args))'],
  ['Promise.withResolvers', '', 'Promise.withResolvers().resolve(args)'],
  ['names of the network', `import dns from 'node:dns/promises';`, `await dns.resolve('kiln.example')`],
  ['a container of services', `import { container } from './container.js';`, `container.resolve('kilns')`],
  ['a resolver of another module', `import { resolver } from './resolver.js';`, 'await resolver.resolve(args)'],
  ['the filter of the extension', `import { extend } from './extend.js';`, 'extend.filter(args)'],
  ['the schema of the extension', `import { extend } from './extend.js';`, 'extend.schema.tenant.parse(args)'],
];

export const innocent: readonly RuleCase[] = [
  ...otherResolves.map(([name, top, expression]) =>
    clean(
      `another resolve: ${name}`,
      'run-tool.js',
      `${IMPORT}${top}
export async function runTool(handler, args) {
  const extra = ${expression};
  const parent = getRequestContext();
  return runWithRequestContext(${FORK}, () => handler({ ...args, extra }));
}
`,
    ),
  ),
  clean(
    'inside: in the function that is handed over',
    'run-tool.ts',
    `${TYPED}
export async function runTool(extend: ToolExtend, ${ARGS}, handler: (all: object) => Promise<unknown>) {
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, async () => handler({ ...args, ...(await extend.resolve(args)) }));
}
`,
  ),
  clean(
    'inside: in a function of a name',
    'run-tool.ts',
    `${TYPED}
export async function runTool(extend: ToolExtend, ${ARGS}, handler: (all: object) => Promise<unknown>) {
  const call = async () => {
    const extra = await extend.resolve(args);
    return handler({ ...args, ...extra });
  };
  const parent = getRequestContext();
  if (!parent) return call();
  return runWithRequestContext(${FORK}, call);
}
`,
  ),
  clean(
    'inside: a declaration that is hoisted',
    'run-tool.js',
    `${IMPORT}
export function runTool(extend, args, handler) {
  const parent = getRequestContext();
  return parent ? runWithRequestContext(${FORK}, call) : call();
  async function call() {
    const extra = await extend.resolve(args);
    return handler({ ...args, ...extra });
  }
}
`,
  ),
  clean(
    'inside: a wrapper of the file',
    'run-tool.ts',
    `${TYPED}import { handlers } from './handlers';
function withFork<T>(fn: () => T): T {
  const parent = getRequestContext();
  return parent ? runWithRequestContext(${FORK}, fn) : fn();
}
export const runTool = (extend: ToolExtend, name: string, ${ARGS}) =>
  withFork(async () => handlers[name]({ ...args, ...(await extend.resolve(args)) }));
`,
  ),
  clean(
    'inside: a helper that the call uses',
    'run-tool.ts',
    `${TYPED}import { handlers } from './handlers';
const extended = async (extend: ToolExtend, ${ARGS}) => ({ ...args, ...(await extend.resolve(args)) });
export async function runTool(extend: ToolExtend, name: string, ${ARGS}) {
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, async () => handlers[name](await extended(extend, args)));
}
`,
  ),
  clean(
    'inside: a method of a class',
    'runner.ts',
    `${TYPED}
export class Runner {
  constructor(private readonly extend: ToolExtend, private readonly handlers: Record<string, (all: object) => unknown>) {}
  run(name: string, ${ARGS}) {
    const parent = getRequestContext();
    return parent ? runWithRequestContext(${FORK}, () => this.#call(name, args)) : this.#call(name, args);
  }
  async #call(name: string, ${ARGS}) {
    return this.handlers[name]!({ ...args, ...(await this.extend.resolve(args)) });
  }
}
`,
  ),
  clean(
    'inside: CommonJS without semicolons',
    'run-tool.cjs',
    `const { getRequestContext, runWithRequestContext } = require('stitchkit/observability')
module.exports = (extend, handlers) => async (toolName, args) => {
  const call = async () => handlers[toolName]({ ...args, ...(await extend.resolve(args)) })
  const parent = getRequestContext()
  return parent ? runWithRequestContext(${FORK}, call) : call()
}
`,
  ),
  clean(
    'inside: a TSX module',
    'run-tool.tsx',
    `${TYPED}
export const Output = ({ text }: { text: string }) => <p>{text}</p>;
export const runTool = (extend: ToolExtend, ${ARGS}, handler: (all: object) => Promise<string>) => {
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, async () => <Output text={await handler({ ...args, ...(await extend.resolve(args)) })} />);
};
`,
  ),
  clean(
    'inside: its function taken out before',
    'run-tool.ts',
    `${TYPED}import { handlers } from './handlers';
export async function runTool({ resolve }: ToolExtend, name: string, ${ARGS}) {
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, async () => handlers[name]({ ...args, ...(await resolve(args)) }));
}
`,
  ),
  clean(
    'inside: several extensions',
    'run-tool.ts',
    `${TYPED}import { handlers } from './handlers';
export async function runTool(extensions: ToolExtend[], name: string, ${ARGS}) {
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, async () => {
    const parts = await Promise.all(extensions.map((extension) => extension.resolve(args)));
    return handlers[name](Object.assign({}, args, ...parts));
  });
}
`,
  ),
  clean(
    'given to a mount',
    'mount.ts',
    `import { setRequestDimensions } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { z } from 'zod';
import { services } from './surface';
export const tools = mountAgent(services, {
  extend: {
    schema: { tenant: z.string() },
    resolve: async ({ tenant }) => {
      setRequestDimensions({ tenant: String(tenant) });
      return { tenant };
    },
  },
});
`,
  ),
  clean(
    'given to the invoker',
    'invoke.ts',
    `import { createToolInvoker, type ToolExtend } from 'stitchkit/tools';
import { services } from './surface';
export const invokerFor = (extend: ToolExtend) => createToolInvoker(services, { transport: 'AGENT', extend });
export const call = (extend: ToolExtend, name: string, ${ARGS}) => invokerFor(extend).invoke(name, args);
`,
  ),
  clean(
    'an extension that delegates to another',
    'extend.ts',
    `import { mountMcp, type ToolExtend } from 'stitchkit/tools';
import { server, services } from './surface';
export function mount(base: ToolExtend) {
  const audited: ToolExtend = {
    ...base,
    resolve: async (args) => ({ ...(await base.resolve(args)), audited: true }),
  };
  mountMcp(server, services, { extend: audited });
}
`,
  ),
  clean(
    'extensions composed into one',
    'compose.ts',
    `import type { ToolExtend } from 'stitchkit/tools';
export const compose = (one: ToolExtend, two: ToolExtend): ToolExtend => ({
  schema: { ...one.schema, ...two.schema },
  resolve: async (args) => ({ ...(await one.resolve(args)), ...(await two.resolve(args)) }),
});
`,
  ),
  clean(
    'a unit test of a resolver',
    'tenancy.test.ts',
    `import { expect, test } from 'vitest';
import type { ToolExtend } from 'stitchkit/tools';
import { tenancy } from '../src/tenancy';
test('finds the tenant', async () => {
  const extend: ToolExtend = tenancy;
  expect(await extend.resolve({ tenant: 'a' })).toEqual({ tenant: 'a' });
});
`,
  ),
  clean(
    'a unit test of a resolver in a record of its own',
    'tenancy.test.ts',
    `import { expect, test } from 'vitest';
import { createTraceContext, runWithRequestContext } from 'stitchkit/observability';
import type { ToolExtend } from 'stitchkit/tools';
import { tenancy } from '../src/tenancy';
const extend: ToolExtend = tenancy;
test('stamps the tenant', async () => {
  const context = { trace: createTraceContext(), source: 'test', startedAt: 0n };
  await runWithRequestContext(context, () => extend.resolve({ tenant: 'a' }));
  expect(context).toMatchObject({ dimensions: { tenant: 'a' } });
});
`,
  ),
  clean(
    'an extension that is only resolved, around nothing',
    'preview.ts',
    `import type { ToolExtend } from 'stitchkit/tools';
export async function preview(extend: ToolExtend, ${ARGS}) {
  return JSON.stringify(await extend.resolve(args));
}
`,
  ),
  clean(
    'an extension of another library',
    'foreign.ts',
    `import { getRequestContext, runWithRequestContext } from '@acme/context';
export async function runTool(extend: { resolve(args: unknown): Promise<object> }, args: object, handler: (all: object) => unknown) {
  const extra = await extend.resolve(args);
  const parent = getRequestContext();
  return runWithRequestContext(${FORK}, () => handler({ ...args, ...extra }));
}
`,
  ),
  clean(
    'a bundler configuration',
    'webpack.js',
    `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { build } from './build.js';
export function bundle(config, extend) {
  const alias = config.resolve.alias;
  const parent = getRequestContext();
  return runWithRequestContext(${FORK}, () => build({ ...extend, alias }));
}
`,
  ),
  clean(
    'a resolver of GraphQL before a scope of its own',
    'graphql.ts',
    `${IMPORT}import type { GraphQLFieldConfig } from 'graphql';
export async function field(config: GraphQLFieldConfig<unknown, unknown>, source: unknown, args: object) {
  const value = await config.resolve?.(source, args, {}, {} as never);
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, () => JSON.stringify(value));
}
`,
  ),
  clean(
    'resolved after the call, for a report',
    'report.ts',
    `${TYPED}import { handlers } from './handlers';
import { report } from './report-form';
export async function runTool(name: string, ${ARGS}) {
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, () => handlers[name](args));
}
export async function describe(extend: ToolExtend) {
  return report(await extend.resolve({}));
}
`,
  ),
  clean(
    'the fork of a batch around it all',
    'batch.js',
    `${IMPORT}import { handlers } from './handlers.js';
const oneCall = async (extend, call) => handlers[call.name]({ ...call.args, ...(await extend.resolve(call.args)) });
export const runCall = (extend, call) => {
  const parent = getRequestContext();
  if (!parent) return oneCall(extend, call);
  return runWithRequestContext(${FORK}, () => oneCall(extend, call));
};
`,
  ),
  clean(
    'mentions in text',
    'notes.ts',
    `import type { ToolExtend } from 'stitchkit/tools';
// const extra = await extend.resolve(args); return runWithRequestContext(fork, handler);
export const HINT = 'extend.resolve(args) belongs inside runWithRequestContext(fork, call)';
export type Extend = ToolExtend;
`,
  ),
];
