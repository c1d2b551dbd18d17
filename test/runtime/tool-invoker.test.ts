/** The in-process invoker's fork, and a tool that calls a tool (untested upstream: facts, section G). */
import { setTimeout as sleep } from 'node:timers/promises';
import { defineContract } from 'stitchkit/contract';
import { getRequestContext, setRequestDimensions, type RequestEvent } from 'stitchkit/observability';
import { AppError, createServer, implement } from 'stitchkit/server';
import { createToolInvoker, type ToolResult } from 'stitchkit/tools';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LATEST_VERSION, setBehaviourLine } from '../../fixtures/runtime/line.js';
import { hooksOf, openAudit, type Audit } from './support/audit.js';
import { runScenario, SURFACES } from './support/scenario.js';
import { CLOSE, ticketService } from './support/tickets.js';

/** The invoker appeared in 0.39.0; its options moved to the call in 0.40.0. */
const INVOKER_LINES = ['0.39.0', '0.40.0', '0.43.0', '0.44.0', LATEST_VERSION];

async function inRequest(audit: Audit, work: () => Promise<unknown>): Promise<RequestEvent[]> {
  const server = await createServer({
    services: [],
    ...audit.server,
    routes: {
      '/job': async () => {
        await work();
        return new Response('done');
      },
    },
  }).listen();
  const response = await fetch(`${server.url}/job`, { method: 'POST' });
  await server.stop();
  expect(response.status).toBe(200);
  return audit.rows;
}

describe.each(INVOKER_LINES)('on line %s', (version) => {
  beforeEach(() => setBehaviourLine(version));
  afterEach(() => setBehaviourLine());

  const invokerOf = (audit: Audit, during: (ticket: string) => unknown = () => undefined) => {
    const options = { source: 'batch', context: { userId: 'u1' }, hooks: hooksOf({}, audit) };
    const invoker = createToolInvoker(ticketService(during), { transport: 'AGENT', ...options });
    return (ticket: string): Promise<ToolResult> => invoker.invoke(CLOSE, { ticket }, options);
  };

  test('calls at once are forked apart from the caller’s context', async () => {
    const audit = openAudit();
    const invoke = invokerOf(audit, (ticket) => {
      setRequestDimensions({ ticket });
    });
    const rows = await inRequest(audit, () => Promise.all([invoke('A'), invoke('B')]));
    const request = rows.find((row) => row.toolName === undefined);
    const tools = rows.filter((row) => row.toolName !== undefined);
    expect(tools.map((row) => [(row.payload as { ticket: string }).ticket, row.dimensions])).toEqual([
      ['B', { ticket: 'B' }],
      ['A', { ticket: 'A' }],
    ]);
    expect(request?.dimensions).toBeUndefined();
    for (const row of tools) {
      expect(row).toMatchObject({
        source: 'batch',
        path: `/batch/${CLOSE}`,
        userId: 'u1',
        parentSpanId: request?.spanId,
      });
    }
  });

  test('without a context around it nothing is forked and nothing is invented', async () => {
    const audit = openAudit();
    const seen: unknown[] = [];
    await invokerOf(audit, () => void seen.push(getRequestContext()))('A');
    expect(seen).toEqual([undefined]);
    expect(audit.rows).toHaveLength(1);
    expect(audit.rows[0]?.parentSpanId).toBeUndefined();
  });

  test('an unknown name throws before any hook, a failing tool is an envelope or a throw', async () => {
    const audit = openAudit();
    const invoker = createToolInvoker(
      ticketService(() => {
        throw new AppError('CONFLICT', { details: { ticket: 'A' } });
      }),
      { transport: 'AGENT' },
    );
    await expect(invoker.invoke('ticket_burn', {})).rejects.toMatchObject({ name: 'AppError', code: 'NOT_FOUND' });
    expect(audit.rows).toEqual([]);
    expect(await invoker.invoke(CLOSE, { ticket: 'A' })).toEqual({
      ok: false,
      code: 'CONFLICT',
      details: { ticket: 'A' },
    });
    await expect(invoker.invokeOrThrow(CLOSE, { ticket: 'A' })).rejects.toMatchObject({
      code: 'CONFLICT',
      status: 409,
    });
    expect(await invoker.invoke(CLOSE, { ticket: 1 })).toMatchObject({ ok: false, code: 'VALIDATION_ERROR' });
    expect(invoker.names).toEqual([CLOSE]);
  });

  test.each(SURFACES)('%s: a tool that calls a tool makes a sibling row, not a child', async (surface) => {
    const outer = defineContract(
      { prefix: 'desk' },
      {
        sweep: {
          method: 'POST',
          path: '/sweep',
          desc: 'Close a ticket through its own tool',
          input: z.object({ ticket: z.string() }),
          output: z.object({ seen: z.string() }),
        },
      },
    );
    const inner = openAudit();
    const invoke = invokerOf(inner, (ticket) => {
      setRequestDimensions({ inner: ticket });
    });
    const service = implement(outer, {
      sweep: async ({ input }) => {
        setRequestDimensions({ outer: input.ticket });
        await invoke(input.ticket);
        await sleep(1);
        return { seen: Object.keys(getRequestContext()?.dimensions ?? {}).join() };
      },
    });
    const { request, row, answers } = await runScenario(surface, {
      service,
      steps: [[{ tool: 'desk_sweep', args: { ticket: 'A' } }]],
    });
    const [innerRow] = inner.rows;
    expect(row('A')).toMatchObject({
      toolName: 'desk_sweep',
      parentSpanId: request.spanId,
      dimensions: { outer: 'A' },
    });
    expect(innerRow).toMatchObject({ toolName: CLOSE, parentSpanId: request.spanId, traceId: request.traceId });
    expect(innerRow?.dimensions).toEqual({ outer: 'A', inner: 'A' });
    if (surface === 'mcp') expect(answers).toEqual([{ isError: false, value: { seen: 'outer' } }]);
  });
});
