/** The twelve behaviours of facts, section G, on each line; where a line does not fork, the wrong rows that follow. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  childSpan,
  getRequestContext,
  runWithRequestContext,
  setRequestDimensions,
  setRequestError,
} from 'stitchkit/observability';
import { createServer } from 'stitchkit/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BEHAVIOUR_LINES, policyOf, setBehaviourLine } from '../../fixtures/runtime/line.js';
import { openAudit } from './support/audit.js';
import { postBatch } from './support/mcp-batch.js';
import { mcpHandlerOf, runLoop, runScenario, SURFACES } from './support/scenario.js';
import { A_AND_B, close, CLOSE, ticketOf, ticketService } from './support/tickets.js';

const stamp = (ticket: string): void => {
  setRequestDimensions({ ticket });
};

describe.each(BEHAVIOUR_LINES)('on line %s', (version) => {
  const line = policyOf(version);
  beforeEach(() => setBehaviourLine(version));
  afterEach(() => setBehaviourLine());

  describe.each(SURFACES)('on the %s mount', (surface) => {
    test('1: a dimension stamped in beforeHandle is on its own call’s row', async () => {
      const { row } = await runScenario(surface, {
        service: ticketService(),
        steps: A_AND_B,
        lifecycle: {
          beforeHandle: (ctx) => {
            stamp(ticketOf(ctx));
          },
        },
      });
      expect([row('A').dimensions, row('B').dimensions]).toEqual(
        line.fork ? [{ ticket: 'A' }, { ticket: 'B' }] : [{ ticket: 'B' }, { ticket: 'B' }],
      );
    });

    test('2: a dimension stamped in beforeToolCall is on the same call’s row', async () => {
      const { row } = await runScenario(surface, {
        service: ticketService(),
        steps: A_AND_B,
        hooks: {
          before: (args) => {
            stamp(String(args['ticket']));
          },
        },
      });
      expect([row('A').dimensions, row('B').dimensions]).toEqual(
        line.fork ? [{ ticket: 'A' }, { ticket: 'B' }] : [{ ticket: 'B' }, { ticket: 'B' }],
      );
    });

    test('3: each row has the request’s trace, hangs off its span and has a span of its own', async () => {
      const { request, row } = await runScenario(surface, { service: ticketService(), steps: A_AND_B });
      for (const tool of [row('A'), row('B')]) {
        expect(tool).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId });
        expect(tool.spanId).not.toBe(request.spanId);
      }
      expect(row('A').spanId).not.toBe(row('B').spanId);
    });

    test('4: a call that writes nothing shows the request’s dimensions', async () => {
      const { row } = await runScenario(surface, {
        service: ticketService((ticket) => {
          if (ticket === 'B') stamp(ticket);
        }),
        steps: A_AND_B,
        before: () => {
          setRequestDimensions({ tenant: 'acme' });
        },
      });
      expect(row('A').dimensions).toEqual(line.fork ? { tenant: 'acme' } : { tenant: 'acme', ticket: 'B' });
      expect(row('B').dimensions).toEqual({ tenant: 'acme', ticket: 'B' });
    });

    test('5: inside the call the context describes the call', async () => {
      const seen: unknown[] = [];
      await runScenario(surface, {
        service: ticketService(() => {
          const { source, path, method, serviceName, action } = getRequestContext() ?? {};
          seen.push({ source, path, method, serviceName, action });
        }),
        steps: [[close('A')]],
      });
      const forked = {
        source: surface,
        path: `/${surface}/${CLOSE}`,
        method: 'TOOL',
        serviceName: 'ticket',
        action: 'close',
      };
      const shared = { source: 'http', path: `/${surface}`, method: 'POST', serviceName: undefined, action: undefined };
      expect(seen).toEqual([line.fork ? forked : shared]);
    });

    test('6: a tool’s dimension stays off the request’s row', async () => {
      const { request } = await runScenario(surface, { service: ticketService(stamp), steps: A_AND_B });
      expect(request.dimensions).toEqual(line.fork ? undefined : { ticket: 'B' });
    });

    test('10: an error of the request is not seen in the call, whose row is ok', async () => {
      const seen: unknown[] = [];
      const look = (): void => void seen.push(getRequestContext()?.error?.code);
      const { row } = await runScenario(surface, {
        service: ticketService(),
        steps: [[close('A')]],
        before: () => {
          setRequestError({ code: 'EARLIER' });
        },
        lifecycle: { beforeHandle: look },
        hooks: { after: look },
      });
      expect(seen).toEqual(line.fork ? [undefined, undefined] : ['EARLIER', 'EARLIER']);
      expect(row('A')).toMatchObject({ ok: true });
      expect(row('A').errorCode).toBeUndefined();
    });

    test('11: an error set in onToolError leaves the request’s earlier one alone', async () => {
      const { request, row } = await runScenario(surface, {
        service: ticketService(() => {
          throw new Error('no such ticket');
        }),
        steps: [[close('A')]],
        before: () => {
          setRequestError({ code: 'EARLIER' });
        },
        hooks: {
          error: () => {
            setRequestError({ code: 'FROM_THE_TOOL' });
          },
        },
      });
      expect(request.errorCode).toBe(line.fork ? 'EARLIER' : 'FROM_THE_TOOL');
      expect(row('A')).toMatchObject({ ok: false, errorCode: 'INTERNAL_SERVER_ERROR', errorMessage: 'no such ticket' });
    });

    test('12: a dimension written in resolve is on its own call’s row and not on the request’s', async () => {
      const { request, row } = await runScenario(surface, {
        service: ticketService(),
        steps: [[stampedBy('A'), stampedBy('B')]],
        extend: {
          schema: { workspace: z.string() },
          async resolve({ workspace }) {
            await sleep(5);
            setRequestDimensions({ workspace: String(workspace) });
            await sleep(workspace === 'A' ? 60 : 10);
            return {};
          },
        },
      });
      const inside = line.extension !== 'outside-fork';
      expect([row('A').dimensions, row('B').dimensions]).toEqual(
        inside ? [{ workspace: 'A' }, { workspace: 'B' }] : [{ workspace: 'B' }, { workspace: 'B' }],
      );
      expect(request.dimensions).toEqual(inside ? undefined : { workspace: 'B' });
    });
  });

  test('7: calls after one another do not collect each other’s keys', async () => {
    const { row } = await runScenario('agent', {
      service: ticketService((ticket) => {
        setRequestDimensions({ [`closed-${ticket}`]: 'yes' });
      }),
      steps: [[close('A')], [close('B')]],
    });
    expect(row('A').dimensions).toEqual({ 'closed-A': 'yes' });
    expect(row('B').dimensions).toEqual(line.fork ? { 'closed-B': 'yes' } : { 'closed-A': 'yes', 'closed-B': 'yes' });
  });

  test('8: an agent outside every request writes a row without parent and dimensions', async () => {
    const audit = openAudit();
    await runLoop({ service: ticketService(stamp), steps: [[close('A')]] }, audit);
    expect(audit.rows).toHaveLength(1);
    expect(audit.rows[0]).toMatchObject({ toolName: CLOSE, ok: true });
    expect(audit.rows[0]?.parentSpanId).toBeUndefined();
    expect(audit.rows[0]?.dimensions).toBeUndefined();
  });

  test('8: an MCP call outside every request has a context only from 0.44 on', async () => {
    const audit = openAudit();
    const server = await createServer({
      services: [],
      routes: { '/mcp': mcpHandlerOf({ service: ticketService(stamp), steps: [] }, audit).fetch },
    }).listen();
    await postBatch(`${server.url}/mcp`, [close('A')]);
    await server.stop();
    expect(audit.rows).toHaveLength(1);
    expect(audit.rows[0]?.dimensions).toEqual(line.mcpCallRecord ? { ticket: 'A' } : undefined);
    expect(audit.rows[0]?.parentSpanId === undefined).toBe(!line.mcpCallRecord);
  });

  test('9: calls of a loop with a span of its own hang off the loop, apart from each other', async () => {
    let loopSpan = '';
    const { request, row } = await runScenario('agent', {
      service: ticketService(stamp),
      steps: A_AND_B,
      async around(loop) {
        const around = getRequestContext();
        if (!around) throw new Error('the loop needs a request');
        const own = { ...around, trace: childSpan(around.trace), dimensions: { ...around.dimensions } };
        loopSpan = own.trace.spanId;
        await runWithRequestContext(own, loop);
      },
    });
    expect([row('A').dimensions, row('B').dimensions]).toEqual(
      line.fork ? [{ ticket: 'A' }, { ticket: 'B' }] : [{ ticket: 'B' }, { ticket: 'B' }],
    );
    expect(loopSpan).not.toBe(request.spanId);
    for (const tool of [row('A'), row('B')]) {
      expect(tool).toMatchObject({ traceId: request.traceId, parentSpanId: loopSpan });
    }
  });
});

function stampedBy(ticket: string): ReturnType<typeof close> {
  return { tool: CLOSE, args: { ticket, workspace: ticket } };
}
