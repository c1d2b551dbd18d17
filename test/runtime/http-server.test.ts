/** The HTTP pipeline, as far as applications in this repository need it. */
import { defineContract } from 'stitchkit/contract';
import { getRequestContext, setRequestError, setRequestUser } from 'stitchkit/observability';
import {
  AppError,
  createHandler,
  createImplement,
  createServer,
  implement,
  type RunningServer,
} from 'stitchkit/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LATEST_VERSION, setBehaviourLine } from '../../fixtures/runtime/line.js';
import { openAudit } from './support/audit.js';

const contract = defineContract(
  { prefix: 'tickets', serviceName: 'ticket' },
  {
    show: {
      method: 'GET',
      path: '/:id',
      desc: 'Show',
      params: z.object({ id: z.string() }),
      input: z.object({ deep: z.stringbool().optional() }),
      output: z.object({ id: z.string(), deep: z.boolean().optional(), by: z.string() }),
    },
    open: {
      method: 'POST',
      path: '/',
      desc: 'Open',
      input: z.object({ title: z.string() }),
      output: z.object({ title: z.string() }),
    },
    fail: {
      method: 'POST',
      path: '/fail',
      desc: 'Fail',
      input: z.object({ how: z.enum(['known', 'unknown', 'own']) }),
    },
    tool: { method: 'POST', path: '/tool', desc: 'A tool only', expose: ['MCP'] },
  },
);

const service = createImplement<{ by: string }>()(contract, {
  show: ({ params, input, by }) => ({ id: params.id, ...(input.deep !== undefined && { deep: input.deep }), by }),
  open: ({ input }) => ({ title: input.title, secret: 'not in the schema' }),
  fail: ({ input }) => {
    if (input.how === 'own') setRequestError({ code: 'OWN' });
    if (input.how === 'known') throw new AppError('CONFLICT', { details: { twice: true } });
    throw new Error('a secret');
  },
  tool: () => undefined,
});

describe.each(['0.36.1', LATEST_VERSION])('on line %s', (version) => {
  let server: RunningServer;
  let audit: ReturnType<typeof openAudit>;

  beforeEach(async () => {
    setBehaviourLine(version);
    audit = openAudit();
    server = await createServer({
      services: service,
      ...audit.server,
      context: (request) => ({ by: request.headers.get('x-user') ?? 'nobody' }),
      hooks: {
        beforeHandle: (ctx, endpoint) => {
          if (ctx['by'] === 'banned') throw new AppError('FORBIDDEN');
          setRequestUser(`${String(ctx['by'])}@${endpoint.action}`);
        },
      },
      routes: {
        '/ping': () => new Response('pong'),
        '/files/*': (request) => new Response(new URL(request.url).pathname),
      },
    }).listen();
  });
  afterEach(async () => {
    await server.stop();
    setBehaviourLine();
  });

  const send = async (method: string, path: string, body?: unknown, user = 'ann') => {
    const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const response = await fetch(server.url + path, { method, headers: { 'x-user': user }, ...init });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
  };

  test('an endpoint gets its path, its query and its body, and answers by its schema', async () => {
    expect(await send('GET', '/tickets/a%20b?deep=true')).toEqual({
      status: 200,
      body: { id: 'a b', deep: true, by: 'ann' },
    });
    expect(await send('POST', '/tickets', { title: 'x' })).toEqual({ status: 200, body: { title: 'x' } });
    expect(await send('POST', '/ping', '')).toEqual({ status: 200, body: 'pong' });
    expect(await send('GET', '/files/a/b')).toEqual({ status: 200, body: '/files/a/b' });
  });

  test('what is not there, does not fit or fails is answered so', async () => {
    expect(await send('GET', '/nothing')).toMatchObject({ status: 404 });
    expect(await send('POST', '/tickets/tool', {})).toMatchObject({ status: 404 });
    expect(await send('POST', '/tickets', {})).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR' } },
    });
    expect(await send('POST', '/tickets', '{')).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST' } },
    });
    expect(await send('POST', '/tickets', { title: 'x' }, 'banned')).toMatchObject({ status: 403 });
    expect(await send('POST', '/tickets/fail', { how: 'known' })).toEqual({
      status: 409,
      body: { error: { code: 'CONFLICT', details: { twice: true } } },
    });
    const unknown = await send('POST', '/tickets/fail', { how: 'unknown' });
    expect(unknown).toEqual({ status: 500, body: { error: { code: 'INTERNAL_SERVER_ERROR' } } });
  });

  test('each request has one row, fed by its own context', async () => {
    await send('POST', '/tickets', { title: 'x' });
    await send('POST', '/tickets/fail', { how: 'unknown' });
    await send('POST', '/tickets/fail', { how: 'own' });
    expect(audit.rows).toMatchObject([
      {
        kind: 'request',
        source: 'http',
        path: '/tickets',
        ok: true,
        statusCode: 200,
        userId: 'ann@open',
        serviceName: 'ticket',
        action: 'open',
      },
      { ok: false, statusCode: 500, errorCode: 'INTERNAL_SERVER_ERROR', errorMessage: 'a secret', action: 'fail' },
      { ok: false, errorCode: 'OWN' },
    ]);
    expect(new Set(audit.rows.map((row) => row.traceId)).size).toBe(3);
  });
});

test('an inbound traceparent is continued', async () => {
  const audit = openAudit();
  const handler = createHandler({ services: [], ...audit.server, routes: { '/': () => new Response() } });
  const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  await handler(new Request('http://localhost/', { headers }));
  expect(audit.rows).toMatchObject([{ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) }]);
});

test('without an observer and a wrapper there is no context', async () => {
  const seen: unknown[] = [];
  const plain = defineContract({ prefix: 'p' }, { x: { method: 'POST', path: '/x', desc: 'x' } });
  const handler = createHandler({ services: implement(plain, { x: () => void seen.push(getRequestContext()) }) });
  expect((await handler(new Request('http://localhost/p/x', { method: 'POST' }))).status).toBe(200);
  expect(seen).toEqual([undefined]);
});
