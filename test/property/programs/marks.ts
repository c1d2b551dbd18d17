/** Where a report is expected to start. Lines and columns start at 1. */
export interface MarkedPlace {
  readonly line: number;
  readonly column: number;
}

const FIRST = 0xe100;
const LAST = 0xe1ff;

/** A character that stands in a text for one fault, until its place is read and it is taken out. */
export function markOf(fault: number): string {
  if (fault < 0 || FIRST + fault > LAST) throw new RangeError(`no mark for fault ${String(fault)}`);
  return String.fromCharCode(FIRST + fault);
}

/** Whether a character is a mark. */
export function isMark(character: string): boolean {
  const code = character.charCodeAt(0);
  return code >= FIRST && code <= LAST;
}

/** The text without its marks, and where each of them stood. A byte order mark takes no column. */
export function readMarks(marked: string): { text: string; places: ReadonlyMap<number, MarkedPlace> } {
  const places = new Map<number, MarkedPlace>();
  let text = '';
  let [line, column] = [1, 1];
  for (const character of marked.split('')) {
    if (isMark(character)) {
      places.set(character.charCodeAt(0) - FIRST, { line, column });
      continue;
    }
    text += character;
    if (character === '\n') [line, column] = [line + 1, 1];
    else if (character !== '\uFEFF') column += 1;
  }
  return { text, places };
}
