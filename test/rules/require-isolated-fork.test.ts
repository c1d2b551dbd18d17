import { cases } from './require-isolated-fork.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('require-isolated-fork', cases);
