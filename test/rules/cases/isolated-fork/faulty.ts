import { hit, type RuleCase } from '../../rule-case.js';
import { type Fork, FORK_IMPORT, inRunner, positions } from '../forks/positions.js';

const RUN = '§runWithRequestContext';
const SHARED = /dimensions/;
const ERROR = /error/;

/** Each way to get a fork wrong, and what its message must and must not name. */
const forms: readonly (readonly [string, Fork, readonly RegExp[], readonly RegExp[]])[] = [
  ['a bare spread', { expression: '{ ...parent }' }, [SHARED, ERROR], []],
  [
    'a spread that keeps the error',
    { expression: '{ ...parent, dimensions: { ...parent.dimensions } }' },
    [ERROR],
    [SHARED],
  ],
  [
    'a spread that keeps the error beside a new bag',
    { expression: '{ ...parent, dimensions: {} }' },
    [ERROR],
    [SHARED],
  ],
  ['a spread that shares the dimensions', { expression: '{ ...parent, error: undefined }' }, [SHARED], [ERROR]],
  [
    'dimensions said again by reference',
    { expression: '{ ...parent, dimensions: parent.dimensions, error: undefined }' },
    [SHARED],
    [ERROR],
  ],
  [
    'dimensions by reference with a fallback',
    { expression: '{ ...parent, dimensions: parent.dimensions ?? {}, error: undefined }' },
    [SHARED],
    [ERROR],
  ],
  [
    'destructured dimensions by reference',
    { setup: 'const { dimensions } = parent;', expression: '{ ...parent, dimensions, error: undefined }' },
    [SHARED],
    [ERROR],
  ],
  [
    'the error said again',
    { expression: '{ ...parent, dimensions: { ...parent.dimensions }, error: parent.error }' },
    [ERROR],
    [SHARED],
  ],
  ['a bare copy in a variable', { setup: 'const fork = { ...parent };', expression: 'fork' }, [SHARED, ERROR], []],
  ['an assigned copy', { expression: 'Object.assign({}, parent)' }, [SHARED, ERROR], []],
  [
    'an assigned copy that clears the error',
    { expression: 'Object.assign({}, parent, { error: undefined })' },
    [SHARED],
    [ERROR],
  ],
  ['a deep clone that keeps the error', { expression: 'structuredClone(parent)' }, [ERROR], [SHARED]],
  [
    'the error cleared afterwards, the dimensions shared',
    { setup: 'const fork = { ...parent };\n  fork.error = undefined;', expression: 'fork' },
    [SHARED],
    [ERROR],
  ],
  [
    'the error deleted afterwards, the dimensions shared',
    { setup: 'const fork = { ...parent };\n  delete fork.error;', expression: 'fork' },
    [SHARED],
    [ERROR],
  ],
  [
    'the dimensions replaced afterwards, the error kept',
    { setup: 'const fork = { ...parent };\n  fork.dimensions = { ...parent.dimensions };', expression: 'fork' },
    [ERROR],
    [SHARED],
  ],
  [
    'a key written into the shared dimensions',
    { setup: 'const fork = { ...parent, error: undefined };\n  fork.dimensions.tool = call.name;', expression: 'fork' },
    [SHARED],
    [ERROR],
  ],
  [
    'a rest without the error',
    { setup: 'const { error, ...rest } = parent;', expression: '{ ...rest }' },
    [SHARED],
    [ERROR],
  ],
  [
    'what a fork restores by a later spread',
    { expression: '{ dimensions: { ...parent.dimensions }, error: undefined, ...parent }' },
    [SHARED, ERROR],
    [],
  ],
  ['the same record again', { expression: 'parent' }, [], []],
  ['the current record again', { expression: 'getRequestContext()' }, [], []],
  [
    'a record built from scratch',
    {
      expression: `{ trace: parent.trace, source: 'agent', method: 'TOOL', path: '/agent/' + call.name, startedAt: parent.startedAt, dimensions: { ...parent.dimensions } }`,
    },
    [/user/],
    [ERROR],
  ],
  [
    'a record that keeps the user and forgets the client',
    {
      expression: `{ trace: parent.trace, source: 'agent', path: '/agent/' + call.name, startedAt: parent.startedAt, userId: parent.userId, dimensions: { ...parent.dimensions } }`,
    },
    [/ipAddress|userAgent|client/],
    [ERROR],
  ],
  [
    'a user that is blanked',
    { expression: '{ ...parent, userId: undefined, dimensions: { ...parent.dimensions }, error: undefined }' },
    [/user/],
    [ERROR],
  ],
  [
    'a helper of the file',
    { top: 'function forkOf(context) {\n  return { ...context };\n}', expression: 'forkOf(parent)' },
    [SHARED, ERROR],
    [],
  ],
  [
    'an arrow helper of the file',
    {
      top: 'const forkOf = (context) => ({ ...context, error: undefined });',
      setup: 'const fork = forkOf(parent);',
      expression: 'fork',
    },
    [SHARED],
    [ERROR],
  ],
  [
    'one branch of a ternary',
    {
      expression:
        'call.bare ? { ...parent, error: undefined } : { ...parent, dimensions: { ...parent.dimensions }, error: undefined }',
    },
    [SHARED],
    [ERROR],
  ],
  ['a spread of the current record', { expression: '{ ...getRequestContext(), error: undefined }' }, [SHARED], [ERROR]],
  [
    'a copy of a copy',
    { setup: 'const copy = { ...parent };', expression: '{ ...copy, error: undefined }' },
    [SHARED],
    [ERROR],
  ],
  [
    'a description without isolation',
    {
      expression: `{ ...parent, source: 'agent', method: 'TOOL', path: '/agent/' + call.name, serviceName: 'kilns', action: call.name }`,
    },
    [SHARED, ERROR],
    [],
  ],
];

