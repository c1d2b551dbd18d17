import { hit, type RuleCase } from '../../rule-case.js';
import { type Fork, FORK_IMPORT, inRunner, positions } from '../forks/positions.js';

const MINTED = '{ ...parent, trace: §childSpan(parent.trace), dimensions: { ...parent.dimensions }, error: undefined }';
const OWN = 'dimensions: { ...parent.dimensions }, error: undefined';

const forms: readonly (readonly [string, Fork])[] = [
  ['a literal handed over', { expression: `{ ...parent, trace: §childSpan(parent.trace), ${OWN} }` }],
  ['a literal in a variable', { setup: `const fork = ${MINTED};`, expression: 'fork' }],
  [
    'a span in a variable',
    { setup: 'const trace = §childSpan(parent.trace);', expression: `{ ...parent, trace, ${OWN} }` },
  ],
  [
    'a span in a variable of another name',
    { setup: 'const own = §childSpan(parent.trace);', expression: `{ ...parent, trace: own, ${OWN} }` },
  ],
  [
    'Object.assign into a new object',
    { expression: `Object.assign({}, parent, { trace: §childSpan(parent.trace), ${OWN} })` },
  ],
  [
    'a clone whose trace is stored afterwards',
    {
      setup: 'const fork = structuredClone(parent);\n  fork.error = undefined;\n  fork.trace = §childSpan(fork.trace);',
      expression: 'fork',
    },
  ],
  [
    'a spread whose trace is stored afterwards',
    { setup: `const fork = { ...parent, ${OWN} };\n  fork.trace = §childSpan(parent.trace);`, expression: 'fork' },
  ],
  [
    'a helper of the file that makes the fork',
    {
      top: `function forkOf(parent) {\n  return ${MINTED};\n}`,
      expression: 'forkOf(parent)',
    },
  ],
  [
    'an arrow helper whose result is kept',
    {
      top: `const forkOf = (from) => ({ ...from, trace: §childSpan(from.trace), dimensions: { ...from.dimensions }, error: undefined });`,
      setup: 'const fork = forkOf(parent);',
      expression: 'fork',
    },
  ],
  [
    'a helper of the file that mints the span',
    {
      top: 'const spanOf = (context) => §childSpan(context.trace);',
      expression: `{ ...parent, trace: spanOf(parent), ${OWN} }`,
    },
  ],
  [
    'one branch of a ternary',
    { expression: `call.fresh ? { ...parent, trace: §childSpan(parent.trace), ${OWN} } : { ...parent, ${OWN} }` },
  ],
  [
    'a ternary of the trace',
    { expression: `{ ...parent, trace: call.fresh ? §childSpan(parent.trace) : parent.trace, ${OWN} }` },
  ],
  [
    'a destructured trace',
    { setup: 'const { trace } = parent;', expression: `{ ...parent, trace: §childSpan(trace), ${OWN} }` },
  ],
  ['a trace that is spread', { expression: `{ ...parent, trace: { ...§childSpan(parent.trace) }, ${OWN} }` }],
  [
    'a span of a freshly read context',
    { expression: `{ ...parent, trace: §childSpan(getRequestContext().trace), ${OWN} }` },
  ],
  ['a computed name', { expression: `{ ...parent, ['trace']: §childSpan(parent.trace), ${OWN} }` }],
  [
    'a record built from nothing but the parent',
    {
      expression: `{ trace: §childSpan(parent.trace), source: 'agent', method: 'TOOL', path: '/agent/' + call.name, startedAt: parent.startedAt, dimensions: {} }`,
    },
  ],
];

