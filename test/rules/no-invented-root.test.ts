import { cases } from './no-invented-root.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-invented-root', cases);
