import type { FileAnalysis, Finding } from '../analysis/finding.js';
import type { ResolvedSettings } from '../analysis/settings.js';
import type { LeftSite, MigratedSite } from './report.js';

/** A file that is no valid source. Line and column start at 1. */
export class UnparsableSource extends Error {
  override readonly name = 'UnparsableSource';
  constructor(
    readonly line: number,
    readonly column: number,
    message: string,
  ) {
    super(message);
  }
}

/** What `migrate` is asked to do with one file. */
export interface MigrationOptions {
  readonly from: string;
  readonly to: string;
  readonly only?: readonly string[];
  readonly runner?: { readonly module: string; readonly export: string };
  readonly bestEffort: boolean;
  readonly todo: boolean;
  /** Leave no function behind that lost its last use, also where comments stand in it: the project refuses unused names. */
  readonly refusesUnused?: boolean;
}

/** What became of one file: its new text, and its sites. */
export interface Migration {
  readonly text: string;
  readonly migrated: readonly MigratedSite[];
  readonly left: readonly LeftSite[];
}

/** A file that changes. */
export interface Change {
  /** Absolute path. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** What `check` needs of the analysis. A path is relative to the project's root, as findings and messages name it. */
export interface Engine {
  /** The cheap test whether a file can matter at all. */
  readonly isRelevant: (text: string, settings: ResolvedSettings) => boolean;
  /** @throws {UnparsableSource} */
  analyse(path: string, text: string, settings: ResolvedSettings): FileAnalysis;
  messageOf(finding: Finding): string;
}

/** What `migrate` needs of the analysis and the codemods. Paths as above. */
export interface MigrationEngine {
  readonly isRelevant: (text: string, settings: ResolvedSettings) => boolean;
  readonly codemods: readonly string[];
  /** @throws {UnparsableSource} */
  migrate(path: string, text: string, settings: ResolvedSettings, options: MigrationOptions): Migration;
  /**
   * The changed files that would gain a type error, with the first such error.
   *
   * @param unjudged is told each configuration that cannot be read: files under it are not judged
   */
  filesWithNewTypeErrors(
    root: string,
    changes: readonly Change[],
    unjudged: (problem: string) => void,
  ): Promise<readonly { file: string; message: string }[]>;
}

/** Both parts, loaded only when a command needs them. */
export interface Engines {
  check(): Promise<Engine>;
  migration(): Promise<MigrationEngine>;
}
