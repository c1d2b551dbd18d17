import { ineffective } from './cases/ineffective-write/ineffective.js';
import { innocent } from './cases/ineffective-write/innocent.js';
import type { RuleCase } from './rule-case.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [...ineffective, ...innocent, ...programsFor('no-ineffective-context-write')];
