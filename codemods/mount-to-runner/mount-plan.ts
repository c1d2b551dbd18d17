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
import { listBehind, walkedTools, type ToolLoop } from './tool-loop.js';

/** The edits that put a mount in place of a loop, or what stands in the way. */
export type MountPlan =
  | { readonly ok: true; readonly site: TSESTree.Node; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly site: TSESTree.Node; readonly obstacles: readonly ReasonCode[] };

/** From this version on a mount forks around each call (facts, section 0). */
export const MOUNT_FORKS_SINCE = '0.36.0';

const TRANSPORTS = { agent: 'AGENT', mcp: 'MCP' } as const;

export function planMount(
  context: FileContext,
  registration: Registration,
  call: HandlerCall,
  loop: ToolLoop,
): MountPlan {
  const { view, meaning } = context;
  const walked = walkedTools(view, meaning, loop);
  const site = walked?.outer ?? recordAround(context, loop) ?? loop.node;
  if (!walked) {
    return { ok: false, site, obstacles: [holdsOtherTools(context, loop) ? 'runtime-tools' : 'extra-work-in-loop'] };
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
  if (typeof target === 'string' || obstacles.length > 0 || !mounted) return { ok: false, site, obstacles };
  return {
    ok: true,
    site,
    edits: mountEdits(context, { registration, call: mounted, walked, target, extension: extension ?? [] }),
  };
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
