import { createRule } from './rule-module.js';

export const noTraceKeyedCallState = createRule({
  name: 'no-trace-keyed-call-state',
  description: 'Disallow per-call state keyed by ids that all calls of a request share',
  statements: ['S20'],
  recommended: true,
  messages: {
    keyed:
      'State of a call in {{scope}}{{via}} is stored under an id of the trace, which all calls of the request share: calls that run at once overwrite each other. Key it by the call, or keep it in a variable.',
  },
});
