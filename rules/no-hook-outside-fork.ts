import { createRule } from './rule-module.js';

export const noHookOutsideFork = createRule({
  name: 'no-hook-outside-fork',
  description: 'Require a hand-made fork to enclose the hooks of the call, not the handler alone',
  statements: ['S5'],
  recommended: true,
  messages: {
    hook: "This fork encloses the handler but not the call's hooks: the audit row is built outside it, from the context that all calls share. Put the whole call inside, hooks included.",
  },
});
