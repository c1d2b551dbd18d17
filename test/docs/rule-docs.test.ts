import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { lintCase } from '../rules/lint-case.js';

const folder = fileURLToPath(new URL('../../docs/rules/', import.meta.url));
const rules = Object.keys(plugin.rules ?? {});

/** A line of an incorrect example that must be reported ends with this comment; no other line may be. */
const REPORTED = '// reported';

interface Example {
  readonly section: string;
  readonly language: string;
  readonly version: string | undefined;
  readonly code: string;
  readonly line: number;
}

/** Every fenced block of program code, with the second-level heading it stands under. */
function examplesOf(markdown: string): Example[] {
  const examples: Example[] = [];
  let section = '';
  let open: { info: string; line: number; lines: string[] } | null = null;
  markdown.split('\n').forEach((text, index) => {
    if (open && text === '```') {
      const [language = '', ...rest] = open.info.split(' ');
      const version = rest.find((word) => word.startsWith('version='))?.slice('version='.length);
      examples.push({ section, language, version, code: `${open.lines.join('\n')}\n`, line: open.line });
      open = null;
    } else if (open) open.lines.push(text);
    else if (text.startsWith('```')) open = { info: text.slice(3), line: index + 1, lines: [] };
    else if (text.startsWith('## ')) section = text.slice(3);
  });
  return examples.filter(({ language }) => /^(ts|tsx|js|cjs|mjs)$/.test(language));
}

function reportsOf({ code, language, version }: Example, names: readonly string[]): number[] {
  const program = { filename: `example.${language}`, code, ...(version ? { version } : {}) };
  return lintCase(program, names).map(({ line }) => line);
}

describe.each(rules)('the page of %s', (rule) => {
  const page = `${folder}${rule}.md`;
  const markdown = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const examples = examplesOf(markdown);
  const incorrect = examples.filter(({ section }) => section === 'Incorrect');
  const correct = examples.filter(({ section }) => section !== 'Incorrect');

  it('has the sections a reader looks for', () => {
    const sections = [...markdown.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    for (const title of [
      'Why',
      'Incorrect',
      'Correct',
      'What to do instead',
      'Options',
      'When not to use it',
      'Related',
    ]) {
      expect(sections).toContain(title);
    }
    expect(markdown).toContain('<!-- begin auto-generated rule header -->');
    expect(markdown).toContain('<!-- end auto-generated rule header -->');
    expect(incorrect.length).toBeGreaterThan(0);
    expect(correct.length).toBeGreaterThan(0);
  });

  it.each(incorrect)('reports the marked lines of the incorrect example at line $line', (example) => {
    const marked = example.code.split('\n').flatMap((text, index) => (text.endsWith(REPORTED) ? [index + 1] : []));
    expect(marked.length).toBeGreaterThan(0);
    expect(reportsOf(example, [rule])).toEqual(marked);
    expect(reportsOf(example, rules)).toEqual(marked);
  });

  it.each(correct)('reports nothing in the example at line $line', (example) => {
    expect(reportsOf(example, rules)).toEqual([]);
  });
});

it('every page in the folder is the page of a rule', () => {
  const pages = readdirSync(folder).filter((file) => file.endsWith('.md'));
  expect(pages.map((file) => file.replace(/\.md$/, '')).filter((name) => !rules.includes(name))).toEqual([]);
});
