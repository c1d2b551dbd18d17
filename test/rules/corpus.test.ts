import { afterAll, describe, expect, it } from 'vitest';
import { readCorpus, type CorpusInput } from '../../bench/score/corpus.js';
import { ourReports } from '../../bench/score/our-reports.js';
import { judge } from '../../bench/score/score.js';
import plugin from '../../rules/index.js';
import { lintCase } from './lint-case.js';
import { MISSED, missesOf } from './missed-labels.js';

const RULES = Object.keys(plugin.rules ?? {});
const corpus = readCorpus();

afterAll(() => {
  corpus.remove();
});

/** What ESLint reports of an input of one file, as `line rule`. */
function linted({ files, version }: CorpusInput): string[] {
  return files
    .flatMap(({ path, text }) => lintCase({ filename: path, code: text, version }, RULES))
    .map(({ line, ruleId }) => `${String(line)} ${ruleId!.replace('stitchkit/', '')}`)
    .sort();
}

describe('the labelled corpus', () => {
  it.each(corpus.inputs.map((input) => [input.name, input] as const))('%s', (name, input) => {
    const differences = judge([input], ourReports).differences.map(
      ({ kind, file, line, rule }) => `${kind}: ${name} ${file}:${String(line)} ${rule}`,
    );
    expect(differences.sort()).toEqual(missesOf(name));
    if (input.files.length > 1) return;
    expect(linted(input)).toEqual(
      ourReports(input)
        .map(({ line, rule }) => `${String(line)} ${rule}`)
        .sort(),
    );
  });

  it('has no list of misses for inputs that are not there', () => {
    const names = new Set(corpus.inputs.map(({ name }) => name));
    expect(MISSED.filter((one) => !names.has(one.split(' ')[0] ?? ''))).toEqual([]);
  });
});
