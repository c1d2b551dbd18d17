import type { Report } from '../report.js';
import type { JudgedVersion } from '../version-tally.js';
import {
  coloursFor,
  counted,
  grouped,
  rowsByFile,
  shownPath,
  withShownPlaces,
  type Colours,
  type Row,
  type Surroundings,
} from './stylish-file.js';
import { failedFiles, judgedBy, nothingToDo } from './stylish-notes.js';

/** What the printed form of a check needs beside the report. */
export interface CheckPrinting extends Surroundings {
  readonly versions: readonly JudgedVersion[];
  readonly listUnknown: boolean;
}

function findingRows(report: Report, pathOf: (file: string) => string): Row[] {
  return report.findings.map(({ file, line, column, message, rule, path }) => ({
    file,
    line,
    column,
    cells: ['error', withShownPlaces(message, path, pathOf), `stitchkit/${rule}`],
    below: path.map((step) => `${pathOf(step.file)}:${String(step.line)}:${String(step.column)}  ${step.text}`),
  }));
}

function unknownRows(report: Report): Row[] {
  return report.unknown.map(({ file, line, column, reason, message }) => ({
    file,
    line,
    column,
    cells: ['unknown', message, reason],
    below: [],
  }));
}

function summary(report: Report, colours: Colours, listUnknown: boolean): string {
  const { findings, unknown, failed, files } = report;
  const inFiles = new Set(findings.map(({ file }) => file)).size;
  const looked = `${counted(files.relevant, 'relevant file')} of ${grouped(files.seen)}`;
  let text =
    findings.length === 0
      ? colours.green(`✔ No faults found in ${looked}.\n`)
      : colours.red(`✖ ${counted(findings.length, 'fault')} in ${counted(inFiles, 'file')} (${looked} looked at).\n`);
  if (failed.length > 0) text += colours.red(`✖ ${counted(failed.length, 'file')} could not be worked on.\n`);
  if (unknown.length > 0 && !listUnknown) {
    text += `${counted(unknown.length, 'place')} could not be followed; --unknown lists them.\n`;
  }
  return text;
}

/** A check's result for people, in the manner of ESLint's stylish format. */
export function printCheck(report: Report, printing: CheckPrinting): string {
  const colours = coloursFor(printing);
  const pathOf = (file: string): string => shownPath(report.root, file, printing);
  const failures = failedFiles(report, colours, printing);
  const nothing = nothingToDo(report);
  if (nothing !== null) return `${failures}${failures && '\n'}${nothing}${judgedBy(printing.versions, printing)}`;
  const rows = [...findingRows(report, pathOf), ...(printing.listUnknown ? unknownRows(report) : [])];
  const paint = (cell: string, index: number): string => {
    if (index === 2) return colours.dim(cell);
    return index === 0 ? (cell === 'error' ? colours.red(cell) : colours.yellow(cell)) : cell;
  };
  const sorted = rows.sort((left, right) =>
    left.file < right.file ? -1 : left.file > right.file ? 1 : left.line - right.line,
  );
  const body = rowsByFile(sorted, pathOf, colours, paint) + failures;
  return `${body}${body && '\n'}${summary(report, colours, printing.listUnknown)}${judgedBy(printing.versions, printing)}`;
}