export const faulty: readonly RuleCase[] = [
  ...forms.map(([name, fork, says, saysNot]) =>
    hit(`faulty: ${name}`, 'calls.js', inRunner(fork, RUN), { exact: true, says, saysNot }),
  ),
  ...positions.map(({ name, filename, program }) =>
    hit(`faulty: ${name}`, filename, program({ expression: '{ ...parent }' }, RUN)),
  ),
  hit(
    'faulty: type assertions on the way',
    'calls.ts',
    `import { getRequestContext, runWithRequestContext, type RequestContext } from 'stitchkit/observability';
import { executors } from './executors';
export async function runCall(call: { name: string; args: unknown }) {
  const parent = getRequestContext() as RequestContext;
  const fork = { ...parent!, error: undefined } satisfies RequestContext;
  return §runWithRequestContext(<RequestContext>fork, async () => await executors[call.name]!(call.args));
}
`,
    { saysNot: [ERROR] },
  ),
  hit(
    'faulty: two forks, two reports',
    'calls.js',
    `${FORK_IMPORT}import { executors } from './executors.js';
export const one = (call) => §runWithRequestContext({ ...getRequestContext() }, () => executors[call.name](call.args));
export const two = (call) => {
  const context = getRequestContext();
  return §runWithRequestContext({ ...context, error: undefined }, () => executors[call.toolName](call.input));
};
`,
  ),
  hit(
    'faulty: for each call inside the scope of a loop',
    'calls.js',
    `${FORK_IMPORT}import { executors } from './executors.js';
export function runStep(toolCalls) {
  const parent = getRequestContext();
  return runWithRequestContext({ ...parent, dimensions: {}, error: undefined }, () =>
    Promise.all(
      toolCalls.map((call) => {
        const inner = getRequestContext();
        return §runWithRequestContext({ ...inner }, () => executors[call.name](call.args));
      }),
    ),
  );
}
`,
  ),
  hit(
    'faulty: one bag for the calls of a step',
    'calls.js',
    `${FORK_IMPORT}import { executors } from './executors.js';
export function runStep(toolCalls) {
  const parent = getRequestContext();
  const dimensions = { ...parent.dimensions };
  return Promise.all(
    toolCalls.map((call) => §runWithRequestContext({ ...parent, dimensions, error: undefined }, () => executors[call.name](call.args))),
  );
}
`,
    { says: [SHARED, /other calls/] },
  ),
  hit(
    'faulty: one bag for all calls of the process',
    'calls.ts',
    `${FORK_IMPORT}import { executors } from './executors';
const dimensions: Record<string, string> = {};
export function runCall(call: { name: string; args: unknown }) {
  const parent = getRequestContext()!;
  return §runWithRequestContext({ ...parent, dimensions, error: undefined }, () => executors[call.name](call.args));
}
`,
    { says: [SHARED, /other calls/] },
  ),
  hit(
    'faulty: a fallback that is inherited as it is',
    'calls.js',
    `${FORK_IMPORT}import { executors } from './executors.js';
export function runCall(call) {
  const parent = getRequestContext() ?? { trace: createTraceContext(), source: 'agent', startedAt: 0n, dimensions: {} };
  return §runWithRequestContext({ ...parent }, () => executors[call.name](call.args));
}
`,
  ),
  hit(
    'faulty: around a mounted tool of a version that does not fork',
    'calls.ts',
    `${FORK_IMPORT}import { mountAgent } from 'stitchkit/tools';
import { services } from './surface';
const tools = mountAgent(services, {});
export const fire = (kiln: string) =>
  §runWithRequestContext({ ...getRequestContext()! }, () => tools.kiln_fire?.execute?.({ kiln }, { toolCallId: '1', messages: [] }));
`,
    { version: '0.35.0' },
  ),
  hit(
    'faulty: under a name of the settings',
    'calls.ts',
    `import { enter, here } from '@acme/context';
import { executors } from './executors';
export const runCall = (call: { name: string; args: unknown }) => §enter({ ...here() }, () => executors[call.name](call.args));
`,
    {
      settings: {
        vocabulary: [
          { module: '@acme/context', export: 'enter', as: 'runWithRequestContext' },
          { module: '@acme/context', export: 'here', as: 'getRequestContext' },
        ],
      },
    },
  ),
  hit(
    'faulty: with a byte order mark and CRLF',
    'calls.js',
    `\uFEFF${inRunner({ expression: '{ ...parent }' }, RUN).replaceAll('\n', '\r\n')}`,
  ),
  ...['0.35.0', '0.36.0', '0.36.1', '0.43.0', '0.44.0', '0.94.0'].map((version) =>
    hit(
      `faulty: in ${version}`,
      'calls.js',
      inRunner({ setup: 'const fork = { ...parent };', expression: 'fork' }, RUN),
      { version },
    ),
  ),
];
