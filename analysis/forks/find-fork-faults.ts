import type { Finding } from '../finding.js';
import type { LinkedModule } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import { CallOrder } from './call-order.js';
import { findForks } from './fork-site.js';
import { ForkSubjects } from './fork-subject.js';
import { judgeForkShape } from './judge-fork-shape.js';
import { judgeForkTrace } from './judge-fork-trace.js';

/** What is wrong with the forks that a module makes by hand around single tool calls. */
export function findForkFaults(
  resolver: ValueResolver,
  module: LinkedModule,
  scopes: readonly DeclaredScope[],
  options: { readonly test: boolean },
): Finding[] {
  const subjects = new ForkSubjects(resolver, module, scopes);
  const perCall = findForks(resolver, module).filter((one) => subjects.of(one) === 'call');
  return [
    ...perCall.flatMap((one) => judgeForkTrace(resolver, one, options)),
    ...perCall.flatMap((one) => judgeForkShape(resolver, one)),
    ...new CallOrder(resolver, module).findings(),
  ];
}
