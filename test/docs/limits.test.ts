import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { lintCase } from '../rules/lint-case.js';

const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code!);

describe('the page on what no rule can see', () => {
  it('shows a tree of calls for versions with and without units of work', () => {
    expect(examples.map((code) => code.includes('runUnitOfWork'))).toEqual([true, false]);
  });

  it.each(examples)('advises what no rule reports: example %#', (code) => {
    const messages = lintCase({ filename: 'make-labels.ts', code, version: 'latest' }, Object.keys(plugin.rules ?? {}));
    expect(messages.map(({ line, message }) => `${String(line)} ${message}`)).toEqual([]);
  });
});
