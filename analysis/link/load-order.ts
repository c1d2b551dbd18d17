import { linkModule } from './module-graph.js';
import type { LinkedModule } from './linked-module.js';
import { INERT, type ModuleLoader } from './module-loader.js';
import type { ModuleSummary, ValueId } from '../summary/module-summary.js';

/** A CommonJS module's whole export. */
const WHOLE = 'module.exports';

/**
 * True where an imported name has its value, for good, before the body of the module that imports it runs: no cycle of imports
 * leads back, and the name is given its value once, when its module is loaded. Where that cannot be seen, it is false.
 */
export function isReadyWhenImported(
  loader: ModuleLoader,
  from: LinkedModule,
  specifier: string,
  name: string,
): boolean {
  const { file } = from.summary;
  return loader.importsBack?.(file, specifier) === false && isGivenOnce(loader, file, specifier, name, new Set());
}

function isGivenOnce(
  loader: ModuleLoader,
  fromFile: string,
  specifier: string,
  name: string,
  seen: Set<string>,
): boolean {
  const loaded = loader.load(fromFile, specifier);
  if (!loaded || loaded === INERT) return false;
  const { summary } = linkModule(loaded);
  const key = `${summary.file} ${name}`;
  if (seen.has(key)) return false;
  seen.add(key);
  const own = summary.exports.find((one) => one.kind !== 'all' && one.kind !== 'type' && one.name === name);
  if (own?.kind === 'from') return isGivenOnce(loader, summary.file, own.module, own.from, seen);
  if (own?.kind === 'value') return isSetOnce(loader, summary, own.value, seen);
  const whole = summary.exports.find((one) => one.kind === 'value' && one.name === WHOLE);
  if (whole?.kind === 'value') return isSetOnce(loader, summary, whole.value, seen);
  return summary.exports.some((one) => one.kind === 'all' && isGivenOnce(loader, summary.file, one.module, name, seen));
}

/** True for a value that the body of its module computes, under no condition, and that nothing else is put in the place of. */
function isSetOnce(loader: ModuleLoader, summary: ModuleSummary, id: ValueId, seen: Set<string>): boolean {
  const value = summary.values[id];
  if (value?.fn !== 0 || value.guard !== undefined) return false;
  if (value.op === 'import') return isGivenOnce(loader, summary.file, value.module, value.name, seen);
  if (value.op !== 'variable') return true;
  const [only, ...more] = value.from;
  return only !== undefined && more.length === 0 && isSetOnce(loader, summary, only, seen);
}
