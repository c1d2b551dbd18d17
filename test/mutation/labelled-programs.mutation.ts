/** What the mutation run judges the analysis by: every labelled program, without ESLint and TypeScript, which take long to load. */
import { afterAll, describe, expect, it } from 'vitest';
import { analyseModule, isRelevant, parseModule, projectLoader } from '../../analysis/index.js';
import { resolveSettings } from '../../analysis/resolve-settings.js';
import { BYTE_ORDER_MARK } from '../../analysis/source-text.js';
import { readCorpus } from '../../bench/score/corpus.js';
import { ourReports } from '../../bench/score/our-reports.js';
import { judge } from '../../bench/score/score.js';
import { messageOf } from '../../rules/messages.js';
import { casesByRule } from '../rules/all-cases.js';
import { missesOf } from '../rules/missed-labels.js';
import type { RuleCase } from '../rules/rule-case.js';

const corpus = readCorpus();

afterAll(() => {
  corpus.remove();
});

interface Reported {
  readonly line: number;
  readonly column: number;
  readonly messageId: string;
  readonly message: string;
}

/** What no message says: an open placeholder, a name without letters, a gap where a word should be. */
const UNFINISHED = /\{\{|``|'' | {2}|\bundefined\b|\bnull\b|\( *\)\.| [,.;:]/u;

function reports(rule: string, { filename, code, version, settings }: RuleCase): Reported[] {
  const own = { version: version ?? 'latest', ...settings };
  const resolved = resolveSettings({ filename, cwd: process.cwd(), settings: own });
  const text = code.startsWith(BYTE_ORDER_MARK) ? code.slice(1) : code;
  if (!isRelevant(text, resolved)) return [];
  return analyseModule(parseModule(filename, text), resolved, projectLoader(resolved))
    .findings.filter((one) => one.rule === rule)
    .map((one) => ({ ...one.place, messageId: one.messageId, message: messageOf(one) }));
}

describe.each([...casesByRule])('%s', (rule, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const found = reports(rule, one);
    expect(found.map(({ line }) => line)).toEqual(one.errors.map(({ line }) => line));
    const places = found.map(({ line, column }) => `${String(line)}:${String(column)}`);
    expect(new Set(places).size).toBe(places.length);
    for (const { message } of found) expect(message).not.toMatch(UNFINISHED);
    one.errors.forEach(({ column, messageId, says = [], saysNot = [] }, index) => {
      if (column !== undefined) expect(found[index]!.column).toBe(column);
      if (messageId !== undefined) expect(found[index]!.messageId).toBe(messageId);
      for (const pattern of says) expect(found[index]!.message).toMatch(pattern);
      for (const pattern of saysNot) expect(found[index]!.message).not.toMatch(pattern);
    });
  });
});

it.each(corpus.inputs.map((input) => [input.name, input] as const))('%s', (name, input) => {
  const differences = judge([input], ourReports).differences.map(
    ({ kind, file, line, rule }) => `${kind}: ${name} ${file}:${String(line)} ${rule}`,
  );
  expect(differences.sort()).toEqual(missesOf(name));
});
