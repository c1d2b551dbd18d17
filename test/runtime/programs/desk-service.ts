import { setTimeout as sleep } from 'node:timers/promises';
import { defineContract } from 'stitchkit/contract';
import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { z } from 'zod';

const contract = defineContract(
  { prefix: 'ticket' },
  {
    close: {
      method: 'POST',
      path: '/close',
      desc: 'Close a ticket',
      input: z.object({ ticket: z.string(), waitMs: z.number() }),
      output: z.object({
        inContext: z.boolean(),
        path: z.string().optional(),
        dimensions: z.record(z.string(), z.string()),
      }),
    },
  },
);

/** Stamps its ticket, waits, and tells what the context around it says then. */
export const desk = implement(contract, {
  close: async ({ input }) => {
    setRequestDimensions({ ticket: input.ticket });
    await sleep(input.waitMs);
    const context = getRequestContext();
    return {
      inContext: context !== undefined,
      ...(context?.path !== undefined && { path: context.path }),
      dimensions: { ...context?.dimensions },
    };
  },
});
