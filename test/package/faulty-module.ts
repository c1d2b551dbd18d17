/** A tool handler that takes the request's span for the call's: one report of `no-request-span-in-tool`, on line 19. */
export const FAULTY_MODULE = `import { defineContract } from 'stitchkit/contract';
import { getRequestContext } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { z } from 'zod';
import { rows } from './rows.js';

const orders = defineContract(
  { prefix: 'orders' },
  {
    ship: {
      method: 'POST', path: '/ship', desc: 'Ship an order', expose: ['MCP'],
      input: z.object({ id: z.string() }), output: z.object({}),
    },
  },
);

export const orderService = implement(orders, {
  ship: async (ctx) => {
    await rows.add({ id: ctx.input.id, spanId: getRequestContext()?.trace.spanId });
    return {};
  },
});
`;

/** Where the report of the faulty module stands. */
export const FAULT = { ruleId: 'stitchkit/no-request-span-in-tool', line: 19 };
