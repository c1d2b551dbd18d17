import type { ValueId } from '../summary/module-summary.js';
import type { LinkedModule } from './linked-module.js';

/** Where a value is handed to a call: the argument, and the way inside it. */
export interface Placement {
  readonly call: ValueId;
  readonly argument: number;
  /** Property names, `[]` for an array's element. */
  readonly path: readonly string[];
}

const MAX_STEPS = 6;

/** The calls a value is handed to, directly or inside an object or array, in its own module. */
export function placementsOf(module: LinkedModule, id: ValueId): readonly Placement[] {
  const found: Placement[] = [];
  follow(module, id, [], 0, new Set(), found);
  return found;
}

function follow(
  module: LinkedModule,
  id: ValueId,
  path: readonly string[],
  steps: number,
  seen: Set<string>,
  found: Placement[],
): void {
  const key = `${id} ${path.join('.')}`;
  if (steps > MAX_STEPS || seen.has(key)) return;
  seen.add(key);
  for (const use of module.consumersOf(id)) {
    const node = module.value(use.id);
    if (node.op === 'call' && use.role === 'argument') {
      found.push({ call: use.id, argument: use.index, path });
    } else if (node.op === 'object') {
      const entry = node.entries[use.index];
      if (entry?.kind === 'spread') follow(module, use.id, path, steps + 1, seen, found);
      else follow(module, use.id, [entry?.key ?? '*', ...path], steps + 1, seen, found);
    } else if (node.op === 'array') {
      follow(module, use.id, use.role === 'spread' ? path : ['[]', ...path], steps + 1, seen, found);
    } else if (node.op === 'variable' || node.op === 'either' || node.op === 'typed') {
      follow(module, use.id, path, steps + 1, seen, found);
    }
  }
}

/** Whether a placement is the position that a path such as `1.hooks.afterToolCall` names. */
export function matchesPosition(at: string, place: Placement, argumentCount: number): boolean {
  const [argument, ...path] = at.split('.');
  const wanted = argument === 'last' ? argumentCount - 1 : Number(argument);
  return (
    wanted === place.argument &&
    path.length === place.path.length &&
    path.every((one, index) => one === '*' || one === place.path[index])
  );
}
