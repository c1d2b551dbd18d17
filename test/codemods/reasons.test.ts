import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codemods, reasons, reasonSentence } from '../../codemods/index.js';
import { fixtureCases } from './fixture-cases.js';

/** Reasons that guard against what no fixture should be able to make happen; each has a test of its own. */
const GUARDS = new Set(['edit-conflict', 'parse-error-after-edit', 'type-error-after-edit']);

const pages = new Map(
  codemods.map(({ name }) => [name, readFileSync(new URL(`../../docs/codemods/${name}.md`, import.meta.url), 'utf8')]),
);

/** The codes in the tables of a page. */
function tabled(page: string): string[] {
  return [...page.matchAll(/^\| `([a-z-]+)`/gmu)].map(([, code]) => code ?? '');
}

describe('the reasons', () => {
  it('have a stable code and one sentence each', () => {
    expect(new Set(reasons.map(({ code }) => code)).size).toBe(reasons.length);
    for (const { code, sentence, cases = {} } of reasons) {
      expect(code).toMatch(/^[a-z]+(?:-[a-z0-9]+)+$/u);
      for (const one of [sentence, ...Object.values(cases)]) expect(one, code).toMatch(/^(?:[A-Z]|stitchkit ).*[.}]$/u);
    }
  });

  it('are each shown by a fixture', () => {
    const shown = new Set(
      codemods
        .flatMap(({ name }) => fixtureCases(name))
        .flatMap((one) => one.expected.left.map(({ reason }) => reason)),
    );
    expect(reasons.map(({ code }) => code).filter((code) => !shown.has(code) && !GUARDS.has(code))).toEqual([]);
  });

  it.each(codemods.map(({ name }) => name))('that fixtures of %s show stand on its page', (name) => {
    const codes = new Set(fixtureCases(name).flatMap((one) => one.expected.left.map(({ reason }) => reason)));
    expect(tabled(pages.get(name) ?? '')).toEqual(expect.arrayContaining([...codes]));
  });

  it.each(codemods.map(({ name }) => name))('on the page of %s all exist', (name) => {
    const known: string[] = reasons.map(({ code }) => code);
    expect(tabled(pages.get(name) ?? '').filter((code) => !known.includes(code))).toEqual([]);
  });

  it('are filled in from the site, and keep a blank that the site says nothing of', () => {
    expect(reasonSentence('no-runner-in-version', { version: '0.35.2', needed: '0.36.0' })).toBe(
      'stitchkit 0.35.2 has nothing that can run this call in a fork of its own; move to 0.36.0 first.',
    );
    expect(reasonSentence('type-error-after-edit')).toContain('{detail}');
    expect(reasonSentence('executor-itself')).toContain('nothing in the file calls it');
    expect(reasonSentence('executor-itself', { case: 'caller-lost' })).toContain('lost its last caller');
  });
});
