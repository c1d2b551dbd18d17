import { relative, sep } from 'node:path';
import type { Unknown } from '../analysis/finding.js';
import { oversizedSource } from '../analysis/oversized-source.js';
import { resolveSettings } from '../analysis/resolve-settings.js';
import type { ResolvedSettings } from '../analysis/settings.js';
import type { Project } from './discover.js';
import { UnparsableSource } from './engine.js';
import { readSource } from './read-source.js';
import type { FailedFile, ReportedUnknown } from './report.js';
import { VersionTally } from './version-tally.js';

/** A file that may matter. */
export interface RelevantSource {
  /** Absolute path. */
  readonly file: string;
  /** The same as reports name it. */
  readonly path: string;
  /** Byte order mark included. */
  readonly text: string;
  readonly settings: ResolvedSettings;
}

/** Where settings come from beside the project's own files. */
export interface SettingsPlace {
  /** What `settingsFile` is relative to. */
  readonly cwd: string;
  readonly settingsFile: string | undefined;
}

/** What a pass over a project's files counted on its way. */
export interface Survey {
  seen: number;
  relevant: number;
  readonly failed: FailedFile[];
  /** Relevant files that are too large to be worked on. */
  readonly oversized: ReportedUnknown[];
  readonly versions: VersionTally;
}

/** A path as reports name it: relative to the root, with `/`. */
export function pathInReport(root: string, file: string): string {
  return relative(root, file).split(sep).join('/');
}

function failedFile(root: string, file: string, message: string): FailedFile {
  return { file: pathInReport(root, file), line: 1, column: 1, kind: 'read', message };
}

/** An unknown as reports have it. */
export function reportedUnknown({ place, reason, message }: Unknown): ReportedUnknown {
  return { file: place.file, line: place.line, column: place.column, reason, message };
}

/** An error while one file was worked on, so that a fault of ours can name the file. */
class FaultInFile extends Error {
  constructor(file: string, cause: unknown) {
    super(`while working on ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * Reads a project's files one after the other and hands over those that may matter. A file that cannot be read or parsed is listed
 * in the survey and does not stop the others.
 *
 * @throws {SettingsError} for wrong settings, and whatever `work` throws beside `UnparsableSource`
 */
export function surveyProject(
  project: Project,
  { cwd, settingsFile }: SettingsPlace,
  isRelevant: (text: string, settings: ResolvedSettings) => boolean,
  work: (source: RelevantSource) => void,
): Survey {
  const { root } = project;
  const survey: Survey = { seen: 0, relevant: 0, failed: [], oversized: [], versions: new VersionTally(root) };
  for (const { path, message } of project.closed) survey.failed.push(failedFile(root, path, message));
  const done = new Set<string>();
  for (const path of project.files) {
    const read = readSource(path, root);
    if (read.kind === 'nothing') continue;
    if (read.kind === 'failed') {
      survey.seen += 1;
      survey.failed.push(failedFile(root, path, read.message));
      continue;
    }
    const { file, text } = read;
    if (done.has(file)) continue;
    done.add(file);
    survey.seen += 1;
    const settings = resolveSettings({ filename: file, cwd, root, settingsFile });
    if (!isRelevant(text, settings)) continue;
    survey.relevant += 1;
    survey.versions.count(file, settings);
    if (read.encodingFault !== null) {
      survey.failed.push(failedFile(root, file, read.encodingFault));
      continue;
    }
    const oversized = oversizedSource(pathInReport(root, file), text);
    if (oversized) {
      survey.oversized.push(...oversized.unknown.map(reportedUnknown));
      continue;
    }
    try {
      work({ file, path: pathInReport(root, file), text, settings });
    } catch (error) {
      if (!(error instanceof UnparsableSource)) throw new FaultInFile(file, error);
      const { line, column, message } = error;
      survey.failed.push({ file: pathInReport(root, file), line, column, kind: 'parse', message });
    }
  }
  return survey;
}
