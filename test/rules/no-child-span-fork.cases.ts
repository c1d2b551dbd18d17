import { secondLook } from './cases/forks/second-look.js';
import { thirdLook } from './cases/forks/third-look.js';
import { innocent } from './cases/child-span-fork/innocent.js';
import { minted } from './cases/child-span-fork/minted.js';
import type { RuleCase } from './rule-case.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [
  ...minted,
  ...innocent,
  ...secondLook.child,
  ...thirdLook.child,
  ...programsFor('no-child-span-fork'),
];
