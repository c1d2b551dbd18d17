import { cases } from './no-shared-context-write.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-shared-context-write', cases);
