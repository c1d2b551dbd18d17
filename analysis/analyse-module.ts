import type { FileAnalysis, Finding, Unknown } from './finding.js';
import { ExecutorFinder } from './executors/find-executors.js';
import { scopeText, scopeUnknown } from './findings/finding-builder.js';
import { judgeRead } from './findings/context-reads.js';
import { judgeManagedWrite } from './findings/context-writes.js';
import { findDimensionReads } from './findings/dimension-reads.js';
import { findDirectHookCalls } from './findings/direct-hook-calls.js';
import { judgeHandedKey } from './findings/handed-key.js';
import { judgeKeyedState } from './findings/keyed-call-state.js';
import { judgeWrite } from './findings/native-writes.js';
import { findSessionIdentity } from './findings/session-identity.js';
import { unfollowedDeclarations } from './findings/unfollowed-declarations.js';
import { unfollowedExits } from './findings/unfollowed-exits.js';
import { findForkFaults } from './forks/find-fork-faults.js';
import type { LinkedModule, Ref } from './link/linked-module.js';
import { linkModule, ModuleGraph } from './link/module-graph.js';
import { withOpenModule, type ModuleLoader } from './link/module-loader.js';
import type { ReceiverTypes } from './link/receiver-types.js';
import { ValueResolver } from './link/value-resolver.js';
import type { ParsedModule } from './parsed-module.js';
import type { DeclaredScope } from './scopes/call-scope.js';
import { findCallScopes } from './scopes/find-call-scopes.js';
import { UnreachedCode } from './scopes/unreached-code.js';
import { ScopeWalk, type Visit, type WalkStep } from './scopes/walk-scope.js';
import type { ResolvedSettings } from './settings.js';
import type { ModuleSummary, ValueId } from './summary/module-summary.js';
import { summarise } from './summary/summarise.js';
import { isTestModule } from './test-file.js';
import { isToolFile } from './tool-file.js';
import { REGISTRATION_FORM } from './vocabulary/registration-form.js';
import { HANDLER_WORDS, HOOK_NAMES } from './vocabulary/tool-call-words.js';
import { placeOf } from './source-text.js';
import { vocabularyFor } from './vocabulary/vocabulary-cache.js';

/** The rule whose report of a module's calls covers what else is wrong with the record they run in. */
const EXECUTOR_RULE = 'no-unforked-executor';

/** A module that was linked, with its call scopes: what findings and codemods are made from. */
export interface ModuleView {
  readonly module: LinkedModule;
  readonly resolver: ValueResolver;
  readonly scopes: readonly DeclaredScope[];
  readonly settings: ResolvedSettings;
}

const NO_MODULES: ModuleLoader = { load: () => null };

/** Links one summary and finds the call scopes it declares. */
export function viewModule(
  summary: ModuleSummary,
  settings: ResolvedSettings,
  loader: ModuleLoader | null = null,
  types: ReceiverTypes | null = null,
): ModuleView {
  const module = linkModule(summary);
  const graph = new ModuleGraph(loader ? withOpenModule(loader, summary) : NO_MODULES);
  const resolver = new ValueResolver(vocabularyFor(settings), graph, types);
  const scopes = scopesOf(resolver, module, settings);
  const kept = settings.unknownExposure === 'ignore' ? scopes.filter((one) => one.exposure !== 'unknown') : scopes;
  return { module, resolver, scopes: kept, settings };
}

function scopesOf(resolver: ValueResolver, module: LinkedModule, settings: ResolvedSettings): readonly DeclaredScope[] {
  return findCallScopes(resolver, module, { toolFile: isToolFile(module.summary.file, settings) });
}

/**
 * Everything wrong in one module, and everything that could not be seen. Sorted by place.
 *
 * @param loader gives the project's other modules; without one, nothing is followed out of the module
 */
export function analyseModule(
  parsed: ParsedModule,
  settings: ResolvedSettings,
  loader: ModuleLoader | null = null,
): FileAnalysis {
  return analyseSummary(summarise(parsed), settings, loader, parsed.types ?? null);
}

/** As `analyseModule`, of a summary. */
export function analyseSummary(
  summary: ModuleSummary,
  settings: ResolvedSettings,
  loader: ModuleLoader | null = null,
  types: ReceiverTypes | null = null,
): FileAnalysis {
  if (!mayTouchFramework(summary, settings)) return { findings: [], onRequest: [], unknown: [] };
  return analyseView(viewModule(summary, settings, loader, types));
}

/** As `analyseModule`, of a module that was linked already. */
export function analyseView(view: ModuleView): FileAnalysis {
  const { summary } = view.module;
  const findings = new Map<string, Finding>();
  const unknown: Unknown[] = [];
  const test = isTestModule(summary);
  const found = ofModule(view, test, unknown);
  const executorReported = found.some((one) => one.rule === EXECUTOR_RULE);
  const forks = findForkFaults(view.resolver, view.module, view.scopes, {
    executorReported,
    scopesOf: (module) => scopesOf(view.resolver, module, view.settings),
  });
  for (const one of [...found, ...forks.findings]) findings.set(keyOf(one), one);
  unknown.push(...unfollowedDeclarations(view.resolver, view.module));
  for (const scope of view.scopes) walk(view, scope, findings, unknown);
  if (view.resolver.exhausted) unknown.push(exhausted(summary));
  return {
    findings: [...findings.values()].sort(byPlace),
    onRequest: forks.onRequest,
    unknown: distinct(unknown).sort(byPlace),
  };
}

