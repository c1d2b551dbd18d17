import type { Report } from '../report.js';
import type { JudgedVersion } from '../version-tally.js';
import { counted, rowsByFile, shownPath, type Colours, type Surroundings } from './stylish-file.js';

function knownHow({ from, source }: JudgedVersion, surroundings: Surroundings): string {
  const where = source === null ? '' : shownPath('/', source, surroundings);
  switch (from) {
    case 'settings':
      return 'as the settings or --from say';
    case 'installed':
      return `installed: ${where}`;
    case 'lockfile':
      return `locked: ${where}`;
    case 'latest':
      return 'the newest known, as none is installed or locked; set `version` in the settings if this is wrong';
  }
}

/** By which framework versions a run judged, and how it knew them. */
export function judgedBy(versions: readonly JudgedVersion[], surroundings: Surroundings): string {
  const several = versions.length > 1;
  return versions
    .map((one) => {
      const share = several ? ` for ${counted(one.files, 'file')}` : '';
      return `Judged by stitchkit ${one.version}${share} (${knownHow(one, surroundings)}).\n`;
    })
    .join('');
}

/** The files that could not be worked on. */
export function failedFiles(report: Report, colours: Colours, surroundings: Surroundings): string {
  const rows = report.failed.map(({ file, line, column, kind, message }) => ({
    file,
    line,
    column,
    cells: [`cannot ${kind}`, message],
    below: [],
  }));
  const pathOf = (file: string): string => shownPath(report.root, file, surroundings);
  return rowsByFile(rows, pathOf, colours, (cell, index) => (index === 0 ? colours.red(cell) : cell));
}

/** Says that nothing was there to look at, where that is so; else null. */
export function nothingToDo(report: Report): string | null {
  if (report.files.seen === 0) return 'No relevant files: there is no TypeScript or JavaScript here.\n';
  if (report.files.relevant > 0) return null;
  return `No relevant files: nothing here has to do with stitchkit (${counted(report.files.seen, 'file')} looked at).\n`;
}
