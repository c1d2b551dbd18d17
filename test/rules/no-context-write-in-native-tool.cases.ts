import { disguisedWrites } from './cases/second/disguised-writes.js';
import { writesToCopies, writesWithoutParent } from './cases/second/unreached-code.js';
import type { RuleCase } from './rule-case.js';
import { direct } from './cases/native/direct-writes.js';
import { innocent } from './cases/native/innocent.js';
import { managed } from './cases/native/managed.js';
import { positions } from './cases/native/positions.js';
import { setters } from './cases/native/setters.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [
  ...setters,
  ...direct,
  ...positions,
  ...managed,
  ...innocent,
  ...disguisedWrites,
  ...writesWithoutParent,
  ...writesToCopies,
  ...programsFor('no-context-write-in-native-tool'),
];
