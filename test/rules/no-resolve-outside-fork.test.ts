import { cases } from './no-resolve-outside-fork.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-resolve-outside-fork', cases);
