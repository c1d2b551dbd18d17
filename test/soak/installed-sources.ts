import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyseModule, parseModule } from '../../analysis/index.js';
import { SourceSyntaxError } from '../../analysis/parse-module.js';
import type { ResolvedSettings } from '../../analysis/settings.js';
import { BYTE_ORDER_MARK } from '../../analysis/source-text.js';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const SOURCE = /(?<!\.d)\.(?:js|mjs|cjs|ts|mts|cts|jsx|tsx)$/u;
const LEFT_OUT = new Set(['stitchkit', '.cache', '.bin', '.vite', '.vite-temp', 'eslint-plugin-stitchkit']);
const MAX_BYTES = 600_000;

const SETTINGS: ResolvedSettings = {
  root: MODULES,
  version: '0.43.0',
  versionFrom: 'settings',
  unknownExposure: 'report',
  vocabulary: [],
  toolFiles: [],
};

/** What came of analysing many files. */
export interface SoakResult {
  readonly analysed: number;
  /** Files that are no valid source. */
  readonly unparsable: number;
  readonly crashes: readonly string[];
  readonly reports: readonly string[];
}

/** Every source file of the installed packages, sorted. */
export function installedSources(): string[] {
  return sourcesIn(MODULES).sort();
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    if (one.isDirectory()) return LEFT_OUT.has(one.name) ? [] : sourcesIn(path);
    return one.isFile() && SOURCE.test(one.name) && statSync(path).size <= MAX_BYTES ? [path] : [];
  });
}

/** Analyses each file as `check` does, but without the text filter that would skip nearly all. */
export function soak(files: readonly string[]): SoakResult {
  const crashes: string[] = [];
  const reports: string[] = [];
  let analysed = 0;
  let unparsable = 0;
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    try {
      const parsed = parseModule(file, text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
      for (const one of analyseModule(parsed, SETTINGS).findings) {
        reports.push(`${file}:${String(one.place.line)} ${one.rule}`);
      }
      analysed++;
    } catch (error) {
      if (error instanceof SourceSyntaxError) unparsable++;
      else crashes.push(`${file}: ${String(error)}`);
    }
  }
  return { analysed, unparsable, crashes, reports };
}
