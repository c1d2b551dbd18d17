import { cases } from './no-session-identity.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-session-identity', cases);
