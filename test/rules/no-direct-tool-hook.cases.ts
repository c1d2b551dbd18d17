import { byHand } from './cases/direct-hook/by-hand.js';
import { innocent } from './cases/direct-hook/innocent.js';
import type { RuleCase } from './rule-case.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [...byHand, ...innocent, ...programsFor('no-direct-tool-hook')];
