/** What a call sees of the context around it: its start and its span (untested upstream: facts, section G). */
import { childSpan, createTraceContext, formatTraceparent, getRequestContext } from 'stitchkit/observability';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BEHAVIOUR_LINES, policyOf, setBehaviourLine } from '../../fixtures/runtime/line.js';
import { runScenario, SURFACES } from './support/scenario.js';
import { A_AND_B, close, ticketService } from './support/tickets.js';

describe.each(BEHAVIOUR_LINES)('on line %s', (version) => {
  const line = policyOf(version);
  beforeEach(() => setBehaviourLine(version));
  afterEach(() => setBehaviourLine());

  test.each(SURFACES)('%s: `startedAt` is the start of the enclosing span', async (surface) => {
    let ofRequest: bigint | undefined;
    const ofCalls: (bigint | undefined)[] = [];
    await runScenario(surface, {
      service: ticketService(() => void ofCalls.push(getRequestContext()?.startedAt)),
      steps: A_AND_B,
      before: () => {
        ofRequest = getRequestContext()?.startedAt;
      },
    });
    expect(typeof ofRequest).toBe('bigint');
    expect(ofCalls).toHaveLength(2);
    const ofDispatch = surface === 'mcp' && line.mcpCallRecord;
    expect(ofCalls.map((startedAt) => startedAt === ofRequest)).toEqual(ofDispatch ? [false, false] : [true, true]);
    if (ofDispatch) expect(ofCalls[0]).not.toBe(ofCalls[1]);
  });

  test.each(SURFACES)('%s: the span read in a handler is the request’s, never the call’s', async (surface) => {
    const seen: (string | undefined)[] = [];
    const { request, row } = await runScenario(surface, {
      service: ticketService(() => void seen.push(getRequestContext()?.trace.spanId)),
      steps: A_AND_B,
    });
    expect(seen).toEqual([request.spanId, request.spanId]);
    expect([row('A').spanId, row('B').spanId]).not.toContain(request.spanId);
  });

  test('mcp: a traceparent in `_meta` moves the call to the remote trace, from 0.44 on', async () => {
    const remote = childSpan(createTraceContext());
    const seen: (string | undefined)[] = [];
    const { request, row } = await runScenario('mcp', {
      service: ticketService(() => void seen.push(getRequestContext()?.trace.spanId)),
      steps: [[close('A')]],
      mcp: { meta: { traceparent: formatTraceparent(remote) } },
    });
    const tool = row('A');
    expect(tool.parentSpanId).toBe(seen[0]);
    expect(tool.traceId).toBe(line.mcpCallRecord ? remote.traceId : request.traceId);
    const known = [request.spanId, remote.spanId, tool.spanId];
    expect(known.includes(seen[0] ?? '')).toBe(!line.mcpCallRecord);
  });

  test('mcp: a malformed traceparent in `_meta` starts a new root, from 0.44 on', async () => {
    const { request, row } = await runScenario('mcp', {
      service: ticketService(),
      steps: [[close('A')]],
      mcp: { meta: { traceparent: '00-nonsense' } },
    });
    expect(row('A').traceId === request.traceId).toBe(!line.mcpCallRecord);
  });
});
