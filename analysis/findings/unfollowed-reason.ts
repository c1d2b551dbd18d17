import type { UnknownReason } from '../finding.js';
import type { LinkedModule } from '../link/linked-module.js';
import { COMPUTED_MODULE, type Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';

export type Foreign = Meaning & { is: 'foreign' };

/** How applications name modules of their own that are no packages. */
const OWN_MODULE = /^(?:\.{1,2}(?:\/|$)|[#/]|[@~]\/)/u;

/** Whether something comes out of a module of the project, or out of one whose name is computed. */
export function isOwn({ module }: Foreign): boolean {
  return module === COMPUTED_MODULE || OWN_MODULE.test(module);
}

/** Why something of another module was not followed. */
export function reasonOf(resolver: ValueResolver, from: LinkedModule, { module }: Foreign): UnknownReason {
  if (module === COMPUTED_MODULE) return 'computed';
  return resolver.graph?.loader.whyNot?.(from.summary.file, module) ?? 'unresolvable';
}

/** "`save` of './rows'" */
export function sourceText({ module, name, path }: Foreign): string {
  const member = [name, ...path].filter((one) => one !== '()').join('.');
  return module === COMPUTED_MODULE
    ? `\`${member}\` of a module whose name is computed`
    : `\`${member}\` of '${module}'`;
}
