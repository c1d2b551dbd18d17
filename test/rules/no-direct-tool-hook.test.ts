import { cases } from './no-direct-tool-hook.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-direct-tool-hook', cases);
