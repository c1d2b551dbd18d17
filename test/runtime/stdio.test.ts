/** MCP over stdio, in a process of its own: no context below 0.44, a per-call one from there on (facts, section 0). */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createTraceContext, formatTraceparent, type RequestEvent } from 'stitchkit/observability';
import { describe, expect, test } from 'vitest';
import { LATEST_VERSION, policyOf } from '../../fixtures/runtime/line.js';
import { answerOf } from './support/mcp-batch.js';
import { endOf, installedProject } from './support/installed-project.js';

interface StdioOutcome {
  readonly answers: readonly unknown[];
  readonly rows: readonly RequestEvent[];
}

const HANDSHAKE = [
  {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];

function callOf(id: number, ticket: string, waitMs: number, meta?: object): object {
  const params = { name: 'ticket_close', arguments: { ticket, waitMs }, ...(meta && { _meta: meta }) };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

/** Sends the messages, waits until `count` calls are answered, and closes the server's input. */
async function talk(child: ChildProcess, messages: readonly object[], count: number): Promise<StdioOutcome> {
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the server has no pipes');
  const ended = endOf(child);
  for (const message of messages) stdin.write(`${JSON.stringify(message)}\n`);
  const answers: Parameters<typeof answerOf>[0][] = [];
  for await (const line of createInterface({ input: stdout })) {
    const answer = JSON.parse(line) as Parameters<typeof answerOf>[0];
    if (answer.id > 0) answers.push(answer);
    if (answers.length === count) break;
  }
  child.kill('SIGTERM');
  const { err } = await ended;
  const rows = err
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as RequestEvent);
  return { rows, answers: answers.sort((a, b) => a.id - b.id).map((answer) => answerOf(answer).value) };
}

describe.each(['0.43.0', '0.44.0', LATEST_VERSION])('on line %s', (version) => {
  const { mcpCallRecord } = policyOf(version);

  test('calls over stdio', async () => {
    const project = installedProject(version);
    const remote = createTraceContext();
    const calls = [
      callOf(1, 'A', 60),
      callOf(2, 'B', 10),
      callOf(3, 'C', 0, { traceparent: formatTraceparent(remote) }),
    ];
    const { answers, rows } = await talk(project.start('tsx', 'stdio.ts'), [...HANDSHAKE, ...calls], calls.length);
    project.remove();

    const forked = (ticket: string): object => ({ inContext: true, path: '/mcp/ticket_close', dimensions: { ticket } });
    const none = { inContext: false, dimensions: {} };
    expect(answers).toEqual(mcpCallRecord ? [forked('A'), forked('B'), forked('C')] : [none, none, none]);

    expect(rows).toHaveLength(3);
    const rowOf = (ticket: string) => rows.find(({ payload }) => (payload as { ticket: string }).ticket === ticket);
    for (const ticket of ['A', 'B', 'C']) {
      expect(rowOf(ticket)).toMatchObject({ source: 'mcp', userId: 'stdio-user', ok: true });
      expect(rowOf(ticket)?.dimensions).toEqual(mcpCallRecord ? { ticket } : undefined);
      expect(rowOf(ticket)?.parentSpanId !== undefined).toBe(mcpCallRecord);
    }
    expect(rowOf('C')?.traceId === remote.traceId).toBe(mcpCallRecord);
    expect(rows.map((row) => row.spanId)).not.toContain(rowOf('A')?.parentSpanId ?? 'none');
  });
});
