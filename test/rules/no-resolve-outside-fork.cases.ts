import { secondLook } from './cases/forks/second-look.js';
import { thirdLook } from './cases/forks/third-look.js';
import { innocent } from './cases/resolve-outside-fork/innocent.js';
import { outside } from './cases/resolve-outside-fork/outside.js';
import type { RuleCase } from './rule-case.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [
  ...outside,
  ...innocent,
  ...secondLook.resolve,
  ...thirdLook.resolve,
  ...programsFor('no-resolve-outside-fork'),
];
