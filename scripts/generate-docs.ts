import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { codemods } from '../codemods/index.js';
import { RULES } from '../rules/rule-list.js';
import type { RuleText } from '../rules/rule-module.js';

const ROOT = new URL('../', import.meta.url);

/** A text between two markers of a page. */
interface Section {
  readonly file: string;
  readonly begin: string;
  readonly end: string;
  readonly text: string;
}

function sections(): Section[] {
  return [
    section('README.md', 'begin rules', 'end rules', rulesTable()),
    section('README.md', 'begin codemods', 'end codemods', codemodsTable()),
    ...RULES.map(({ text }) =>
      section(
        `docs/rules/${text.name}.md`,
        'begin auto-generated rule header',
        'end auto-generated rule header',
        ruleHeader(text),
      ),
    ),
  ];
}

function section(file: string, begin: string, end: string, text: string): Section {
  return { file, begin: `<!-- ${begin} -->`, end: `<!-- ${end} -->`, text };
}

function rulesTable(): string {
  const rows = RULES.map(({ text }) => {
    const name = `[\`${text.name}\`](docs/rules/${text.name}.md)`;
    const options = Object.keys(text.options ?? {}).map((option) => `\`${option}\``);
    return `| ${name} | ${text.description} | ${text.statements.join(' ')} | ${text.recommended ? '✔' : ''} | ${options.join(', ')} | ${text.suggestions ? '✔' : ''} | ${text.codemod ? `\`${text.codemod}\`` : ''} |`;
  });
  const head = '| Rule | What it says | Statements | In `recommended` | Options | Suggestions | Codemod |';
  return [head, '| --- | --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function codemodsTable(): string {
  const rows = [...codemods].map(
    ({ name, description, kind }) => `| [\`${name}\`](docs/codemods/${name}.md) | ${kind} | ${description} |`,
  );
  return ['| Codemod | Kind | What it does |', '| --- | --- | --- |', ...rows].join('\n');
}

function ruleHeader(text: RuleText): string {
  const lines = [
    `# stitchkit/${text.name}`,
    `${text.description}.`,
    `Statements ${text.statements.join(', ')} of [the architecture](../architecture.md).`,
    presetsOf(text),
    ...optionsOf(text),
    ...(text.suggestions ? ['💡 Offers suggestions.'] : []),
    ...(text.codemod ? [`Repaired by the codemod [\`${text.codemod}\`](../codemods/${text.codemod}.md).`] : []),
  ];
  return lines.join('\n\n');
}

function presetsOf({ recommended }: RuleText): string {
  return recommended
    ? 'In the presets `recommended` and `strict` as an error, in `migration` as a warning.'
    : 'In the preset `strict` as an error, in `migration` as a warning.';
}

function optionsOf({ options }: RuleText): string[] {
  return Object.entries(options ?? {}).map(
    ([name, { preset }]) => `Option \`${name}\`: off, unless the preset \`${preset}\` turns it on.`,
  );
}

/** The page with the section's text put between its markers, or `null` where a marker is missing. */
function filled(page: string, { begin, end, text }: Section): string | null {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) return null;
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}

async function generate(check: boolean): Promise<number> {
  const pages = new Map<string, string>();
  const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
  let skipped = 0;
  for (const one of sections()) {
    const page = filled(pages.get(one.file) ?? read(one.file), one);
    if (page !== null) pages.set(one.file, page);
    else {
      skipped++;
      console.log(`skipped: ${one.file} has no "${one.begin}" … "${one.end}"; put both where the text is to stand`);
    }
  }
  const stale: string[] = [];
  for (const [file, page] of pages) {
    const options = await resolveConfig(fileURLToPath(new URL(file, ROOT)));
    const text = await format(page, { ...options, parser: 'markdown' });
    if (text === read(file)) continue;
    stale.push(file);
    if (!check) writeFileSync(new URL(file, ROOT), text);
  }
  for (const file of stale) console.log(`${check ? 'stale, run "npm run docs"' : 'written'}: ${file}`);
  return check && stale.length + skipped > 0 ? 1 : 0;
}

process.exitCode = await generate(process.argv.includes('--check'));
