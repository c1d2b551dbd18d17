import { typeForms } from './cases/access/type-forms.js';
import { builtIns } from './cases/access/built-ins.js';
import { disguisedReads } from './cases/second/disguised-reads.js';
import { readsForHttpOnly } from './cases/second/unreached-code.js';
import { disguisedRows } from './cases/second/disguised-rows.js';
import { omittedSpans } from './cases/omitted/rest-of-context.js';
import type { RuleCase } from './rule-case.js';
import { contextAccessCases } from './cases/access/context-access.js';
import { callScopeCases } from './cases/scopes/call-scope.js';
import { constructorFunctions } from './cases/span/constructor-functions.js';
import { paths, suggested, versions } from './cases/span/messages-and-suggestions.js';
import { rightReads } from './cases/span/right-reads.js';
import { scopes, wrongReads } from './cases/span/wrong-reads.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [
  ...contextAccessCases({
    path: '.trace.spanId',
    key: 'spanId',
    pattern: (name, fallback) =>
      `{ trace: { ${name === 'spanId' ? name : `spanId: ${name}`}${fallback ? ` = ${fallback}` : ''} } }`,
  }),
  ...callScopeCases('getRequestContext()?.trace.spanId'),
  ...builtIns,
  ...typeForms,
  ...wrongReads,
  ...rightReads,
  ...scopes,
  ...versions,
  ...paths,
  ...suggested,
  ...disguisedReads('.trace.spanId'),
  ...readsForHttpOnly('.trace.spanId'),
  ...disguisedRows,
  ...omittedSpans,
  ...programsFor('no-request-span-in-tool'),
  ...constructorFunctions,
];
