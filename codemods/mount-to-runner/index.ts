import type { Codemod, FileContext, SiteOutcome } from '../codemod.js';
import { EditConflictError, type TextEdit } from '../edit/text-edit.js';
import { DISABLED, firstReason } from '../reasons.js';
import { EXECUTOR_RULE, handlerCallsOf, replacementOf, type HandlerCall } from '../tool-calls/handler-calls.js';
import { mayRunHandlers } from '../tool-calls/relevance.js';
import { RunnerPlanner, type NoRunner } from '../tool-calls/runner-plan.js';
import { removeUnused } from '../tool-calls/remove-unused.js';
import { MOUNT_FORKS_SINCE, mountSite, planMount, type MountPlan } from './mount-plan.js';
import { registrationAround, type Registration } from './registration.js';
import { loopOf } from './tool-loop.js';

/** Puts the framework's mount in place of one written by hand; where a mount cannot say the same, the runner. */
export const mountToRunner: Codemod = {
  name: 'mount-to-runner',
  description: 'Tools that are registered by hand are mounted by the framework, which forks around each call.',
  kind: 'repair',
  rule: EXECUTOR_RULE,
  mayApply: mayRunHandlers,
  run(context: FileContext): SiteOutcome[] {
    const { view, meaning } = context;
    const planner = new RunnerPlanner(context);
    const outcomes = handlerCallsOf(view, meaning).flatMap((call) => {
      const registration = registrationAround(view, meaning, call.node);
      if (!registration || call.kind === 'plain' || context.isClaimed(call.node.range[0])) return [];
      return [decide(context, planner, registration, call)];
    });
    planner.flush();
    return [...outcomes, ...removeUnused(context)];
  },
};

/** What a runner has no word for: it is built from services alone. */
const NO_RUNNER: NoRunner = { ok: false, reason: 'no-runner-in-version' };

const FAILURE_CHECK =
  'A mounted agent tool of this version may give a failure back as its result, where this one threw before.';

function decide(
  context: FileContext,
  planner: RunnerPlanner,
  registration: Registration,
  call: HandlerCall,
): SiteOutcome {
  const loop = loopOf(context.view, call.endpoint);
  const [at] = (loop ? mountSite(context, loop) : registration.node).range;
  const [start] = call.node.range;
  if (context.isDisabled(at, start, ...call.reportedAt)) {
    return { at, claims: [start], outcome: 'left', reason: DISABLED };
  }
  const mount: MountPlan = loop
    ? planMount(context, registration, call, loop)
    : { ok: false, site: registration.node, obstacles: [], onlyMounts: false };
  const site = { at: mount.site.range[0], claims: [start] };
  if (mount.ok) return applied(context, site, mount.edits, null);
  const { obstacles } = mount;
  if (obstacles.includes('no-runner-in-version')) {
    const data = { version: context.options.to, needed: MOUNT_FORKS_SINCE };
    return { ...site, outcome: 'left', reason: 'no-runner-in-version', data };
  }
  if (obstacles.includes('runtime-tools')) return { ...site, outcome: 'left', reason: 'runtime-tools' };
  if (obstacles.includes('tool-extension') || (mount.onlyMounts && !mount.anyway)) {
    return { ...site, outcome: 'left', reason: 'tool-extension' };
  }
  const runner = mount.onlyMounts ? NO_RUNNER : planner.plan(call, registration.surface);
  if (runner.ok) {
    return applied(context, site, replacementOf(context, call, runner.text), runner.check);
  }
  if (mount.anyway && context.options.bestEffort) return applied(context, site, mount.anyway(), FAILURE_CHECK);
  const blocked = runner.reason === 'no-runner-in-version' ? firstReason(obstacles) : undefined;
  const data = runner.data ? { data: runner.data } : {};
  return { ...site, outcome: 'left', reason: blocked ?? runner.reason, ...data };
}

function applied(
  context: FileContext,
  site: Pick<SiteOutcome, 'at' | 'claims'>,
  edits: readonly TextEdit[],
  check: string | null,
): SiteOutcome {
  try {
    context.edits.add(edits);
  } catch (error) {
    if (error instanceof EditConflictError) return { ...site, outcome: 'left', reason: 'edit-conflict' };
    throw error;
  }
  return { ...site, outcome: 'migrated', check };
}
