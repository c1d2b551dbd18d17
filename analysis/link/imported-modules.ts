import type { LinkedModule } from './linked-module.js';
import { linkModule } from './module-graph.js';
import { INERT, type ModuleLoader } from './module-loader.js';

/** So many modules are enough to look at for what one file may know of. */
const MAX_MODULES = 60;

/** The modules of the project that a module imports, directly or through others, nearest first. */
export function importedModules(loader: ModuleLoader, from: LinkedModule): readonly LinkedModule[] {
  const found = new Set<LinkedModule>([from]);
  for (const module of found) {
    for (const specifier of specifiersOf(module)) {
      if (found.size > MAX_MODULES) break;
      const summary = loader.load(module.summary.file, specifier);
      if (summary && summary !== INERT) found.add(linkModule(summary));
    }
  }
  found.delete(from);
  return [...found];
}

function specifiersOf({ summary }: LinkedModule): ReadonlySet<string> {
  const imported = summary.values.flatMap((one) => (one.op === 'import' ? [one.module] : []));
  const passed = summary.exports.flatMap((one) => (one.kind === 'from' || one.kind === 'all' ? [one.module] : []));
  return new Set([...imported, ...passed]);
}
