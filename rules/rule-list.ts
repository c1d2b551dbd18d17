import { noContextWriteInNativeTool } from './no-context-write-in-native-tool.js';
import { noRequestSpanInTool } from './no-request-span-in-tool.js';
import { noRequestStartInTool } from './no-request-start-in-tool.js';
import { noUnforkedExecutor } from './no-unforked-executor.js';
import type { StitchkitRule } from './rule-module.js';

/** Every rule, in the order of its documentation. */
export const RULES: readonly StitchkitRule[] = [
  noRequestSpanInTool,
  noRequestStartInTool,
  noContextWriteInNativeTool,
  noUnforkedExecutor,
];
