import { cases } from './no-child-span-fork.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-child-span-fork', cases);
