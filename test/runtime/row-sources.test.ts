/** Who feeds the fields of a tool's row (facts, section A), and writes that reach no row. */
import { getRequestContext, setRequestUser } from 'stitchkit/observability';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BEHAVIOUR_LINES, policyOf, setBehaviourLine } from '../../fixtures/runtime/line.js';
import { runScenario, SURFACES } from './support/scenario.js';
import { close, CLOSE, ticketService } from './support/tickets.js';

describe.each(BEHAVIOUR_LINES)('on line %s', (version) => {
  const line = policyOf(version);
  beforeEach(() => setBehaviourLine(version));
  afterEach(() => setBehaviourLine());

  describe.each(SURFACES)('on the %s mount', (surface) => {
    test('`setRequestUser` in a tool reaches no tool row, and the request’s only below 0.36', async () => {
      const { request, row } = await runScenario(surface, {
        service: ticketService(),
        steps: [[close('A')]],
        lifecycle: {
          beforeHandle: () => {
            setRequestUser('from-the-tool');
          },
        },
      });
      expect(row('A').userId).toBeUndefined();
      expect(request.userId).toBe(line.fork ? undefined : 'from-the-tool');
    });

    test('the caller comes from the mount’s context, not from the request', async () => {
      const seen: (string | undefined)[] = [];
      const { request, row } = await runScenario(surface, {
        service: ticketService(() => void seen.push(getRequestContext()?.userId)),
        steps: [[close('A')]],
        context: { userId: 'mount', clientId: 'desk', authMethod: 'key', ipAddress: '203.0.113.9', userAgent: 'test' },
        before: () => {
          setRequestUser('request');
        },
      });
      expect(seen).toEqual(['request']);
      expect(request.userId).toBe('request');
      expect(row('A')).toMatchObject({
        userId: 'mount',
        clientId: 'desk',
        authMethod: 'key',
        ipAddress: '203.0.113.9',
        userAgent: 'test',
      });
    });

    test('the row is the call’s: name, path, operation, arguments, result', async () => {
      const { request, row } = await runScenario(surface, { service: ticketService(), steps: [[close('A')]] });
      expect(row('A')).toMatchObject({
        kind: 'request',
        source: surface,
        method: 'TOOL',
        path: `/${surface}/${CLOSE}`,
        toolName: CLOSE,
        serviceName: 'ticket',
        action: 'close',
        ok: true,
        payload: { ticket: 'A' },
        resultSize: JSON.stringify({ closed: 'A' }).length,
      });
      expect(row('A').startedAt).toBeInstanceOf(Date);
      expect(request).toMatchObject({ source: 'http', method: 'POST', path: `/${surface}`, statusCode: 200, ok: true });
    });

    test('a writer of the whole record obeys the same isolation as the setters', async () => {
      const { request, row } = await runScenario(surface, {
        service: ticketService((ticket) => {
          const context = getRequestContext();
          if (context) context.dimensions = { ticket };
        }),
        steps: [[close('A'), close('B')]],
      });
      expect([row('A').dimensions, row('B').dimensions]).toEqual(
        line.fork ? [{ ticket: 'A' }, { ticket: 'B' }] : [{ ticket: 'B' }, { ticket: 'B' }],
      );
      expect(request.dimensions).toEqual(line.fork ? undefined : { ticket: 'B' });
    });
  });
});
