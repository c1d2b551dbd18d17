import { relative, sep } from 'node:path';
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant, Position } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { isSampled, readSample } from './sample.js';

/** Hands back, unrun, what is not in the sample that `MUTATION_SAMPLE` names. */
export class SampleChecker implements Checker {
  static readonly inject = [] as const;
  readonly #sample = readSample(process.env['MUTATION_SAMPLE'] ?? '');

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
    return isSampled(this.#sample, { file, location: reported, replacement })
      ? { status: CheckStatus.Passed }
      : { status: CheckStatus.CompileError, reason: 'not in the sample' };
  }
}

function fromOne({ line, column }: Position): Position {
  return { line: line + 1, column: column + 1 };
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
