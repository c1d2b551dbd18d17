import { createRule } from './rule-module.js';

export const noRequestStartInTool = createRule({
  name: 'no-request-start-in-tool',
  description: "Disallow reading the request context's start inside a tool call, where it is not the call's",
  statements: ['S10'],
  recommended: true,
  messages: {
    start:
      "`{{read}}` read in {{scope}}{{via}} is {{enclosing}}, not this call's. Take a start inside the call, or the `durationMs` that the call's hooks and row are given.",
    differenceInHook:
      'A difference from `{{read}}` in {{scope}}{{via}} is no duration of this call: it counts from {{enclosing}}. {{instead}}.',
  },
  suggestions: { localStart: 'Take a start at the top of the call (`{{name}}`) and count from it.' },
  codemod: 'call-timing',
});
