import { cases } from './no-request-start-in-tool.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-request-start-in-tool', cases);
