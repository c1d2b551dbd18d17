import type { Codemod, FileContext, SiteOutcome } from '../codemod.js';
import { EditConflictError } from '../edit/text-edit.js';
import { registrationAround } from '../mount-to-runner/registration.js';
import { EXECUTOR_RULE, handlerCallsOf, replacementOf, type HandlerCall } from '../tool-calls/handler-calls.js';
import { mayRunHandlers } from '../tool-calls/relevance.js';
import { RunnerPlanner } from '../tool-calls/runner-plan.js';
import { DISABLED } from '../reasons.js';
import { removeUnused } from '../tool-calls/remove-unused.js';

/** Puts the forking runner in place of a direct call of an endpoint's handler, or of an executor that calls it. */
export const executorToRunner: Codemod = {
  name: 'executor-to-runner',
  description: 'A handler or executor that is called directly runs through a runner that forks around each call.',
  kind: 'repair',
  rule: EXECUTOR_RULE,
  mayApply: mayRunHandlers,
  run(context: FileContext): SiteOutcome[] {
    const { view, meaning } = context;
    const planner = new RunnerPlanner(context);
    const outcomes = handlerCallsOf(view, meaning)
      .filter(({ node }) => !context.isClaimed(node.range[0]) && !registrationAround(view, meaning, node))
      .map((call) => decide(context, planner, call));
    planner.flush();
    return [...outcomes, ...removeUnused(context)];
  },
};

function decide(context: FileContext, planner: RunnerPlanner, call: HandlerCall): SiteOutcome {
  const [start] = call.node.range;
  const site = { at: start, claims: [start] };
  if (context.isDisabled(start, ...call.reportedAt)) return { ...site, outcome: 'left', reason: DISABLED };
  const plan = planner.plan(call, call.surface);
  if (!plan.ok) return { ...site, outcome: 'left', reason: plan.reason, ...(plan.data ? { data: plan.data } : {}) };
  try {
    context.edits.add(replacementOf(context, call, plan.text));
  } catch (error) {
    if (error instanceof EditConflictError) return { ...site, outcome: 'left', reason: 'edit-conflict' };
    throw error;
  }
  return { ...site, outcome: 'migrated', check: plan.check };
}
