import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { lintCase } from './lint-case.js';

interface Problem {
  readonly rule: string;
  readonly line: number;
}

interface Expectation {
  readonly problems: readonly Problem[];
  readonly version?: string;
}

const root = fileURLToPath(new URL('../../fixtures/lint/', import.meta.url));
const rules = Object.keys(plugin.rules ?? {});

function byPlace(a: Problem, b: Problem): number {
  return a.line - b.line || a.rule.localeCompare(b.rule);
}

describe('labelled lint cases', () => {
  for (const name of readdirSync(root)) {
    const folder = `${root}${name}/`;
    const input = readdirSync(folder).find((file) => file.startsWith('input.'));
    if (!input) throw new Error(`${folder} has no input file`);
    const { problems, version } = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')) as Expectation;

    it(name, () => {
      const code = readFileSync(folder + input, 'utf8');
      const messages = lintCase(
        { filename: `fixtures/lint/${name}/${input}`, code, ...(version && { version }) },
        rules,
      );
      const reported = messages.map(({ ruleId, line }) => ({ rule: ruleId!.replace('stitchkit/', ''), line }));
      const expected = problems.map(({ rule, line }) => ({ rule, line }));
      expect(reported.sort(byPlace)).toEqual(expected.sort(byPlace));
    });
  }
});
