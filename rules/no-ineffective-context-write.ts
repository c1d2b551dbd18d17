import { createRule } from './rule-module.js';

export const noIneffectiveContextWrite = createRule({
  name: 'no-ineffective-context-write',
  description: 'Disallow context writes in tool calls that no row carries',
  statements: ['S17', 'S18'],
  recommended: true,
  messages: {
    user: "`{{write}}` in {{scope}}{{via}} reaches no row: a tool row takes its identity from the mount's `context`.",
    error: "`{{write}}` in {{scope}}{{via}} reaches no row: a tool row takes its error from the call's result.",
  },
});
