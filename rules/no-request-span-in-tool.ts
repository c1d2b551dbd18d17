import { createRule } from './rule-module.js';

export const noRequestSpanInTool = createRule({
  name: 'no-request-span-in-tool',
  description: "Disallow reading the enclosing span's ids from the request context inside a tool call",
  statements: ['S9', 'S11'],
  recommended: true,
  messages: {
    span: "`{{read}}` read in {{scope}}{{via}} is that of {{enclosing}}, never this call's. The call's own span is in {{source}}; this value is only right as a parent.",
    trace:
      "The whole `{{read}}` passed on in {{scope}}{{via}} carries the ids of {{enclosing}}, never this call's. Pass the trace id alone, or take the call's span from {{source}}.",
    unknown: 'Not followed ({{reason}}), so that a fault may hide here: {{message}}.',
  },
  options: {
    reportUnknown: {
      description:
        'Also list what could not be followed and may hide a fault, of this rule or another, with the reason.',
      preset: 'migration',
    },
  },
  suggestions: {
    renameToParent: 'Store it under `{{to}}`, which is what it is.',
    dropProperty: "Drop the property: the call's own row has the span.",
  },
});
