import { createRule } from './rule-module.js';

export const noContextWriteInNativeTool = createRule({
  name: 'no-context-write-in-native-tool',
  description:
    'Disallow writing the request context in native, raw and hand-written SDK tools, which the framework never forks',
  statements: ['S15'],
  recommended: true,
  messages: {
    write:
      '`{{write}}` in {{scope}}{{via}} writes to a context that other calls share: this tool runs in no fork, so the last call wins. {{instead}}.',
    directWrite:
      'A direct write (`{{write}}`) to the request context in {{scope}}{{via}} reaches a record that other calls share: this tool runs in no fork. {{instead}}.',
  },
});
