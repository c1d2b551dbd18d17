import type { TSESTree } from '@typescript-eslint/types';
import { compareVersions } from '../../analysis/vocabulary/version-range.js';
import type { FileContext } from '../codemod.js';
import type { TextEdit } from '../edit/text-edit.js';
import type { ReasonCode } from '../reasons.js';
import type { HandlerCall } from '../tool-calls/handler-calls.js';
import { mountEdits } from './mount-edits.js';
import { extensionOf, withoutResolver } from './mount-extension.js';
import { recordAround, targetOf } from './mount-target.js';
import { obstaclesOf } from './mountable.js';
import type { Registration } from './registration.js';
import { listBehind, walkedTools, type ToolLoop, type WalkedTools } from './tool-loop.js';

/** The edits that put a mount in place of a loop, or what stands in the way. */
export type MountPlan =
  | { readonly ok: true; readonly site: TSESTree.Node; readonly edits: readonly TextEdit[] }
  | {
      readonly ok: false;
      readonly site: TSESTree.Node;
      readonly obstacles: readonly ReasonCode[];
      /** True where the list has an extension, which the mount would take and a runner is not given. */
      readonly onlyMounts: boolean;
      /** The same edits, where all that stands in the way is something a person can check. */
      readonly anyway?: () => readonly TextEdit[];
    };

/** From this version on a mount forks around each call (facts, section 0). */
export const MOUNT_FORKS_SINCE = '0.36.0';

/** The first version of which it is known that a mounted agent tool rejects where the call fails (facts, section B). */
const MOUNTED_TOOL_REJECTS_SINCE = '0.68.0';

const TRANSPORTS = { agent: 'AGENT', mcp: 'MCP' } as const;

/** What a mount would take the place of. */
export function mountSite(context: FileContext, loop: ToolLoop): TSESTree.Node {
  return siteOf(context, loop, walkedTools(context.view, context.meaning, loop));
}

function siteOf(context: FileContext, loop: ToolLoop, walked: WalkedTools | null): TSESTree.Node {
  return walked?.outer ?? recordAround(context, loop) ?? loop.node;
}

export function planMount(
  context: FileContext,
  registration: Registration,
  call: HandlerCall,
  loop: ToolLoop,
): MountPlan {
  const { view, meaning } = context;
  const walked = walkedTools(view, meaning, loop);
  const site = siteOf(context, loop, walked);
  if (!walked) {
    return {
      ok: false,
      site,
      obstacles: [holdsOtherTools(context, loop) ? 'runtime-tools' : 'extra-work-in-loop'],
      onlyMounts: false,
    };
  }
  const target = targetOf(context, registration, call, loop);
  const extension = extensionOf(context, walked.options);
  const mounted = extension ? withoutResolver(context, call, registration, extension) : call;
  const obstacles = [
    ...(compareVersions(context.options.to, MOUNT_FORKS_SINCE) < 0 ? (['no-runner-in-version'] as const) : []),
    ...(walked.options && (!extension || !mounted) ? (['tool-extension'] as const) : []),
    ...(walked.services.transport === TRANSPORTS[registration.surface] ? [] : (['other-surface'] as const)),
    ...obstaclesOf(view, meaning, registration, mounted ?? call, walked.outer ?? loop.node),
    ...(typeof target === 'string' ? [target] : []),
  ];
  const onlyMounts = extension !== null && extension.length > 0;
  if (typeof target === 'string' || obstacles.length > 0 || !mounted) return { ok: false, site, obstacles, onlyMounts };
  const parts = { registration, call: mounted, walked, target, extension: extension ?? [] };
  if (returnsFailures(context, registration)) {
    const anyway = (): TextEdit[] => mountEdits(context, parts);
    return { ok: false, site, obstacles: ['mount-returns-failure'], onlyMounts, anyway };
  }
  return { ok: true, site, edits: mountEdits(context, parts) };
}

/** True where a mounted tool may hand a failure back as its result. What a mount can replace rejects, or lets the handler. */
function returnsFailures(context: FileContext, registration: Registration): boolean {
  return registration.surface === 'agent' && compareVersions(context.options.to, MOUNTED_TOOL_REJECTS_SINCE) < 0;
}

/** True for a list that also has elements which no service gives. */
function holdsOtherTools(context: FileContext, loop: ToolLoop): boolean {
  const list = listBehind(context.view, loop.list);
  if (list.type !== 'ArrayExpression') return false;
  return list.elements.some(
    (one) =>
      one?.type !== 'SpreadElement' ||
      !context.meaning.shapesOf(one.argument).some((shape) => shape.shape === 'MountableTools'),
  );
}
