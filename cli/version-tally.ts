import { dirname, join } from 'node:path';
import { detectedVersion, resolveSettings } from '../analysis/resolve-settings.js';
import type { ResolvedSettings, VersionSource } from '../analysis/settings.js';
import { judgeable, newerThanKnown } from './judgeable-version.js';
import type { SettingsPlace } from './survey.js';

/** A framework version that files were judged by. */
export interface JudgedVersion {
  readonly version: string;
  readonly from: VersionSource;
  /** The file that said so, absolute; null where none did. */
  readonly source: string | null;
  readonly files: number;
}

/** Counts by which framework versions files were judged. In a workspace there can be several. */
export class VersionTally {
  readonly #counted = new Map<string, JudgedVersion>();
  readonly #problems = new Set<string>();

  constructor(private readonly root: string) {}

  count(file: string, settings: ResolvedSettings): void {
    const { version: said, versionFrom: from } = settings;
    const version = from === 'settings' ? judgeable(said) : said;
    const detected = from === 'settings' ? null : detectedVersion(dirname(file));
    for (const problem of detected?.problems ?? []) this.#problems.add(problem);
    const notice = newerThanKnown(said, from === 'settings' ? 'as the settings say' : from);
    if (notice !== null) this.#problems.add(notice);
    const key = `${version} ${from}`;
    const known = this.#counted.get(key);
    this.#counted.set(key, {
      version,
      from,
      source: known?.source ?? detected?.file ?? null,
      files: (known?.files ?? 0) + 1,
    });
  }

  /** The versions, most files first. Where no file was relevant: the one that holds at the root, with no files. */
  judged({ cwd, settingsFile }: SettingsPlace): readonly [JudgedVersion, ...JudgedVersion[]] {
    const [first, ...others] = [...this.#counted.values()].sort((left, right) => right.files - left.files);
    if (first) return [first, ...others];
    const settings = resolveSettings({ filename: join(this.root, 'any.ts'), cwd, root: this.root, settingsFile });
    const source = settings.versionFrom === 'settings' ? null : detectedVersion(this.root).file;
    const from = settings.versionFrom;
    return [{ version: from === 'settings' ? judgeable(settings.version) : settings.version, from, source, files: 0 }];
  }

  /** A sentence for each file that should have named a version and could not be read, and each version that is not known. */
  get problems(): readonly string[] {
    return [...this.#problems];
  }
}
