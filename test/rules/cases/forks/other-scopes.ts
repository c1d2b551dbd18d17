import { FORK_IMPORT } from './positions.js';

/** Programs that open a scope which is not the fork of one tool call, with `context` as its record; `parent` is in scope. */
export function scopesThatAreNoCall(context: string): readonly (readonly [string, string, string])[] {
  return [
    [
      'a job',
      'digest.ts',
      `${FORK_IMPORT}import { mailer } from './mailer';
export async function sendDigest(addresses: string[]) {
  const parent = getRequestContext()!;
  await runWithRequestContext(${context}, async () => {
    for (const address of addresses) await mailer.send(address);
  });
}
`,
    ],
    [
      'a middleware of a server',
      'middleware.js',
      `${FORK_IMPORT}
export function tracing(next) {
  return (req, server) => {
    const parent = getRequestContext();
    return runWithRequestContext(${context}, () => next(req, server));
  };
}
`,
    ],
    [
      'a queue worker',
      'worker.cjs',
      `const { childSpan, getRequestContext, runWithRequestContext } = require('stitchkit/observability')
module.exports.work = async (queue) => {
  const parent = getRequestContext()
  for await (const job of queue) await runWithRequestContext(${context}, () => job.process())
}
`,
    ],
    [
      'rendering',
      'page.tsx',
      `${FORK_IMPORT}import { renderToString } from 'react-dom/server';
export function render(town: string) {
  const parent = getRequestContext()!;
  return runWithRequestContext(${context}, () => renderToString(<b>{town}</b>));
}
`,
    ],
    [
      'a streamed loop',
      'chat.ts',
      `${FORK_IMPORT}import { streamText } from 'ai';
import { mountAgent } from 'stitchkit/tools';
import { chatRows } from './chat-rows';
import { model } from './model';
import { pond } from './pond';
export function chat(prompt: string) {
  const parent = getRequestContext()!;
  const scope = ${context};
  return runWithRequestContext(scope, () =>
    streamText({
      model,
      prompt,
      tools: mountAgent(pond, {}),
      onFinish: () => chatRows.write({ spanId: scope.trace.spanId, parentSpanId: scope.trace.parentSpanId }),
    }),
  );
}
`,
    ],
    [
      'a loop of generateText',
      'answer.js',
      `${FORK_IMPORT}import { generateText } from 'ai';
import { loopRows } from './loop-rows.js';
import { model, tools } from './model.js';
export async function answer(prompt) {
  const parent = getRequestContext();
  if (!parent) throw new Error('answer() needs a request');
  const scope = ${context};
  return runWithRequestContext(scope, async () => {
    const { text } = await generateText({ model, prompt, tools });
    await loopRows.write({ spanId: scope.trace.spanId, parentSpanId: scope.trace.parentSpanId });
    return text;
  });
}
`,
    ],
    [
      'an agent of the SDK',
      'agent.ts',
      `${FORK_IMPORT}import { ToolLoopAgent } from 'ai';
import { model, tools } from './model';
import { loopRows } from './loop-rows';
const agent = new ToolLoopAgent({ model, tools });
export async function ask(prompt: string) {
  const parent = getRequestContext()!;
  const scope = ${context};
  return runWithRequestContext(scope, async () => {
    const { text } = await agent.generate({ prompt });
    loopRows.write({ spanId: scope.trace.spanId, parentSpanId: parent.trace.spanId });
    return text;
  });
}
`,
    ],
    [
      'a batch with a row of its own around managed calls',
      'batch.ts',
      `${FORK_IMPORT}import { createToolInvoker } from 'stitchkit/tools';
import { batchRows } from './batch-rows';
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export async function runBatch(calls: { name: string; args: Record<string, unknown> }[]) {
  const parent = getRequestContext()!;
  const scope = ${context};
  return runWithRequestContext(scope, async () => {
    const results = await Promise.all(calls.map((call) => invoker.invoke(call.name, call.args)));
    await batchRows.write({ spanId: scope.trace.spanId, parentSpanId: scope.trace.parentSpanId, calls: calls.length });
    return results;
  });
}
`,
    ],
    [
      'a wrapper that is handed on',
      'scope.ts',
      `${FORK_IMPORT}
export function inScope<T>(fn: () => T): T {
  const parent = getRequestContext();
  return parent ? runWithRequestContext(${context}, fn) : fn();
}
`,
    ],
    [
      'functions of another framework',
      'foreign.ts',
      `import { childSpan, getRequestContext, runWithRequestContext } from '@acme/tracing';
import { executors } from './executors';
export function runCall(call: { name: string; args: unknown }) {
  const parent = getRequestContext();
  return runWithRequestContext(${context}, () => executors[call.name](call.args));
}
`,
    ],
    [
      'functions that are parameters',
      'shadowed.ts',
      `import { executors } from './executors';
export type { RequestContext } from 'stitchkit/observability';
export function runCall(call: { name: string; args: unknown }, { childSpan, getRequestContext, runWithRequestContext }: any) {
  const parent = getRequestContext();
  return runWithRequestContext(${context}, () => executors[call.name](call.args));
}
`,
    ],
  ];
}
