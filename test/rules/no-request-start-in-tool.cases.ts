import { disguisedReads } from './cases/second/disguised-reads.js';
import { readsForHttpOnly } from './cases/second/unreached-code.js';
import { omittedStarts } from './cases/omitted/rest-of-context.js';
import type { RuleCase } from './rule-case.js';
import { contextAccessCases } from './cases/access/context-access.js';
import { callScopeCases } from './cases/scopes/call-scope.js';
import { suggested, versions } from './cases/start/messages-and-suggestions.js';
import { rightReads } from './cases/start/right-reads.js';
import { wrongReads } from './cases/start/wrong-reads.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [
  ...contextAccessCases({
    path: '.startedAt',
    key: 'startedAt',
    pattern: (name, fallback) =>
      `{ ${name === 'startedAt' ? name : `startedAt: ${name}`}${fallback ? ` = ${fallback}` : ''} }`,
  }),
  ...callScopeCases('getRequestContext()?.startedAt'),
  ...wrongReads,
  ...rightReads,
  ...versions,
  ...suggested,
  ...disguisedReads('.startedAt'),
  ...readsForHttpOnly('.startedAt'),
  ...omittedStarts,
  ...programsFor('no-request-start-in-tool'),
];
