import { cases } from './no-tool-dimensions-on-request-row.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-tool-dimensions-on-request-row', cases);
