import { isAbsolute, join, relative, sep } from 'node:path';
import pico from 'picocolors';

export type Colours = ReturnType<typeof pico.createColors>;

/** What a run prints with and for. */
export interface Surroundings {
  readonly cwd: string;
  readonly colour: boolean;
}

/** One line under a file's name: its place, its cells, and lines that stand below it. */
export interface Row {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly cells: readonly string[];
  readonly below: readonly string[];
}

/** Colours that are none where none are wanted. */
export function coloursFor({ colour }: Surroundings): Colours {
  return pico.createColors(colour);
}

/** A path of the report as text for people has it: from the working directory, as ESLint names files in messages. */
export function shownPath(root: string, file: string, { cwd }: Surroundings): string {
  const absolute = join(root, file);
  const path = relative(cwd, absolute);
  // another drive has no way from here
  return isAbsolute(path) || path === '' ? absolute : path.split(sep).join('/');
}

/** A message with the places that it names on the way to a fault as `shownPath` shows them. */
export function withShownPlaces(message: string, path: readonly PathPlace[], pathOf: (file: string) => string): string {
  let shown = message;
  for (const { file, line, column } of path) {
    const at = `:${String(line)}:${String(column)}`;
    shown = shown.replaceAll(`(${file}${at})`, () => `(${pathOf(file)}${at})`);
  }
  return shown;
}

interface PathPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `2,000`: by hand, as loading a locale takes longer than printing everything else. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function widths(rows: readonly Row[]): number[] {
  const widest: number[] = [];
  for (const { cells } of rows) {
    for (const [index, cell] of cells.entries()) widest[index] = Math.max(widest[index] ?? 0, cell.length);
  }
  return widest;
}

/** Rows grouped by file, as ESLint's stylish format has them: the places and cells of a file in columns. */
export function rowsByFile(
  rows: readonly Row[],
  pathOf: (file: string) => string,
  colours: Colours,
  paint: (cell: string, index: number) => string,
): string {
  const files = new Map<string, Row[]>();
  for (const row of rows) files.set(row.file, [...(files.get(row.file) ?? []), row]);
  let text = '';
  for (const [file, own] of files) {
    const lineWidth = Math.max(...own.map(({ line }) => String(line).length));
    const columnWidth = Math.max(...own.map(({ column }) => String(column).length));
    const cellWidths = widths(own);
    text += `\n${colours.underline(pathOf(file))}\n`;
    for (const { line, column, cells, below } of own) {
      const place = `${String(line).padStart(lineWidth)}:${String(column).padEnd(columnWidth)}`;
      const painted = cells.map((cell, index) => {
        const padding = index === cells.length - 1 ? '' : ' '.repeat((cellWidths[index] ?? 0) - cell.length);
        return paint(cell, index) + padding;
      });
      text += `  ${colours.dim(place)}  ${painted.join('  ')}\n`;
      for (const one of below) text += `  ${' '.repeat(place.length)}  ${colours.dim(one)}\n`;
    }
  }
  return text;
}
