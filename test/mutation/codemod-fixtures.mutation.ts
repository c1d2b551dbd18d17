/** The codemods ask the analysis what code means: what they make of their fixtures, and where they see a site. */
import { describe, expect, it } from 'vitest';
import { codemods } from '../../codemods/index.js';
import { fixtureCases } from '../codemods/fixture-cases.js';
import { migrated } from '../codemods/migrated-fixture.js';

describe.each(codemods.map(({ name }) => name))('%s', (codemod) => {
  it.each(fixtureCases(codemod).map((one) => [one.name, one] as const))('%s', (_name, fixture) => {
    const result = migrated(fixture, fixture.file, fixture.input);
    expect(result.text).toBe(fixture.output);
    expect(result.migrated.map(({ line, check }) => (check === null ? { line } : { line, check }))).toEqual(
      fixture.expected.migrated,
    );
    expect(result.left.map(({ line, reason }) => ({ line, reason }))).toEqual(
      fixture.expected.left.map(({ line, reason }) => ({ line, reason })),
    );
  });
});
