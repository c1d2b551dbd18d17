/** Native, raw and hand-written tools run in whatever stands around them (untested upstream: facts, section G). */
import { setTimeout as sleep } from 'node:timers/promises';
import { generateText, stepCountIs, tool } from 'ai';
import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { createServer } from 'stitchkit/server';
import { createMcpHandler, defineRuntimeTool, defineWaitTool, mountWait, type McpServer } from 'stitchkit/tools';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BEHAVIOUR_LINES, policyOf, setBehaviourLine } from '../../fixtures/runtime/line.js';
import { hooksOf, openAudit } from './support/audit.js';
import { postBatch } from './support/mcp-batch.js';
import { runScenario } from './support/scenario.js';
import { scriptedModel } from './support/scripted-model.js';
import { close, ticketService } from './support/tickets.js';

const WAIT = { tool: 'wait', args: { ticket: 'N' } };

function mountTicketWait(server: McpServer): void {
  mountWait(server, {
    description: 'Waits for a ticket',
    inputSchema: { ticket: z.string() },
    async poll({ ticket }) {
      await sleep(5);
      setRequestDimensions({ native: String(ticket) });
      return { ticket };
    },
    done: () => true,
  });
}

/** 0.41 is the last release that hands out a registrar. */
describe.each([...BEHAVIOUR_LINES, '0.41.0'])('on line %s', (version) => {
  const line = policyOf(version);
  beforeEach(() => setBehaviourLine(version));
  afterEach(() => setBehaviourLine());

  test('what `mountWait` polls writes to the request’s row, and the tool has no row', async () => {
    const { request, tools, answers } = await runScenario('mcp', {
      service: ticketService(),
      steps: [[WAIT]],
      rawTools: mountTicketWait,
    });
    expect(answers).toEqual([{ isError: false, value: { ticket: 'N' } }]);
    expect(tools).toEqual([]);
    expect(request.dimensions).toEqual({ native: 'N' });
  });

  test('a native tool’s write shows on a managed call’s row only below 0.36', async () => {
    const { row, answers } = await runScenario('mcp', {
      service: ticketService((ticket) => {
        setRequestDimensions({ ticket });
      }),
      steps: [[close('A'), WAIT]],
      rawTools: mountTicketWait,
    });
    expect(answers.map(({ isError }) => isError)).toEqual([false, false]);
    expect(row('A').dimensions).toEqual(line.fork ? { ticket: 'A' } : { ticket: 'A', native: 'N' });
  });

  test('a raw registration on the SDK’s server leaks in the same way', async () => {
    const { request } = await runScenario('mcp', {
      service: ticketService(),
      steps: [[{ tool: 'raw', args: { ticket: 'R' } }]],
      rawTools: (server) => {
        server.registerTool('raw', { inputSchema: z.object({ ticket: z.string() }) }, async ({ ticket }) => {
          setRequestDimensions({ raw: ticket });
          return { content: [{ type: 'text', text: 'ok' }] };
        });
      },
    });
    expect(request.dimensions).toEqual({ raw: 'R' });
  });

  test('a hand-written AI SDK tool shares the loop’s context with its siblings', async () => {
    const { request } = await runScenario('agent', {
      service: ticketService(),
      steps: [[]],
      async around() {
        const stamped = tool({
          description: 'Stamps',
          inputSchema: z.object({ ticket: z.string() }),
          execute: async ({ ticket }) => {
            setRequestDimensions({ [ticket]: 'yes' });
            await sleep(5);
            return ticket;
          },
        });
        await generateText({
          model: scriptedModel([
            [
              { tool: 'stamped', args: { ticket: 'A' } },
              { tool: 'stamped', args: { ticket: 'B' } },
            ],
          ]),
          prompt: 'work',
          tools: { stamped },
          stopWhen: stepCountIs(1),
        });
      },
    });
    expect(request.dimensions).toEqual({ A: 'yes', B: 'yes' });
  });
});

test('a tool given to the registrar of 0.37 to 0.41 is managed', async () => {
  setBehaviourLine('0.41.0');
  const audit = openAudit();
  const handler = createMcpHandler({
    serverInfo: { name: 'desk', version: '1' },
    services: [],
    hooks: hooksOf({}, audit),
    nativeTools: ({ registerTool }) => {
      registerTool(
        defineRuntimeTool({
          name: 'given',
          description: 'Given to the registrar',
          identity: { serviceName: 'desk', action: 'given' },
          input: z.object({}),
          output: z.object({ path: z.string() }),
          handler: () => ({ path: getRequestContext()?.path ?? '' }),
        }),
      );
    },
  });
  const server = await createServer({ services: [], ...audit.server, routes: { '/mcp': handler.fetch } }).listen();
  const answers = await postBatch(`${server.url}/mcp`, [{ tool: 'given', args: {} }]);
  await server.stop();
  setBehaviourLine();
  expect(answers).toEqual([{ isError: false, value: { path: '/mcp/given' } }]);
  expect(audit.rows.map((row) => row.toolName)).toEqual(['given', undefined]);
});

test('the managed twin of `mountWait` is forked and has a row', async () => {
  setBehaviourLine('0.54.0');
  const { request, tools, answers } = await runScenario('mcp', {
    service: ticketService(),
    steps: [[WAIT]],
    runtimeTools: [
      defineWaitTool({
        description: 'Waits for a ticket',
        identity: { serviceName: 'ticket', action: 'wait' },
        input: z.object({ ticket: z.string() }),
        state: z.object({ ticket: z.string() }),
        poll: ({ ticket }) => {
          setRequestDimensions({ managed: ticket });
          return { ticket };
        },
        done: () => true,
      }),
    ],
  });
  setBehaviourLine();
  expect(answers).toEqual([{ isError: false, value: { ticket: 'N' } }]);
  expect(request.dimensions).toBeUndefined();
  expect(tools).toMatchObject([{ toolName: 'wait', action: 'wait', dimensions: { managed: 'N' } }]);
});