export const minted: readonly RuleCase[] = [
  ...forms.map(([name, fork]) => hit(`minted: ${name}`, 'calls.js', inRunner(fork))),
  ...positions.map(({ name, filename, program }) => hit(`minted: ${name}`, filename, program({ expression: MINTED }))),
  hit(
    'minted: type assertions on the way',
    'calls.ts',
    `import { childSpan, getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { executors } from './executors';
export async function runCall(call: { name: string; args: unknown }) {
  const parent = getRequestContext()!;
  const fork = { ...parent, trace: §childSpan(parent.trace)!, dimensions: {}, error: undefined } satisfies RequestContext;
  return runWithRequestContext(fork as RequestContext, async () => await executors[call.name]!(call.args));
}
`,
  ),
  hit(
    'minted: around a managed call',
    'calls.ts',
    `${FORK_IMPORT}import { createToolInvoker } from 'stitchkit/tools';
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export async function runCall(call: { name: string; args: Record<string, unknown> }) {
  const parent = getRequestContext();
  if (!parent) return invoker.invoke(call.name, call.args);
  return runWithRequestContext({ ...parent, trace: §childSpan(parent.trace), dimensions: { ...parent.dimensions }, error: undefined }, () =>
    invoker.invoke(call.name, call.args),
  );
}
`,
  ),
  hit(
    'minted: for each call inside the scope of a loop',
    'loop.ts',
    `${FORK_IMPORT}import { executors } from './executors';
import { plan } from './plan';
import { loopRows } from './loop-rows';
export async function loop(prompt: string) {
  const request = getRequestContext()!;
  const scope = { ...request, trace: childSpan(request.trace), dimensions: { ...request.dimensions }, error: undefined };
  return runWithRequestContext(scope, async () => {
    const toolCalls: { name: string; args: unknown }[] = await plan(prompt);
    const results = await Promise.all(
      toolCalls.map((call) => {
        const parent = getRequestContext()!;
        const fork = { ...parent, trace: §childSpan(parent.trace), dimensions: { ...parent.dimensions }, error: undefined };
        return runWithRequestContext(fork, () => executors[call.name](call.args));
      }),
    );
    await loopRows.write({ spanId: scope.trace.spanId, parentSpanId: scope.trace.parentSpanId });
    return results;
  });
}
`,
  ),
  hit(
    'minted: two executors, two reports',
    'calls.js',
    `${FORK_IMPORT}import { executors } from './executors.js';
export function one(call) {
  const parent = getRequestContext();
  return runWithRequestContext({ ...parent, trace: §childSpan(parent.trace), dimensions: {}, error: undefined }, () => executors[call.name](call.args));
}
export function two(call) {
  const context = getRequestContext();
  const fork = { ...context, dimensions: {}, error: undefined, trace: §childSpan(context.trace) };
  return runWithRequestContext(fork, () => executors[call.name](call.args));
}
`,
  ),
  hit(
    'minted: one helper, two executors, one report',
    'calls.js',
    `${FORK_IMPORT}import { executors } from './executors.js';
const forkOf = (parent) => ({ ...parent, trace: §childSpan(parent.trace), dimensions: {}, error: undefined });
export const one = (call) => runWithRequestContext(forkOf(getRequestContext()), () => executors[call.name](call.args));
export const two = (call) => runWithRequestContext(forkOf(getRequestContext()), () => executors[call.toolName](call.input));
`,
  ),
  hit(
    'minted: childSpan of the root entry point',
    'calls.ts',
    `import { childSpan as fresh } from 'stitchkit';
import * as observability from 'stitchkit/observability';
import { executors } from './executors';
export function runCall(call: { name: keyof typeof executors; args: unknown }) {
  const parent = observability.getRequestContext()!;
  const fork = { ...parent, trace: §fresh(parent.trace), dimensions: { ...parent.dimensions }, error: undefined };
  return observability.runWithRequestContext(fork, () => executors[call.name](call.args));
}
`,
  ),
  hit(
    'minted: under a name of the settings',
    'calls.ts',
    `import { enter, here, span } from '@acme/context';
import { executors } from './executors';
export function runCall(call: { name: string; args: unknown }) {
  const parent = here();
  return enter({ ...parent, trace: §span(parent.trace), dimensions: {}, error: undefined }, () => executors[call.name](call.args));
}
`,
    {
      settings: {
        vocabulary: [
          { module: '@acme/context', export: 'enter', as: 'runWithRequestContext' },
          { module: '@acme/context', export: 'here', as: 'getRequestContext' },
          { module: '@acme/context', export: 'span', as: 'childSpan' },
        ],
      },
    },
  ),
  hit(
    'minted: with a byte order mark and CRLF',
    'calls.js',
    `\uFEFF${inRunner({ expression: MINTED }).replaceAll('\n', '\r\n')}`,
  ),
  ...['0.35.0', '0.36.0', '0.36.1', '0.43.0', '0.44.0', '0.94.0'].map((version) =>
    hit(`minted: in ${version}`, 'calls.js', inRunner({ setup: `const fork = ${MINTED};`, expression: 'fork' }), {
      version,
      exact: true,
      says: [/span/, /no row/],
    }),
  ),
];
