import { createRule } from './rule-module.js';

export const noSharedContextWrite = createRule({
  name: 'no-shared-context-write',
  description: 'Disallow context writes in tool calls where the framework version opens no fork around them',
  statements: ['S1'],
  recommended: true,
  messages: {
    shared:
      '`{{write}}` in {{scope}}{{via}} writes a context that all calls of the request share: this version runs it in no fork, so the last call wins. Upgrade to 0.36.1 or later, or return the value.',
  },
});
