import { setTimeout as sleep } from 'node:timers/promises';
import { defineContract } from 'stitchkit/contract';
import { implement } from 'stitchkit/server';
import { z } from 'zod';
import type { ScriptedCall } from './scripted-model.js';

const contract = defineContract(
  { prefix: 'ticket' },
  {
    close: {
      method: 'POST',
      path: '/close',
      desc: 'Close a ticket',
      input: z.object({ ticket: z.string() }),
      output: z.object({ closed: z.string(), note: z.unknown().optional() }),
    },
  },
);

/** Ticket A is slow, B is quick: whoever writes last into a shared record is not whoever ends last. */
const WAIT_OF: Readonly<Record<string, number>> = { A: 60, B: 10 };

/** A service with one tool; `during` runs inside each call, before its wait. */
export function ticketService(during: (ticket: string) => unknown = () => undefined) {
  return implement(contract, {
    close: async ({ input }) => {
      const note = await during(input.ticket);
      await sleep(WAIT_OF[input.ticket] ?? 0);
      return { closed: input.ticket, ...(note !== undefined && { note }) };
    },
  });
}

export const CLOSE = 'ticket_close';

export const close = (ticket: string): ScriptedCall => ({ tool: CLOSE, args: { ticket } });

/** One step with two calls at once. */
export const A_AND_B: readonly (readonly ScriptedCall[])[] = [[close('A'), close('B')]];

/** The ticket that a lifecycle or a handler is about. */
export const ticketOf = (ctx: { input?: unknown }): string => (ctx.input as { ticket: string }).ticket;
