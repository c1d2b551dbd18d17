import type { LinkedModule } from '../link/linked-module.js';
import { callsOf } from '../link/parameter-sources.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { FunctionId } from '../summary/module-summary.js';
import { isExported } from './exported-value.js';

/**
 * The call scopes that code in a function of a module runs in: the one it stands in, or those of its callers. `null` stands for
 * everything that is no call scope, or cannot be seen.
 */
export function runningScopes(
  resolver: ValueResolver,
  module: LinkedModule,
  fn: FunctionId,
  scopes: readonly DeclaredScope[],
): readonly (DeclaredScope | null)[] {
  const seen = new Set<FunctionId>();
  const around = (at: FunctionId): (DeclaredScope | null)[] => {
    if (seen.has(at)) return [];
    seen.add(at);
    const own = scopes.find((one) => one.fn.module === module && one.fn.fn.id === at);
    if (own) return [own];
    if (at === 0) return [null];
    const node = module.fn(at);
    const calls = callsOf(resolver, { module, id: node.value });
    const outside = isExported({ module, id: node.value });
    if (calls.length === 0 && !outside) return around(node.parent);
    return [...(outside ? [null] : []), ...calls.flatMap((id) => around(module.value(id).fn))];
  };
  return [...new Set(around(fn))];
}
