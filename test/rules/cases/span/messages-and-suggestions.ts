import { hit, type RuleCase } from '../../rule-case.js';
import { contractHandler } from '../../templates/scopes.js';

export const versions: readonly RuleCase[] = [
  ...['0.35.0', '0.36.1', '0.40.0', '0.42.0'].map((version) =>
    hit(`message for ${version}`, 'kilns.ts', contractHandler({ body: 'note(§getRequestContext()?.trace.spanId);' }), {
      version,
      says: [/`fire`/, /enclosing/],
      saysNot: [/createObservability/, /per-call MCP/],
    }),
  ),
  ...['0.43.0', '0.44.0', '0.97.0', 'latest'].map((version) =>
    hit(`message for ${version}`, 'kilns.ts', contractHandler({ body: 'note(§getRequestContext()?.trace.spanId);' }), {
      version,
      says: [/`fire`/, /enclosing/],
      saysNot: [/createAuditHook/],
    }),
  ),
  hit(
    'message for latest does not call it the span of the request',
    'kilns.ts',
    contractHandler({ body: `note('at', §getRequestContext()?.trace.spanId);` }),
    {
      version: 'latest',
      saysNot: [/request's (own )?span/i, /span of the request/i],
    },
  ),
];

export const paths: readonly RuleCase[] = [
  hit(
    'message names the helpers on the way and where they are called',
    'kilns.ts',
    contractHandler({
      top: 'const inner = () => §getRequestContext()?.trace.spanId;\nconst outer = () => inner();',
      body: 'note(outer());',
    }),
    { says: [/`fire`/, /`outer`\W+kilns\.ts:26:10/, /`inner`\W+kilns\.ts:22:21/] },
  ),
  hit(
    'message names a lifecycle',
    'mount.ts',
    `import { getRequestContext } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { services } from './surface';
export const tools = mountAgent(services, { lifecycle: { beforeHandle: () => §getRequestContext()?.trace.spanId } });
`,
    { says: [/lifecycle `beforeHandle`/] },
  ),
];

export const suggested: readonly RuleCase[] = [
  rowSuggestion(
    'rename or drop a property of a row',
    'note({ kiln: input.kilnId, §spanId: getRequestContext()?.trace.spanId });',
    ['note({ kiln: input.kilnId, parentSpanId: getRequestContext()?.trace.spanId });', 'note({ kiln: input.kilnId });'],
  ),
  rowSuggestion(
    'rename or drop a first property',
    'note({ §spanId: getRequestContext()?.trace.spanId, kiln: input.kilnId });',
    ['note({ parentSpanId: getRequestContext()?.trace.spanId, kiln: input.kilnId });', 'note({ kiln: input.kilnId });'],
  ),
  rowSuggestion(
    'keep a comment beside it',
    'note({\n      kiln: input.kilnId,\n      §spanId: getRequestContext()?.trace.spanId, // the row\n    });',
    [
      'note({\n      kiln: input.kilnId,\n      parentSpanId: getRequestContext()?.trace.spanId, // the row\n    });',
      'note({\n      kiln: input.kilnId,\n      // the row\n    });',
    ],
  ),
  rowSuggestion(
    'only drop where the parent key is taken',
    'note({ parentSpanId: input.kilnId, §spanId: getRequestContext()?.trace.spanId });',
    ['note({ parentSpanId: input.kilnId });'],
  ),
  rowSuggestion('a quoted key', `note({ §'spanId': getRequestContext()?.trace.spanId, kiln: 1 });`, [
    `note({ 'parentSpanId': getRequestContext()?.trace.spanId, kiln: 1 });`,
    'note({ kiln: 1 });',
  ]),
  rowSuggestion('an only property', 'note({ §spanId: getRequestContext()?.trace.spanId });', [
    'note({ parentSpanId: getRequestContext()?.trace.spanId });',
    'note({  });',
  ]),
  rowSuggestion(
    'no drop where a comment stands inside it',
    'note({ kiln: 1, §spanId: /* the row */ getRequestContext()?.trace.spanId });',
    ['note({ kiln: 1, parentSpanId: /* the row */ getRequestContext()?.trace.spanId });'],
  ),
];

function rowSuggestion(name: string, body: string, outputs: readonly string[]): RuleCase {
  return hit(`suggestion: ${name}`, 'kilns.ts', contractHandler({ body }), {
    suggestions: [outputs.map((output) => contractHandler({ body: output }))],
  });
}
