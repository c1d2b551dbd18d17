/** Which endpoints are tools, where, and under which name (facts, section C). */
import { createContractFactory, defineContract, type EndpointDef } from 'stitchkit/contract';
import { implement } from 'stitchkit/server';
import { collectTools, mountAgent } from 'stitchkit/tools';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const base = { method: 'POST', path: '/x', desc: 'x' } satisfies EndpointDef;

function transportsOf(endpoint: EndpointDef, define: typeof defineContract = defineContract): string[] {
  const service = implement(define({ prefix: 's' }, { x: endpoint }), { x: () => undefined });
  return (['MCP', 'AGENT', 'CLI'] as const).filter((transport) => collectTools(service, transport).length > 0);
}

describe('exposure', () => {
  const explicit: typeof defineContract = createContractFactory({ toolExposure: 'explicit' });

  test.each<[string, EndpointDef, string[]]>([
    ['nothing said', base, ['MCP', 'AGENT']],
    ['HTTP only', { ...base, expose: ['HTTP'] }, []],
    ['listed', { ...base, expose: ['HTTP', 'AGENT', 'CLI'] }, ['AGENT', 'CLI']],
    ['multipart', { ...base, multipart: true, expose: ['MCP'] }, []],
    ['rawResponse', { ...base, rawResponse: true }, []],
    ['rawBody', { ...base, rawBody: true }, []],
    ['responseMeta', { ...base, responseMeta: true }, []],
    ['HEAD', { ...base, method: 'HEAD' }, []],
    ['stream', { ...base, stream: true, expose: ['MCP'] }, []],
  ])('%s', (_, endpoint, expected) => {
    expect(transportsOf(endpoint)).toEqual(expected);
  });

  test('explicit exposure: HTTP only unless listed', () => {
    expect(transportsOf(base, explicit)).toEqual([]);
    expect(transportsOf({ ...base, expose: ['MCP'] }, explicit)).toEqual(['MCP']);
  });
});

const named = defineContract(
  { prefix: '/help-desk/', serviceName: 'desk' },
  {
    find: {
      ...base,
      method: 'GET',
      path: '/:id',
      params: z.object({ id: z.string() }),
      input: z.object({ deep: z.boolean().optional() }),
    },
    move: { ...base, toolName: 'relocate' },
    drop: { ...base, tool: { name: 'discard' } },
  },
);
const service = implement(named, { find: () => undefined, move: () => undefined, drop: () => undefined });

test('a tool is called by its service and key unless it has a name', () => {
  expect(collectTools(service, 'MCP').map((tool) => tool.name)).toEqual(['desk_find', 'relocate', 'discard']);
  expect(Object.keys(mountAgent(service))).toEqual(['desk_find', 'relocate', 'discard']);
  expect(service.methods.find.path).toBe('/help-desk/:id');
});

test('a tool’s schema holds params, input and the extension where its filter lets it', () => {
  const extend = {
    schema: { tenant: z.string() },
    resolve: () => ({}),
    filter: (_: unknown, method: { key: string }) => method.key === 'find',
  };
  const [find, move] = collectTools(service, 'MCP', { extend });
  expect(find).toMatchObject({ shouldExtend: true });
  expect(find?.presentationSchema).toMatchObject({
    properties: { id: { type: 'string' }, deep: { type: 'boolean' }, tenant: { type: 'string' } },
    required: ['id', 'tenant'],
  });
  expect(find?.argumentSchema.safeParse({ id: '1' }).success).toBe(false);
  expect(move).toMatchObject({ shouldExtend: false });
});

test('two tools of one name, and an endpoint without a handler, are refused', () => {
  const twice = defineContract({ prefix: 't' }, { a: { ...base, toolName: 'same' }, b: { ...base, toolName: 'same' } });
  const both = implement(twice, { a: () => undefined, b: () => undefined });
  expect(() => collectTools(both, 'MCP')).toThrow(/two tools are called "same"/);
  expect(collectTools(both, 'MCP', { assertNames: false })).toHaveLength(2);
  expect(() => mountAgent([service, service])).toThrow(/two tools are called "desk_find"/);
  expect(() => implement(twice, { a: () => undefined } as never)).toThrow(/endpoint "b" without a handler/);
});
