import { keyed } from './cases/keyed-state/keyed.js';
import { innocent } from './cases/keyed-state/innocent.js';
import type { RuleCase } from './rule-case.js';

export const cases: readonly RuleCase[] = [...keyed, ...innocent];
