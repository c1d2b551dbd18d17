import type { ResolvedSettings } from './settings.js';
import { HOOK_NAMES } from './vocabulary/tool-call-words.js';
import { EXPORT_ROWS } from './vocabulary/export-rows.js';

/**
 * Whether a text may declare a finding: a search over the package's name, the names that users added, the names of the SDKs'
 * registrations beside a context name, and the words an executor is made of. False means that nothing in it can be reported.
 */
export function isRelevant(text: string, settings: ResolvedSettings): boolean {
  if (text.includes('stitchkit')) return true;
  if (settings.vocabulary.some((one) => text.includes(one.module))) return true;
  if (settings.toolFiles.length > 0 && CONTEXT_NAMES.test(text)) return true;
  return HOOK_WORDS.test(text) || EXECUTOR_WORDS.test(text) || (HANDLER.test(text) && METHODS.test(text));
}

const CONTEXT_NAMES = new RegExp(
  `\\b(?:${EXPORT_ROWS.filter((one) => one.modules.includes('stitchkit/observability'))
    .map((one) => one.export)
    .join('|')})\\b`,
  'u',
);
const EXECUTOR_WORDS = new RegExp(
  `\\b(?:${EXPORT_ROWS.filter((one) => one.modules.includes('relative:'))
    .map((one) => one.export)
    .join('|')})\\b`,
  'u',
);
const HOOK_WORDS = new RegExp(`\\b(?:${[...HOOK_NAMES].join('|')})\\b`, 'u');
const HANDLER = /\.\s*handler\s*\??\.?\(/u;
const METHODS = /\bmethods\b/u;
