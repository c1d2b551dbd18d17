import type { ResolvedSettings } from './settings.js';
import { EXPOSURE_OPTIONS } from './vocabulary/exposure-options.js';
import { contextMembers } from './vocabulary/shapes.js';
import { REGISTRATION_FORM } from './vocabulary/registration-form.js';
import { HOOK_NAMES, TOOL_CALL_WORDS } from './vocabulary/tool-call-words.js';
import { EXPORT_ROWS, SDK_MODULES } from './vocabulary/export-rows.js';

/**
 * Whether a text may declare a finding: a search over the package's name, the names that users added, the names of the SDKs'
 * registrations beside a context name, and the words an executor is made of. False means that nothing in it can be reported.
 */
export function isRelevant(text: string, settings: ResolvedSettings): boolean {
  if (text.includes('stitchkit')) return true;
  if (settings.vocabulary.some((one) => text.includes(one.module))) return true;
  if (settings.toolFiles.length > 0 && CONTEXT_NAMES.test(text)) return true;
  if (SDK_IMPORT.test(text) || text.includes(REGISTRATION_FORM.method)) return true;
  if (HOOK_WORDS.test(text) || EXECUTOR_WORDS.test(text)) return true;
  return (HANDLER.test(text) && METHODS.test(text)) || isDispatch(text);
}

/**
 * Whether what a module exports may mean something to a module that imports it: beside what makes a text relevant, the words
 * that decide exposure, the names of the context's members, which may be kept as constants, and what starts many calls at once.
 */
export function mayMeanSomething(text: string, settings: ResolvedSettings): boolean {
  return isRelevant(text, settings) || CONSTANT_WORDS.test(text) || JOIN_WORDS.test(text);
}

/** Whether a text may start tools by their names, all of which stand in modules it imports. */
function isDispatch(text: string): boolean {
  return TOOL_CALL_WORDS.identifier.test(text) && COMPUTED_CALL.test(text);
}

const CONTEXT_NAMES = new RegExp(
  `\\b(?:${EXPORT_ROWS.filter((one) => one.modules.includes('stitchkit/observability'))
    .map((one) => one.export)
    .join('|')})\\b`,
  'u',
);
/** What a tool of an SDK runs may stand in modules it imports, so that no other name need be in the text. */
const SDK_IMPORT = new RegExp(`['"](?:${SDK_MODULES.map((one) => one.replaceAll('.', '\\.')).join('|')})['"]`, 'u');
const EXECUTOR_WORDS = new RegExp(
  `\\b(?:${EXPORT_ROWS.filter((one) => one.modules.includes('relative:'))
    .map((one) => one.export)
    .join('|')})\\b`,
  'u',
);
const HOOK_WORDS = new RegExp(`\\b(?:${[...HOOK_NAMES].join('|')})\\b`, 'u');
const CONSTANT_WORDS = new RegExp(
  `\\b(?:${[EXPOSURE_OPTIONS.http, ...EXPOSURE_OPTIONS.toolTransports, EXPOSURE_OPTIONS.factory.value, ...contextMembers()].join('|')})\\b`,
  'u',
);
const JOIN_WORDS = /\bPromise\s*\.\s*all(?:Settled)?\b/u;
const HANDLER = /\.\s*handler\s*\??\.?\(/u;
const COMPUTED_CALL = /\w\[\w[^\]\n]*\]!?\s*(?:\?\.|\.\w+)?\(/u;
const METHODS = /\bmethods\b/u;
