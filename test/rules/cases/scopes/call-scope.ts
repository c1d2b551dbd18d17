import type { RuleCase } from '../../rule-case.js';
import { classFields } from './class-fields.js';
import { exposureCases } from './exposure.js';
import { handlerForms } from './handler-forms.js';
import { insideRequests } from './inside-requests.js';
import { mounts } from './mounts.js';
import { outside } from './outside.js';
import { ownExports } from './own-exports.js';
import { rawAndHandWritten } from './raw-and-hand-written.js';
import { runtimeTools } from './runtime-tools.js';

/**
 * The functions that run during a tool call, and those that do not. `read` is an expression that is wrong during a call
 * and right outside one.
 */
export function callScopeCases(read: string): RuleCase[] {
  return [
    ...exposureCases(read),
    ...handlerForms(read),
    ...classFields(read),
    ...insideRequests(read),
    ...ownExports(read),
    ...runtimeTools(read),
    ...mounts(read),
    ...rawAndHandWritten(read),
    ...outside(read),
  ];
}
