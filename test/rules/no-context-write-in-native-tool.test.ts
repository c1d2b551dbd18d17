import { cases } from './no-context-write-in-native-tool.cases.js';
import { runRuleCases } from './run-rule-cases.js';

runRuleCases('no-context-write-in-native-tool', cases);
