import type { VersionSource } from '../analysis/settings.js';
import { EXIT, type ExitCode } from './exit-code.js';

/** A fault that a rule reports. Paths are relative to the root, lines and columns start at 1: here and below. */
export interface ReportedFinding {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly messageId: string;
  readonly message: string;
  /** The call scope the fault is in, as people would call it; null where there is none. */
  readonly scope: string | null;
  readonly path: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly text: string;
  }[];
}

/** Something that could not be followed and may hide a fault. */
export interface ReportedUnknown {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reason: string;
  readonly message: string;
}

/** A site that was (or, in a dry run, would be) migrated. */
export interface MigratedSite {
  readonly codemod: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What a person must look at, or null. */
  readonly check: string | null;
}

/** A site that a person must do. */
export interface LeftSite {
  readonly codemod: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reason: string;
  readonly message: string;
}

/** A file that could not be worked on. */
export interface FailedFile {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly kind: 'parse' | 'read' | 'write';
  readonly message: string;
}

/** What `--format json` prints, the same from `check` and `migrate`. Public interface. */
export interface Report {
  readonly schema: 1;
  readonly version: string;
  readonly command: 'check' | 'migrate';
  readonly root: string;
  readonly stitchkit: { readonly version: string; readonly from: VersionSource; readonly to?: string };
  readonly files: { readonly seen: number; readonly relevant: number; readonly changed: readonly string[] };
  readonly findings: readonly ReportedFinding[];
  readonly unknown: readonly ReportedUnknown[];
  readonly migrated: readonly MigratedSite[];
  readonly left: readonly LeftSite[];
  readonly failed: readonly FailedFile[];
}

/** The exit code of a run that got to its end: the highest that applies. */
export function exitCodeOf(report: Report, dryRun: boolean): ExitCode {
  if (report.failed.some((one) => one.kind !== 'parse')) return EXIT.unreadable;
  if (report.failed.length > 0) return EXIT.unparsed;
  const wouldChange = dryRun && report.files.changed.length > 0;
  return report.findings.length > 0 || report.left.length > 0 || wouldChange ? EXIT.open : EXIT.clean;
}

interface Placed {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The order in which places are printed. */
export function byPlace(left: Placed, right: Placed): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}
