import type { Finding, OptionalFinding } from '../finding.js';
import type { LinkedModule } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import { CALLS_FORKED_SINCE } from '../vocabulary/callback-positions.js';
import { findForks, findHandedForks, type ForkSite } from './fork-site.js';
import { ForkSubjects, type ForkSubject } from './fork-subject.js';
import { HookOrder } from './hook-order.js';
import { judgeForkShape } from './judge-fork-shape.js';
import { judgeForkTrace } from './judge-fork-trace.js';
import { ResolverOrder } from './resolver-order.js';

/** The option of `require-isolated-fork` that also asks what a fork says of its call. */
const DESCRIBE_CALL = 'describeCall';

/** What is wrong with the forks of a module; and, of the same forks, what is only wrong where an option asks for it. */
export interface ForkFaults {
  readonly findings: readonly Finding[];
  readonly onRequest: readonly OptionalFinding[];
}

/** What is wrong with the forks that a module makes by hand around single tool calls. */
export function findForkFaults(
  resolver: ValueResolver,
  module: LinkedModule,
  scopes: readonly DeclaredScope[],
  options: { readonly test: boolean; readonly executorReported: boolean },
): ForkFaults {
  const subjects = new ForkSubjects(resolver, module, scopes);
  const forks = findForks(resolver, module);
  const allForks = [...forks, ...findHandedForks(resolver, module)];
  const perCall = forks.filter((site) => isPerCall(subjects.of(site)));
  const aroundCalls = forks.filter((site) => !perCall.includes(site) && subjects.runsCalls(site));
  const isInCallFork = (site: ForkSite): boolean => {
    const around = resolver.ambient.enclosureOf(site.call, null);
    return perCall.some(
      (one) => around?.kind === 'fork' && one.call.id === around.call.id && subjects.of(one) === 'call',
    );
  };
  const shapes = perCall.map((site) =>
    judgeForkShape(resolver, site, {
      isolates: !isForkedByFramework(resolver, subjects.of(site)) && !isInCallFork(site),
      runsCall: subjects.runsCall(site) && !options.executorReported,
      isElementCallback: (fn) => subjects.isElementCallback(fn),
    }),
  );
  return {
    findings: [
      ...perCall.flatMap((site) => judgeForkTrace(resolver, site, { test: options.test, perCall: true })),
      ...aroundCalls.flatMap((site) => judgeForkTrace(resolver, site, { test: options.test, perCall: false })),
      ...shapes.flatMap(({ faulty }) => (faulty ? [faulty] : [])),
      ...new HookOrder(resolver, module, scopes, subjects).findings(allForks),
      ...new ResolverOrder(resolver, module, allForks).findings(),
    ],
    onRequest: distinct(shapes.flatMap(({ undescribed }) => (undescribed ? [undescribed] : []))),
  };
}

/** Whether the framework gives the call a fork of its own inside this one. */
function isForkedByFramework(resolver: ValueResolver, subject: ForkSubject): boolean {
  return subject === 'managed-call' && resolver.vocabulary.isForked({ forkedSince: CALLS_FORKED_SINCE });
}

/** One finding for each fork, also for one that several calls of a wrapper make. */
function distinct(findings: readonly Finding[]): OptionalFinding[] {
  const byPlace = new Map(findings.map((one) => [one.place.start, one]));
  return [...byPlace.values()].map((one) => ({ ...one, option: DESCRIBE_CALL }));
}

function isPerCall(subject: ForkSubject): boolean {
  return subject === 'call' || subject === 'managed-call';
}
