/** A program whose lines say what must be reported there: `code(); // !rule-name`. */
export interface MarkedProgram {
  readonly code: string;
  /** `line rule`, in the order of the lines. */
  readonly faults: readonly string[];
  /** The version it is written for, where a line such as `// @version 0.36.1` names one. */
  readonly version: string;
}

const MARK = /\s*\/\/ !([\w -]+)(?=\r?$)/u;
const VERSION = /^(?:\/\/|#) @version (\S+)\r?$/mu;

/** Takes the marks out of a program. */
export function readMarked(text: string): MarkedProgram {
  const faults: string[] = [];
  const lines = text.split('\n').map((line, index) => {
    const [whole, rules] = MARK.exec(line) ?? [];
    if (whole === undefined || rules === undefined) return line;
    for (const rule of rules.trim().split(' ')) faults.push(`${String(index + 1)} ${rule}`);
    return line.replace(MARK, '');
  });
  return { code: lines.join('\n'), faults, version: VERSION.exec(text)?.[1] ?? 'latest' };
}
