import { RULES } from '../../rules/rule-list.js';
import { isStale, writeSection } from '../readme-section.js';
import { astGrepReports } from './ast-grep-baseline.js';
import { readCorpus, type CorpusInput } from './corpus.js';
import { ourReports } from './our-reports.js';
import { judge, precisionOf, recallOf, type Judged, type Score } from './score.js';
import { selectorReports } from './selector-baseline.js';

const SECTION = 'score';
const NONE: Score = { right: 0, wrong: 0, missed: 0 };

interface Results {
  readonly inputs: readonly CorpusInput[];
  readonly ours: Judged;
  readonly selectors: Judged;
  readonly astGrep: Judged;
}

function measured(): Results {
  const corpus = readCorpus();
  try {
    const { inputs } = corpus;
    return {
      inputs,
      ours: judge(inputs, ourReports),
      selectors: judge(inputs, selectorReports),
      astGrep: judge(inputs, astGrepReports),
    };
  } finally {
    corpus.remove();
  }
}

function shown(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}

function pair(score: Score): string {
  return `${shown(precisionOf(score))} / ${shown(recallOf(score))}`;
}

function row(name: string, ours: Score, selectors: Score, astGrep: Score): string {
  const counts = [ours.right, ours.wrong, ours.missed].join(' | ');
  return `| ${name} | ${counts} | ${pair(ours)} | ${pair(selectors)} | ${pair(astGrep)} |`;
}

function table({ inputs, ours, selectors, astGrep }: Results): string {
  const innocent = inputs.filter(({ expected }) => expected.length === 0).length;
  const rows = RULES.map(({ text: { name } }) =>
    row(
      `\`${name}\``,
      ours.byRule.get(name) ?? NONE,
      selectors.byRule.get(name) ?? NONE,
      astGrep.byRule.get(name) ?? NONE,
    ),
  );
  return [
    `${String(inputs.length)} labelled inputs, ${String(innocent)} of them innocent. Precision / recall:`,
    '',
    '| Rule | right | wrong | missed | these rules | `no-restricted-syntax` | ast-grep |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    row('all', ours.all, selectors.all, astGrep.all),
    '',
    differences(ours),
  ].join('\n');
}

/** What the rules get wrong, each by its place in the corpus. */
function differences({ differences: all }: Judged): string {
  if (all.length === 0) return 'Nothing of the corpus is missed or reported wrongly.';
  const lines = all.map(({ kind, input, file, line, rule }) => {
    const place = input.includes(file) ? `${input}:${String(line)}` : `${input}/${file}:${String(line)}`;
    return `- ${kind === 'missed' ? 'missed' : 'wrongly reported'}: \`${rule}\` at ${place}`;
  });
  return ['What the rules get wrong:', '', ...lines].join('\n');
}

/** Prints the scores; `--write` puts the table into the README, `--check` fails where it is not the README's. */
async function score(args: readonly string[]): Promise<number> {
  const results = measured();
  const text = table(results);
  if (!args.includes('--check')) console.log(text);
  if (args.includes('--write')) await writeSection(SECTION, text);
  if (!args.includes('--check') || !(await isStale(SECTION, text))) return 0;
  console.log('stale, run "npm run score -- --write": README.md');
  return 1;
}

process.exitCode = await score(process.argv.slice(2));
