import { migrateModule as migrateWith, type MigrateInput, type MigrateResult } from './migrate-module.js';
import { codemods } from './registry.js';

export { SourceSyntaxError } from '../analysis/parse-module.js';
export type { Codemod, LeftSite, MigratedSite, MigrateOptions, RunnerExport } from './codemod.js';
export type { MigrateInput, MigrateResult } from './migrate-module.js';
export { reasons, reasonSentence, type Reason, type ReasonCode } from './reasons.js';
export { verifyTypes, type TextChange, type TypeErrorGain } from './verify-types.js';
export { codemods };

/**
 * Runs the codemods that the options call for over the text of one file. Pure: reads and writes nothing.
 *
 * @returns the new text and every site, each migrated or left; lines and columns are those of the text given
 * @throws {SourceSyntaxError} where the text given does not parse
 */
export function migrateModule(input: MigrateInput): MigrateResult {
  return migrateWith(input, codemods);
}
