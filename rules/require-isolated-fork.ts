import { createRule } from './rule-module.js';

export const requireIsolatedFork = createRule({
  name: 'require-isolated-fork',
  description: "Require a hand-made fork of a tool call to own what is the call's and to inherit the rest",
  statements: ['S6', 'S7', 'S8'],
  recommended: true,
  options: {
    describeCall: {
      description:
        'Also report a fork that does not describe its call: `source`, `method`, `path`, `serviceName` and `action` are those of the request.',
      preset: 'strict',
    },
  },
  messages: {
    fork: "This fork{{via}} is not the call's own: {{faults}}.",
  },
});
