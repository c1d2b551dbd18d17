import { once } from './cases/session-identity/once.js';
import { innocent } from './cases/session-identity/innocent.js';
import type { RuleCase } from './rule-case.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [...once, ...innocent, ...programsFor('no-session-identity')];
