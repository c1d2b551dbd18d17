import {
  childSpan,
  createTraceContext,
  formatTraceparent,
  parseTraceparent,
  resolvePropagationContext,
  resolveTraceContext,
} from 'stitchkit/observability';
import { describe, expect, test } from 'vitest';

test('a child has the trace, its own span, and the parent’s span as parent', () => {
  const parent = { ...createTraceContext(), tracestate: 'a=b' };
  const child = childSpan(parent);
  expect(child).toMatchObject({ traceId: parent.traceId, parentSpanId: parent.spanId, tracestate: 'a=b' });
  expect(child.spanId).not.toBe(parent.spanId);
});

test('a header that was formatted is continued under a new span', () => {
  const sender = createTraceContext();
  const received = parseTraceparent(formatTraceparent(sender));
  expect(received).toMatchObject({ traceId: sender.traceId, parentSpanId: sender.spanId });
  expect(received?.spanId).not.toBe(sender.spanId);
});

test.each([
  undefined,
  '',
  'nonsense',
  `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
  `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`,
  `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`,
])('%j is no traceparent', (header) => {
  expect(parseTraceparent(header)).toBeNull();
});

describe('a request and an MCP call', () => {
  const header = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

  test('continue what they were sent', () => {
    const request = new Request('http://localhost/', { headers: { traceparent: header } });
    expect(resolveTraceContext(request)).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) });
    expect(resolvePropagationContext({ traceparent: header })).toMatchObject({ parentSpanId: 'b'.repeat(16) });
  });

  test('start a root where nothing usable was sent; an MCP call without anything takes the fallback', () => {
    const fallback = createTraceContext();
    expect(resolveTraceContext(new Request('http://localhost/')).parentSpanId).toBeUndefined();
    expect(resolvePropagationContext(undefined, fallback)).toBe(fallback);
    expect(resolvePropagationContext({ other: 1 }, fallback)).toBe(fallback);
    expect(resolvePropagationContext({ traceparent: 'bad' }, fallback).traceId).not.toBe(fallback.traceId);
    expect(resolvePropagationContext({ traceparent: 7 }, fallback).traceId).not.toBe(fallback.traceId);
  });
});
