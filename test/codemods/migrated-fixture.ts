import { join } from 'node:path';
import type { ResolvedSettings } from '../../analysis/index.js';
import { projectLoader, type ModuleLoader } from '../../analysis/link/module-loader.js';
import { migrateModule, type MigrateResult } from '../../codemods/index.js';
import { settingsFor, type FixtureCase } from './fixture-cases.js';

/** What its codemod makes of a fixture, or of a variant of it under another file name. */
export function migrated(fixture: FixtureCase, name: string, text: string): MigrateResult {
  const settings = settingsFor(fixture.options.from);
  const file = join(fixture.codemod, fixture.name, name);
  return migrateModule({ file, text, settings, options: fixture.options, loader: worldLoader(fixture, settings) });
}

/** The modules of the world, but for its executor, which stands for one that is known by its name alone. */
function worldLoader({ codemod, name, file }: FixtureCase, settings: ResolvedSettings): ModuleLoader {
  const loader = projectLoader(settings);
  return {
    load: (from, specifier) => (specifier.endsWith('executor.js') ? null : loader.load(from, specifier)),
    // what imports back names the file on the disk, whatever the variant
    importsBack: (_, specifier) => loader.importsBack?.(join(codemod, name, file), specifier) ?? null,
  };
}
