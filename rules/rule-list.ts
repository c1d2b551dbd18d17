import { noChildSpanFork } from './no-child-span-fork.js';
import { noContextWriteInNativeTool } from './no-context-write-in-native-tool.js';
import { noDirectToolHook } from './no-direct-tool-hook.js';
import { noHookOutsideFork } from './no-hook-outside-fork.js';
import { noIneffectiveContextWrite } from './no-ineffective-context-write.js';
import { noInventedRoot } from './no-invented-root.js';
import { noRequestSpanInTool } from './no-request-span-in-tool.js';
import { noRequestStartInTool } from './no-request-start-in-tool.js';
import { noResolveOutsideFork } from './no-resolve-outside-fork.js';
import { noSessionIdentity } from './no-session-identity.js';
import { noSharedContextWrite } from './no-shared-context-write.js';
import { noToolDimensionsOnRequestRow } from './no-tool-dimensions-on-request-row.js';
import { noTraceKeyedCallState } from './no-trace-keyed-call-state.js';
import { noUnforkedExecutor } from './no-unforked-executor.js';
import { requireIsolatedFork } from './require-isolated-fork.js';
import type { StitchkitRule } from './rule-module.js';

/** Every rule, in the order of its documentation. */
export const RULES: readonly StitchkitRule[] = [
  noRequestSpanInTool,
  noRequestStartInTool,
  noContextWriteInNativeTool,
  noSharedContextWrite,
  noUnforkedExecutor,
  noResolveOutsideFork,
  noHookOutsideFork,
  noChildSpanFork,
  requireIsolatedFork,
  noInventedRoot,
  noDirectToolHook,
  noIneffectiveContextWrite,
  noToolDimensionsOnRequestRow,
  noSessionIdentity,
  noTraceKeyedCallState,
];
