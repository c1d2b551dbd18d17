import { secondLook } from './cases/forks/second-look.js';
import { thirdLook } from './cases/forks/third-look.js';
import { curriedForks } from './cases/isolated-fork/curried.js';
import { innocent } from './cases/isolated-fork/innocent.js';
import { faulty } from './cases/isolated-fork/faulty.js';
import type { RuleCase } from './rule-case.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [
  ...faulty,
  ...curriedForks,
  ...innocent,
  ...secondLook.fork,
  ...thirdLook.fork,
  ...programsFor('require-isolated-fork'),
];
