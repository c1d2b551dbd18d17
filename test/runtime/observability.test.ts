/** Sinks, jobs, loggers and the setters outside a call (facts, section A). */
import {
  createDimensionsProjector,
  createObservability,
  createTraceContext,
  formatTraceparent,
  getRequestContext,
  getTraceId,
  getUserId,
  runUnitOfWork,
  runWithRequestContext,
  sanitizePayload,
  setRequestDimensions,
  setRequestEndpoint,
  setRequestError,
  setRequestUser,
  truncatePreview,
  type RequestContext,
  type RequestEvent,
} from 'stitchkit/observability';
import { createToolInvoker, createToolLogger, type ToolLogRecord } from 'stitchkit/tools';
import { describe, expect, test } from 'vitest';
import { close, CLOSE, ticketService } from './support/tickets.js';

const root = (): RequestContext => ({
  trace: createTraceContext(),
  source: 'http',
  startedAt: process.hrtime.bigint(),
});
const invoke = (hooks: object, args = close('C').args) =>
  createToolInvoker(ticketService(), { transport: 'AGENT' }).invoke(CLOSE, args, { hooks });

describe('the context', () => {
  test('is exactly the record given, live and shared', () => {
    const record = root();
    runWithRequestContext(record, () => {
      setRequestUser('u1');
      setRequestError({ code: 'X' });
      setRequestEndpoint('desk', 'open');
      setRequestDimensions({ a: '1' });
      expect(getRequestContext()).toBe(record);
      expect([getUserId(), getTraceId()]).toEqual(['u1', record.trace.traceId]);
      setRequestEndpoint('desk');
    });
    expect(record).toMatchObject({ userId: 'u1', error: { code: 'X' }, serviceName: 'desk', dimensions: { a: '1' } });
    expect(record.action).toBeUndefined();
  });

  test('is not there outside, and setters do nothing then', () => {
    setRequestUser('u1');
    setRequestDimensions({ a: '1' });
    setRequestError({});
    setRequestEndpoint('desk');
    expect([getRequestContext(), getUserId(), getTraceId()]).toEqual([undefined, undefined, undefined]);
  });

  test('decides what happens to a repeated dimension', () => {
    const record = root();
    runWithRequestContext(record, () => {
      setRequestDimensions({ a: '1' });
      setRequestDimensions({ a: '2', b: '2' }, { collision: 'preserve' });
      expect(record.dimensions).toEqual({ a: '1', b: '2' });
      expect(() => {
        setRequestDimensions({ a: '3' }, { collision: 'error' });
      }).toThrow(/"a" is already set/);
      expect(() => {
        setRequestDimensions(JSON.parse('{"__proto__":"x"}') as Record<string, string>);
      }).toThrow(/__proto__/);
      setRequestDimensions({ a: '4' });
    });
    expect(record.dimensions).toEqual({ a: '4', b: '2' });
  });

  test('takes what a projector projects', () => {
    const projector = createDimensionsProjector({
      request: (input: { id: string }) => ({ id: input.id }),
      result: () => undefined,
      error: () => ({ failed: 'yes' }),
      collision: 'error',
    });
    const record = root();
    runWithRequestContext(record, () => {
      projector.request({ id: '7' });
      projector.result('anything');
      projector.error(new Error('x'));
      expect(() => {
        projector.request({ id: '8' });
      }).toThrow(/"id" is already set/);
    });
    expect(record.dimensions).toEqual({ id: '7', failed: 'yes' });
  });
});

describe('a sink', () => {
  test('is detached: the call neither waits for it nor fails with it', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const written: RequestEvent[] = [];
    const observability = createObservability({
      tools: {
        write: async (event) => {
          await gate;
          written.push(event);
        },
      },
    });
    expect(await invoke(observability.toolCall)).toMatchObject({ ok: true });
    expect(written).toEqual([]);
    expect(observability.getStatus().tools).toEqual({ written: 0, failed: 0, pending: 1 });
    release();
    expect(await observability.flush()).toBe(true);
    expect(written).toHaveLength(1);
    expect(observability.getStatus().tools).toEqual({ written: 1, failed: 0, pending: 0 });
  });

  test('that fails is reported to it alone', async () => {
    const failures: unknown[] = [];
    const observability = createObservability({
      tools: {
        write: () => Promise.reject(new Error('disk full')),
        onSinkError: (error, event) => void failures.push([String(error), event.toolName]),
      },
    });
    expect(await invoke(observability.toolCall)).toMatchObject({ ok: true });
    expect(await observability.flush()).toBe(false);
    expect(failures).toEqual([['Error: disk full', CLOSE]]);
  });

  test('filters its rows and sanitises its payloads', async () => {
    const rows: RequestEvent[] = [];
    const { toolCall, flush } = createObservability({
      tools: { write: (event) => rows.push(event), filter: ({ ok }) => ok, sanitize: () => 'hidden' },
    });
    await invoke(toolCall);
    await invoke(toolCall, { ticket: 7 });
    await flush();
    expect(rows).toMatchObject([{ ok: true, payload: 'hidden' }]);
  });
});

test('payloads lose secrets and long texts', () => {
  expect(sanitizePayload({ user: 'ann', password: 'x', nested: [{ apiKey: 'y' }], n: null })).toEqual({
    user: 'ann',
    password: '[redacted]',
    nested: [{ apiKey: '[redacted]' }],
    n: null,
  });
  expect(truncatePreview('abcdef', 3)).toBe('abc… (6 characters)');
});

describe('a unit of work', () => {
  test('has a root context of its own and one row', async () => {
    const rows: RequestEvent[] = [];
    const observability = createObservability({ request: { write: (event) => rows.push(event) } });
    const sender = createTraceContext();
    const options = { observability, dimensions: { batch: '1' }, traceparent: formatTraceparent(sender) };
    const span = await runUnitOfWork({ name: 'nightly', ...options }, () => {
      setRequestDimensions({ done: 'yes' });
      return getRequestContext()?.trace.spanId;
    });
    await expect(
      runUnitOfWork({ name: 'broken', source: 'cron', observability }, () => {
        throw new Error('no luck');
      }),
    ).rejects.toThrow('no luck');
    await observability.flush();
    expect(rows).toMatchObject([
      {
        kind: 'job',
        name: 'nightly',
        source: 'job',
        ok: true,
        spanId: span,
        traceId: sender.traceId,
        parentSpanId: sender.spanId,
      },
      { kind: 'job', name: 'broken', source: 'cron', ok: false, errorCode: 'JOB_FAILED', errorMessage: 'no luck' },
    ]);
    expect(rows[0]?.dimensions).toEqual({ batch: '1', done: 'yes' });
    expect(rows[0]).not.toHaveProperty('path');
  });
});

test('the tool logger knows the trace and no span', async () => {
  const records: ToolLogRecord[] = [];
  const lines: string[] = [];
  const hooks = createToolLogger({ log: (line) => lines.push(line), onRecord: (record) => records.push(record) });
  const record = root();
  await runWithRequestContext(record, () => invoke(hooks));
  expect(records).toMatchObject([{ toolName: CLOSE, source: 'internal', ok: true, traceId: record.trace.traceId }]);
  expect(records[0]).not.toHaveProperty('spanId');
  expect(lines).toEqual([expect.stringMatching(/^\[tool\] ticket_close ok /)]);
});
