import { createRule } from './rule-module.js';

export const noToolDimensionsOnRequestRow = createRule({
  name: 'no-tool-dimensions-on-request-row',
  description: "Disallow reading a tool's dimension where it no longer arrives",
  statements: ['S13', 'S14'],
  recommended: true,
  messages: {
    requestRow:
      "The dimension `{{key}}` is written by tools (`{{writer}}`) and is on their rows only: a request's row no longer has it. Read the tool rows of the same trace.",
    requestContext:
      "The dimension `{{key}}` is written by tools (`{{writer}}`) in forks of this context, and never comes back to it. Take it from the tool's result, or from its row.",
    otherTool:
      'The dimension `{{key}}` is written by another tool (`{{writer}}`), in a fork of its own: this call never sees it. Hand the value over.',
  },
});
