/** What happens in one call, in which order (facts, section B). */
import { defineContract } from 'stitchkit/contract';
import { createTraceContext, getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { mountAgent, type ToolCallHooks } from 'stitchkit/tools';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { setBehaviourLine } from '../../fixtures/runtime/line.js';

afterEach(() => setBehaviourLine());

/** Runs one call with everything a call can have, and gives the steps it took, each with where it ran. */
async function stepsOf(version: string, fail = false): Promise<string[]> {
  setBehaviourLine(version);
  const steps: string[] = [];
  const step = (name: string): void => {
    steps.push(`${name} ${getRequestContext()?.source === 'agent' ? 'inside' : 'outside'}`);
  };
  const contract = defineContract(
    { prefix: 'ticket' },
    {
      close: {
        method: 'POST',
        path: '/close',
        desc: 'Close a ticket',
        input: z.object({ ticket: z.string().refine(() => (step('parse'), true)) }),
        output: z.object({ closed: z.string().refine(() => (step('output'), true)) }),
      },
    },
  );
  const service = implement(contract, {
    close: ({ input }) => {
      step('handler');
      if (fail) throw new Error('broken');
      return { closed: input.ticket };
    },
  });
  const hooks: ToolCallHooks = {
    beforeToolCall: () => {
      step('beforeToolCall');
    },
    onToolError: () => {
      step('onToolError');
    },
    afterToolCall: () => {
      step('afterToolCall');
    },
  };
  const tools = mountAgent(service, {
    hooks,
    lifecycle: {
      beforeHandle: () => {
        step('beforeHandle');
      },
      afterHandle: () => {
        step('afterHandle');
      },
    },
    extend: { schema: { desk: z.string() }, resolve: () => (step('resolve'), {}) },
  });
  const request = { trace: createTraceContext(), source: 'http', startedAt: process.hrtime.bigint() };
  await runWithRequestContext(request, async () => {
    await tools['ticket_close']
      ?.execute({ ticket: 'A', desk: 'front' }, { toolCallId: '1', messages: [] })
      .catch(() => undefined);
  });
  return steps;
}

describe('the order of one call', () => {
  test.each(['0.36.1', '0.37.0', '0.104.2'])(
    '%s: everything is inside the fork, the extension first',
    async (version) => {
      expect(await stepsOf(version)).toEqual([
        'resolve inside',
        'beforeToolCall inside',
        'parse inside',
        'beforeHandle inside',
        'handler inside',
        'afterHandle inside',
        'output inside',
        'afterToolCall inside',
      ]);
    },
  );

  test('0.36.0: `resolve` is outside', async () => {
    const [first, ...others] = await stepsOf('0.36.0');
    expect(first).toBe('resolve outside');
    expect(others.filter((step) => step.endsWith('outside'))).toEqual([]);
  });

  test('0.35: nothing is inside a fork', async () => {
    const steps = await stepsOf('0.35.0');
    expect(steps).toHaveLength(8);
    expect(steps.filter((step) => step.endsWith('inside'))).toEqual([]);
  });

  test('a throw leads to onToolError, and then to the row', async () => {
    expect(await stepsOf('0.104.2', true)).toEqual([
      'resolve inside',
      'beforeToolCall inside',
      'parse inside',
      'beforeHandle inside',
      'handler inside',
      'onToolError inside',
      'afterToolCall inside',
    ]);
  });
});

describe('an extension that fails', () => {
  test.each([
    ['0.36.1', []],
    ['0.37.0', ['onToolError', 'afterToolCall']],
  ])('on %s the hooks called are %j', async (version, expected) => {
    setBehaviourLine(version);
    const called: string[] = [];
    const contract = defineContract({ prefix: 't' }, { a: { method: 'POST', path: '/a', desc: 'a' } });
    const hooks: ToolCallHooks = {
      beforeToolCall: () => called.push('beforeToolCall'),
      onToolError: () => called.push('onToolError'),
      afterToolCall: () => called.push('afterToolCall'),
    };
    const tools = mountAgent(implement(contract, { a: () => undefined }), {
      hooks,
      extend: {
        schema: {},
        resolve: () => {
          throw new Error('no desk');
        },
      },
    });
    const answer = await tools['t_a']?.execute({}, { toolCallId: '1', messages: [] });
    expect(answer).toEqual({ ok: false, code: 'INTERNAL_SERVER_ERROR' });
    expect(called).toEqual(expected);
  });
});
