import { clean, type RuleCase } from '../../rule-case.js';
import { type Fork, FORK_IMPORT, inRunner, positions } from '../forks/positions.js';
import { scopesThatAreNoCall } from '../forks/other-scopes.js';

const OWN = 'dimensions: { ...parent.dimensions }, error: undefined';
const CHILD = `{ ...parent, trace: childSpan(parent.trace), ${OWN} }`;

const rightForms: readonly (readonly [string, Fork])[] = [
  ['the trace said again', { expression: `{ ...parent, trace: parent.trace, ${OWN} }` }],
  ['a copy of the trace', { expression: `{ ...parent, trace: { ...parent.trace }, ${OWN} }` }],
  ['an assigned copy', { expression: `Object.assign({}, parent, { ${OWN} })` }],
  [
    'a helper of the file',
    { top: 'const forkOf = (from) => ({ ...from, dimensions: {}, error: undefined });', expression: 'forkOf(parent)' },
  ],
  ['a helper of another module', { top: `import { forkOf } from './fork-of.js';`, expression: 'forkOf(parent)' }],
  [
    'a span for a log line only',
    { setup: `console.log(childSpan(parent.trace).traceId);`, expression: `{ ...parent, ${OWN} }` },
  ],
  [
    'a span that is put away',
    { setup: 'const span = childSpan(parent.trace);\n  call.meta = span;', expression: `{ ...parent, ${OWN} }` },
  ],
  [
    'a minted trace that a later member replaces',
    { expression: `{ trace: childSpan(parent.trace), ...parent, ${OWN} }` },
  ],
];

export const innocent: readonly RuleCase[] = [
  ...positions.map(({ name, filename, program }) =>
    clean(`the trace is inherited: ${name}`, filename, program({ expression: `{ ...parent, ${OWN} }` })),
  ),
  ...rightForms.map(([name, fork]) => clean(`right: ${name}`, 'calls.js', inRunner(fork))),
  ...scopesThatAreNoCall(CHILD).map(([name, filename, code]) => clean(`no call: ${name}`, filename, code)),
  clean(
    'a header of an outgoing call inside the fork',
    'calls.ts',
    `${FORK_IMPORT}import { formatTraceparent } from 'stitchkit/observability';
import { remote } from './remote';
export function runCall(call: { name: string; args: unknown }) {
  const parent = getRequestContext()!;
  return runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, () =>
    remote[call.name](call.args, { headers: { traceparent: formatTraceparent(childSpan(parent.trace)) } }),
  );
}
`,
  ),
  clean(
    'a call that writes a row of its own with the span',
    'calls.ts',
    `${FORK_IMPORT}import { executors } from './executors';
import { callRows } from './call-rows';
export async function runCall(call: { name: string; args: unknown }) {
  const parent = getRequestContext()!;
  const fork = { ...parent, trace: childSpan(parent.trace), dimensions: { ...parent.dimensions }, error: undefined };
  return runWithRequestContext(fork, async () => {
    const data = await executors[call.name](call.args);
    await callRows.write({ spanId: fork.trace.spanId, parentSpanId: fork.trace.parentSpanId, tool: call.name });
    return data;
  });
}
`,
  ),
  clean(
    'a call whose row is written after the fork',
    'calls.js',
    `${FORK_IMPORT}import { executors } from './executors.js';
import { rows } from './rows.js';
export async function runCall(call) {
  const parent = getRequestContext();
  const trace = childSpan(parent.trace);
  try {
    return await runWithRequestContext({ ...parent, trace, dimensions: {}, error: undefined }, () => executors[call.name](call.args));
  } finally {
    rows.insert({ traceId: trace.traceId, spanId: trace.spanId, parentSpanId: trace.parentSpanId });
  }
}
`,
  ),
  clean(
    'an HTTP root that continues the header',
    'serve.ts',
    `import { parseTraceparent, createTraceContext, runWithRequestContext } from 'stitchkit/observability';
import { handle } from './handle';
export function fetchHandler(req: Request) {
  const trace = parseTraceparent(req.headers.get('traceparent')) ?? createTraceContext();
  return runWithRequestContext({ trace, source: 'http', method: req.method, path: '/', startedAt: process.hrtime.bigint() }, () => handle(req));
}
`,
  ),
  clean(
    'mentions in text',
    'notes.ts',
    `import { getRequestContext } from 'stitchkit/observability';
// runWithRequestContext({ ...parent, trace: childSpan(parent.trace) }, () => executors[call.name](call.args))
export const advice = 'never runWithRequestContext({ ...parent, trace: childSpan(parent.trace) }, tool.execute)';
export const user = () => getRequestContext()?.userId;
`,
  ),
  clean(
    'a span of another library in the fork',
    'calls.ts',
    `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { childSpan } from '@acme/otel';
import { executors } from './executors';
export function runCall(call: { name: string; args: unknown }) {
  const parent = getRequestContext()!;
  const span = childSpan(parent.trace);
  return runWithRequestContext({ ...parent, dimensions: {}, error: undefined }, () => span.run(() => executors[call.name](call.args)));
}
`,
  ),
];
