import { byPlace, type Report } from '../report.js';
import type { JudgedVersion } from '../version-tally.js';
import {
  coloursFor,
  counted,
  grouped,
  rowsByFile,
  shownPath,
  type Colours,
  type Row,
  type Surroundings,
} from './stylish-file.js';
import { failedFiles, judgedBy, nothingToDo } from './stylish-notes.js';

/** What the printed form of a migration needs beside the report. */
export interface MigrationPrinting extends Surroundings {
  readonly versions: readonly JudgedVersion[];
  readonly dryRun: boolean;
  /** The changes as a patch, or nothing. */
  readonly patch: string;
  /** What the framework changes on the way, in lines, or nothing. */
  readonly plan: string;
}

function siteRows(report: Report, dryRun: boolean): Row[] {
  const migrated = report.migrated.map(({ file, line, column, codemod, check }) => ({
    file,
    line,
    column,
    cells: [dryRun ? 'would migrate' : 'migrated', codemod, ...(check === null ? [] : [`check: ${check}`])],
    below: [],
  }));
  const left = report.left.map(({ file, line, column, codemod, reason, message }) => ({
    file,
    line,
    column,
    cells: ['left', codemod, `${reason}: ${message}`],
    below: [],
  }));
  return [...migrated, ...left].sort(byPlace);
}

function reasonCounts(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return sorted.map(([reason, count]) => `${reason} ${String(count)}`).join(', ');
}

/** One line a codemod that had sites: files, migrated, left by reason. */
function countsByCodemod(report: Report, dryRun: boolean): string {
  const names = [...new Set([...report.migrated, ...report.left].map(({ codemod }) => codemod))].sort();
  const width = Math.max(...names.map((name) => name.length));
  return names
    .map((name) => {
      const migrated = report.migrated.filter(({ codemod }) => codemod === name);
      const left = report.left.filter(({ codemod }) => codemod === name);
      const files = new Set([...migrated, ...left].map(({ file }) => file)).size;
      const reasons = left.length === 0 ? '' : ` (${reasonCounts(left.map(({ reason }) => reason))})`;
      const done = dryRun ? 'to migrate' : 'migrated';
      return `  ${name.padEnd(width)}  ${counted(files, 'file')}, ${String(migrated.length)} ${done}, ${String(left.length)} left${reasons}\n`;
    })
    .join('');
}

function summary(report: Report, colours: Colours, dryRun: boolean): string {
  const { migrated, left, failed, files } = report;
  let text = '';
  if (migrated.length === 0 && left.length === 0) {
    text += `Nothing to migrate in ${counted(files.relevant, 'relevant file')} of ${grouped(files.seen)}.\n`;
  } else {
    text += countsByCodemod(report, dryRun);
    text += dryRun
      ? `${counted(files.changed.length, 'file')} would change; nothing was written.\n`
      : `${counted(files.changed.length, 'file')} changed.\n`;
  }
  const toCheck = migrated.filter(({ check }) => check !== null).length;
  if (toCheck > 0) text += colours.yellow(`! ${counted(toCheck, 'migrated site')} to check by a person.\n`);
  if (left.length > 0) text += colours.yellow(`! ${counted(left.length, 'site')} left for a person.\n`);
  if (failed.length > 0) text += colours.red(`✖ ${counted(failed.length, 'file')} could not be worked on.\n`);
  return text;
}

function versionsLine(report: Report, printing: MigrationPrinting): string {
  const { to, version } = report.stitchkit;
  const target = to === undefined || to === version ? '' : `To stitchkit ${to}.\n`;
  return judgedBy(printing.versions, printing) + target;
}

/** A migration's result for people: sites by file, the patch where one is wanted, and a count for each codemod. */
export function printMigration(report: Report, printing: MigrationPrinting): string {
  const colours = coloursFor(printing);
  const failures = failedFiles(report, colours, printing);
  const nothing = nothingToDo(report);
  if (nothing !== null) return `${failures}${failures && '\n'}${nothing}${versionsLine(report, printing)}`;
  const paint = (cell: string, index: number): string => {
    if (index === 1) return colours.dim(cell);
    return index === 0 ? (cell === 'left' ? colours.yellow(cell) : colours.green(cell)) : cell;
  };
  const pathOf = (file: string): string => shownPath(report.root, file, printing);
  const body = rowsByFile(siteRows(report, printing.dryRun), pathOf, colours, paint) + failures;
  const patch = printing.patch === '' ? '' : `\n${printing.patch}`;
  return `${body}${patch}${body && '\n'}${summary(report, colours, printing.dryRun)}${versionsLine(report, printing)}${printing.plan}`;
}
