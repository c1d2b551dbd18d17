import { hit, type RuleCase } from '../../rule-case.js';
import { OWN_EXECUTOR, VENDORED } from './sources.js';

export const vendored: readonly RuleCase[] = [
  hit(
    'vendored: one call',
    'run.ts',
    `${VENDORED}import { methods } from './methods';
export const run = (name: string, args: unknown) => §executeToolMethod(methods[name], name, args, { source: 'agent' });
`,
  ),
  hit(
    'vendored: under Promise.all',
    'run.ts',
    `${VENDORED}import { methods } from './methods';
export const run = (calls: { name: string; args: unknown }[]) =>
  §Promise.all(calls.map((call) => executeToolMethod(methods[call.name], call.name, call.args, { source: 'agent' })));
`,
  ),
  hit(
    'vendored: pushed and joined',
    'run.js',
    `${VENDORED}import { methods } from './methods';
export async function run(calls) {
  const pending = [];
  for (const call of calls) {
    pending.push(executeToolMethod(methods[call.name], call.name, call.args, { source: 'agent' }));
  }
  return §Promise.all(pending);
}
`,
  ),
  hit(
    'vendored: renamed',
    'run.js',
    `import { executeToolMethod as exec } from './vendor/stitchkit/execute-tool-method';
import { methods } from './methods';
export const run = (name, args) => §exec(methods[name], name, args, { source: 'agent' });
`,
  ),
  hit(
    'vendored: out of dist',
    'run.js',
    `import { executeToolMethod } from 'stitchkit/dist/tools/execute-tool-method.js';
import { methods } from './methods';
export const run = (name, args) => §executeToolMethod(methods[name], name, args, { source: 'agent' });
`,
  ),
  hit(
    'vendored: in CommonJS',
    'run.cjs',
    `const { executeToolMethod } = require('../vendor/execute-tool-method');
const { methods } = require('./methods');
exports.run = (name, args) => §executeToolMethod(methods[name], name, args, { source: 'agent' });
`,
  ),
  hit(
    'vendored: with the options object',
    'run.ts',
    `${VENDORED}import { methods } from './methods';
export async function run(name: string, rawArgs: unknown) {
  const result = await §executeToolMethod(methods[name], { toolName: name, rawArgs, context: { source: 'agent' } }, {});
  return result.ok ? result.data : null;
}
`,
  ),
  hit(
    'vendored: an SDK tool around it',
    'run.ts',
    `import { tool } from 'ai';
${VENDORED}import { methods } from './methods';
export const list = tool({ inputSchema: {}, execute: (args) => §executeToolMethod(methods.list, 'order_list', args, { source: 'agent' }) });
`,
  ),
  hit(
    'own: under Promise.all, once',
    'run.ts',
    `${OWN_EXECUTOR}
export const run = (methods: Record<string, MethodDef>, calls: { name: string; args: unknown }[]) =>
  §Promise.all(calls.map((call) => executeToolMethod(methods[call.name]!, call.name, call.args)));
`,
  ),
  hit(
    'own: pushed and joined, once',
    'run.ts',
    `${OWN_EXECUTOR}
export async function run(methods: Record<string, MethodDef>, calls: { name: string; args: unknown }[]) {
  const pending: Promise<unknown>[] = [];
  for (const call of calls) pending.push(executeToolMethod(methods[call.name]!, call.name, call.args));
  return §Promise.allSettled(pending);
}
`,
  ),
  hit(
    'own: one fork around all calls',
    'run.ts',
    `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
${OWN_EXECUTOR}
export const run = (methods: Record<string, MethodDef>, calls: { name: string; args: unknown }[]) =>
  runWithRequestContext({ ...getRequestContext()!, dimensions: {}, error: undefined }, () =>
    §Promise.all(calls.map((call) => executeToolMethod(methods[call.name]!, call.name, call.args))),
  );
`,
  ),
  hit(
    'wrapper: mutates the inherited context for each call',
    'wrap.js',
    `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
export function perCall(call, fn) {
  const ctx = getRequestContext();
  if (ctx) { ctx.action = call.name; return §fn(); }
  return runWithRequestContext({ trace: call.trace, source: 'agent', startedAt: 0n, action: call.name }, fn);
}
`,
  ),
];
