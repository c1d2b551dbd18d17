import { createRule } from './rule-module.js';

export const noChildSpanFork = createRule({
  name: 'no-child-span-fork',
  description: 'Disallow minting a span for the fork of a single tool call',
  statements: ['S3'],
  recommended: true,
  messages: {
    child:
      'This fork of a single call{{via}} gets a span of its own, which no row carries: the rows of the call point at a parent that does not exist. Keep the `trace` of the context around it.',
  },
});
