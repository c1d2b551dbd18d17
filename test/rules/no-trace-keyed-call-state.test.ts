import { cases } from './no-trace-keyed-call-state.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-trace-keyed-call-state', cases);
