import { createRule } from './rule-module.js';

export const noDirectToolHook = createRule({
  name: 'no-direct-tool-hook',
  description: 'Disallow calling a tool hook by hand in a test, which never exercises the fork',
  statements: ['S2'],
  recommended: true,
  messages: {
    direct:
      '`{{hook}}` is called by hand: the call runs in no fork, so the test cannot see what a real call writes. Mount the tool and call that.',
  },
});
