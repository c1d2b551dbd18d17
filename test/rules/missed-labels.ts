import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Labels that the rules do not report, as `input file:line rule`. The README lists them too. */
export const MISSED = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../fixtures/lint/missed.json', import.meta.url)), 'utf8'),
) as readonly string[];

/** What is known to be missed in one input of the corpus, as differences in order. */
export function missesOf(input: string): string[] {
  return MISSED.filter((one) => one.startsWith(`${input} `))
    .map((one) => `missed: ${one}`)
    .sort();
}
