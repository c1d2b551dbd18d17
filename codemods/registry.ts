import type { Codemod } from './codemod.js';
import { callTiming } from './call-timing/index.js';
import { executorToRunner } from './executor-to-runner/index.js';
import { mountToRunner } from './mount-to-runner/index.js';

/** Every codemod, in the order in which they run: where two could take a site, the earlier one does. */
export const codemods: readonly Codemod[] = [mountToRunner, executorToRunner, callTiming];
