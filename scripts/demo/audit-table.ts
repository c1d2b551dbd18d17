import type { Formatter } from 'picocolors/types.js';
import type { Cell, JudgedRow } from './judge-rows.js';

/** How wrong and right cells are shown. */
export interface TableStyle {
  readonly wrong: Formatter;
  readonly head: Formatter;
}

const HEADINGS = ['source', 'tool', 'asked for', 'took', 'row says ticket', 'row says work'];

/** The rows as text, columns aligned, wrong cells marked. */
export function auditTable(rows: readonly JudgedRow[], style: TableStyle): string {
  const lines = rows.map((row) => [
    plain(row.source),
    plain(row.tool),
    plain(row.asked),
    plain(row.duration),
    row.ticket,
    row.work,
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...lines.map((line) => marked(line[column]).length)),
  );
  const head = HEADINGS.map((heading, column) => style.head(heading.padEnd(widths[column] ?? 0))).join('  ');
  const body = lines.map((line) =>
    line
      .map((cell, column) => {
        const text = marked(cell).padEnd(widths[column] ?? 0);
        return cell.wrong ? style.wrong(text) : text;
      })
      .join('  ')
      .trimEnd(),
  );
  return [head.trimEnd(), ...body].join('\n');
}

function plain(text: string): Cell {
  return { text, wrong: false };
}

function marked(cell: Cell | undefined): string {
  return cell?.wrong ? `${cell.text}  <- wrong` : (cell?.text ?? '');
}
