import type { StitchkitSettings } from '../../analysis/settings.js';

/** One report that a case expects. `column` is asserted only where the case says so. */
export interface ExpectedError {
  readonly line: number;
  readonly column?: number;
  readonly messageId?: string;
  /** What the text of the message must say, and must not say. */
  readonly says?: readonly RegExp[];
  readonly saysNot?: readonly RegExp[];
  /** The whole text after each suggestion, in any order. */
  readonly suggestions?: readonly string[];
}

/** One labelled program for one rule. `code` holds no markers. */
export interface RuleCase {
  readonly name: string;
  readonly filename: string;
  readonly code: string;
  readonly version?: string;
  readonly settings?: StitchkitSettings;
  readonly errors: readonly ExpectedError[];
}

/** What a case may add to its name, file and program. */
export interface CaseDetails {
  readonly version?: string;
  readonly settings?: StitchkitSettings;
  /** Assert the column of each marker too. */
  readonly exact?: boolean;
  readonly says?: readonly RegExp[];
  readonly saysNot?: readonly RegExp[];
  /** For each marker in order, the texts after its suggestions. */
  readonly suggestions?: readonly (readonly string[])[];
}

/** In the text of a case, `§` stands where a report is expected to start. */
const MARKER = '§';

/**
 * A case whose program has one `§` for each expected report.
 * @throws Error if the program has no marker.
 */
export function hit(name: string, filename: string, marked: string, details: CaseDetails = {}): RuleCase {
  const places = markerPlaces(marked);
  if (places.length === 0) throw new Error(`case "${name}" marks no report`);
  const errors = places.map((place, index): ExpectedError => {
    const suggestions = details.suggestions?.[index];
    return {
      line: place.line,
      ...(details.exact ? { column: place.column } : {}),
      ...(details.says ? { says: details.says } : {}),
      ...(details.saysNot ? { saysNot: details.saysNot } : {}),
      ...(suggestions ? { suggestions } : {}),
    };
  });
  return { ...base(name, filename, marked.replaceAll(MARKER, ''), details), errors };
}

/**
 * A case whose program is innocent.
 * @throws Error if the program has a marker.
 */
export function clean(name: string, filename: string, code: string, details: CaseDetails = {}): RuleCase {
  if (code.includes(MARKER)) throw new Error(`case "${name}" is innocent but marks a report`);
  return { ...base(name, filename, code, details), errors: [] };
}

function base(name: string, filename: string, code: string, details: CaseDetails): Omit<RuleCase, 'errors'> {
  return {
    name,
    filename,
    code,
    ...(details.version ? { version: details.version } : {}),
    ...(details.settings ? { settings: details.settings } : {}),
  };
}

function markerPlaces(marked: string): { line: number; column: number }[] {
  const places: { line: number; column: number }[] = [];
  marked.split(/\r?\n/).forEach((text, index) => {
    let at = text.indexOf(MARKER);
    for (let earlier = 0; at !== -1; earlier += 1) {
      places.push({ line: index + 1, column: at - earlier + 1 });
      at = text.indexOf(MARKER, at + 1);
    }
  });
  return places;
}
