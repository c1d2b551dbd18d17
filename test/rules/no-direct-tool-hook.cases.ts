import { byHand } from './cases/direct-hook/by-hand.js';
import { innocent } from './cases/direct-hook/innocent.js';
import type { RuleCase } from './rule-case.js';

export const cases: readonly RuleCase[] = [...byHand, ...innocent];
