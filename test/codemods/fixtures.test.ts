import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { parseModule } from '../../analysis/index.js';
import { codemods } from '../../codemods/index.js';
import { fixtureCases, type FixtureCase } from './fixture-cases.js';
import { migrated } from './migrated-fixture.js';
import { VARIANTS, type Variant } from './variants.js';

function commentsOf(file: string, text: string): string[] {
  return parseSync(file, text.replace(/^\uFEFF/u, '')).comments.map((one) => one.value.trim());
}

/** A text without what breaking a list over lines changes. */
function unbroken(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/(?<=[([{]) |,? (?=[)\]}])/gu, '');
}

describe.each(codemods.map(({ name }) => name))('%s', (codemod) => {
  const cases = fixtureCases(codemod);

  it('has at least 25 fixtures, some of which nothing happens to', () => {
    expect(cases.length).toBeGreaterThanOrEqual(25);
    expect(cases.filter((one) => one.input === one.output).length).toBeGreaterThanOrEqual(5);
  });

  describe.each(cases.map((one): [string, FixtureCase] => [one.name, one]))('%s', (_name, fixture) => {
    it.each(VARIANTS.map((one): [string, Variant] => [one.name, one]))('%s', (_variant, variant) => {
      const file = variant.file(fixture.file);
      const input = variant.make(fixture.file, fixture.input);
      const untyped = variant.name === 'plain JavaScript' ? fixture.expected.plainJavaScript : undefined;
      const output = untyped ? input : variant.make(fixture.file, fixture.output);
      const result = migrated(fixture, file, input);

      // without types, lines are shorter, and a call may fit on one that did not
      if (variant.name === 'plain JavaScript') expect(unbroken(result.text)).toBe(unbroken(output));
      else expect(result.text).toBe(output);
      expect(() => parseModule(file, result.text.replace(/^\uFEFF/u, ''))).not.toThrow();
      for (const comment of commentsOf(file, input)) expect(commentsOf(file, result.text)).toContain(comment);
      expect(result.migrated).toHaveLength(untyped ? 0 : fixture.expected.migrated.length);
      expect(result.left.map((one) => one.reason)).toEqual(
        untyped?.left ?? fixture.expected.left.map((one) => one.reason),
      );

      const again = migrated(fixture, file, result.text);
      expect(again.text).toBe(result.text);
      expect(again.migrated).toEqual([]);
      const before = result.left.map((one) => one.reason);
      expect(before).toEqual(expect.arrayContaining(again.left.map((one) => one.reason)));
    });

    it('names its sites by line', () => {
      const result = migrated(fixture, fixture.file, fixture.input);
      expect(result.migrated.map(({ line, check }) => (check === null ? { line } : { line, check }))).toEqual(
        fixture.expected.migrated,
      );
      expect(result.left.map(({ line, reason }) => ({ line, reason }))).toEqual(
        fixture.expected.left.map(({ line, reason }) => ({ line, reason })),
      );
    });
  });
});
