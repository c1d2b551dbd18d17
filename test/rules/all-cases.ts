import { cases as nativeWrites } from './no-context-write-in-native-tool.cases.js';
import { cases as spans } from './no-request-span-in-tool.cases.js';
import { cases as starts } from './no-request-start-in-tool.cases.js';
import { cases as executors } from './no-unforked-executor.cases.js';
import type { RuleCase } from './rule-case.js';

/** The cases of every rule, by its name. */
export const casesByRule: ReadonlyMap<string, readonly RuleCase[]> = new Map([
  ['no-request-span-in-tool', spans],
  ['no-request-start-in-tool', starts],
  ['no-context-write-in-native-tool', nativeWrites],
  ['no-unforked-executor', executors],
]);
