/** Runs two calls at once in one context and prints what each saw. */
import { createTraceContext, runWithRequestContext } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { desk } from './desk-service.js';

const close = mountAgent(desk)['ticket_close'];
if (!close) throw new Error('the desk has no ticket_close');

const request = { trace: createTraceContext(), source: 'http', path: '/step', startedAt: process.hrtime.bigint() };
const seen = await runWithRequestContext(request, () =>
  Promise.all([
    close.execute({ ticket: 'A', waitMs: 60 }, { toolCallId: 'a', messages: [] }),
    close.execute({ ticket: 'B', waitMs: 10 }, { toolCallId: 'b', messages: [] }),
  ]),
);
console.log(JSON.stringify(seen));
