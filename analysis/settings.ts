/** One row a user adds to the vocabulary: `export` of `module` means what the framework export `as` means. */
export interface VocabularySetting {
  readonly module: string;
  readonly export: string;
  readonly as: string;
}

/** What users may set, in ESLint's `settings.stitchkit`, in package.json or in eslint-plugin-stitchkit.json. */
export interface StitchkitSettings {
  readonly version?: string;
  readonly unknownExposure?: 'report' | 'ignore';
  readonly vocabulary?: readonly VocabularySetting[];
  readonly toolFiles?: readonly string[];
}

/** Where the framework version that findings are judged by was read. */
export type VersionSource = 'settings' | 'installed' | 'lockfile' | 'latest';

/** Settings with every default applied and the framework version found. */
export interface ResolvedSettings {
  /** Absolute path of the project's root. */
  readonly root: string;
  readonly version: string;
  readonly versionFrom: VersionSource;
  readonly unknownExposure: 'report' | 'ignore';
  readonly vocabulary: readonly VocabularySetting[];
  readonly toolFiles: readonly string[];
}
