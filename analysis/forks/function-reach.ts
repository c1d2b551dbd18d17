import { calleesOf } from '../link/callee-meanings.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import { placementsOf } from '../link/placements.js';
import { callsOf } from '../link/parameter-sources.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { FunctionId, ValueId, ValueNode } from '../summary/module-summary.js';

export type CallNode = ValueNode & { op: 'call' };

const MAX_CALLS = 400;

/** Follows what runs when a function of a module runs. */
export class FunctionReach {
  constructor(
    readonly resolver: ValueResolver,
    readonly module: LinkedModule,
  ) {}

  /**
   * Every call that a function makes in the end: its own, those of functions inside it and of the module's functions it calls.
   * `enters` decides whether a function is gone into.
   */
  callsFrom(start: FunctionId, enters: (fn: FunctionId) => boolean = () => true): { ref: Ref; node: CallNode }[] {
    const found: { ref: Ref; node: CallNode }[] = [];
    const seen = new Set<FunctionId>();
    const visit = (fn: FunctionId): void => {
      if (seen.has(fn) || found.length > MAX_CALLS) return;
      seen.add(fn);
      for (const id of this.module.valuesOf(fn)) {
        const node = this.module.value(id);
        if (node.op !== 'call') continue;
        found.push({ ref: { module: this.module, id }, node });
        for (const callee of this.calleesOf(id, node)) {
          if (callee.is === 'function' && callee.module === this.module && enters(callee.fn.id)) visit(callee.fn.id);
        }
      }
      // a function that is only called by its name runs where that call stands
      for (const inner of this.module.functionsIn(fn)) if (!this.isOnlyCalled(inner) && enters(inner)) visit(inner);
    };
    visit(start);
    return found;
  }

  calleesOf(id: ValueId, node: CallNode): readonly Meaning[] {
    return calleesOf(this.resolver, { module: this.module, id }, node);
  }

  /** Whether a function is called somewhere in the module and handed to nobody. */
  isOnlyCalled(fn: FunctionId): boolean {
    const { value } = this.module.fn(fn);
    return this.callersOf(fn).length > 0 && placementsOf(this.module, value).length === 0;
  }

  /** The calls of a function in its module. */
  callersOf(fn: FunctionId): Ref[] {
    const { value } = this.module.fn(fn);
    return callsOf(this.resolver, { module: this.module, id: value }).map((id) => ({ module: this.module, id }));
  }
}
