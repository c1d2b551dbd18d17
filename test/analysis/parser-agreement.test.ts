import { afterAll, describe, expect, it } from 'vitest';
import { analyseModule, isRelevant, parseModule } from '../../analysis/index.js';
import { resolveSettings } from '../../analysis/resolve-settings.js';
import { readCorpus } from '../../bench/score/corpus.js';
import { messageOf } from '../../rules/messages.js';
import plugin from '../../rules/index.js';
import { casesByRule } from '../rules/all-cases.js';
import { isJavaScript, lintCase, type Lintable, settingsOf } from '../rules/lint-case.js';

type Report = readonly [line: number, column: number, rule: string, message: string];

const rules = Object.keys(plugin.rules ?? {});

function inOrder(reports: Report[]): Report[] {
  return reports.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2].localeCompare(b[2]));
}

function throughEslint(program: Lintable, parser: 'espree' | 'typescript'): Report[] {
  return inOrder(
    lintCase(program, rules, parser).map(({ line, column, ruleId, message }) => [
      line,
      column,
      ruleId!.replace('stitchkit/', ''),
      message,
    ]),
  );
}

function throughOxc(program: Lintable): Report[] {
  const { filename } = program;
  const text = program.code.replace(/^\uFEFF/, '');
  const settings = resolveSettings({ filename, cwd: process.cwd(), settings: settingsOf(program) });
  if (!isRelevant(text, settings)) return [];
  const { findings } = analyseModule(parseModule(filename, text), settings);
  return inOrder(
    findings
      .filter(({ rule }) => rules.includes(rule))
      .map((finding) => [finding.place.line, finding.place.column, finding.rule, messageOf(finding)]),
  );
}

const corpus = readCorpus();

afterAll(() => {
  corpus.remove();
});

function expectAgreement(program: Lintable): void {
  const typescript = throughEslint(program, 'typescript');
  expect(throughOxc(program)).toEqual(typescript);
  if (isJavaScript(program.filename)) expect(throughEslint(program, 'espree')).toEqual(typescript);
}

describe('every parser gives the same reports', () => {
  describe.each([...casesByRule])('%s', (_rule, cases) => {
    for (const one of cases) it(one.name, () => expectAgreement(one));
  });

  describe('the labelled corpus, file by file', () => {
    for (const { name, version, files } of corpus.inputs) {
      for (const { path, text } of files) {
        it(name.endsWith(path) ? name : `${name}/${path}`, () => {
          expectAgreement({ filename: path, code: text, version });
        });
      }
    }
  });
});
