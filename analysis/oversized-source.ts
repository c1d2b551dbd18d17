import type { FileAnalysis } from './finding.js';
import { placeOf } from './source-text.js';

/** A larger file is generated: it is not read into a graph of values, and what it exports is left unknown. */
export const MAX_SOURCE_BYTES = 2_000_000;

/**
 * What is said of a file that is too large to be analysed, in place of its analysis; `null` for any other.
 *
 * @param file as findings name it
 */
export function oversizedSource(file: string, text: string): FileAnalysis | null {
  // no text takes fewer bytes than it has units, and few files come near the limit
  if (text.length * 3 <= MAX_SOURCE_BYTES || Buffer.byteLength(text) <= MAX_SOURCE_BYTES) return null;
  const message = `the file is larger than ${String(MAX_SOURCE_BYTES / 1_000_000)} MB, so it is taken for generated and was not looked at`;
  return { findings: [], unknown: [{ reason: 'budget', message, place: placeOf(file, [0], [0, 0]) }] };
}
