import { clean, hit, type RuleCase } from '../../rule-case.js';

const CONTEXT =
  "import { getRequestContext, runWithRequestContext, setRequestDimensions } from 'stitchkit/observability';\n";
const TOOL = `import { tool } from 'ai';\n${CONTEXT}`;
const FORK = '{ ...parent, dimensions: { ...parent.dimensions }, error: undefined }';
const WRITER = 'async (a: { id: string }) => { setRequestDimensions({ id: a.id }); }';
const asTool = (execute: string): string =>
  `export const t = tool({ inputSchema: {} as never, execute: ${execute} });\n`;

/** Writes that only run where there is no request context, where they do nothing, and forks that have such a branch. */
export const writesWithoutParent: readonly RuleCase[] = [
  clean(
    'a named function is run as it is where there is no context, and in a fork elsewhere',
    'guarded.ts',
    `${TOOL}async function guarded(a: Record<string, string>) {
  const parent = getRequestContext();
  if (!parent) return run(a);
  return runWithRequestContext(${FORK}, () => run(a));
}
async function run(a: Record<string, string>) {
  setRequestDimensions(a);
}
${asTool('guarded')}`,
  ),
  ...[
    ['leaves first', `if (!parent) return execute(a);\n  return runWithRequestContext(${FORK}, () => execute(a));`],
    ['leaves last', `if (parent) return runWithRequestContext(${FORK}, () => execute(a));\n  return execute(a);`],
    ['is a conditional', `return parent ? runWithRequestContext(${FORK}, () => execute(a)) : execute(a);`],
    [
      'asks for undefined',
      `if (parent === undefined) return execute(a);\n  return runWithRequestContext(${FORK}, () => execute(a));`,
    ],
    [
      'has an else',
      `if (parent) { return runWithRequestContext(${FORK}, () => execute(a)); } else { return execute(a); }`,
    ],
  ].map(([name = '', body = '']) =>
    clean(
      `a wrapper of the callback whose branch without a context ${name}`,
      'isolated.ts',
      `${TOOL}const isolated = <A>(execute: (a: A) => Promise<unknown>) => async (a: A) => {
  const parent = getRequestContext();
  ${body}
};
${asTool(`isolated(${WRITER})`)}`,
    ),
  ),
  clean(
    'a write where there is no context does nothing',
    'absent.ts',
    `${TOOL}${asTool("async () => { if (!getRequestContext()) setRequestDimensions({ id: 'x' }); }")}`,
  ),
  hit(
    'a wrapper whose fork is in the branch without a context',
    'swapped.ts',
    `${TOOL}const isolated = <A>(execute: (a: A) => Promise<unknown>) => async (a: A) => {
  const parent = getRequestContext();
  if (parent) return execute(a);
  return undefined;
};
${asTool('isolated(async (a: { id: string }) => { §setRequestDimensions({ id: a.id }); })')}`,
  ),
  hit(
    'a branch that asks for something else than the context',
    'other-question.ts',
    `${TOOL}declare const quiet: boolean;
async function guarded(a: Record<string, string>) {
  const parent = getRequestContext();
  if (!quiet) return run(a);
  return parent && runWithRequestContext(${FORK}, () => run(a));
}
async function run(a: Record<string, string>) {
  §setRequestDimensions(a);
}
${asTool('guarded')}`,
  ),
];

/** Copies of the context: what is written to them nobody else sees. */
export const writesToCopies: readonly RuleCase[] = [
  clean(
    'a clone, its members, and a member of a cloned object',
    'clones.ts',
    `${TOOL}${asTool(`async (a: { id: string }) => {
  const ctx = getRequestContext()!;
  const own = structuredClone(ctx);
  own.userId = a.id;
  own.dimensions!['k'] = a.id;
  structuredClone({ d: ctx.dimensions! }).d['as'] = a.id;
  const { dimensions } = structuredClone(ctx);
  dimensions!['k'] = a.id;
}`)}`,
  ),
  clean(
    'a record that the context was assigned into',
    'assigned.ts',
    `${TOOL}${asTool('async (a: { id: string }) => { const copy = Object.assign({}, getRequestContext()); copy.userId = a.id; return copy; }')}`,
  ),
  hit(
    'a member that such a record shares with the context',
    'shared-member.ts',
    `${TOOL}${asTool("async (a: { id: string }) => { const copy = Object.assign({}, getRequestContext()); §copy.dimensions!['k'] = a.id; }")}`,
  ),
  hit(
    'a record that is assigned into the context',
    'into.ts',
    `${TOOL}${asTool('async (a: { id: string }) => { §Object.assign(getRequestContext()!, structuredClone({ userId: a.id })); }')}`,
  ),
];

const service = (handler: string): string => `import { defineContract } from 'stitchkit/contract';
import { implement } from 'stitchkit/server';
${CONTEXT}import { note } from './notes';
const kilns = defineContract({ prefix: 'kilns' }, { fire: { method: 'POST', path: '/fire', desc: 'Fire' } });
export const service = implement(kilns, { fire: ${handler} });
`;

/** Reads of a handler that serves HTTP too, behind a question that tells HTTP from tool calls. */
export function readsForHttpOnly(path: string): RuleCase[] {
  const read = `getRequestContext()!${path}`;
  const guards = [
    [
      'the source of the context',
      `async () => { const rc = getRequestContext()!; if (rc.source === 'http') note(${read}); }`,
    ],
    [
      'the source, leaving first',
      `async () => { const rc = getRequestContext(); if (rc?.source !== 'http') return; note(${read}); }`,
    ],
    [
      'the source, beside another question',
      `async () => { const rc = getRequestContext(); if (rc && rc.source === 'http') note(${read}); }`,
    ],
    ['the source that the handler is told', `async ({ source }) => (source === 'http' ? note(${read}) : undefined)`],
    ['the source of what the handler is given', `async (call) => { if (call.source === 'http') note(${read}); }`],
    [
      'the method of a tool call',
      `async () => { const rc = getRequestContext(); if (rc?.method === 'TOOL') return; note(${read}); }`,
    ],
  ] as const;
  return [
    ...guards.map(([name, handler]) => clean(`only for HTTP: ${name}`, 'http.ts', service(handler))),
    hit(
      'for all but HTTP: the source of the context',
      'tools.ts',
      service(`async () => { const rc = getRequestContext()!; if (rc.source !== 'http') note(§${read}); }`),
    ),
    hit(
      'the source of the context, where calls have no fork of their own',
      'unforked.ts',
      service(`async () => { const rc = getRequestContext()!; if (rc.source === 'http') note(§${read}); }`),
      { version: '0.35.0' },
    ),
    hit(
      'the source of something else',
      'other.ts',
      service(`async ({ input }) => { if (input.source === 'http') note(§${read}); }`),
    ),
    clean(
      'a branch that the literal which a helper is given never takes',
      'literal.ts',
      `${TOOL}import { note } from './notes';
function report(kind: string) {
  if (kind === 'http') note(${read});
}
${asTool("async () => report('tool')")}`,
    ),
    hit(
      'a branch that the literal which a helper is given takes',
      'literal.ts',
      `${TOOL}import { note } from './notes';
function report(kind: string) {
  if (kind === 'http') note(§${read});
}
${asTool("async () => report('http')")}`,
    ),
    hit(
      'a branch on something that is not known',
      'unknown.ts',
      `${TOOL}import { note } from './notes';
function report(kind: string) {
  if (kind === 'http') note(§${read});
}
${asTool('async ({ kind }: { kind: string }) => report(kind)')}`,
    ),
  ];
}
