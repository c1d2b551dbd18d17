import { cases } from './no-ineffective-context-write.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-ineffective-context-write', cases);
