import { lost } from './cases/request-row/lost.js';
import { innocent } from './cases/request-row/innocent.js';
import type { RuleCase } from './rule-case.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [...lost, ...innocent, ...programsFor('no-tool-dimensions-on-request-row')];
