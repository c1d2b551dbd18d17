import { keyed } from './cases/keyed-state/keyed.js';
import { innocent } from './cases/keyed-state/innocent.js';
import type { RuleCase } from './rule-case.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [...keyed, ...innocent, ...programsFor('no-trace-keyed-call-state')];
