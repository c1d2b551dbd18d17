import { createRule } from './rule-module.js';

export const noInventedRoot = createRule({
  name: 'no-invented-root',
  description: 'Disallow a root context invented for a tool call that has no parent',
  statements: ['S12'],
  recommended: true,
  messages: {
    root: 'This invents a root for a tool call{{via}}: its rows hang under a trace that nothing else carries. Where there is no context, run the call without one.',
  },
});
