import { hit, type RuleCase } from '../../rule-case.js';

const FORK = '{ ...parent, dimensions: { ...parent.dimensions }, error: undefined }';
const IMPORT = `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';\n`;
const TYPED = `${IMPORT}import type { ToolExtend } from 'stitchkit/tools';\n`;

/** How the extension is reached: the parameters of an executor, statements before, and the expression of what it resolves. */
const reached: readonly (readonly [string, string, string, string])[] = [
  ['a parameter', 'extend: ToolExtend', '', 'await extend.resolve(args)'],
  ['a parameter by another name', 'extension: ToolExtend', '', 'await extension.resolve(args)'],
  ['a parameter that may be absent', 'extend: ToolExtend | undefined', '', 'await extend?.resolve(args)'],
  ['a generic type', 'extend: ToolExtend<{ tenant: string }>', '', 'await extend.resolve(args)'],
  ['an option of the executor', 'config: { extend?: ToolExtend }', '', 'await config.extend?.resolve(args)'],
  ['an option that is asserted', 'config: { extend?: ToolExtend }', '', 'await config.extend!.resolve(args)'],
  ['a destructured option', '{ extend }: { extend?: ToolExtend }', '', '(await extend?.resolve?.(args)) ?? {}'],
  [
    'a variable',
    'config: { extend?: ToolExtend }',
    'const extension = config.extend;',
    'await extension?.resolve(args)',
  ],
  ['its own function, destructured', 'extend: ToolExtend', 'const { resolve } = extend;', 'await resolve(args)'],
  ['its own function, renamed', 'extend: ToolExtend', 'const { resolve: more } = extend;', 'await more(args)'],
  ['its function in a variable', 'extend: ToolExtend', 'const resolve = extend.resolve;', 'await resolve(args)'],
  ['a computed name', 'extend: ToolExtend', '', `await extend['resolve'](args)`],
  ['a conditional', 'extend: ToolExtend | undefined', '', 'extend ? await extend.resolve(args) : {}'],
  ['a logical operator', 'extend: ToolExtend | undefined', '', 'extend && (await extend.resolve(args))'],
  ['a type assertion', 'extend: ToolExtend', '', '(await extend.resolve(args as never)) as object'],
];

/** Untyped programs: the name of the option is all there is. */
const untyped: readonly (readonly [string, string, string])[] = [
  ['a parameter', 'extend', 'await extend.resolve(args)'],
  ['an option', 'config', 'await config.extend?.resolve(args)'],
  ['a destructured option', '{ extend }', 'await extend.resolve(args)'],
  ['an option of options', 'options', 'await options.tools.extend.resolve(args)'],
];

