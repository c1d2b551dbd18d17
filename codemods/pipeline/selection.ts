import { compareVersions } from '../../analysis/vocabulary/version-range.js';
import type { Codemod, MigrateOptions } from '../codemod.js';

/** The codemods that a choice of versions and names calls for, in the order they run. */
export function selectCodemods(all: readonly Codemod[], options: MigrateOptions): readonly Codemod[] {
  return all.filter((codemod) => {
    const named = options.only?.includes(codemod.name);
    if (options.only && !named) return false;
    if (codemod.kind === 'repair' || codemod.hop === undefined) return true;
    const between = compareVersions(options.from, codemod.hop) < 0 && compareVersions(codemod.hop, options.to) <= 0;
    return between || (named === true && compareVersions(options.from, options.to) === 0);
  });
}
