import { cases } from './no-hook-outside-fork.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-hook-outside-fork', cases);