function marked(expression: string): string {
  return expression.replace(
    /(?=\b(?:config\.|options\.tools\.)?(?:extend|extension|resolve|more)\b[!?.\w['\]]*\()/,
    '§',
  );
}

export const outside: readonly RuleCase[] = [
  ...reached.map(([name, parameter, before, expression]) =>
    hit(
      `before the fork: ${name}`,
      'run-tool.ts',
      `${TYPED}
export async function runTool(${parameter}, args: Record<string, unknown>, handler: (all: object) => Promise<unknown>) {
  ${before}
  const extra = ${marked(expression)};
  const parent = getRequestContext();
  const call = () => handler({ ...args, ...extra });
  if (!parent) return call();
  return runWithRequestContext(${FORK}, call);
}
`,
    ),
  ),
  ...untyped.map(([name, parameter, expression]) =>
    hit(
      `before the fork, untyped: ${name}`,
      'run-tool.js',
      `${IMPORT}
export async function runTool(${parameter}, toolName, args, handler) {
  const extra = ${marked(expression)};
  const parent = getRequestContext();
  return parent ? runWithRequestContext(${FORK}, () => handler({ ...args, ...extra })) : handler({ ...args, ...extra });
}
`,
    ),
  ),
  hit(
    'before the fork: CommonJS without semicolons',
    'run-tool.cjs',
    `'use strict'
const { getRequestContext, runWithRequestContext } = require('stitchkit/observability')

module.exports = (extend, handlers) => async (toolName, args) => {
  const extra = await §extend.resolve(args)
  const parent = getRequestContext()
  if (!parent) return handlers[toolName]({ ...args, ...extra })
  return runWithRequestContext(${FORK}, () => handlers[toolName]({ ...args, ...extra }))
}
`,
  ),
  hit(
    'before the fork: a TSX module',
    'run-tool.tsx',
    `${TYPED}import { render } from './render';
export const Output = ({ text }: { text: string }) => <p>{text}</p>;
export async function runTool(extend: ToolExtend, args: Record<string, unknown>, handler: (all: object) => Promise<string>) {
  const extra = await §extend.resolve(args);
  const parent = getRequestContext()!;
  const text = await runWithRequestContext(${FORK}, () => handler({ ...args, ...extra }));
  return render(<Output text={text} />);
}
`,
  ),
  hit(
    'before the fork: a class',
    'runner.ts',
    `${TYPED}
export class Runner {
  constructor(private readonly extend: ToolExtend, private readonly handlers: Record<string, (args: object) => Promise<unknown>>) {}
  async run(name: string, args: Record<string, unknown>) {
    const extra = await §this.extend.resolve(args);
    const parent = getRequestContext();
    const call = () => this.handlers[name]!({ ...args, ...extra });
    return parent ? runWithRequestContext(${FORK}, call) : call();
  }
}
`,
  ),
  hit(
    'before the fork: a private field',
    'runner.ts',
    `${TYPED}
export class Runner {
  #extend: ToolExtend | undefined;
  constructor(extend?: ToolExtend) { this.#extend = extend; }
  async run(args: Record<string, unknown>, handler: (all: object) => Promise<unknown>) {
    const extra = (await §this.#extend?.resolve(args)) ?? {};
    const parent = getRequestContext()!;
    return runWithRequestContext(${FORK}, () => handler({ ...args, ...extra }));
  }
}
`,
  ),
  hit(
    'before the fork: several extensions',
    'run-tool.ts',
    `${TYPED}
export async function runTool(extensions: readonly ToolExtend[], args: Record<string, unknown>, handler: (all: object) => Promise<unknown>) {
  const extra = {};
  for (const extension of extensions) Object.assign(extra, await §extension.resolve(args));
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, () => handler({ ...args, ...extra }));
}
`,
  ),
  hit(
    'before the fork: mapped extensions',
    'run-tool.ts',
    `${TYPED}
export async function runTool(extensions: ToolExtend[], args: Record<string, unknown>, handler: (all: object) => Promise<unknown>) {
  const parts = await Promise.all(extensions.map((extension) => §extension.resolve(args)));
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, () => handler(Object.assign({}, args, ...parts)));
}
`,
  ),
  hit(
    'before the fork: an extension of the file',
    'run-tool.ts',
    `${TYPED}import { setRequestDimensions } from 'stitchkit/observability';
import { z } from 'zod';
import { handlers } from './handlers';
const tenancy: ToolExtend = {
  schema: { tenant: z.string() },
  resolve: async ({ tenant }) => {
    setRequestDimensions({ tenant: String(tenant) });
    return { tenant };
  },
};
export async function runTool(name: string, args: Record<string, unknown>) {
  const extra = await §tenancy.resolve(args);
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, () => handlers[name]({ ...args, ...extra }));
}
`,
  ),
  hit(
    'before the fork: a helper of the file resolves',
    'run-tool.ts',
    `${TYPED}import { handlers } from './handlers';
async function extended(extend: ToolExtend, args: Record<string, unknown>) {
  return { ...args, ...(await §extend.resolve(args)) };
}
export async function runTool(extend: ToolExtend, name: string, args: Record<string, unknown>) {
  const all = await extended(extend, args);
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, () => handlers[name](all));
}
`,
  ),
  hit(
    'before the fork: a wrapper of the file forks',
    'run-tool.ts',
    `${TYPED}import { handlers } from './handlers';
function withFork<T>(fn: () => T): T {
  const parent = getRequestContext();
  return parent ? runWithRequestContext(${FORK}, fn) : fn();
}
export async function runTool(extend: ToolExtend, name: string, args: Record<string, unknown>) {
  const extra = await §extend.resolve(args);
  return withFork(() => handlers[name]({ ...args, ...extra }));
}
`,
  ),
  hit(
    'before the fork: resolved in a then',
    'run-tool.ts',
    `${TYPED}import { handlers } from './handlers';
export function runTool(extend: ToolExtend, name: string, args: Record<string, unknown>) {
  const parent = getRequestContext()!;
  return Promise.resolve(§extend.resolve(args)).then((extra) =>
    runWithRequestContext(${FORK}, () => handlers[name]({ ...args, ...extra })),
  );
}
`,
  ),
  hit(
    'before the fork: in a tool written by hand',
    'mount.ts',
    `${TYPED}import { collectTools } from 'stitchkit/tools';
import { tool } from 'ai';
import { orders } from './orders';
export function mount(extend: ToolExtend) {
  return Object.fromEntries(collectTools(orders, 'AGENT').map((t) => [t.name, tool({
    description: t.method.desc,
    inputSchema: t.argumentSchema,
    execute: async (args: Record<string, unknown>) => {
      const extra = await §extend.resolve(args);
      const parent = getRequestContext();
      const call = () => t.method.handler({ params: {}, input: args, source: 'agent', ...extra });
      return parent ? runWithRequestContext(${FORK}, call) : call();
    },
  })]));
}
`,
  ),
  hit(
    'before the runner: the invoker',
    'invoke.ts',
    `import { createToolInvoker, type ToolExtend } from 'stitchkit/tools';
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export async function call(extend: ToolExtend, name: string, args: Record<string, unknown>) {
  const extra = await §extend.resolve(args);
  return invoker.invoke(name, { ...args, ...extra });
}
`,
  ),
  hit(
    'before the runner: invokeOrThrow with the result as its context',
    'invoke.ts',
    `import { createToolInvoker, type ToolExtend } from 'stitchkit/tools';
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'MCP' });
export const call = async (extend: ToolExtend, name: string, args: Record<string, unknown>) =>
  invoker.invokeOrThrow(name, args, { context: { ...(await §extend.resolve(args)) } });
`,
  ),
  hit(
    'in the arguments of the fork itself',
    'run-tool.ts',
    `${TYPED}import { handlers } from './handlers';
export async function runTool(extend: ToolExtend, name: string, args: Record<string, unknown>) {
  const parent = getRequestContext()!;
  return runWithRequestContext({ ...parent, dimensions: { ...(await §extend.resolve(args)) }, error: undefined }, () => handlers[name](args));
}
`,
  ),
  hit(
    'once for each call under Promise.all',
    'step.ts',
    `${TYPED}import { handlers } from './handlers';
export function runStep(extend: ToolExtend, calls: { name: string; args: Record<string, unknown> }[]) {
  return Promise.all(
    calls.map(async (call) => {
      const extra = await §extend.resolve(call.args);
      const parent = getRequestContext()!;
      return runWithRequestContext(${FORK}, () => handlers[call.name]({ ...call.args, ...extra }));
    }),
  );
}
`,
  ),
  hit(
    'two executors, two reports',
    'run-tool.ts',
    `${TYPED}import { handlers } from './handlers';
export async function one(extend: ToolExtend, args: Record<string, unknown>) {
  const extra = await §extend.resolve(args);
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, () => handlers.one({ ...args, ...extra }));
}
export async function two(extend: ToolExtend, args: Record<string, unknown>) {
  const extra = await §extend.resolve(args);
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, () => handlers.two({ ...args, ...extra }));
}
`,
  ),
  ...['0.35.0', '0.36.0', '0.36.1', '0.43.0', '0.44.0', '0.94.0'].map((version) =>
    hit(
      `before the fork, in ${version}`,
      'run-tool.ts',
      `${TYPED}
export async function runTool(extend: ToolExtend, args: Record<string, unknown>, handler: (all: object) => Promise<unknown>) {
  const extra = await §extend.resolve(args);
  const parent = getRequestContext()!;
  return runWithRequestContext(${FORK}, () => handler({ ...args, ...extra }));
}
`,
      { version, exact: true, says: [/resolve/, /fork/] },
    ),
  ),
];
