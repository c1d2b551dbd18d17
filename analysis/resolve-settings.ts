import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { decidesVersion, frameworkVersion, type FrameworkVersion } from './framework-version.js';
import { exactVersion } from './known-versions.js';
import { projectRoot } from './project-root.js';
import { SettingsError, validateSettings } from './settings-validation.js';
import type { ResolvedSettings, StitchkitSettings } from './settings.js';

export { SettingsError } from './settings-validation.js';

/** The manifest key, and (with `.json`) the file beside the manifest, that hold settings. */
const SETTINGS_NAME = 'eslint-plugin-stitchkit';

/** An editor's linter lives for days while people install packages and edit settings: answers are kept no longer than this. */
const LIFETIME_MS = 5_000;

const ESLINT_SETTINGS = 'ESLint settings, key "stitchkit"';

const DEFAULTS = { version: 'auto', unknownExposure: 'report', vocabulary: [], toolFiles: [] } as const;

/** For which file settings are wanted. */
export interface SettingsQuestion {
  /** The file's path; a name without a folder (`<input>`) counts as standing in `cwd`. */
  readonly filename: string;
  readonly cwd: string;
  /** What ESLint's configuration has under `settings.stitchkit`. */
  readonly settings?: unknown;
  /** A settings file named on the command line, relative to `cwd`. */
  readonly settingsFile?: string | undefined;
  /** The project's root, where the caller knows it: nothing above it is read. Found from the file's folder otherwise. */
  readonly root?: string | undefined;
}

interface Kept<T> {
  readonly until: number;
  readonly value: T;
}

function keeper<T>(): (key: string, make: () => T) => T {
  const kept = new Map<string, Kept<T>>();
  return (key, make) => {
    const now = performance.now();
    const known = kept.get(key);
    if (known && known.until > now) return known.value;
    const value = make();
    kept.set(key, { until: now + LIFETIME_MS, value });
    return value;
  };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/u, ''));
  } catch (error) {
    throw new SettingsError(
      `${path}: this cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function readJsonIfThere(path: string): unknown {
  return existsSync(path) ? readJson(path) : undefined;
}

/** A broken manifest is its package manager's matter, unless it may hold settings that would be lost in silence. */
function manifestSettings(path: string): unknown {
  let manifest: unknown;
  try {
    manifest = readJsonIfThere(path);
  } catch (error) {
    if (readFileSync(path, 'utf8').includes(SETTINGS_NAME)) throw error;
    return undefined;
  }
  return typeof manifest === 'object' && manifest !== null
    ? (manifest as Record<string, unknown>)[SETTINGS_NAME]
    : undefined;
}

function settingsBeside(folder: string): StitchkitSettings | null {
  const manifest = join(folder, 'package.json');
  const inManifest = manifestSettings(manifest);
  if (inManifest !== undefined) return validateSettings(inManifest, `${manifest}, key "${SETTINGS_NAME}"`);
  const file = join(folder, `${SETTINGS_NAME}.json`);
  const inFile = readJsonIfThere(file);
  return inFile === undefined ? null : validateSettings(inFile, file);
}

function settingsFromNamedFile(path: string): StitchkitSettings {
  const value = readJsonIfThere(path);
  if (value === undefined) {
    throw new SettingsError(`${path}: there is no such settings file. Check the path given with --settings.`);
  }
  return validateSettings(value, path);
}

const rootOf = keeper<string>();
const versionOf = keeper<FrameworkVersion>();
const fileSettingsOf = keeper<StitchkitSettings>();
const namedSettingsOf = keeper<StitchkitSettings>();
const resolvedFromFiles = keeper<ResolvedSettings>();
const resolvedFromObject = new WeakMap<object, (key: string, make: () => ResolvedSettings) => ResolvedSettings>();

/** The framework's version for a folder as its installation or lockfile says, whatever the settings are. */
export function detectedVersion(folder: string): FrameworkVersion {
  return versionOf(folder, () => {
    const parent = dirname(folder);
    return parent === folder || decidesVersion(folder) ? frameworkVersion(folder) : detectedVersion(parent);
  });
}

function fileSettings(folder: string, root: string): StitchkitSettings {
  return fileSettingsOf(`${folder}\0${root}`, () => {
    const parent = dirname(folder);
    return settingsBeside(folder) ?? (folder === root || parent === folder ? {} : fileSettings(parent, root));
  });
}

function withDefaults(folder: string, root: string, settings: StitchkitSettings): ResolvedSettings {
  const word = settings.version ?? DEFAULTS.version;
  const fixed = word === 'auto' ? null : exactVersion(word);
  const version = fixed === null ? detectedVersion(folder) : { version: fixed, from: 'settings' as const };
  return {
    root,
    version: version.version,
    versionFrom: version.from,
    unknownExposure: settings.unknownExposure ?? DEFAULTS.unknownExposure,
    vocabulary: settings.vocabulary ?? DEFAULTS.vocabulary,
    toolFiles: settings.toolFiles ?? DEFAULTS.toolFiles,
  };
}

/**
 * The settings that hold for a file: ESLint's where it has any, else those of the file named on the command line, else the nearest of
 * the manifest's key and `eslint-plugin-stitchkit.json`, from the file's folder up to the project's root; with every default applied
 * and the framework's version found. The same object comes back for the same question within a few seconds.
 *
 * @throws {SettingsError} naming the wrong key and where it stands
 */
export function resolveSettings(question: SettingsQuestion): ResolvedSettings {
  const { filename, cwd, settings, settingsFile } = question;
  const folder = dirname(isAbsolute(filename) ? filename : resolve(cwd, filename));
  const root = question.root ?? rootOf(folder, () => projectRoot(folder));
  const key = [folder, root, settingsFile === undefined ? '' : resolve(cwd, settingsFile)].join('\0');
  if (settings !== undefined && settings !== null) {
    if (typeof settings !== 'object') validateSettings(settings, ESLINT_SETTINGS);
    const known = resolvedFromObject.get(settings) ?? keeper<ResolvedSettings>();
    resolvedFromObject.set(settings, known);
    return known(key, () => withDefaults(folder, root, validateSettings(settings, ESLINT_SETTINGS)));
  }
  return resolvedFromFiles(key, () => {
    if (settingsFile === undefined) return withDefaults(folder, root, fileSettings(folder, root));
    const named = resolve(cwd, settingsFile);
    return withDefaults(
      folder,
      root,
      namedSettingsOf(named, () => settingsFromNamedFile(named)),
    );
  });
}
