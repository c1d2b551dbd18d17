import type { CallScopeKind } from '../finding.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { FunctionMeaning } from './callback-functions.js';
import type { Range } from '../summary/module-summary.js';
import type { Exposure } from './exposure.js';

/** A function that runs during one tool call, as its module declares it. */
export interface DeclaredScope {
  readonly kind: CallScopeKind;
  readonly name: string;
  readonly module: LinkedModule;
  readonly fn: FunctionMeaning;
  /** Whether the framework runs it in a fork of its own in this version. */
  readonly forked: boolean;
  readonly exposure: Exposure;
  /** The call or typed value that declares it. */
  readonly declaredBy: Ref;
  /** Where the declaring module hands the function over. */
  readonly reference: Range;
  /** Whether a function of another module declares it of what it is given: that module's own faults are reported there. */
  readonly throughWrapper?: boolean;
}
