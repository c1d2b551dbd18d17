import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import type { Reporter } from '@stryker-mutator/api/report';
import { describedMutant, isUnnoticed } from './mutation-report.js';

/** Says at once what no test noticed, as a run takes long. */
export class UnnoticedReporter implements Reporter {
  static readonly inject = [] as const;

  onMutantTested(result: Readonly<MutantResult>): void {
    if (!isUnnoticed(result)) return;
    const file = relative(process.cwd(), result.fileName);
    console.log(describedMutant(file, readFileSync(result.fileName, 'utf8'), result));
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'unnoticed', UnnoticedReporter)];
