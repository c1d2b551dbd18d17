import { secondLook } from './cases/forks/second-look.js';
import { thirdLook } from './cases/forks/third-look.js';
import { innocent } from './cases/invented-root/innocent.js';
import { invented } from './cases/invented-root/invented.js';
import type { RuleCase } from './rule-case.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [
  ...invented,
  ...innocent,
  ...secondLook.root,
  ...thirdLook.root,
  ...programsFor('no-invented-root'),
];
