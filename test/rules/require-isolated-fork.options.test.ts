import { readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';

const UNDESCRIBED = '{ ...parent, dimensions: { ...parent.dimensions }, error: undefined }';
const DESCRIBED = `{ ...parent, source: 'agent', method: 'TOOL', path: '/agent/' + call.name, serviceName: 'kilns', action: call.name, dimensions: {}, error: undefined }`;

function program(context: string): string {
  return `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { executors } from './executors.js';
export const runCall = (call) => {
  const parent = getRequestContext();
  if (!parent) return executors[call.name](call.args);
  return runWithRequestContext(${context}, () => executors[call.name](call.args));
};
`;
}

function lint(code: string, options: Record<string, boolean>): string[] {
  const messages = new Linter().verify(
    code,
    {
      plugins: { stitchkit: plugin },
      settings: { stitchkit: { version: 'latest' } },
      rules: { 'stitchkit/require-isolated-fork': ['error', options] },
    },
    { filename: 'calls.js' },
  );
  return messages.map(({ line, message }) => `${String(line)} ${message}`);
}

describe('describeCall', () => {
  it('is off by default', () => {
    expect(plugin.rules?.['require-isolated-fork']?.meta?.defaultOptions).toEqual([{ describeCall: false }]);
    expect(lint(program(UNDESCRIBED), {})).toEqual([]);
    expect(lint(program(UNDESCRIBED), { describeCall: false })).toEqual([]);
  });

  it('reports a fork that still says what the request is', () => {
    const [report, ...more] = lint(program(UNDESCRIBED), { describeCall: true });
    expect(more).toEqual([]);
    expect(report).toMatch(/^6 .*describe the call.*`source`.*`method`.*`path`.*`serviceName`.*`action`/);
  });

  it('names only what is not described', () => {
    const named = lint(program(DESCRIBED.replace(`method: 'TOOL', `, '')), { describeCall: true });
    expect(named).toHaveLength(1);
    expect(named[0]).toContain('`method`');
    expect(named[0]).not.toContain('`path`');
  });

  it('is one report with what else is wrong', () => {
    const [report, ...more] = lint(program('{ ...parent }'), { describeCall: true });
    expect(more).toEqual([]);
    expect(report).toMatch(/dimensions.*error.*describe the call/);
    expect(lint(program('{ ...parent }'), {})[0]).not.toMatch(/describe/);
  });

  it.each([
    ['a fork that describes its call', DESCRIBED],
    ['a description that is assigned afterwards', `Object.assign({}, parent, ${DESCRIBED.replace('...parent, ', '')})`],
    ['fields that cannot be seen', '{ ...parent, ...call.fields, dimensions: {}, error: undefined }'],
  ])('is content with %s', (_name, context) => {
    expect(lint(program(context), { describeCall: true })).toEqual([]);
  });

  it('asks nothing of a fork around a managed call, which the framework describes', () => {
    const code = `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { createToolInvoker } from 'stitchkit/tools';
import { services } from './surface.js';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export const run = (name, args) => runWithRequestContext({ ...getRequestContext(), dimensions: {}, error: undefined }, () => invoker.invoke(name, args));
`;
    expect(lint(code, { describeCall: true })).toEqual([]);
  });

  it('is content with the example of its page', () => {
    const page = readFileSync(new URL('../../docs/rules/require-isolated-fork.md', import.meta.url), 'utf8');
    const example = /^## Options$[^]*?^```js$\n([^]*?)^```$/mu.exec(page)?.[1] ?? '';
    expect(example).toContain('runWithRequestContext');
    expect(lint(example, { describeCall: true })).toEqual([]);
  });

  it('is refused under a wrong name', () => {
    expect(() => lint(program(UNDESCRIBED), { describeCalls: true })).toThrow(/describeCalls/);
  });
});
