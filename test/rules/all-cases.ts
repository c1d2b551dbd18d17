import { cases as childSpans } from './no-child-span-fork.cases.js';
import { cases as nativeWrites } from './no-context-write-in-native-tool.cases.js';
import { cases as directHooks } from './no-direct-tool-hook.cases.js';
import { cases as hooks } from './no-hook-outside-fork.cases.js';
import { cases as ineffectiveWrites } from './no-ineffective-context-write.cases.js';
import { cases as roots } from './no-invented-root.cases.js';
import { cases as spans } from './no-request-span-in-tool.cases.js';
import { cases as starts } from './no-request-start-in-tool.cases.js';
import { cases as resolvers } from './no-resolve-outside-fork.cases.js';
import { cases as identities } from './no-session-identity.cases.js';
import { cases as sharedWrites } from './no-shared-context-write.cases.js';
import { cases as dimensions } from './no-tool-dimensions-on-request-row.cases.js';
import { cases as keyedState } from './no-trace-keyed-call-state.cases.js';
import { cases as executors } from './no-unforked-executor.cases.js';
import type { RuleCase } from './rule-case.js';
import { cases as forks } from './require-isolated-fork.cases.js';

/** The cases of every rule, by its name. */
export const casesByRule: ReadonlyMap<string, readonly RuleCase[]> = new Map([
  ['no-request-span-in-tool', spans],
  ['no-request-start-in-tool', starts],
  ['no-context-write-in-native-tool', nativeWrites],
  ['no-shared-context-write', sharedWrites],
  ['no-unforked-executor', executors],
  ['no-resolve-outside-fork', resolvers],
  ['no-hook-outside-fork', hooks],
  ['no-child-span-fork', childSpans],
  ['require-isolated-fork', forks],
  ['no-invented-root', roots],
  ['no-direct-tool-hook', directHooks],
  ['no-ineffective-context-write', ineffectiveWrites],
  ['no-tool-dimensions-on-request-row', dimensions],
  ['no-session-identity', identities],
  ['no-trace-keyed-call-state', keyedState],
]);
