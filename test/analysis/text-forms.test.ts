import { describe, expect, it } from 'vitest';
import { analyseModule, parseModule } from '../../analysis/index.js';
import { resolveSettings } from '../../analysis/resolve-settings.js';
import { casesByRule } from '../rules/all-cases.js';
import { settingsOf } from '../rules/lint-case.js';
import type { RuleCase } from '../rules/rule-case.js';

type Place = readonly [line: number, column: number, rule: string, messageId: string];

function placesIn(one: RuleCase, code: string): Place[] {
  const settings = resolveSettings({ filename: one.filename, cwd: process.cwd(), settings: settingsOf(one) });
  const { findings } = analyseModule(parseModule(one.filename, code), settings);
  return findings.map(({ place, rule, messageId }) => [place.line, place.column, rule, messageId]);
}

/** Every line moved down by two, as below a header comment. */
function below(places: readonly Place[], lines: number): Place[] {
  return places.map(([line, column, rule, messageId]) => [line + lines, column, rule, messageId]);
}

describe('how a file is written does not change what is found in it', () => {
  describe.each([...casesByRule])('%s', (rule, cases) => {
    for (const one of cases) {
      const text = one.code.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');

      it(`${one.name}: line ends, tabs, a header with wide characters`, () => {
        const places = placesIn(one, text);
        expect(
          places
            .filter(([, , name]) => name === rule)
            .map(([line]) => line)
            .sort((a, b) => a - b),
        ).toEqual(one.errors.map(({ line }) => line));
        expect(placesIn(one, text.replaceAll('\n', '\r\n'))).toEqual(places);
        const tabbed = text.replaceAll(/^(?: {2})+/gm, (indent) => '\t'.repeat(indent.length / 2));
        expect(placesIn(one, tabbed).map(([line, , name]) => [line, name])).toEqual(
          places.map(([line, , name]) => [line, name]),
        );
        expect(placesIn(one, `/* 🐑 über */\n/* — */\n${text}`)).toEqual(below(places, 2));
      });
    }
  });
});

describe('one fault is reported once', () => {
  const executors = (casesByRule.get('no-unforked-executor') ?? []).filter(({ errors }) => errors.length > 0);
  const ownFaults = ['no-unforked-executor', 'no-invented-root'];
  it.each(executors)('$name: what its handlers do is reported by no other rule', (one) => {
    const text = one.code.replace(/^\uFEFF/, '');
    expect(placesIn(one, text).filter(([, , rule]) => !ownFaults.includes(rule))).toEqual([]);
  });

  describe.each([...casesByRule])('%s', (_rule, cases) => {
    it('no place is reported twice by one rule', () => {
      const twice = cases.filter((one) => {
        const keys = placesIn(one, one.code.replace(/^\uFEFF/, '')).map(
          ([line, column, rule]) => `${String(line)}:${String(column)} ${rule}`,
        );
        return new Set(keys).size !== keys.length;
      });
      expect(twice.map(({ name }) => name)).toEqual([]);
    });
  });
});
