import { shared } from './cases/shared-write/shared.js';
import { innocent } from './cases/shared-write/innocent.js';
import type { RuleCase } from './rule-case.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [...shared, ...innocent, ...programsFor('no-shared-context-write')];
