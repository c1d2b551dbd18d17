import { inspect } from 'node:util';
import { nearestName } from './nearest-name.js';
import { exactVersion, VERSION_FORMS } from './known-versions.js';
import { vocabularyNames } from './vocabulary/vocabulary.js';
import type { StitchkitSettings, VocabularySetting } from './settings.js';

/** Settings that cannot be used. The message names the key, what is wrong with it, and where it stands. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const KEYS = ['version', 'unknownExposure', 'vocabulary', 'toolFiles'] as const;
const ROW_KEYS = ['module', 'export', 'as'] as const;

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 1, breakLength: Infinity });
}

function refuse(source: string, key: string, expected: string, value: unknown): never {
  throw new SettingsError(`${source}: \`${key}\` must be ${expected}, but is ${shown(value)}.`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuseUnknownKeys(source: string, prefix: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const near = nearestName(key, known);
    const advice = near === null ? `Known keys: ${known.join(', ')}.` : `Did you mean \`${near}\`?`;
    throw new SettingsError(`${source}: there is no setting \`${prefix}${key}\`. ${advice}`);
  }
}

function nonEmptyText(source: string, key: string, value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : refuse(source, key, 'a text that is not empty', value);
}

function list<T>(source: string, key: string, value: unknown, item: (key: string, value: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) return refuse(source, key, 'a list', value);
  return value.map((one: unknown, index) => item(`${key}[${String(index)}]`, one));
}

function frameworkName(source: string, key: string, value: unknown): string {
  const name = nonEmptyText(source, key, value);
  const names = vocabularyNames();
  if (names.includes(name)) return name;
  const near = nearestName(name, names);
  const advice = near === null ? `Known names: ${names.join(', ')}.` : `Did you mean \`${near}\`?`;
  throw new SettingsError(`${source}: \`${key}\` names no export of the framework: ${shown(name)}. ${advice}`);
}

function vocabularyRow(source: string, key: string, value: unknown): VocabularySetting {
  if (!isRecord(value)) return refuse(source, key, 'an object with `module`, `export` and `as`', value);
  refuseUnknownKeys(source, `${key}.`, value, ROW_KEYS);
  return {
    module: nonEmptyText(source, `${key}.module`, value.module),
    export: nonEmptyText(source, `${key}.export`, value.export),
    as: frameworkName(source, `${key}.as`, value.as),
  };
}

function version(source: string, value: unknown): string {
  const usable = typeof value === 'string' && (value === 'auto' || exactVersion(value) !== null);
  return usable ? value : refuse(source, 'version', `'auto', ${VERSION_FORMS}`, value);
}

function unknownExposure(source: string, value: unknown): 'report' | 'ignore' {
  if (value === 'report' || value === 'ignore') return value;
  return refuse(source, 'unknownExposure', "'report' or 'ignore'", value);
}

/**
 * Checks settings that a person wrote. `schema/eslint-plugin-stitchkit.schema.json` says the same to editors.
 *
 * @param value what stands under `settings.stitchkit`, the manifest's key, or in the settings file
 * @param source where it stands, for the message
 * @throws {SettingsError} naming the first wrong key
 */
export function validateSettings(value: unknown, source: string): StitchkitSettings {
  if (!isRecord(value)) throw new SettingsError(`${source}: the settings must be an object, but are ${shown(value)}.`);
  refuseUnknownKeys(source, '', value, [...KEYS, '$schema']);
  return {
    ...(value.version !== undefined && { version: version(source, value.version) }),
    ...(value.unknownExposure !== undefined && {
      unknownExposure: unknownExposure(source, value.unknownExposure),
    }),
    ...(value.vocabulary !== undefined && {
      vocabulary: list(source, 'vocabulary', value.vocabulary, (key, row) => vocabularyRow(source, key, row)),
    }),
    ...(value.toolFiles !== undefined && {
      toolFiles: list(source, 'toolFiles', value.toolFiles, (key, glob) => nonEmptyText(source, key, glob)),
    }),
  };
}
