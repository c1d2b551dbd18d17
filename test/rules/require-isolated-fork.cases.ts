import { secondLook } from './cases/forks/second-look.js';
import { thirdLook } from './cases/forks/third-look.js';
import { innocent } from './cases/isolated-fork/innocent.js';
import { faulty } from './cases/isolated-fork/faulty.js';
import type { RuleCase } from './rule-case.js';

export const cases: readonly RuleCase[] = [...faulty, ...innocent, ...secondLook.fork, ...thirdLook.fork];
