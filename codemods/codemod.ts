import type { ResolvedSettings } from '../analysis/settings.js';
import type { EditList } from './edit/text-edit.js';
import type { ImportEditor } from './edit/import-editor.js';
import type { MeaningIndex } from './meaning/meaning-index.js';
import type { ReasonCode } from './reasons.js';
import type { FileStyle } from './source/file-style.js';
import type { SourceView } from './source/source-view.js';

/** What the caller of a migration chooses. */
export interface MigrateOptions {
  /** The framework version the code was written for. */
  readonly from: string;
  /** The framework version the code should suit afterwards. */
  readonly to: string;
  /** Names of codemods; absent: all that the versions call for. */
  readonly only?: readonly string[];
  /** The project's own forking runner. */
  readonly runner?: RunnerExport;
  /** Also make changes whose meaning a person has to check. */
  readonly bestEffort?: boolean;
  /** Write the reason above each site that is left. */
  readonly todo?: boolean;
  /** Also take out functions that lose their last use and have comments, which stay: for a project that refuses unused names. */
  readonly refusesUnused?: boolean;
}

export interface RunnerExport {
  readonly module: string;
  readonly export: string;
}

interface SitePlace {
  readonly codemod: string;
  readonly file: string;
  /** Where the site's expression or statement starts, in the original text; from 1. */
  readonly line: number;
  readonly column: number;
}

/** A site that was changed. `check` is what a person must still look at. */
export interface MigratedSite extends SitePlace {
  readonly check: string | null;
}

/** A site that is left for a person. */
export interface LeftSite extends SitePlace {
  readonly reason: ReasonCode;
  readonly message: string;
}

/** How one site of a file ended, with offsets in the text the codemod saw. */
export type SiteOutcome = {
  /** Where the site's expression or statement starts. */
  readonly at: number;
  /** Starts of the nodes that later codemods must not take for sites of their own where this one is left. */
  readonly claims: readonly number[];
} & (
  | { readonly outcome: 'migrated'; readonly check: string | null }
  | { readonly outcome: 'left'; readonly reason: ReasonCode; readonly data?: Readonly<Record<string, string>> }
);

/** What a codemod sees of a file, and where it puts its edits. */
export interface FileContext {
  readonly view: SourceView;
  readonly style: FileStyle;
  readonly meaning: MeaningIndex;
  readonly imports: ImportEditor;
  readonly edits: EditList;
  readonly settings: ResolvedSettings;
  readonly options: MigrateOptions;
  /** True for a node that an earlier codemod has decided about. */
  isClaimed(offset: number): boolean;
  /** True where a comment of the file disables, at one of these nodes' starts, the rule that reports what the codemod repairs. */
  isDisabled(...offsets: readonly number[]): boolean;
}

/** One migration: finds its sites in a file and decides each. */
export interface Codemod {
  readonly name: string;
  readonly description: string;
  /** A repair puts a fault right; a hop follows a change of the framework between two versions. */
  readonly kind: 'repair' | 'hop';
  /** The rule that reports what a repair puts right. */
  readonly rule?: string;
  /** Where a hop happens. */
  readonly hop?: string;
  /** A cheap test of the raw text: false where the file cannot hold a site. */
  mayApply(text: string): boolean;
  /** Decides every site of the file, adding the edits of those it migrates. */
  run(context: FileContext): SiteOutcome[];
}
