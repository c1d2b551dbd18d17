import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import type { InstrumenterContext, MutantCoverage } from '@stryker-mutator/api/core';
import {
  determineHitLimitReached,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import * as vitest from 'vitest';
import { elapsed } from './advancing-clock.js';
import { TestCollector, type CollectedTest } from './collected-tests.js';
import { MutatedModules } from './mutated-modules.js';

/** The tests that start no process and load no host of the rules. */
const TEST_FOLDERS = [
  ['test/mutation', /\.mutation\.ts$/u],
  ['test/analysis', /^(?!parser-agreement|text-forms|summary-is-plain-data|schema-vocabulary).*\.test\.ts$/u],
  ['test/property', /^found-programs\.test\.ts$/u],
] as const;

/**
 * Runs the tests for every mutant in one process: the tests are loaded once, the analysis is made anew for each mutant, so that
 * nothing it keeps outlives a mutant and what it does at load is mutated too.
 */
export class InProcessRunner implements TestRunner {
  static readonly inject = [] as const;
  readonly #collector = new TestCollector();
  readonly #modules = new MutatedModules(
    process.cwd(),
    'analysis',
    new Map<string, unknown>([['vitest', { ...vitest, ...this.#collector.api }]]),
  );
  readonly #stryker = strykerContext();
  /** Tests by how often, and how lately, each noticed a mutant. */
  readonly #zeal = new Map<string, number>();
  #runs = 0;
  #reached: Reached | null = null;

  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const root = process.cwd();
    for (const [folder, pattern] of TEST_FOLDERS) {
      for (const name of readdirSync(join(root, folder))
        .filter((one) => pattern.test(one))
        .sort()) {
        const path = `${folder}/${name}`;
        this.#collector.collect(path, () => this.#modules.load(join(root, path)));
      }
    }
    await this.#collector.start();
  }

  async dispose(): Promise<void> {
    await this.#collector.end();
  }

  async dryRun(): Promise<DryRunResult> {
    delete this.#stryker.mutantCoverage;
    delete this.#stryker.activeMutant;
    this.#modules.renew(() => 'measured');
    this.#modules.runAll();
    const tests: TestResult[] = [];
    for (const [index, test] of this.#collector.tests.entries()) {
      this.#stryker.currentTestId = String(index);
      tests.push(await resultOf(test));
    }
    delete this.#stryker.currentTestId;
    const coverage = this.#stryker.mutantCoverage ?? { static: {}, perTest: {} };
    writeCoverage(coverage);
    return { status: DryRunStatus.Complete, tests, mutantCoverage: { static: allHits(coverage), perTest: {} } };
  }

  async mutantRun({ activeMutant, hitLimit, sandboxFileName }: MutantRunOptions): Promise<MutantRunResult> {
    this.#runs += 1;
    this.#stryker.activeMutant = activeMutant.id;
    this.#stryker.hitCount = 0;
    if (hitLimit !== undefined) this.#stryker.hitLimit = hitLimit;
    const tests = this.#testsThatReach(activeMutant.id);
    const failure = await this.#firstFailure(tests, sandboxFileName);
    const timeout = determineHitLimitReached(this.#stryker.hitCount, hitLimit);
    delete this.#stryker.activeMutant;
    if (timeout) return { status: MutantRunStatus.Timeout, reason: timeout.reason ?? '' };
    const nrOfTests = tests.length;
    if (!failure) return { status: MutantRunStatus.Survived, nrOfTests };
    return { status: MutantRunStatus.Killed, nrOfTests, killedBy: [failure.name], failureMessage: failure.message };
  }

  async #firstFailure(tests: readonly CollectedTest[], mutatedFile: string): Promise<Failure | null> {
    this.#modules.renew((file) => (file === mutatedFile ? 'mutated' : 'plain'));
    try {
      this.#modules.runAll();
    } catch (error) {
      return { name: this.#collector.tests[0]?.name ?? '', message: String(error) };
    }
    for (const test of tests) {
      const result = await resultOf(test);
      if (result.status !== TestStatus.Failed) continue;
      this.#zeal.set(test.name, (this.#zeal.get(test.name) ?? 0) / 2 + this.#runs);
      return { name: test.name, message: result.failureMessage };
    }
    return null;
  }

  /** What noticed a mutant lately stands first: neighbours are mostly noticed by the same tests. */
  #testsThatReach(mutant: string): readonly CollectedTest[] {
    this.#reached ??= readCoverage();
    const { atLoad, byTest } = this.#reached;
    const zeal = ({ name }: CollectedTest): number => this.#zeal.get(name) ?? 0;
    return this.#collector.tests
      .filter((_, index) => atLoad.has(mutant) || byTest[index]?.has(mutant))
      .sort((a, b) => zeal(b) - zeal(a));
  }
}

/** Which mutants are reached when modules are loaded, and which by each test. */
interface Reached {
  readonly atLoad: ReadonlySet<string>;
  readonly byTest: readonly ReadonlySet<string>[];
}

interface Failure {
  readonly name: string;
  readonly message: string;
}

/** Beside the sandbox's sources: one worker measures, all the others read. */
const COVERAGE_FILE = 'reached-mutants.json';

function writeCoverage({ static: atLoad, perTest }: MutantCoverage): void {
  const byTest: string[][] = [];
  for (const [index, hits] of Object.entries(perTest)) byTest[Number(index)] = Object.keys(hits);
  writeFileSync(COVERAGE_FILE, JSON.stringify({ atLoad: Object.keys(atLoad), byTest }));
}

function readCoverage(): Reached {
  const { atLoad, byTest } = JSON.parse(readFileSync(COVERAGE_FILE, 'utf8')) as {
    atLoad: readonly string[];
    byTest: readonly (readonly string[] | null)[];
  };
  return { atLoad: new Set(atLoad), byTest: byTest.map((mutants) => new Set(mutants)) };
}

function allHits({ static: atLoad, perTest }: MutantCoverage): Record<string, number> {
  const hits = { ...atLoad };
  for (const one of Object.values(perTest)) {
    for (const [mutant, count] of Object.entries(one)) hits[mutant] = (hits[mutant] ?? 0) + count;
  }
  return hits;
}

function strykerContext(): InstrumenterContext {
  const global = globalThis as { __stryker__?: InstrumenterContext };
  return (global.__stryker__ ??= {});
}

async function resultOf(test: CollectedTest): Promise<TestResult> {
  const start = elapsed();
  const about = { id: test.name, name: test.name };
  try {
    await test.run();
    return { ...about, status: TestStatus.Success, timeSpentMs: elapsed() - start };
  } catch (error) {
    const failureMessage = error instanceof Error ? error.message : String(error);
    return { ...about, status: TestStatus.Failed, failureMessage, timeSpentMs: elapsed() - start };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)];
