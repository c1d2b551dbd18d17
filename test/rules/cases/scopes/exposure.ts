import { clean, hit, type RuleCase } from '../../rule-case.js';
import { CONTEXT_IMPORT, contractHandler } from '../../templates/scopes.js';

/** Whether a contract endpoint is a tool. */
export function exposureCases(read: string): RuleCase[] {
  const wrong = `note(§${read});`;
  const right = `note(${read});`;
  const names = [/`fire`/];
  return [
    hit('exposure: listed', 'kilns.ts', contractHandler({ expose: `['AGENT', 'MCP']`, body: wrong }), { says: names }),
    hit('exposure: by default', 'kilns.ts', contractHandler({ expose: '', body: wrong })),
    hit('exposure: HTTP and AGENT', 'kilns.ts', contractHandler({ expose: `['HTTP', 'AGENT']`, body: wrong })),
    hit(
      'exposure: through a constant',
      'kilns.ts',
      contractHandler({
        top: '',
        imports: `${CONTEXT_IMPORT}\nconst EVERYWHERE = ['HTTP', 'MCP'] as const;`,
        expose: 'EVERYWHERE',
        body: wrong,
      }),
    ),
    hit(
      'exposure: a constant spread into the list',
      'kilns.js',
      contractHandler({
        imports: `${CONTEXT_IMPORT}\nconst TOOLS = ['MCP', 'AGENT'];`,
        expose: `['HTTP', ...TOOLS]`,
        body: wrong,
      }),
    ),
    hit(
      'exposure: a member of a constant',
      'kilns.ts',
      contractHandler({
        imports: `${CONTEXT_IMPORT}\nconst EXPOSE = { web: ['HTTP'], tools: ['MCP'] } as const;`,
        expose: 'EXPOSE.tools',
        body: wrong,
      }),
    ),
    hit(
      'exposure: computed, so unknown',
      'kilns.ts',
      contractHandler({
        imports: `${CONTEXT_IMPORT}\nimport { where } from './where';`,
        expose: 'where()',
        body: wrong,
      }),
    ),
    clean(
      'exposure: computed, unknown ignored',
      'kilns.ts',
      contractHandler({
        imports: `${CONTEXT_IMPORT}\nimport { where } from './where';`,
        expose: 'where()',
        body: right,
      }),
      {
        settings: { unknownExposure: 'ignore' },
      },
    ),
    hit('exposure: listed, also where unknown is ignored', 'kilns.ts', contractHandler({ body: wrong }), {
      settings: { unknownExposure: 'ignore' },
    }),
    clean('exposure: HTTP only', 'kilns.ts', contractHandler({ expose: `['HTTP']`, body: right })),
    clean(
      'exposure: HTTP only through a constant',
      'kilns.ts',
      contractHandler({
        imports: `${CONTEXT_IMPORT}\nconst WEB_ONLY = ['HTTP'] as const;`,
        expose: 'WEB_ONLY',
        body: right,
      }),
    ),
    clean(
      'exposure: HTTP only through a member of a constant, in JavaScript',
      'kilns.js',
      contractHandler({
        imports: `${CONTEXT_IMPORT}\nconst EXPOSE = Object.freeze({ web: ['HTTP'] });`,
        expose: 'EXPOSE.web',
        body: right,
      }),
    ),
    clean(
      'exposure: HTTP only through a spread',
      'kilns.ts',
      contractHandler({
        imports: `${CONTEXT_IMPORT}\nconst WEB = ['HTTP'] as const;`,
        expose: '[...WEB]',
        body: right,
      }),
    ),
    clean(
      'exposure: HTTP only in a satisfies',
      'kilns.ts',
      contractHandler({
        imports: `${CONTEXT_IMPORT}\nimport type { Exposure } from 'stitchkit/contract';`,
        expose: `['HTTP'] satisfies Exposure[]`,
        body: right,
      }),
    ),
    clean(
      'exposure: multipart is never a tool',
      'kilns.ts',
      contractHandler({ endpoint: 'multipart: true,', body: right }),
    ),
    clean(
      'exposure: rawResponse is never a tool',
      'kilns.ts',
      contractHandler({ endpoint: 'rawResponse: true,', expose: '', body: right }),
    ),
    clean(
      'exposure: stream is never a tool',
      'kilns.ts',
      contractHandler({ endpoint: 'stream: true,', expose: '', body: right }),
    ),
    clean(
      'exposure: rawBody is never a tool',
      'kilns.ts',
      contractHandler({ endpoint: 'rawBody: true,', expose: '', body: right }),
    ),
    clean(
      'exposure: responseMeta is never a tool',
      'kilns.ts',
      contractHandler({ endpoint: 'responseMeta: true,', expose: '', body: right }),
    ),
    clean(
      'exposure: HEAD is never a tool',
      'kilns.ts',
      contractHandler({ expose: '', body: right }).replace(`method: 'POST'`, `method: 'HEAD'`),
    ),
    hit(
      'exposure: a flag that is off',
      'kilns.ts',
      contractHandler({ endpoint: 'rawResponse: false,', expose: '', body: wrong }),
    ),
    clean(
      'exposure: explicit factory without a list',
      'kilns.ts',
      explicitFactory({ option: `'explicit'`, expose: '', body: right }),
    ),
    clean(
      'exposure: explicit factory with HTTP',
      'kilns.ts',
      explicitFactory({ option: `'explicit'`, expose: `expose: ['HTTP'],`, body: right }),
    ),
    hit(
      'exposure: explicit factory with MCP',
      'kilns.ts',
      explicitFactory({ option: `'explicit'`, expose: `expose: ['MCP'],`, body: wrong }),
    ),
    hit('exposure: plain factory without a list', 'kilns.ts', explicitFactory({ option: '', expose: '', body: wrong })),
    hit('exposure: imported contract', 'kilns.ts', importedContract(wrong)),
    clean('exposure: imported contract, unknown ignored', 'kilns.ts', importedContract(right), {
      settings: { unknownExposure: 'ignore' },
    }),
    hit('exposure: one of two endpoints', 'kilns.ts', twoEndpoints(`note(§${read})`, `note(${read})`), {
      says: [/`fire`/],
    }),
    clean('exposure: only the HTTP one of two', 'kilns.ts', twoEndpoints('note(1)', `note(${read})`)),
    hit(
      'exposure: a helper shared with an HTTP-only endpoint',
      'kilns.ts',
      twoEndpoints('held()', 'held()', `const held = () => note(§${read});`),
    ),
    clean(
      'exposure: a helper of the HTTP-only endpoint',
      'kilns.ts',
      twoEndpoints('note(1)', 'held()', `const held = () => note(${read});`),
    ),
    hit('exposure: an endpoint in a constant of its own', 'kilns.ts', endpointConstant(`['AGENT']`, wrong)),
    clean('exposure: an HTTP endpoint in a constant of its own', 'kilns.ts', endpointConstant(`['HTTP']`, right)),
  ];
}

