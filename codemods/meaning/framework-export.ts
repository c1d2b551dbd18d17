import { EXPORT_ROWS } from '../../analysis/vocabulary/export-rows.js';
import { satisfies } from '../../analysis/vocabulary/version-range.js';

/** An export of the framework that inserted code may name. */
export interface FrameworkExport {
  readonly name: string;
  /** Entry points that offer it; the first is the one to import from. */
  readonly modules: readonly string[];
}

/** The export whose value has a shape in a version; `null` where that version has none. */
export function frameworkExport(shape: string, version: string): FrameworkExport | null {
  const row = EXPORT_ROWS.find((one) => one.shape === shape && one.kind !== 'type' && satisfies(version, one));
  return row ? { name: row.export, modules: row.modules } : null;
}
