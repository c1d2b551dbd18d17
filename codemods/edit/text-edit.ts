import MagicString from 'magic-string';

/** Replaces the text between two offsets; an insertion where they are equal. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Order among insertions at one offset; lower first. */
  readonly rank?: number;
}

/** The edits of one site touch a place that another site has already changed. */
export class EditConflictError extends Error {
  override readonly name = 'EditConflictError';
}

/** A set of replacements on one text. Nothing is re-printed: what no edit covers stays byte for byte. */
export class EditList {
  readonly #edits: TextEdit[] = [];

  /** @param lenient lets edits overlap; such a list is only for finding out what would be changed */
  constructor(readonly lenient = false) {}

  get isEmpty(): boolean {
    return this.#edits.length === 0;
  }

  /** The edits in order of place; insertions at one offset stay in the order they were asked for. */
  get ordered(): readonly TextEdit[] {
    return [...this.#edits].sort((a, b) => a.start - b.start || a.end - b.end || (a.rank ?? 0) - (b.rank ?? 0));
  }

  /**
   * Adds all edits of one site, or none.
   *
   * @throws {EditConflictError} where one overlaps an edit that is there already
   */
  add(edits: readonly TextEdit[]): void {
    for (const edit of this.lenient ? [] : edits) {
      const clash = this.#edits.find((other) => overlaps(edit, other));
      if (clash) throw new EditConflictError(`${edit.start}–${edit.end} overlaps ${clash.start}–${clash.end}`);
    }
    this.#edits.push(...edits);
  }

  /** True where the whole range is removed or replaced. */
  covers(start: number, end: number): boolean {
    return this.#edits.some((edit) => edit.start <= start && end <= edit.end && edit.end > edit.start);
  }

  apply(text: string): string {
    const out = new MagicString(text);
    for (const { start, end, text: inserted } of this.ordered) {
      if (start === end) out.appendLeft(start, inserted);
      else if (inserted === '') out.remove(start, end);
      else out.overwrite(start, end, inserted);
    }
    return out.toString();
  }
}

function overlaps(a: TextEdit, b: TextEdit): boolean {
  if (a.start === a.end && b.start === b.end) return false;
  return a.start < b.end && b.start < a.end;
}
