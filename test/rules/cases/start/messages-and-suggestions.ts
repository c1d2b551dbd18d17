import { hit, type RuleCase } from '../../rule-case.js';
import { contractHandler, sdkTool } from '../../templates/scopes.js';
import { hooks } from './templates.js';

const READ = 'note(process.hrtime.bigint() - §getRequestContext()!.startedAt);';

export const versions: readonly RuleCase[] = [
  ...['0.35.0', '0.36.1', '0.43.0'].map((version) =>
    hit(`message for ${version}`, 'kilns.ts', contractHandler({ body: READ }), {
      version,
      says: [/`fire`/],
      saysNot: [/0\.44/, /MCP dispatch/],
    }),
  ),
  ...['0.44.0', '0.97.0', 'latest'].map((version) =>
    hit(`message for ${version}`, 'kilns.ts', contractHandler({ body: READ }), {
      version,
      says: [/`fire`/],
      saysNot: [/the request's start/i, /start of the request/i],
    }),
  ),
  hit(
    'message of a hook names its duration',
    'mount.ts',
    hooks('afterToolCall: ({ toolName }) => note(toolName, §process.hrtime.bigint() - getRequestContext()!.startedAt)'),
    {
      says: [/durationMs/],
    },
  ),
];

export const suggested: readonly RuleCase[] = [
  hit(
    'suggestion: a start in a block body',
    'sheep.ts',
    sdkTool({
      body: 'const ctx = getRequestContext();\n    note(ctx ? process.hrtime.bigint() - §ctx.startedAt : 0n);',
    }),
    {
      suggestions: [
        [
          sdkTool({
            body: 'const callStartedAt = process.hrtime.bigint();\n    const ctx = getRequestContext();\n    note(ctx ? process.hrtime.bigint() - callStartedAt : 0n);',
          }),
        ],
      ],
    },
  ),
  hit(
    'suggestion: a start under a free name',
    'sheep.js',
    sdkTool({
      body: 'const callStartedAt = pen;\n    note(callStartedAt, process.hrtime.bigint() - §getRequestContext().startedAt);',
    }),
    {
      suggestions: [
        [
          sdkTool({
            body: 'const callStartedAt2 = process.hrtime.bigint();\n    const callStartedAt = pen;\n    note(callStartedAt, process.hrtime.bigint() - callStartedAt2);',
          }),
        ],
      ],
    },
  ),
  hit(
    'suggestion: a start stored as a value',
    'kilns.ts',
    contractHandler({ body: 'note({ at: §getRequestContext()?.startedAt });' }),
    {
      suggestions: [
        [
          contractHandler({
            body: 'const callStartedAt = process.hrtime.bigint();\n    note({ at: callStartedAt });',
          }),
        ],
      ],
    },
  ),
  hit(
    'suggestion: an expression body',
    'sheep.ts',
    expressionTool('({ ns: process.hrtime.bigint() - §getRequestContext()!.startedAt })'),
    {
      suggestions: [
        [
          expressionTool(
            '{ const callStartedAt = process.hrtime.bigint(); return ({ ns: process.hrtime.bigint() - callStartedAt }); }',
          ),
        ],
      ],
    },
  ),
  hit(
    'suggestion: CRLF and no semicolons',
    'sheep.js',
    plain('const ctx = getRequestContext()\n    note(process.hrtime.bigint() - §ctx.startedAt)'),
    {
      suggestions: [
        [
          plain(
            'const callStartedAt = process.hrtime.bigint()\n    const ctx = getRequestContext()\n    note(process.hrtime.bigint() - callStartedAt)',
          ),
        ],
      ],
    },
  ),
  hit(
    'suggestion: below a directive',
    'sheep.js',
    sdkTool({ body: `'use server';\n    note(process.hrtime.bigint() - §getRequestContext().startedAt);` }),
    {
      suggestions: [
        [
          sdkTool({
            body: `'use server';\n    const callStartedAt = process.hrtime.bigint();\n    note(process.hrtime.bigint() - callStartedAt);`,
          }),
        ],
      ],
    },
  ),
];

/** A file in the style of somebody who writes on Windows and likes no semicolons. */
function plain(body: string): string {
  return sdkTool({ body }).replaceAll(';\n', '\n').replaceAll('\n', '\r\n');
}

function expressionTool(body: string): string {
  return `import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';

export const countSheep = tool({ inputSchema: {}, execute: async () => ${body} });
`;
}
