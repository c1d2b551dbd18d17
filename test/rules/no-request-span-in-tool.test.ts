import { cases } from './no-request-span-in-tool.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-request-span-in-tool', cases);
