import { cases } from './no-unforked-executor.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-unforked-executor', cases);
