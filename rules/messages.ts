import type { Finding } from '../analysis/finding.js';
import { RULES } from './rule-list.js';
import { REPORT_UNKNOWN } from './rule-module.js';

const TEXTS = new Map(RULES.map((rule) => [rule.text.name, rule.text.messages]));

/** The rule that lists, where it is asked to, what could not be followed. */
export const UNKNOWN_RULE = RULES.find(({ text }) => text.options?.[REPORT_UNKNOWN])?.text.name ?? '';

/** The text of a finding, the same that ESLint prints. */
export function messageOf(finding: Pick<Finding, 'rule' | 'messageId' | 'data'>): string {
  const text = TEXTS.get(finding.rule)?.[finding.messageId];
  if (text === undefined) throw new RangeError(`rule ${finding.rule} has no message ${finding.messageId}`);
  return text.replace(/\{\{\s*(\w+)\s*\}\}/gu, (whole, key: string) => finding.data[key] ?? whole);
}
