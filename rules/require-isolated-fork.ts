import { createRule } from './rule-module.js';

export const requireIsolatedFork = createRule({
  name: 'require-isolated-fork',
  description: "Require a hand-made fork of a tool call to own what is the call's and to inherit the rest",
  statements: ['S6', 'S7', 'S8'],
  recommended: true,
  messages: {
    fork: "This fork is not the call's own: {{faults}}.",
  },
});
