import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant, Position } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { MutantTypes } from './mutant-types.js';
import { isSampled, readSample } from './sample.js';

/** Hands back, unrun, what is not in the sample that `MUTATION_SAMPLE` names, and what the compiler refuses. */
export class MutantChecker implements Checker {
  static readonly inject = [] as const;
  readonly #sample = readSample(process.env['MUTATION_SAMPLE'] ?? '');
  /** Workers run in the sandbox, whose sources are instrumented. */
  readonly #root = process.env['MUTATION_ROOT'] ?? '';
  readonly #types = new MutantTypes(
    join(this.#root, 'tsconfig.json'),
    readdirSync(join(this.#root, 'analysis'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(this.#root, 'analysis', name)),
  );

  async init(): Promise<void> {
    // nothing to prepare
  }

  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.#resultOf(mutant)]));
  }

  #resultOf({ fileName, location, replacement }: Mutant): CheckResult {
    const file = relative(process.cwd(), fileName).split(sep).join('/');
    // Stryker counts from 0 here, from 1 in its report
    const reported = { start: fromOne(location.start), end: fromOne(location.end) };
    if (!isSampled(this.#sample, { file, location: reported, replacement })) return refused('not in the sample');
    const refusal = this.#types.refusal(join(this.#root, file), location, replacement);
    return refusal === null ? { status: CheckStatus.Passed } : refused(refusal);
  }
}

function refused(reason: string): CheckResult {
  return { status: CheckStatus.CompileError, reason };
}

function fromOne({ line, column }: Position): Position {
  return { line: line + 1, column: column + 1 };
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'types-and-sample', MutantChecker)];
