import type { Finding, OptionalFinding, Place } from '../finding.js';
import type { LinkedModule } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import { isTestModule } from '../test-file.js';
import { CALLS_FORKED_SINCE } from '../vocabulary/callback-positions.js';
import { findForks, findHandedForks, type ForkSite } from './fork-site.js';
import { forksOfHelpers, type HandedForks } from './handed-fork.js';
import { ForkSubjects, type ForkSubject } from './fork-subject.js';
import { HookOrder } from './hook-order.js';
import { judgeForkShape, type ShapeJudgement } from './judge-fork-shape.js';
import { judgeForkTrace } from './judge-fork-trace.js';
import { ResolverOrder } from './resolver-order.js';

/** The option of `require-isolated-fork` that also asks what a fork says of its call. */
const DESCRIBE_CALL = 'describeCall';

/** What is wrong with the forks of a module; and, of the same forks, what is only wrong where an option asks for it. */
export interface ForkFaults {
  readonly findings: readonly Finding[];
  readonly onRequest: readonly OptionalFinding[];
}

/** What is known of the module whose forks are judged, and of the other modules of the project. */
export interface ForkSurroundings {
  readonly executorReported: boolean;
  readonly scopesOf: (module: LinkedModule) => readonly DeclaredScope[];
}

/** What is wrong with the forks of single tool calls that a module makes by hand, or has made by a helper of another module. */
export function findForkFaults(
  resolver: ValueResolver,
  module: LinkedModule,
  scopes: readonly DeclaredScope[],
  surroundings: ForkSurroundings,
): ForkFaults {
  const subjects = new ForkSubjects(resolver, module, scopes);
  const forks = findForks(resolver, module);
  const helpers = forksOfHelpers(resolver, module);
  const judge = new ForkJudge(resolver, subjects, [...forks, ...helpers.flatMap((one) => one.sites)], {
    test: isTestModule(module.summary),
    executorReported: surroundings.executorReported,
  });
  const own = judge.ofForks(forks);
  const order = [...forks, ...findHandedForks(resolver, module)];
  return {
    findings: [
      ...own.findings,
      ...judge.ofHelpers(helpers, (other) => faultsOfModule(resolver, other, surroundings)),
      ...new HookOrder(resolver, module, scopes, subjects).findings(order),
      ...new ResolverOrder(resolver, module, order).findings(),
    ],
    onRequest: own.onRequest,
  };
}

/** What is reported of a module's forks in the module itself. */
function faultsOfModule(
  resolver: ValueResolver,
  module: LinkedModule,
  { scopesOf, executorReported }: ForkSurroundings,
): readonly Finding[] {
  const forks = findForks(resolver, module);
  const subjects = new ForkSubjects(resolver, module, scopesOf(module));
  const test = isTestModule(module.summary);
  return new ForkJudge(resolver, subjects, forks, { test, executorReported }).ofForks(forks).findings;
}

/** Judges the shape and the trace of the forks that a module has. */
class ForkJudge {
  readonly #perCall: readonly ForkSite[];

  constructor(
    readonly resolver: ValueResolver,
    readonly subjects: ForkSubjects,
    all: readonly ForkSite[],
    readonly options: { readonly test: boolean; readonly executorReported: boolean },
  ) {
    this.#perCall = all.filter((site) => isPerCall(subjects.of(site)));
  }

  ofForks(forks: readonly ForkSite[]): ForkFaults {
    const perCall = forks.filter((site) => this.#perCall.includes(site));
    const aroundCalls = forks.filter((site) => !perCall.includes(site) && this.subjects.runsCalls(site));
    const shapes = perCall.map((site) => this.#shape(site));
    return {
      findings: [
        ...perCall.flatMap((site) => this.#trace(site, true)),
        ...aroundCalls.flatMap((site) => this.#trace(site, false)),
        ...shapes.flatMap(({ faulty }) => (faulty ? [faulty] : [])),
      ],
      onRequest: distinct(shapes.flatMap(({ undescribed }) => (undescribed ? [undescribed] : []))),
    };
  }

  /** Faults of each fork that a helper may run its function in; not those that the helper's own module reports. */
  ofHelpers(
    helpers: readonly HandedForks[],
    reportedIn: (module: LinkedModule) => readonly Finding[],
  ): readonly Finding[] {
    const reported = new Map<LinkedModule, readonly Finding[]>();
    const faultsIn = (module: LinkedModule): readonly Finding[] => {
      const known = reported.get(module) ?? reportedIn(module);
      reported.set(module, known);
      return known;
    };
    return helpers.flatMap(({ sites }) => {
      const judged = sites.map((site) => this.#ofHelper(site));
      // which of a helper's forks a call gets is not decided here: only what is wrong with all of them is sure
      return (judged[0] ?? []).filter(
        (one) =>
          judged.every((each) => each.some((other) => other.rule === one.rule)) &&
          !sites.some(({ fork }) => isReported(faultsIn(fork.module), one)),
      );
    });
  }

  #ofHelper(site: ForkSite): readonly Finding[] {
    if (!this.#perCall.includes(site)) return [];
    const { faulty } = this.#shape(site);
    return [...this.#trace(site, true), ...(faulty ? [faulty] : [])];
  }

  #trace(site: ForkSite, perCall: boolean): readonly Finding[] {
    return judgeForkTrace(this.resolver, site, { test: this.options.test, perCall });
  }

  #shape(site: ForkSite): ShapeJudgement {
    return judgeForkShape(this.resolver, site, {
      isolates: !isForkedByFramework(this.resolver, this.subjects.of(site)) && !this.#isInCallFork(site),
      runsCall: this.subjects.runsCall(site) && !this.options.executorReported,
    });
  }

  #isInCallFork(site: ForkSite): boolean {
    const around = this.resolver.ambient.enclosureOf(site.call, null);
    if (around?.kind !== 'fork') return false;
    return this.#perCall.some(
      (one) =>
        one.fork.id === around.call.id && one.fork.module === around.call.module && this.subjects.of(one) === 'call',
    );
  }
}

/** Whether another module reports the fault that a finding leads to. */
function isReported(faults: readonly Finding[], finding: Finding): boolean {
  const fault = faultOf(finding);
  return faults.some((one) => {
    const { file, line, column } = faultOf(one);
    return one.rule === finding.rule && file === fault.file && line === fault.line && column === fault.column;
  });
}

/** Where the fault of a finding stands, in whichever module. */
function faultOf({ path, place }: Finding): Pick<Place, 'file' | 'line' | 'column'> {
  return path.at(-1) ?? place;
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
