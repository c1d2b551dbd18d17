import { hit, type RuleCase } from '../../rule-case.js';

const IMPORT = `import { createTraceContext, getRequestContext, runWithRequestContext } from 'stitchkit/observability';\n`;
const EXECUTORS = `import { executors } from './executors.js';\n`;
const REST = `source: 'agent', method: 'TOOL', path: '/agent/' + call.name, startedAt: process.hrtime.bigint()`;
const FORK = '{ ...parent, dimensions: { ...parent.dimensions }, error: undefined }';

/** Bodies of a function that runs \`call\`, a tool call that may have no parent. */
const bodies: readonly (readonly [string, string])[] = [
  [
    'where there is no parent',
    `const parent = getRequestContext();
  const go = () => executors[call.name](call.args);
  if (!parent) return runWithRequestContext({ trace: §createTraceContext(), ${REST} }, go);
  return runWithRequestContext(${FORK}, go);`,
  ],
  [
    'in the other branch of a ternary',
    `const parent = getRequestContext();
  const go = () => executors[call.name](call.args);
  return parent
    ? runWithRequestContext(${FORK}, go)
    : runWithRequestContext({ trace: §createTraceContext(), ${REST} }, go);`,
  ],
  [
    'as a fallback of the context',
    `const parent = getRequestContext() ?? { trace: §createTraceContext(), ${REST} };
  return runWithRequestContext(${FORK}, () => executors[call.name](call.args));`,
  ],
  [
    'as a fallback of the context with an or',
    `const parent = getRequestContext() || { trace: §createTraceContext(), ${REST} };
  return runWithRequestContext(${FORK}, () => executors[call.name](call.args));`,
  ],
  [
    'as a fallback that is assigned',
    `let parent = getRequestContext();
  parent ??= { trace: §createTraceContext(), ${REST} };
  return runWithRequestContext(${FORK}, () => executors[call.name](call.args));`,
  ],
  [
    'as a fallback that a condition assigns',
    `let parent = getRequestContext();
  if (!parent) parent = { trace: §createTraceContext(), ${REST} };
  return runWithRequestContext(${FORK}, () => executors[call.name](call.args));`,
  ],
  [
    'as a fallback of the trace',
    `const parent = getRequestContext();
  const trace = parent?.trace ?? §createTraceContext();
  return runWithRequestContext({ ...parent, trace, dimensions: {}, error: undefined }, () => executors[call.name](call.args));`,
  ],
  [
    'as a fallback of the trace in the record',
    `const parent = getRequestContext();
  return runWithRequestContext(
    { ...parent, trace: parent ? parent.trace : §createTraceContext(), ${REST}, dimensions: {}, error: undefined },
    () => executors[call.name](call.args),
  );`,
  ],
  [
    'for each call, whatever is around it',
    `return runWithRequestContext({ trace: §createTraceContext(), ${REST} }, () => executors[call.name](call.args));`,
  ],
  [
    'in a variable',
    `const root = { trace: §createTraceContext(), ${REST} };
  return runWithRequestContext(root, () => executors[call.name](call.args));`,
  ],
  [
    'a trace in a variable',
    `const trace = §createTraceContext();
  return runWithRequestContext({ trace, ${REST} }, () => executors[call.name](call.args));`,
  ],
  [
    'a handler in a variable',
    `const go = async () => executors[call.name](call.args);
  const context = { trace: §createTraceContext(), ${REST} };
  return await runWithRequestContext(context, go);`,
  ],
];

