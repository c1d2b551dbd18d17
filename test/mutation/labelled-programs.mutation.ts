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

function reports(rule: string, { filename, code, version, settings }: RuleCase): { line: number; message: string }[] {
  const own = { version: version ?? 'latest', ...settings };
  const resolved = resolveSettings({ filename, cwd: process.cwd(), settings: own });
  const text = code.startsWith(BYTE_ORDER_MARK) ? code.slice(1) : code;
  if (!isRelevant(text, resolved)) return [];
  return analyseModule(parseModule(filename, text), resolved, projectLoader(resolved))
    .findings.filter((one) => one.rule === rule)
    .map((one) => ({ line: one.place.line, message: messageOf(one) }));
}

describe.each([...casesByRule])('%s', (rule, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const found = reports(rule, one);
    expect(found.map(({ line }) => line)).toEqual(one.errors.map(({ line }) => line));
    one.errors.forEach(({ says = [], saysNot = [] }, index) => {
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
