import { posix } from 'node:path';
import { parseModule, summarise } from '../../../analysis/index.js';
import { INERT, type ModuleLoader } from '../../../analysis/link/module-loader.js';
import { mayMeanSomething } from '../../../analysis/relevance.js';
import type { ResolvedSettings } from '../../../analysis/settings.js';
import type { ModuleSummary } from '../../../analysis/summary/module-summary.js';

const ENDINGS: Readonly<Record<string, readonly string[]>> = { '.js': ['.ts', '.js'], '.cjs': ['.cjs'] };

/** Loads the modules of a program that stands in memory, all in one folder. */
export function memoryLoader(files: ReadonlyMap<string, string>, settings: ResolvedSettings): ModuleLoader {
  const summaries = new Map<string, ModuleSummary>();
  const fileOf = (specifier: string): string | undefined => {
    if (!specifier.startsWith('./')) return undefined;
    const { name, ext } = posix.parse(specifier);
    return (ENDINGS[ext] ?? []).map((ending) => `${name}${ending}`).find((file) => files.has(file));
  };
  return {
    load(_from, specifier) {
      const file = fileOf(specifier);
      if (file === undefined) return null;
      const text = (files.get(file) ?? '').replace(/^\uFEFF/u, '');
      const known = summaries.get(file) ?? summarise(parseModule(file, text));
      summaries.set(file, known);
      const passesOn = known.exports.some((one) => one.kind !== 'value') || text.includes('./');
      return passesOn || mayMeanSomething(text, settings) ? known : INERT;
    },
  };
}
