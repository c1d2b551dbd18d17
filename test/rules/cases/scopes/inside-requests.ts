import { clean, hit, type RuleCase } from '../../rule-case.js';

const IMPORTS = `import { tool } from 'ai';
import { childSpan, getRequestContext, runUnitOfWork, runWithRequestContext, wrapInRequestContext } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { answer, note, services } from './chat';
`;

/** Tools that are made inside a request, a job or a loop's fork: that is what encloses their calls, and no fork of theirs. */
export function insideRequests(read: string): RuleCase[] {
  const path = read.replace(/^getRequestContext\(\)/u, '');
  const execute = `execute: async () => note(§${read})`;
  return [
    hit(
      'inside: a tool written in a wrapped request',
      'chat.ts',
      `${IMPORTS}
export const handler = wrapInRequestContext(async (request) => {
  note(${read});
  return answer(request, { look: tool({ description: 'Look', ${execute} }) });
});
`,
    ),
    hit(
      'inside: a tool closes over the context of a wrapped request',
      'chat.ts',
      `${IMPORTS}
export const handler = wrapInRequestContext(async (request) => {
  const ctx = getRequestContext();
  return answer(request, { look: tool({ description: 'Look', execute: async () => note(§ctx${path}) }) });
});
`,
    ),
    hit(
      'inside: a lifecycle of a mount in a wrapped request',
      'chat.js',
      `${IMPORTS}
export const handler = wrapInRequestContext((request) =>
  answer(request, mountAgent(services, { lifecycle: { beforeHandle: () => note(§${read}) } })),
);
`,
    ),
    hit(
      'inside: a tool written in a unit of work',
      'job.ts',
      `${IMPORTS}
export const nightly = () =>
  runUnitOfWork({ name: 'nightly' }, async () => answer(null, { look: tool({ description: 'Look', ${execute} }) }));
`,
    ),
    hit(
      'inside: a tool written in the fork of a loop',
      'loop.ts',
      `${IMPORTS}
export async function loop() {
  const parent = getRequestContext()!;
  const own = { ...parent, trace: childSpan(parent.trace), dimensions: { ...parent.dimensions }, error: undefined };
  return runWithRequestContext(own, () => answer(null, { look: tool({ description: 'Look', ${execute} }) }));
}
`,
    ),
    hit(
      'inside: a helper beside the tool, in a wrapped request',
      'chat.js',
      `${IMPORTS}
export const handler = wrapInRequestContext(async (request) => {
  const mark = () => note(§${read});
  return answer(request, { look: tool({ description: 'Look', execute: async () => mark() }) });
});
`,
    ),
    clean(
      'inside: a unit of work in the tool, in a wrapped request',
      'chat.ts',
      `${IMPORTS}
export const handler = wrapInRequestContext((request) =>
  answer(request, {
    look: tool({ description: 'Look', execute: async () => runUnitOfWork({ name: 'look' }, async () => note(${read})) }),
  }),
);
`,
    ),
    clean(
      'inside: a callback of the loop that is no tool',
      'chat.ts',
      `${IMPORTS}
export const handler = wrapInRequestContext((request) =>
  answer(request, { look: tool({ description: 'Look', execute: async () => 1 }), onFinish: () => note(${read}) }),
);
`,
    ),
  ];
}
