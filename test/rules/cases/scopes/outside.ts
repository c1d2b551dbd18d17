import { clean, type RuleCase } from '../../rule-case.js';
import { CONTEXT_IMPORT, contractHandler, sdkTool } from '../../templates/scopes.js';

/** Code that does not run during a tool call, or reads something else. */
export function outside(read: string): RuleCase[] {
  const right = `note(${read})`;
  return [
    clean(
      'outside: a fetch wrapper',
      'web.ts',
      `import { getRequestContext, wrapInRequestContext } from 'stitchkit/observability';\nimport { note } from './notes';\nexport const fetch = wrapInRequestContext(async () => new Response(String(${right})));\n`,
    ),
    clean(
      'outside: no tool in the file',
      'web.ts',
      `${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport function log(message: string) {\n  note(message);\n  ${right};\n}\n`,
    ),
    clean(
      'outside: the body of a unit of work',
      'job.ts',
      `import { getRequestContext, runUnitOfWork } from 'stitchkit/observability';\nimport { note } from './notes';\nexport const nightly = () => runUnitOfWork({ name: 'nightly' }, async () => ${right});\n`,
    ),
    clean(
      'outside: a unit of work inside a tool',
      'sheep.ts',
      sdkTool({
        imports: `import { getRequestContext, runUnitOfWork } from 'stitchkit/observability';`,
        body: `await runUnitOfWork({ name: 'count' }, async () => ${right});`,
      }),
    ),
    clean(
      'outside: another library under the same name',
      'sheep.ts',
      sdkTool({ imports: `import { getRequestContext } from '@fastify/request-context';`, body: `${right};` }),
    ),
    clean(
      'outside: a local module under the same name',
      'sheep.js',
      sdkTool({ imports: `import { getRequestContext } from './context';`, body: `${right};` }),
    ),
    clean(
      'outside: a function of that name in the file',
      'sheep.js',
      sdkTool({
        imports: `import { getTraceId } from 'stitchkit/observability';`,
        top: `function getRequestContext() {\n  return { trace: { spanId: getTraceId() }, startedAt: 0 };\n}`,
        body: `${right};`,
      }),
    ),
    clean(
      'outside: a namespace of another library',
      'sheep.ts',
      sdkTool({
        imports: `import * as obs from './obs';\nimport { getTraceId } from 'stitchkit/observability';`,
        body: `note(getTraceId(), obs.${read});`,
      }),
    ),
    clean(
      'outside: shadowed by a parameter',
      'sheep.ts',
      `import { tool } from 'ai';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const serve = () => note(getRequestContext()?.userId);\nexport const make = (getRequestContext: () => any) => tool({ inputSchema: {}, execute: async () => ${right} });\n`,
    ),
    clean(
      'outside: shadowed by a local',
      'sheep.js',
      sdkTool({
        body: `const getRequestContext = () => ({ trace: { spanId: 'mine' }, startedAt: 0 });\n    ${right};`,
      }),
    ),
    clean(
      'outside: shadowed by a catch binding',
      'sheep.js',
      sdkTool({ body: `try {\n      note(1);\n    } catch (getRequestContext) {\n      ${right};\n    }` }),
    ),
    clean(
      'outside: require is a parameter',
      'sheep.cjs',
      `'use strict';\nconst { tool } = require('ai');\nconst { note } = require('./notes');\nmodule.exports = (require) => {\n  const { getRequestContext } = require('stitchkit/observability');\n  return tool({ execute: async () => ${right} });\n};\n`,
    ),
    clean(
      'outside: a type with the same name',
      'sheep.ts',
      sdkTool({
        imports: `import type { getRequestContext as Getter, RequestContext } from 'stitchkit/observability';`,
        top: 'declare const getRequestContext: () => { trace: { spanId: string }; startedAt: number } | undefined;',
        body: `${right};`,
      }),
    ),
    clean(
      'outside: a helper nobody calls',
      'kilns.ts',
      contractHandler({ top: `export function page() {\n  ${right};\n}`, body: 'note(input.kilnId);' }),
    ),
    clean(
      'outside: a helper of the same name as a reached one',
      'kilns.ts',
      contractHandler({
        top: `class Page {\n  show() {\n    ${right};\n  }\n}\nclass Kiln {\n  show() {\n    note(1);\n  }\n}\nexport const page = new Page();`,
        body: 'new Kiln().show();',
      }),
    ),
    clean(
      'outside: comments and strings',
      'sheep.ts',
      sdkTool({ imports: '', body: `// ${read}\n    note('${read}', /* ${read} */ 1);` }),
    ),
    clean(
      'outside: a declaration file',
      'sheep.d.ts',
      `import { tool } from 'ai';\n${CONTEXT_IMPORT}\nexport declare const count: ReturnType<typeof tool>;\nexport declare const ctx: ReturnType<typeof getRequestContext>;\n`,
    ),
    clean(
      'outside: a test that reads in its own wrapper',
      'sheep.test.ts',
      `import { expect, test } from 'vitest';\nimport { getRequestContext, wrapInRequestContext } from 'stitchkit/observability';\ntest('has a context', async () => {\n  const serve = wrapInRequestContext(async () => new Response(String(${read})));\n  expect(await serve(new Request('http://localhost/'), undefined)).toBeDefined();\n});\n`,
    ),
    clean(
      'outside: not reached behind a key of another object',
      'sheep.ts',
      `import { tool } from 'ai';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\nexport const config = { execute: async () => ${right} };\nexport const t = tool({ inputSchema: {}, execute: async () => 1 });\n`,
    ),
  ];
}
