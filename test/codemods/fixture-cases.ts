import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrateOptions } from '../../codemods/index.js';
import type { ResolvedSettings } from '../../analysis/index.js';

/** Where every fixture of the codemods stands. */
export const FIXTURES = fileURLToPath(new URL('../../fixtures/codemods', import.meta.url));

export interface FixtureCase {
  readonly codemod: string;
  readonly name: string;
  readonly folder: string;
  /** `input.ts` and its like. */
  readonly file: string;
  readonly input: string;
  readonly output: string;
  readonly options: MigrateOptions;
  readonly expected: Outcome & {
    /** What happens to the same source without its types, where types decide; its text then stays. */
    readonly plainJavaScript?: { readonly left: readonly string[] };
  };
}

interface Outcome {
  readonly migrated: readonly { readonly line: number; readonly check?: string }[];
  readonly left: readonly { readonly line: number; readonly reason: string }[];
}

const LATEST = '0.104.2';

/** Every fixture of one codemod. A fixture without an output file expects its input back. */
export function fixtureCases(codemod: string): FixtureCase[] {
  const root = join(FIXTURES, codemod);
  return readdirSync(root).map((name) => {
    const folder = join(root, name);
    const file = readdirSync(folder).find((one) => one.startsWith('input.')) ?? 'input.ts';
    const input = readFileSync(join(folder, file), 'utf8');
    const outputFile = join(folder, file.replace('input.', 'output.'));
    const output = existsSync(outputFile) ? readFileSync(outputFile, 'utf8') : input;
    const read = (one: string): unknown =>
      existsSync(join(folder, one)) ? JSON.parse(readFileSync(join(folder, one), 'utf8')) : {};
    const given = read('options.json') as Partial<MigrateOptions>;
    const options = { from: given.to ?? LATEST, to: LATEST, only: [codemod], ...given };
    return {
      codemod,
      name,
      folder,
      file,
      input,
      output,
      options,
      expected: read('expected.json') as FixtureCase['expected'],
    };
  });
}

export function settingsFor(version: string): ResolvedSettings {
  return {
    root: FIXTURES,
    version,
    versionFrom: 'settings',
    unknownExposure: 'report',
    vocabulary: [],
    toolFiles: [],
  };
}
