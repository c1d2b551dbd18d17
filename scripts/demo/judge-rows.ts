/** One row of the desk's audit table, as its program prints it. */
export interface AuditRow {
  readonly source: string;
  readonly tool: string | null;
  readonly path: string | null;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** Milliseconds, as the executor measured the call. */
  readonly durationMs: number;
  /** JSON of the arguments the call was made with. */
  readonly asked: string;
  /** JSON of the dimensions on the row. */
  readonly dimensions: string;
}

/** A cell of the table, and whether what it says can be true. */
export interface Cell {
  readonly text: string;
  readonly wrong: boolean;
}

/** One tool call's row: what it was asked, and what its row says of it. */
export interface JudgedRow {
  readonly source: string;
  readonly tool: string;
  readonly asked: string;
  readonly duration: string;
  readonly ticket: Cell;
  readonly work: Cell;
}

/** A part of a call cannot last longer than the call; the clocks are read some milliseconds apart. */
const TOLERANCE_MS = 5;

/** Compares the row of each tool call with the call's own arguments and duration. */
export function judgeRows(rows: readonly AuditRow[]): JudgedRow[] {
  return rows.flatMap((row): JudgedRow[] => {
    if (row.tool === null) return [];
    const asked = (JSON.parse(row.asked) as { ticketId?: string } | null)?.ticketId ?? '';
    const said = JSON.parse(row.dimensions) as { ticketId?: string; workMs?: string };
    const work = said.workMs === undefined ? null : Number(said.workMs);
    return [
      {
        source: row.source,
        tool: row.tool,
        asked,
        duration: `${row.durationMs.toFixed(0)} ms`,
        ticket: { text: said.ticketId ?? '-', wrong: said.ticketId !== asked },
        work: {
          text: work === null ? '-' : `${String(work)} ms`,
          wrong: work !== null && work > row.durationMs + TOLERANCE_MS,
        },
      },
    ];
  });
}

/** How many cells are wrong. */
export function wrongCells(rows: readonly JudgedRow[]): number {
  return rows.flatMap((row) => [row.ticket, row.work]).filter((cell) => cell.wrong).length;
}
