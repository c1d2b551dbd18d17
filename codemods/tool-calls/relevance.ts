import { EXPORT_ROWS } from '../../analysis/vocabulary/export-rows.js';

const EXECUTORS = EXPORT_ROWS.filter((one) => one.shape === 'VendoredExecutor').map((one) => one.export);
const WORDS = new RegExp(`\\bhandler\\b|\\b(?:${EXECUTORS.join('|')})\\b|\\bPromise\\b`, 'u');

/** A cheap test: false where a text cannot run the handler of an endpoint. */
export function mayRunHandlers(text: string): boolean {
  return WORDS.test(text);
}
