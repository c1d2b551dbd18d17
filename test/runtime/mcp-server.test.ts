/** The MCP mounts beyond one batch: listing, servers of the application, authorisation, sessions (facts, section E). */
import { McpServer as SdkMcpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as PackageMcpServer } from '@modelcontextprotocol/server';
import { defineContract } from 'stitchkit/contract';
import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { createMcpHandler, createToolkit, defineRuntimeTool, mountMcp, type McpHandler } from 'stitchkit/tools';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BEHAVIOUR_LINES, LATEST_VERSION, policyOf, setBehaviourLine } from '../../fixtures/runtime/line.js';
import { hooksOf, openAudit } from './support/audit.js';
import { answersOf, batchOf, MCP_HEADERS } from './support/mcp-batch.js';
import { close, CLOSE, ticketService } from './support/tickets.js';

afterEach(() => setBehaviourLine());

const serverInfo = { name: 'desk', version: '1.0.0' };

function post(handler: McpHandler, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'POST', headers: { ...MCP_HEADERS, ...headers }, body: JSON.stringify(body) };
  return handler.fetch(new Request('http://localhost/mcp', init));
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

test.each(BEHAVIOUR_LINES)('%s: the tools are listed with their schemas', async (version) => {
  setBehaviourLine(version);
  const handler = createMcpHandler({ serverInfo, services: ticketService(), stateless: true });
  const response = await post(handler, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const { result } = (await response.json()) as { result: { tools: { inputSchema: object }[] } };
  expect(result.tools).toMatchObject([
    {
      name: CLOSE,
      description: 'Close a ticket',
      inputSchema: { type: 'object', properties: { ticket: { type: 'string' } }, required: ['ticket'] },
    },
  ]);
});

describe('a caller that `auth` refuses', () => {
  test.each([null, undefined, false] as const)('%s answers 401', async (refusal) => {
    const handler = createMcpHandler({ serverInfo, services: ticketService(), auth: () => refusal });
    expect((await post(handler, batchOf([close('A')]))).status).toBe(401);
  });
});

test('services, runtime tools and context are those of the caller', async () => {
  const audit = openAudit();
  const handler = createMcpHandler({
    serverInfo,
    auth: (request) => ({ user: request.headers.get('x-user') ?? 'nobody' }),
    services: ({ user }) => (user === 'ann' ? ticketService() : []),
    runtimeTools: ({ user }) => [
      defineRuntimeTool({
        name: 'whoami',
        description: 'Who is calling',
        identity: { serviceName: 'desk', action: 'whoami' },
        input: z.object({}),
        output: z.object({ user: z.string(), source: z.string(), path: z.string() }),
        present: { mcp: (data) => ({ content: [{ type: 'text', text: `you are ${data.user}` }] }) },
        handler: (_, context) => ({ user, source: context.source, path: getRequestContext()?.path ?? '' }),
      }),
    ],
    context: ({ user }) => ({ userId: user }),
    hooks: hooksOf({}, audit),
  });
  const ask = async (user: string): Promise<unknown> => {
    const response = await post(handler, batchOf([{ tool: 'whoami', args: {} }]), { 'x-user': user });
    return answersOf(await response.text())[0]?.value;
  };
  expect(await ask('ann')).toBe('you are ann');
  expect(await ask('bob')).toBe('you are bob');
  expect(audit.rows).toMatchObject([
    { toolName: 'whoami', userId: 'ann', path: '/mcp/whoami', serviceName: 'desk', action: 'whoami' },
    { toolName: 'whoami', userId: 'bob' },
  ]);
});

test('a failing tool is an MCP error with its envelope', async () => {
  const contract = defineContract({ prefix: 'd' }, { x: { method: 'POST', path: '/x', desc: 'x' } });
  const service = implement(contract, {
    x: () => {
      throw new Error('a secret');
    },
  });
  const handler = createMcpHandler({ serverInfo, services: service, errorHint: () => 'ask the desk' });
  const answers = answersOf(await (await post(handler, batchOf([{ tool: 'd_x', args: {} }]))).text());
  expect(answers).toEqual([
    {
      isError: true,
      value: { code: 'INTERNAL_SERVER_ERROR', hint: 'ask the desk' },
    },
  ]);
});

describe('a server that the application owns', () => {
  test.each([
    ['0.43.0', () => new SdkMcpServer(serverInfo)],
    [LATEST_VERSION, () => new PackageMcpServer(serverInfo)],
  ])('%s: its tools run through the executor', async (version, create) => {
    setBehaviourLine(version);
    const server = create();
    const audit = openAudit();
    mountMcp(
      server,
      ticketService((ticket) => setRequestDimensions({ ticket })),
      { hooks: hooksOf({}, audit) },
    );
    const { mcpSdk } = await import('../../fixtures/runtime/mcp/sdk-kit.js');
    const connection = await mcpSdk().connectHttp(server as never);
    const init = { method: 'POST', headers: MCP_HEADERS, body: JSON.stringify(batchOf([close('A'), close('B')])) };
    await connection.handleRequest(new Request('http://localhost/mcp', init));
    await connection.close();
    expect(audit.rows.map((row) => row.toolName)).toEqual([CLOSE, CLOSE]);
    expect(audit.rows.map((row) => row.dimensions)).toEqual(
      policyOf(version).mcpCallRecord ? [{ ticket: 'B' }, { ticket: 'A' }] : [undefined, undefined],
    );
  });
});

test('a toolkit’s members are the mounts', async () => {
  const kit = createToolkit<{ userId: string }>();
  expect(Object.keys(kit.mountAgent(ticketService(), { context: { userId: 'u1' } }))).toEqual([CLOSE]);
  const handler = kit.createMcpHandler({ serverInfo, services: ticketService(), context: { userId: 'u1' } });
  expect((await post(handler, batchOf([close('C')]))).status).toBe(200);
});

describe('stateful sessions', () => {
  const open = (version: string, options: { stateless?: boolean; sessionMode?: 'stateful' | 'stateless' }) => {
    setBehaviourLine(version);
    const audit = openAudit();
    const handler = createMcpHandler({
      serverInfo,
      services: ticketService(),
      auth: (request) => ({ user: request.headers.get('x-user') ?? '' }),
      context: ({ user }) => ({ userId: user }),
      hooks: hooksOf({}, audit),
      ...options,
    });
    return { audit, handler };
  };

  test.each([
    ['0.36.1', {}],
    ['0.43.0', { sessionMode: 'stateful' as const }],
  ])('%s with %j: the caller who opened the session is on every row', async (version, options) => {
    const { audit, handler } = open(version, options);
    const opened = await post(handler, INITIALIZE, { 'x-user': 'ann' });
    const session = opened.headers.get('mcp-session-id');
    expect(session).toBeTruthy();
    const headers = { 'mcp-session-id': session ?? '', 'x-user': 'bob', 'mcp-protocol-version': '2025-03-26' };
    expect((await post(handler, batchOf([close('A')]), headers)).status).toBe(200);
    expect(audit.rows.map((row) => row.userId)).toEqual(['ann']);
    await handler.close();
  });

  test.each([
    ['0.36.1', { stateless: true }],
    ['0.43.0', {}],
    ['0.44.0', { sessionMode: 'stateful' as const }],
  ])('%s with %j: there is no session', async (version, options) => {
    const { audit, handler } = open(version, options);
    const opened = await post(handler, INITIALIZE, { 'x-user': 'ann' });
    expect(opened.headers.get('mcp-session-id')).toBeNull();
    expect((await post(handler, batchOf([close('A')]), { 'x-user': 'bob' })).status).toBe(200);
    expect(audit.rows.map((row) => row.userId)).toEqual(['bob']);
  });
});

test('from 0.44 on clients of the older protocol can be rejected', async () => {
  const handler = createMcpHandler({ serverInfo, services: ticketService(), legacy: 'reject' });
  expect((await post(handler, batchOf([close('A')]))).status).toBe(400);
});

test('a client of the newer protocol is served too, its calls recorded in the same way', async () => {
  const audit = openAudit();
  const handler = createMcpHandler({
    serverInfo,
    services: ticketService((ticket) => setRequestDimensions({ ticket })),
    hooks: hooksOf({}, audit),
    legacy: 'reject',
  });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await post(handler, batchOf([close('C')], meta)[0], {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': CLOSE,
  });
  expect(await response.text()).toMatch(/closed/);
  expect(audit.rows).toMatchObject([{ toolName: CLOSE, dimensions: { ticket: 'C' } }]);
});
