/** One ordinary program: a module that exports `run`, which makes one tool call. */
export interface TimingProgram {
  readonly name: string;
  readonly file: `${string}.${'ts' | 'js' | 'cjs'}`;
  readonly source: string;
  /** How many sites are migrated, and why the others are left. */
  readonly migrated: number;
  readonly left?: readonly string[];
  /** The times it tells after the migration that are not the call's own: left ones, and those of the request. */
  readonly requestTimes?: readonly string[];
  /** True where the times it tells before are of no clock at all. */
  readonly nonsenseBefore?: true;
}

const IMPORTS = `import { getRequestContext } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { penContract } from './contract.js';
import { callTool, clock, rows, sleep } from './world.js';
`;

/** A program whose one contract handler is called through a mount. */
export function handlerProgram(handler: string, before = ''): string {
  return `${IMPORTS}${before}
const pens = implement(penContract, {
  count: ${handler},
});

export const run = () => callTool(pens);
export const used = [getRequestContext, clock, rows, sleep];
`;
}
