/** Groups F and G: what a name stands for, and where code may stand. */
import { describe, it } from 'vitest';
import { expectMarked } from './marked-reports.js';

const SPAN = '// !no-request-span-in-tool';

describe('F02 a name alone means nothing', () => {
  it.each([
    [`import { getRequestContext } from 'other';`],
    [`import { getRequestContext } from './context.js';`],
    [`import { getRequestContext } from '@acme/stitchkit/observability';`],
    [`import getRequestContext from 'stitchkit/observability';`],
    [`const getRequestContext = () => ({ trace: { spanId: 'own' } });`],
    [`declare function getRequestContext(): { trace: { spanId: string } } | undefined;`],
    [
      `import * as observability from 'stitchkit/observability';\nconst { getRequestContext } = { getRequestContext: () => ({ trace: { spanId: String(observability) } }) };`,
    ],
  ])('%s', (source) =>
    expectMarked(`import { tool } from 'ai';
${source}
export const one = tool({ execute: async () => ({ spanId: getRequestContext()?.trace.spanId }) });
`),
  );
});

describe('F04 a parameter or a variable hides an import', () => {
  it.each([
    [
      'a parameter of a method',
      'class A { m(getRequestContext: any) { return { spanId: getRequestContext().trace.spanId }; } }',
      'new A().m(own)',
    ],
    [
      'a parameter with a default',
      'const m = (getRequestContext = () => own) => ({ spanId: getRequestContext().trace.spanId });',
      'm()',
    ],
    [
      'a block',
      '',
      '(() => { const getRequestContext = () => own; return { spanId: getRequestContext().trace.spanId }; })()',
    ],
    [
      'a caught error',
      '',
      `(() => { try { return null; } catch (getRequestContext: any) { return { spanId: getRequestContext().trace.spanId }; } })()`,
    ],
    [
      'a loop',
      '',
      '(() => { for (const getRequestContext of [() => own]) return { spanId: getRequestContext().trace.spanId }; })()',
    ],
  ])('%s', (_name, top, value) =>
    expectMarked(`import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
declare const own: any;
${top}
export const id = () => getRequestContext()?.trace.traceId;
export const one = tool({ execute: async () => ${value} });
`),
  );
});

describe('F08 an export that renames is not the library', () => {
  it.each([
    [`const memo = wrap(f); export { memo as getRequestContext };`, 'memo()'],
    [`function own() { return { trace: { spanId: 's' } }; } export { own as getRequestContext };`, 'own()'],
    [`const getRequestContext = memoize(read); export default getRequestContext;`, 'getRequestContext()'],
  ])('%s', (source, call) =>
    expectMarked(`import { tool } from 'ai';
import { wrap, memoize, f, read } from './memo.js';
import 'stitchkit/observability';
${source}
export const one = tool({ execute: async () => ({ spanId: ${call}.trace.spanId }) });
`),
  );
});

describe('G01 types around a tool stop nothing', () => {
  it.each([
    ['satisfies', '({ a: tool({ execute: READ }) }) satisfies ToolSet'],
    ['as const', '{ a: tool({ execute: READ }) } as const'],
    ['as const satisfies', '{ a: tool({ execute: READ }) } as const satisfies ToolSet'],
    ['satisfies inside', '{ a: tool({ execute: READ } satisfies object) }'],
    ['an assertion that is not null', '{ a: tool({ execute: READ })! }'],
    ['angle brackets', '<ToolSet>{ a: tool({ execute: READ }) }'],
    ['type arguments', '{ a: tool<object, object>({ execute: READ }) }'],
  ])('%s', (_name, value) =>
    expectMarked(`import { tool, type ToolSet } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
export const tools = ${value.replace('READ', 'async () => ({ spanId: getRequestContext()?.trace.spanId })')}; ${SPAN}
`),
  );
});

describe('G05 what decorators stand at is visited', () => {
  const body = `{
    return tool({ execute: async () => ({ spanId: getRequestContext()?.trace.spanId }) }); ${SPAN}
  }`;

  it.each([
    ['an exported class', '@Injectable() export class Pens {', ''],
    ['a class that is exported with its decorator behind', 'export @Injectable() class Pens {', ''],
    ['the default export', '@Injectable() export default class Pens {', ''],
    ['a method', 'export class Pens {', '@Get() '],
    ['a method with arguments', 'export class Pens {', `@Tool({ name: 'x' }) @Audit() `],
    ['a static method', 'export class Pens {', '@Get() static '],
  ])('%s', (_name, head, decorator) =>
    expectMarked(`import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
import { Audit, Get, Injectable, Tool } from './decorators.js';
${head}
  constructor(@Injectable() private readonly pens: object) {}
  ${decorator}make() ${body}
}
`),
  );

  it('a tool in the argument of a decorator is found too', () =>
    expectMarked(`import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
import { Uses } from './decorators.js';
@Uses(tool({ execute: async () => ({ spanId: getRequestContext()?.trace.spanId }) })) ${SPAN}
export class Pens {}
`));
});