function explicitFactory({ option, expose, body }: { option: string; expose: string; body: string }): string {
  return `import { createContractFactory } from 'stitchkit/contract';
${CONTEXT_IMPORT}
import { implement } from 'stitchkit/server';
import { note } from './notes';

const define = createContractFactory<'public' | 'staff'>(${option === '' ? '' : `{ toolExposure: ${option} }`});
const kilns = define({ prefix: 'kilns' }, { fire: { method: 'POST', path: '/fire', desc: 'Fire', ${expose} } });

export default implement(kilns, {
  fire: async () => {
    ${body}
    return {};
  },
});
`;
}

function importedContract(body: string): string {
  return `${CONTEXT_IMPORT}
import { implement } from 'stitchkit/server';
import { kilns } from '@acme/contracts';
import { note } from './notes';

export const kilnService = implement(kilns, {
  async fire() {
    ${body}
    return {};
  },
});
`;
}

function twoEndpoints(tool: string, web: string, top = ''): string {
  return `import { defineContract } from 'stitchkit/contract';
${CONTEXT_IMPORT}
import { implement } from 'stitchkit/server';
import { note } from './notes';

const kilns = defineContract(
  { prefix: 'kilns' },
  {
    fire: { method: 'POST', path: '/fire', desc: 'Fire', expose: ['MCP'] },
    look: { method: 'GET', path: '/look', desc: 'Look', expose: ['HTTP'] },
  },
);
${top}
export const kilnService = implement(kilns, {
  fire: async () => ${tool},
  look: async () => ${web},
});
`;
}

function endpointConstant(expose: string, body: string): string {
  return `import { defineContract } from 'stitchkit/contract';
${CONTEXT_IMPORT}
import { implement } from 'stitchkit/server';
import { note } from './notes';

const fire = { method: 'POST', path: '/fire', desc: 'Fire', expose: ${expose} } as const;
const endpoints = { fire };
const kilns = defineContract({ prefix: 'kilns' }, endpoints);

export const kilnService = implement(kilns, {
  async fire() {
    ${body}
    return {};
  },
});
`;
}
