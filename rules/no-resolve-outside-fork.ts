import { createRule } from './rule-module.js';

export const noResolveOutsideFork = createRule({
  name: 'no-resolve-outside-fork',
  description: 'Disallow resolving a tool extension before the fork of its call',
  statements: ['S4'],
  recommended: true,
  messages: {
    resolve:
      'The extension is resolved outside the fork of the call: what it writes to the context lands on the one that all calls share. Resolve it inside the fork.',
  },
});
