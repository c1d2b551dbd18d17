import { createRule } from './rule-module.js';

export const noUnforkedExecutor = createRule({
  name: 'no-unforked-executor',
  description: 'Disallow running the handlers of tool calls by hand, where calls share one request context',
  statements: ['S1'],
  recommended: true,
  messages: {
    handler:
      "This runs an endpoint's handler for a tool call as it is{{where}}: in no fork, with no hooks and no row of its own. {{instead}}.",
    handlerConcurrent:
      'This runs the handlers of several tool calls (line {{line}}{{where}}) in one shared request context: the last write wins for every row. {{instead}}.',
    vendored:
      "This calls a copy of the framework's executor{{where}} that opens no fork: the call writes to a context that other calls share. {{instead}}.",
    vendoredConcurrent:
      "This runs several tool calls through a copy of the framework's executor (line {{line}}{{where}}) that opens no fork: the last write wins for every row. {{instead}}.",
    dispatch:
      'This starts the handlers of several tool calls{{where}} in one shared request context: the last write wins for every row. {{instead}}.',
    dispatchConcurrent:
      'This runs the handlers of several tool calls (line {{line}}{{where}}) in one shared request context: the last write wins for every row. {{instead}}.',
    mutated:
      'This changes the request context around each call (line {{line}}{{where}}) instead of running the call in a fork of it: calls that run at once overwrite each other. {{instead}}.',
    mutatedConcurrent:
      'This changes the request context around each of several calls (line {{line}}{{where}}) instead of running each in a fork of it: they overwrite each other. {{instead}}.',
  },
  codemod: 'executor-to-runner',
});
