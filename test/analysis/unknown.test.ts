import { describe, expect, it } from 'vitest';
import { analyseModule, parseModule } from '../../analysis/index.js';
import type { Unknown } from '../../analysis/finding.js';
import { settingsFor } from './settings-for.js';

function unknownIn(code: string, filename = 'a.ts'): readonly Unknown[] {
  return analyseModule(parseModule(filename, code), settingsFor({ filename, code })).unknown;
}

const TOOL = (body: string, imports = ''): string => `
import { tool } from 'ai';
import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
${imports}
export const t = tool({ inputSchema: {} as never, execute: async ({ pen }: { pen: string }) => {
  ${body}
} });
`;

describe('what is said of exits that were not followed', () => {
  it('names a call into another module of the project', () => {
    const unknown = unknownIn(TOOL('return note(pen);', "import { note } from './notes';"));
    expect(unknown.map((one) => [one.reason, one.place.line])).toEqual([['unresolvable', 6]]);
    expect(unknown[0]?.message).toContain("`note` of './notes'");
    expect(unknown[0]?.message).toContain('hand-written SDK tool `t`');
  });

  it('says nothing of packages, built-ins and what other modules gave back', () => {
    expect(unknownIn(TOOL('return [pen].map((x) => pad(x)).join();', "import pad from 'left-pad';"))).toEqual([]);
    const chained = unknownIn(
      TOOL('const rows = await all(); return rows.map((x) => x);', "import { all } from './rows';"),
    );
    expect(chained).toHaveLength(1);
  });

  it('names a write that another module may run in a fork', () => {
    const unknown = unknownIn(
      TOOL('return scoped(() => setRequestDimensions({ pen }));', "import { scoped } from './scoped';"),
    );
    expect(unknown.map((one) => one.message)).toContainEqual(
      expect.stringMatching(/a context write runs inside `scoped` of '\.\/scoped'/u),
    );
  });

  it('names a whole trace handed to another module', () => {
    const unknown = unknownIn(TOOL('return report(getRequestContext()!.trace);', "import { report } from './report';"));
    expect(unknown.map((one) => one.message)).toContainEqual(expect.stringMatching(/the whole trace is handed/u));
  });

  it('gives no unknown for a file without call scopes', () => {
    expect(
      unknownIn(
        "import { note } from './notes';\nimport { getRequestContext } from 'stitchkit/observability';\nnote(getRequestContext());\n",
      ),
    ).toEqual([]);
  });

  it.each([
    ['a dynamic import', 'const m = await import(`./pens/${pen}.js`);\n  return m.note(pen);'],
    ['a required module', 'const m = require(`./pens/${pen}`);\n  return m.note(pen);'],
  ])('names what runs of %s whose name is computed', (_, body) => {
    const unknown = unknownIn(TOOL(body));
    expect(unknown.map((one) => [one.reason, one.place.line])).toEqual([['computed', 7]]);
    expect(unknown[0]?.message).toContain('of a module whose name is computed');
  });

  it('names a member of the context that is computed, unless its name can be seen', () => {
    const unknown = unknownIn(TOOL('return getRequestContext()![pen as never];'));
    expect(unknown.map((one) => [one.reason, one.place.line])).toEqual([['computed', 6]]);
    expect(unknownIn(TOOL("const name = 'userId';\n  return getRequestContext()![name];"))).toEqual([]);
  });

  it('names what is taken out of a table that cannot be seen by a name that is computed', () => {
    const table = (body: string): readonly Unknown[] =>
      unknownIn(`const table = globalTable();\nconst seen = { a: () => 1, b: () => 2 };\n${TOOL(body)}`);
    const unknown = table('return table[pen]!(pen);');
    expect(unknown.map((one) => one.reason)).toEqual(['computed']);
    expect(unknown[0]?.message).toContain('a member of `table` whose name is computed');
    expect(table("return seen[pen as 'a' | 'b']();")).toEqual([]);
    expect(table('return table.find(pen);')).toEqual([]);
  });

  it('names what is given from outside the scope, once, and not what the framework gives it', () => {
    const unknown = unknownIn(`
import { defineContract } from 'stitchkit/contract';
import { implement } from 'stitchkit/server';
const pens = defineContract({ prefix: 'pens' }, { count: { method: 'GET', path: '/', desc: 'Count', expose: ['MCP'] } });
export const makePens = (deps) =>
  implement(pens, {
    count: async ({ input, log }) => {
      log.info(input.pen);
      await deps.rows.save(input.pen);
      return deps.rows.save(input.pen.toUpperCase());
    },
  });
`);
    expect(unknown.map((one) => [one.reason, one.place.line])).toEqual([['too-dynamic', 9]]);
    expect(unknown[0]?.message).toContain('`deps.rows.save`');
  });

  it('names a package that is handed the context, and none that is handed plain values', () => {
    const unknown = unknownIn(
      TOOL(
        'trackCall(pen);\n  trackCall({ context: getRequestContext() });\n  return trackCall(getRequestContext()!.userId);',
        "import { trackCall } from 'call-tracker';",
      ),
    );
    expect(unknown.map((one) => [one.reason, one.place.line])).toEqual([['unresolvable', 7]]);
    expect(unknown[0]?.message).toContain("`trackCall` of 'call-tracker' is handed the context");
  });

  it('names code that is made from a text', () => {
    for (const body of ['return eval(pen);', 'return Function(pen);']) {
      const unknown = unknownIn(TOOL(body));
      expect(unknown.map((one) => one.reason)).toEqual(['too-dynamic']);
      expect(unknown[0]?.message).toContain('code that is made from a text');
    }
  });

  it.each([
    ['a handler', '{ count: countPens, look: async () => 1 }', 'the contract handler given here', [8]],
    ['a spread of handlers', '{ ...pensHandlers, look: async () => 1 }', 'what is given here', [8]],
    ['all handlers', 'pensHandlers', 'what is given here', [6]],
    ['handlers that are seen', '{ count: async () => 2, look: async () => 1 }', '', []],
  ])('names %s that could not be followed', (_, handlers, text, lines) => {
    const unknown = unknownIn(`
import { defineContract } from 'stitchkit/contract';
import { implement } from 'stitchkit/server';
import { countPens, pensHandlers } from './pens-handlers';
const pens = defineContract({ prefix: 'pens' }, { count: { method: 'GET', path: '/', desc: 'Count', expose: ['MCP'] } });
export const service = implement(
  pens,
  ${handlers},
);
`);
    expect(unknown.map((one) => one.place.line)).toEqual(lines);
    for (const one of unknown) expect(one.message).toContain(text);
  });

  it('names hooks and lifecycles of packages and callers, and not what the framework made', () => {
    const unknown = unknownIn(`
import { createToolLogger, mountAgent } from 'stitchkit/tools';
import { traceHooks } from '@acme/trace';
import { service } from './service';
export const one = (lifecycle) => mountAgent(service, { hooks: traceHooks(), lifecycle });
export const two = mountAgent(service, { hooks: createToolLogger(), context: { userId: 'robot' } });
`);
    expect(unknown.map((one) => [one.reason, one.place.line])).toEqual([
      ['unresolvable', 5],
      ['too-dynamic', 5],
    ]);
    expect(unknown[0]?.message).toContain('@acme/trace');
    expect(unknown[1]?.message).toContain('is given from outside and was not followed');
  });

  it('names the record of a fork that is made elsewhere', () => {
    const unknown = unknownIn(`
import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { forkOf } from './fork-of';
export const run = (call) => runWithRequestContext(forkOf(getRequestContext()), call);
`);
    expect(unknown.map((one) => one.message)).toContainEqual(
      expect.stringMatching(/record of this fork comes from `forkOf`/u),
    );
  });

  it('says where it stopped following', () => {
    const chain = Array.from({ length: 12 }, (_, n) => `const step${n} = (pen) => step${n + 1}(pen);`).join('\n');
    const unknown = unknownIn(`${chain}\nconst step12 = (pen) => pen;\n${TOOL('return step0(pen);')}`);
    expect(unknown.map((one) => one.reason)).toEqual(['budget']);
  });
});