export const invented: readonly RuleCase[] = [
  ...bodies.map(([name, body]) =>
    hit(
      `invented: ${name}`,
      'calls.js',
      `${IMPORT}${EXECUTORS}
export async function runCall(call) {
  ${body}
}
`,
      { exact: true, says: [/root/, /trace/] },
    ),
  ),
  hit(
    'invented: by a helper of the file',
    'calls.js',
    `${IMPORT}${EXECUTORS}
const root = (name) => ({ trace: §createTraceContext(), source: 'agent', path: '/agent/' + name, startedAt: process.hrtime.bigint() });
export function runCall(call) {
  const parent = getRequestContext() ?? root(call.name);
  return runWithRequestContext(${FORK}, () => executors[call.name](call.args));
}
`,
  ),
  hit(
    'invented: by a helper that gives the current context or a root',
    'calls.ts',
    `import { createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { executors } from './executors';
function contextOrRoot(): RequestContext {
  const current = getRequestContext();
  if (current) return current;
  return { trace: §createTraceContext(), source: 'agent', method: 'TOOL', path: '/', startedAt: process.hrtime.bigint() };
}
export function runCall(call: { name: string; args: unknown }) {
  const parent = contextOrRoot();
  return runWithRequestContext(${FORK}, () => executors[call.name]!(call.args));
}
`,
  ),
  hit(
    'invented: by a wrapper of the file',
    'calls.js',
    `${IMPORT}${EXECUTORS}
function withContext(fn) {
  const parent = getRequestContext();
  if (parent) return runWithRequestContext(${FORK}, fn);
  return runWithRequestContext({ trace: §createTraceContext(), source: 'agent', startedAt: process.hrtime.bigint() }, fn);
}
export const run = (toolCalls) => Promise.all(toolCalls.map((call) => withContext(() => executors[call.name](call.args))));
`,
  ),
  hit(
    'invented: CommonJS without semicolons',
    'calls.cjs',
    `'use strict'
const { createTraceContext, getRequestContext, runWithRequestContext } = require('stitchkit/observability')

module.exports.runTool = (registry, call) => {
  const go = () => registry[call.toolName].execute(call.args)
  const parent = getRequestContext()
  if (parent) return runWithRequestContext(${FORK}, go)
  const root = { trace: §createTraceContext(), source: 'stdio', startedAt: process.hrtime.bigint() }
  return runWithRequestContext(root, go)
}
`,
  ),
  hit(
    'invented: through a namespace',
    'calls.cjs',
    `const obs = require('stitchkit/observability')
exports.runTool = (tools, toolCall) =>
  obs.runWithRequestContext({ trace: §obs.createTraceContext(), source: 'agent', startedAt: process.hrtime.bigint() }, () => tools[toolCall.toolName].execute(toolCall.input))
`,
  ),
  hit(
    'invented: a TSX module',
    'calls.tsx',
    `${IMPORT}import { tool } from 'ai';
import { z } from 'zod';
import { weather } from './weather-station';
export const Badge = () => <b>weather</b>;
export const lookUp = tool({
  description: 'Look the weather up',
  inputSchema: z.object({ town: z.string() }),
  execute: ({ town }) =>
    runWithRequestContext(getRequestContext() ?? { trace: §createTraceContext(), source: 'agent', startedAt: process.hrtime.bigint() }, () => weather.of(town)),
});
`,
  ),
  hit(
    'invented: in a tool registered with an MCP server on stdio',
    'stdio.ts',
    `${IMPORT}import { McpServer, StdioServerTransport } from '@modelcontextprotocol/server';
import { looms } from './looms';
const server = new McpServer({ name: 'looms', version: '1.0.0' });
server.registerTool('loom_snapshot', { description: 'Picture of a loom' }, async ({ loomId }) =>
  runWithRequestContext({ trace: §createTraceContext(), source: 'mcp', method: 'TOOL', path: '/mcp/loom_snapshot', startedAt: process.hrtime.bigint() }, async () => ({
    content: [{ type: 'text', text: await looms.snapshot(loomId) }],
  })),
);
await server.connect(new StdioServerTransport());
`,
  ),
  hit(
    'invented: around a managed call of a command line',
    'cli.ts',
    `${IMPORT}import { createToolInvoker } from 'stitchkit/tools';
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'CLI' });
const [name = '', json = '{}'] = process.argv.slice(2);
const root = { trace: §createTraceContext(), source: 'cli', method: 'CLI', path: '/cli/' + name, startedAt: process.hrtime.bigint() };
console.log(await runWithRequestContext(root, () => invoker.invoke(name, JSON.parse(json))));
`,
  ),
  hit(
    'invented: around a mounted tool',
    'run.ts',
    `${IMPORT}import { mountAgent } from 'stitchkit/tools';
import { services } from './surface';
const tools = mountAgent(services, {});
export function fire(kiln: string) {
  const root = { trace: §createTraceContext(), source: 'agent', method: 'AGENT', path: '/', startedAt: process.hrtime.bigint() };
  return runWithRequestContext(root, () => tools.kiln_fire?.execute?.({ kiln }, { toolCallId: '1', messages: [] }));
}
`,
  ),
  hit(
    'invented: around a handler of a service',
    'dispatch.ts',
    `${IMPORT}import type { ServiceDef } from 'stitchkit/server';
export function dispatch(service: ServiceDef, key: string, input: unknown) {
  const call = () => service.methods[key]!.handler({ params: {}, input, source: 'stdio' });
  const parent = getRequestContext();
  return runWithRequestContext(parent ? ${FORK} : { trace: §createTraceContext(), source: 'stdio', startedAt: process.hrtime.bigint() }, call);
}
`,
  ),
  hit(
    'invented: around a vendored executor',
    'call-tool.ts',
    `${IMPORT}import { executeToolMethod } from './vendor/execute-tool-method';
import type { MethodDef } from 'stitchkit/server';
export function callTool(method: MethodDef, toolName: string, rawArgs: unknown) {
  const call = () => executeToolMethod(method, toolName, rawArgs, { source: 'cli' });
  if (getRequestContext()) return call();
  return runWithRequestContext({ trace: §createTraceContext(), source: 'cli', startedAt: process.hrtime.bigint() }, call);
}
`,
  ),
  hit(
    'invented: a class',
    'runner.ts',
    `${IMPORT}import type { ToolSet } from 'ai';
export class Runner {
  constructor(private readonly tools: ToolSet) {}
  run(toolCall: { toolName: string; toolCallId: string; input: unknown }) {
    const parent = getRequestContext() ?? this.#root();
    return runWithRequestContext(${FORK}, async () =>
      this.tools[toolCall.toolName]?.execute?.(toolCall.input, { toolCallId: toolCall.toolCallId, messages: [] }),
    );
  }
  #root() {
    return { trace: §createTraceContext(), source: 'agent', method: 'AGENT', path: '/', startedAt: process.hrtime.bigint() };
  }
}
`,
  ),
  hit(
    'invented: a trace of the root entry point',
    'calls.ts',
    `import { createTraceContext as freshTrace } from 'stitchkit';
import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { executors } from './executors';
export function runCall(call: { name: string; args: unknown }) {
  const parent = getRequestContext() ?? { trace: §freshTrace(), source: 'agent', startedAt: process.hrtime.bigint() };
  return runWithRequestContext(${FORK}, () => executors[call.name](call.args));
}
`,
  ),
  hit(
    'invented: type assertions on the way',
    'calls.ts',
    `import { createTraceContext, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { executors } from './executors';
export function runCall(call: { name: string; args: unknown }) {
  const parent = (getRequestContext() ?? ({ trace: §createTraceContext(), source: 'agent', startedAt: 0n } satisfies Partial<RequestContext>)) as RequestContext;
  return runWithRequestContext(${FORK}, () => executors[call.name]!(call.args));
}
`,
  ),
  hit(
    'invented: under a name of the settings',
    'calls.ts',
    `import { begin, enter, here } from '@acme/context';
import { executors } from './executors';
export function runCall(call: { name: string; args: unknown }) {
  const parent = here();
  if (!parent) return enter({ trace: §begin(), source: 'agent', startedAt: process.hrtime.bigint() }, () => executors[call.name](call.args));
  return enter(${FORK}, () => executors[call.name](call.args));
}
`,
    {
      settings: {
        vocabulary: [
          { module: '@acme/context', export: 'enter', as: 'runWithRequestContext' },
          { module: '@acme/context', export: 'here', as: 'getRequestContext' },
          { module: '@acme/context', export: 'begin', as: 'createTraceContext' },
        ],
      },
    },
  ),
  hit(
    'invented: two executors, two reports',
    'calls.js',
    `${IMPORT}${EXECUTORS}
export const one = (call) => runWithRequestContext({ trace: §createTraceContext(), source: 'agent', startedAt: 0n }, () => executors[call.name](call.args));
export const two = (call) => {
  const trace = §createTraceContext();
  return runWithRequestContext({ trace, source: 'agent', startedAt: 0n }, () => executors[call.toolName](call.input));
};
`,
  ),
  ...['0.35.0', '0.36.1', '0.43.0', '0.44.0', '0.91.0', '0.94.0'].map((version) =>
    hit(
      `invented: in ${version}`,
      'calls.js',
      `${IMPORT}${EXECUTORS}
export function runCall(call) {
  const parent = getRequestContext();
  const go = () => executors[call.name](call.args);
  if (parent) return runWithRequestContext(${FORK}, go);
  return runWithRequestContext({ trace: §createTraceContext(), source: 'agent', startedAt: process.hrtime.bigint() }, go);
}
`,
      { version },
    ),
  ),
];
