import { clean, hit, type RuleCase } from '../../rule-case.js';

const IMPORTS = `import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
import { note, rows } from './rows.js';
`;

function execute(body: string): string {
  return `${IMPORTS}
export const countSheep = tool({
  execute: async ({ pen }) => {
    ${body.trim()}
    return pen;
  },
});
`;
}

/** Members taken out of a pattern only to keep them out of what is left. */
export const omittedSpans: readonly RuleCase[] = [
  clean(
    'both span ids are left out of what is written',
    'sheep.js',
    execute(`
    const { spanId: _dropped, parentSpanId: _too, ...rest } = getRequestContext().trace;
    await rows.write({ pen, ...rest });`),
  ),
  clean(
    'the span is left out and written as the parent',
    'sheep.ts',
    execute(`
    const { spanId, ...rest } = getRequestContext()!.trace;
    await rows.write({ pen, ...rest, parentSpanId: spanId });`),
  ),
  clean(
    'the trace is left out of a copy of the context',
    'sheep.js',
    execute(`
    const { trace: _trace, ...rest } = getRequestContext();
    await rows.write({ pen, ...rest });
    note(rest.trace?.spanId);`),
  ),
  clean(
    'a parameter is stripped by a helper',
    'sheep.js',
    `${IMPORTS}
const publicPart = ({ spanId, parentSpanId, ...rest }) => rest;
export const countSheep = tool({
  execute: async ({ pen }) => {
    await rows.write({ pen, ...publicPart(getRequestContext().trace) });
  },
});
`,
  ),
  hit(
    'only the trace id is left out',
    'sheep.js',
    execute(`
    const { traceId, ...ids } = getRequestContext().trace;
    await rows.write({ pen, traceId, §...ids });`),
  ),
  hit(
    'the span is left out of one row and put into another',
    'sheep.ts',
    execute(`
    const { §spanId, parentSpanId: _, ...rest } = getRequestContext()!.trace;
    await rows.write({ pen, ...rest });
    note({ spanId });`),
  ),
  hit(
    'read off what a pattern left over',
    'sheep.cjs',
    execute(`
    const { startedAt: _, ...rest } = getRequestContext();
    note(§rest.trace.spanId);`)
      .replace(
        IMPORTS,
        `const { tool } = require('ai');
const { getRequestContext } = require('stitchkit/observability');
const { note, rows } = require('./rows.js');
`,
      )
      .replace('export const countSheep =', 'exports.countSheep ='),
  ),
];

/** The same of the context's start. */
export const omittedStarts: readonly RuleCase[] = [
  clean(
    'the start is left out of what is written',
    'sheep.ts',
    execute(`
    const { startedAt: _start, trace: _trace, ...rest } = getRequestContext()!;
    await rows.write({ pen, ...rest, at: new Date() });`),
  ),
  clean(
    'the start is replaced in what is left over',
    'sheep.js',
    execute(`
    const { startedAt: _start, ...rest } = getRequestContext();
    rest.startedAt = process.hrtime.bigint();
    note(rest.startedAt);`),
  ),
  clean(
    'what is left over has no start',
    'sheep.js',
    execute(`
    const { startedAt: _start, ...rest } = getRequestContext();
    note(rest.startedAt ?? 0n);`),
  ),
  hit(
    'what is left over still has the start',
    'sheep.ts',
    execute(`
    const { userId, ...rest } = getRequestContext()!;
    note(userId, §rest.startedAt);`),
  ),
  hit(
    'the start is left out and used',
    'sheep.js',
    execute(`
    const { §startedAt, ...rest } = getRequestContext();
    await rows.write({ ...rest, took: process.hrtime.bigint() - startedAt });`),
  ),
];
