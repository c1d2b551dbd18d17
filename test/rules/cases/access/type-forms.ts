import { clean, hit, type RuleCase } from '../../rule-case.js';
import { sdkTool } from '../../templates/scopes.js';

const TYPE = `import type { RequestContext } from 'stitchkit/observability';`;

/** A value of which only the type is known: how the type is written, and how the context is reached in a value of it. */
const FORMS: readonly (readonly [type: string, access: string, declared?: string, imports?: string])[] = [
  ['RequestContext', ''],
  ['RequestContext | undefined', '!'],
  ['RequestContext | null', '?'],
  ['Readonly<RequestContext>', ''],
  ['NonNullable<RequestContext>', ''],
  ['Required<RequestContext>', ''],
  ['Partial<RequestContext>', ''],
  ['Awaited<RequestContext>', ''],
  [`Pick<RequestContext, 'trace'>`, ''],
  [`Omit<RequestContext, 'userId'>`, ''],
  ['RequestContext[]', '[0]!'],
  ['readonly RequestContext[]', '[0]!'],
  ['Array<RequestContext>', '[0]!'],
  ['ReadonlyArray<RequestContext>', '.at(0)!'],
  ['{ ctx: RequestContext }', '.ctx'],
  ['{ readonly ctx?: RequestContext }', '.ctx!'],
  [`{ 'the context': RequestContext }`, `['the context']`],
  ['{ current(): RequestContext }', '.current()'],
  ['{ current: () => RequestContext }', '.current()'],
  ['() => RequestContext', '()'],
  ['Own', '', 'type Own = RequestContext;'],
  ['Own', '', 'interface Own extends RequestContext { pen: string }'],
  ['Holder', '.ctx', 'interface Holder { ctx: RequestContext }'],
  ['Holder', '.current()', 'interface Holder { current(): RequestContext }'],
  ['Holder', '.ctx', 'interface Base { ctx: RequestContext }\ninterface Holder extends Base { pen: string }'],
  ['Holder', '.ctx', 'class Holder { ctx: RequestContext = made(); }'],
  [`import('stitchkit/observability').RequestContext`, '', '', ''],
  ['obs.RequestContext', '', '', `import type * as obs from 'stitchkit/observability';`],
  ['obs.RequestContext', '', '', `import obs = require('stitchkit/observability');`],
  ['Ctx', '', '', `import type { RequestContext as Ctx } from 'stitchkit/observability';`],
  ['ReturnType<typeof getRequestContext>', '!', '', `import { getRequestContext } from 'stitchkit/observability';`],
];

function named([type, access, declared = '', imports = '']: (typeof FORMS)[number]): string {
  return [type + access, declared, imports].filter(Boolean).join(', ').replaceAll('\n', ' ');
}

function program([type, access, declared, imports]: (typeof FORMS)[number], read: string): string {
  return sdkTool({
    imports: imports ?? TYPE,
    ...(declared ? { top: declared } : {}),
    body: `const held = made() as ${type};\n    note(${read.replace('HELD', `held${access}`)});`,
  });
}

/** What a type says a value is, however the type is written. */
export const typeForms: readonly RuleCase[] = [
  ...FORMS.map((form) => hit(`typed: ${named(form)}`, 'kilns.ts', program(form, '§HELD.trace.spanId'))),
  ...FORMS.map((form) => clean(`typed, its trace id: ${named(form)}`, 'kilns.ts', program(form, 'HELD.trace.traceId'))),
  ...[
    ['RequestContext', `import type { RequestContext } from './own-types.js';`],
    ['RequestContext', `interface RequestContext { trace: { spanId: string } }`],
    ['obs.RequestContext', `import type * as obs from './own-types.js';`],
    ['Record<string, RequestEvent>', `import type { RequestEvent } from 'stitchkit/observability';`],
    ['RequestContextKind', `import type { RequestContextKind } from 'stitchkit/observability';`],
  ].map(([type = '', imports = '']) =>
    clean(`another type: ${type}, ${imports}`, 'kilns.ts', program([type, '', '', imports], 'HELD.trace.spanId')),
  ),
];
