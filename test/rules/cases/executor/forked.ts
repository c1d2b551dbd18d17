import { clean, type RuleCase } from '../../rule-case.js';
import { DIMENSIONS, FORK_IMPORT, OWN_EXECUTOR, SPREAD_FORK, TABLE, TOOLS, VENDORED } from './sources.js';

export const forked: readonly RuleCase[] = [
  clean(
    'forked: each call of a table',
    'bells.js',
    `${FORK_IMPORT}${TABLE}
export async function run(toolCalls) {
  const parent = getRequestContext();
  return Promise.all(
    toolCalls.map((call) => {
      const go = () => handlers[call.name](call.args);
      return parent ? ${SPREAD_FORK}, go) : go();
    }),
  );
}
`,
  ),
  clean(
    'forked: with an early return where there is no parent',
    'bells.js',
    `${FORK_IMPORT}${TABLE}
async function runOne(call) {
  const parent = getRequestContext();
  if (!parent) return handlers[call.name](call.args);
  return ${SPREAD_FORK}, () => handlers[call.name](call.args));
}
export const run = (toolCalls) => Promise.all(toolCalls.map(runOne));
`,
  ),
  clean(
    'forked: by a local wrapper',
    'bells.js',
    `${FORK_IMPORT}${TABLE}
function withFork(fn) {
  const parent = getRequestContext();
  return parent ? ${SPREAD_FORK}, fn) : fn();
}
export const run = (toolCalls) => Promise.all(toolCalls.map((call) => withFork(() => handlers[call.name](call.args))));
`,
  ),
  ...[
    ['by a record that is there when its parent is', 'const record = parent && '],
    ['by a record or undefined', 'const record = !parent ? undefined : '],
  ].map(([name = '', made = '']) =>
    clean(
      `forked: ${name}`,
      'bells.js',
      `${FORK_IMPORT}${TABLE}
async function runOne(call) {
  const parent = getRequestContext();
  ${made}{ ...parent, dimensions: { ...parent.dimensions }, error: undefined };
  const go = () => handlers[call.name](call.args);
  return record ? runWithRequestContext(record, go) : go();
}
export const run = (toolCalls) => Promise.all(toolCalls.map(runOne));
`,
    ),
  ),
  clean(
    'forked: by a record that a function makes of its parent',
    'bells.js',
    `${FORK_IMPORT}${TABLE}
function forkOf(name) {
  const parent = getRequestContext();
  if (!parent) return undefined;
  return { ...parent, action: name, dimensions: { ...parent.dimensions }, error: undefined };
}
async function runOne(call) {
  const record = forkOf(call.name);
  if (record === undefined) return handlers[call.name](call.args);
  return runWithRequestContext(record, () => handlers[call.name](call.args));
}
export const run = (toolCalls) => Promise.all(toolCalls.map(runOne));
`,
  ),
  clean(
    'forked: by a local wrapper that returns a function',
    'bells.js',
    `${FORK_IMPORT}${TABLE}
const forking = (fn) => (call) => {
  const parent = getRequestContext();
  return parent ? ${SPREAD_FORK}, () => fn(call)) : fn(call);
};
const runOne = forking((call) => handlers[call.name](call.args));
export const run = (toolCalls) => Promise.all(toolCalls.map(runOne));
`,
  ),
  clean(
    'forked: pushed promises',
    'bells.js',
    `${FORK_IMPORT}${TABLE}
export async function run(toolCalls) {
  const parent = getRequestContext();
  if (!parent) throw new Error('no context');
  const pending = [];
  for (const call of toolCalls) {
    const fork = { ...parent, dimensions: { ...parent.dimensions }, error: undefined };
    pending.push(runWithRequestContext(fork, () => handlers[call.name](call.args)));
  }
  return Promise.all(pending);
}
`,
  ),
  clean(
    'forked: a method handler',
    'dispatch.ts',
    `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import type { ServiceDef } from 'stitchkit/server';
export function dispatch(service: ServiceDef, key: string, input: unknown) {
  const call = () => service.methods[key]!.handler({ params: {}, input, source: 'ws' });
  const parent = getRequestContext();
  if (!parent) return call();
  return ${SPREAD_FORK}, call);
}
`,
  ),
  clean(
    'forked: a mount by hand',
    'mount.ts',
    `import { tool } from 'ai';
import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
${TOOLS}
export const set: Record<string, unknown> = {};
for (const t of collectTools(orders, 'AGENT')) {
  set[t.name] = tool({
    inputSchema: t.schema,
    execute: (input) => {
      const parent = getRequestContext();
      const run = () => t.method.handler({ source: 'agent', input });
      return parent ? ${SPREAD_FORK}, run) : run();
    },
  });
}
`,
  ),
  clean(
    'forked: the vendored executor',
    'run.ts',
    `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
${VENDORED}import { methods } from './methods';
export function createToolRunner(source: string) {
  return (name: string, args: unknown) => {
    const run = () => executeToolMethod(methods[name], name, args, { source });
    const parent = getRequestContext();
    if (!parent) return run();
    return ${SPREAD_FORK}, run);
  };
}
`,
  ),
  clean(
    'forked: an own executor behind its runner',
    'run.ts',
    `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
${OWN_EXECUTOR}
const runner = (method: MethodDef, name: string, args: unknown) => {
  const parent = getRequestContext();
  const run = () => executeToolMethod(method, name, args);
  return parent ? ${SPREAD_FORK}, run) : run();
};
export const runAll = (methods: Record<string, MethodDef>, calls: { name: string; args: unknown }[]) =>
  Promise.all(calls.map((call) => runner(methods[call.name]!, call.name, call.args)));
`,
  ),
  clean(
    'forked: an own executor with the fork inside',
    'run.ts',
    `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import type { MethodDef } from 'stitchkit/contract';
async function executeToolMethod(method: MethodDef, name: string, args: unknown) {
  const parent = getRequestContext();
  const run = async () => ({ ok: true, name, data: await method.handler({ params: {}, input: args, source: 'agent' }) });
  return parent ? ${SPREAD_FORK}, run) : run();
}
export const runAll = (methods: Record<string, MethodDef>, calls: { name: string; args: unknown }[]) =>
  Promise.all(calls.map((call) => executeToolMethod(methods[call.name]!, call.name, call.args)));
`,
  ),
  clean(
    'forked: fork in CommonJS, renamed',
    'bells.cjs',
    `const { getRequestContext: ctx, runWithRequestContext: scope, setRequestDimensions } = require('stitchkit/observability');
${TABLE}
exports.run = (toolCalls) =>
  Promise.all(
    toolCalls.map((call) => {
      const parent = ctx();
      if (parent === undefined) return handlers[call.name](call.args);
      return scope({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, () => handlers[call.name](call.args));
    }),
  );
`,
  ),
  clean(
    'forked: a wrapper from another file is not known to be none',
    'bells.js',
    `import { withRequestFork } from './fork';
${DIMENSIONS}${TABLE}
export const run = (toolCalls) => Promise.all(toolCalls.map((call) => withRequestFork(() => handlers[call.name](call.args))));
`,
  ),
];
