const NAMES = 'childSpan, createTraceContext, getRequestContext, runWithRequestContext';

export const FORK_IMPORT = `import { ${NAMES} } from 'stitchkit/observability';\n`;
const FORK_REQUIRE = `const { ${NAMES} } = require('stitchkit/observability')\n`;

/** A fork as a program writes it: statements that prepare it, and the expression handed to the runner. `parent` is in scope. */
export interface Fork {
  readonly setup?: string;
  readonly expression: string;
  /** Top-level code it needs. */
  readonly top?: string;
}

/** A place where a fork is the fork of one tool call. */
export interface Position {
  readonly name: string;
  readonly filename: string;
  /** The program; `run` is what stands for the reference to `runWithRequestContext`. */
  readonly program: (fork: Fork, run?: string) => string;
}

/** A fork in the plainest executor, of a table in another module. */
export function inRunner({ setup = '', expression, top = '' }: Fork, run = 'runWithRequestContext'): string {
  return `${FORK_IMPORT}import { executors } from './executors.js';
${top}
export async function runCall(call) {
  const parent = getRequestContext();
  if (!parent) return executors[call.name](call.args);
  ${setup}
  return ${run}(${expression}, () => executors[call.name](call.args));
}
`;
}

/** Where the fork of a single call stands: each module system, each way of calling a tool. */
export const positions: readonly Position[] = [
  {
    name: 'CommonJS without semicolons',
    filename: 'hives.cjs',
    program: ({ setup = '', expression }, run = 'runWithRequestContext') => `'use strict'
${FORK_REQUIRE}
module.exports.runHiveTool = async function (registry, call) {
  const parent = getRequestContext()
  if (!parent) return registry[call.toolName].execute(call.args)
  ${setup}
  return ${run}(${expression}, () => registry[call.toolName].execute(call.args))
}
`,
  },
  {
    name: 'CommonJS through the module object',
    filename: 'hives.cjs',
    program: ({ setup = '', expression }, run = '') => `const obs = require('stitchkit/observability')
const { childSpan } = obs

exports.run = function (tools, toolCall) {
  const parent = obs.getRequestContext()
  ${setup}
  return parent ? ${run.startsWith('§') ? '§' : ''}obs.runWithRequestContext(${expression}, () => tools[toolCall.toolName].execute(toolCall.input)) : tools[toolCall.toolName].execute(toolCall.input)
}
`,
  },
  {
    name: 'typed calls mapped under Promise.all',
    filename: 'step.ts',
    program: (
      { setup = '', expression },
      run = 'runWithRequestContext',
    ) => `${FORK_IMPORT}import { executors } from './lighthouse-tools';
interface ToolCall { readonly name: keyof typeof executors; readonly args: unknown }
export async function runStep(calls: readonly ToolCall[]): Promise<unknown[]> {
  const parent = getRequestContext();
  return Promise.all(
    calls.map((call) => {
      const go = () => executors[call.name](call.args);
      if (!parent) return go();
      ${setup}
      return ${run}(${expression}, go);
    }),
  );
}
`,
  },
  {
    name: 'a class with a private field',
    filename: 'runner.ts',
    program: (
      { setup = '', expression },
      run = 'runWithRequestContext',
    ) => `${FORK_IMPORT}import type { ToolSet } from 'ai';
export class StepRunner {
  readonly #tools: ToolSet;
  constructor(tools: ToolSet) { this.#tools = tools; }
  async runOne(toolCall: { toolName: string; toolCallId: string; input: unknown }): Promise<unknown> {
    const parent = getRequestContext();
    const go = async () => this.#tools[toolCall.toolName]?.execute?.(toolCall.input, { toolCallId: toolCall.toolCallId, messages: [] });
    if (!parent) return go();
    ${setup}
    return ${run}(${expression}, go);
  }
}
`,
  },
  {
    name: 'a handler of a service',
    filename: 'dispatch.ts',
    program: (
      { setup = '', expression },
      run = 'runWithRequestContext',
    ) => `${FORK_IMPORT}import type { ServiceDef } from 'stitchkit/server';
export function dispatch(service: ServiceDef, key: string, input: unknown) {
  const call = () => service.methods[key]!.handler({ params: {}, input, source: 'agent' });
  const parent = getRequestContext();
  if (!parent) return call();
  ${setup}
  return ${run}(${expression}, call);
}
`,
  },
  {
    name: 'a collected tool of a hand-made mount',
    filename: 'mount.ts',
    program: (
      { setup = '', expression },
      run = 'runWithRequestContext',
    ) => `${FORK_IMPORT}import { collectTools } from 'stitchkit/tools';
import { tool } from 'ai';
import { orders } from './orders';
export function mountOrders() {
  const set: Record<string, unknown> = {};
  for (const t of collectTools(orders, 'AGENT')) {
    set[t.name] = tool({
      description: t.method.desc,
      inputSchema: t.argumentSchema,
      execute: async (input) => {
        const parent = getRequestContext();
        if (!parent) return t.method.handler({ params: {}, input, source: 'agent' });
        ${setup}
        return ${run}(${expression}, () => t.method.handler({ params: {}, input, source: 'agent' }));
      },
    });
  }
  return set;
}
`,
  },
  {
    name: 'a tool of the AI SDK written by hand, in TSX',
    filename: 'weather.tsx',
    program: ({ setup = '', expression }, run = 'runWithRequestContext') => `${FORK_IMPORT}import { tool } from 'ai';
import { z } from 'zod';
import { weather } from './weather-station';
export const Badge = () => <b>weather</b>;
export const lookUp = tool({
  description: 'Look the weather up',
  inputSchema: z.object({ town: z.string() }),
  execute: async ({ town }) => {
    const parent = getRequestContext();
    if (!parent) return weather.of(town);
    ${setup}
    return ${run}(${expression}, () => weather.of(town));
  },
});
`,
  },
  {
    name: 'a tool registered with an MCP server',
    filename: 'looms.ts',
    program: (
      { setup = '', expression },
      run = 'runWithRequestContext',
    ) => `${FORK_IMPORT}import { McpServer } from '@modelcontextprotocol/server';
import { looms } from './looms';
export function addLooms(server: McpServer) {
  server.registerTool('loom_snapshot', { description: 'Picture of a loom' }, async ({ loomId }) => {
    const parent = getRequestContext();
    if (!parent) return looms.snapshot(loomId);
    ${setup}
    return ${run}(${expression}, async () => ({ content: [{ type: 'text', text: await looms.snapshot(loomId) }] }));
  });
}
`,
  },
  {
    name: 'a vendored executor',
    filename: 'call-tool.ts',
    program: (
      { setup = '', expression },
      run = 'runWithRequestContext',
    ) => `${FORK_IMPORT}import { executeToolMethod } from './vendor/execute-tool-method';
import type { MethodDef } from 'stitchkit/server';
export async function callTool(method: MethodDef, toolName: string, rawArgs: unknown) {
  const parent = getRequestContext();
  const call = () => executeToolMethod(method, toolName, rawArgs, { source: 'agent' });
  if (!parent) return call();
  ${setup}
  return ${run}(${expression}, call);
}
`,
  },
  {
    name: 'a local wrapper around the call',
    filename: 'with-fork.js',
    program: (
      { setup = '', expression },
      run = 'runWithRequestContext',
    ) => `${FORK_IMPORT}import { executors } from './executors.js';
function withFork(fn) {
  const parent = getRequestContext();
  if (!parent) return fn();
  ${setup}
  return ${run}(${expression}, fn);
}
export const run = (toolCalls) => Promise.all(toolCalls.map((call) => withFork(() => executors[call.name](call.args))));
`,
  },
  {
    name: 'a renamed import in an ES module',
    filename: 'step.mjs',
    program: (
      { setup = '', expression },
      run = '',
    ) => `import { childSpan, getRequestContext as current, runWithRequestContext as within } from 'stitchkit/observability';
import { executors } from './executors.js';
export const runCall = (call) => {
  const parent = current();
  if (!parent) return executors[call.name](call.args);
  ${setup}
  return ${run.startsWith('§') ? '§' : ''}within(${expression}, () => executors[call.name](call.args));
};
`,
  },
  {
    name: 'calls awaited one after the other',
    filename: 'sequence.ts',
    program: (
      { setup = '', expression },
      run = 'runWithRequestContext',
    ) => `${FORK_IMPORT}import { executors } from './executors';
export async function runAll(toolCalls: { name: string; args: unknown }[]) {
  const parent = getRequestContext()!;
  const results: unknown[] = [];
  for (const call of toolCalls) {
    ${setup}
    results.push(await ${run}(${expression}, async () => executors[call.name]!(call.args)));
  }
  return results;
}
`,
  },
];