/** What is found in the module as a whole, outside any single call scope. */
function ofModule({ resolver, module, scopes }: ModuleView, test: boolean, unknown: Unknown[]): Finding[] {
  const executors = new ExecutorFinder(resolver, module, scopes, { test }).find();
  unknown.push(...executors.unknown);
  return [
    ...executors.findings(),
    ...(test ? findDirectHookCalls(resolver, module, scopes) : []),
    ...findDimensionReads(resolver, module, scopes),
    ...findSessionIdentity(resolver, module),
  ];
}

function walk(view: ModuleView, scope: DeclaredScope, findings: Map<string, Finding>, unknown: Unknown[]): void {
  const { resolver, scopes } = view;
  const isElsewhere = (module: LinkedModule, fn: number): boolean =>
    scopes.some((one) => one !== scope && one.fn.module === module && one.fn.fn.id === fn) ||
    resolver.ambient.hostOf(module, fn)?.kind === 'root';
  const unreached = new UnreachedCode(resolver, scope);
  const judge = (visit: Visit): void => {
    if (scope.throughWrapper && !isReachedFromHere(scope, visit)) return;
    for (const judged of [judgeRead, judgeWrite]) {
      const said = judged(resolver, scope, visit);
      unknown.push(...said.unknown);
      for (const one of said.findings) keepShortest(findings, one);
    }
    for (const judged of [judgeManagedWrite, judgeKeyedState]) {
      for (const one of judged(resolver, scope, visit)) keepShortest(findings, one);
    }
    for (const one of judgeHandedKey(resolver, scope, visit, isElsewhere)) keepShortest(findings, one);
    unknown.push(...unfollowedExits(resolver, scope, visit));
  };
  const walker = new ScopeWalk(resolver, isElsewhere, judge, (ref, frame) => unreached.has(ref, frame));
  walker.run(scope);
  const [cut] = walker.cut;
  if (cut) unknown.push(tooMuch(scope, cut.call, cut.path));
}

/** Whether what is visited stands in the scope's own module, or is called from there. */
function isReachedFromHere({ module }: DeclaredScope, { ref, path }: Visit): boolean {
  return ref.module === module || path.some((step) => step.call.module === module);
}

function tooMuch(scope: DeclaredScope, cut: Ref, path: readonly WalkStep[]): Unknown {
  const message = `${scopeText(scope)} runs more than is followed: from this call on, what it calls was not looked at`;
  return scopeUnknown('budget', message, cut, scope, path);
}

function distinct(unknown: readonly Unknown[]): Unknown[] {
  const keyed = unknown.map((one): [string, Unknown] => [
    // of what is given from outside, the first use tells all
    one.reason === 'too-dynamic' ? one.message : `${one.place.file} ${one.place.start} ${one.place.end} ${one.message}`,
    one,
  ]);
  return [...new Map(keyed.toReversed()).values()];
}

function exhausted(summary: ModuleSummary): Unknown {
  return {
    reason: 'budget',
    message: 'the file was too entangled to be followed to the end; what was found is right, but there may be more',
    place: placeOf(summary.file, summary.lineStarts, [0, 0]),
  };
}

/**
 * Whether anything in a module can have a meaning of the vocabulary: it imports a known name, or the module of one; or it
 * calls a handler, or anything else, out of a table, which needs no import.
 */
function mayTouchFramework(summary: ModuleSummary, settings: ResolvedSettings): boolean {
  if (isToolFile(summary.file, settings)) return true;
  const vocabulary = vocabularyFor(settings);
  if (summary.functions.some((one) => one.returnType && vocabulary.knowsType(one.returnType))) return true;
  if (summary.classes.some((one) => one.implements.some((type) => vocabulary.knowsType(type)))) return true;
  return summary.values.some((node) => {
    if (node.op === 'import') return vocabulary.knowsImport(node.module, node.name);
    if (node.op === 'typed') return vocabulary.knowsType(node.type);
    if (node.op === 'call') return isPicked(summary, node.callee);
    return (
      node.op === 'get' &&
      node.key !== null &&
      (node.key === HANDLER_WORDS.handler ||
        node.key === REGISTRATION_FORM.method ||
        HOOK_NAMES.has(node.key) ||
        vocabulary.knowsMember(node.key))
    );
  });
}

/** Whether a callee is picked out of a table by a computed name: `table[name]`, `table[name].execute`. */
function isPicked({ values }: ModuleSummary, callee: ValueId): boolean {
  const read = values[callee];
  const holder = read?.op === 'get' && read.key !== null ? values[read.object] : read;
  return holder?.op === 'get' && holder.keyValue !== undefined;
}

function keepShortest(findings: Map<string, Finding>, one: Finding): void {
  const known = findings.get(keyOf(one));
  if (!known || one.path.length < known.path.length) findings.set(keyOf(one), one);
}

function keyOf(one: Finding): string {
  return `${one.rule}\0${one.place.file}\0${one.place.start}\0${one.place.end}`;
}

function byPlace(a: { place: Finding['place'] }, b: { place: Finding['place'] }): number {
  return a.place.start - b.place.start || a.place.end - b.place.end;
}
