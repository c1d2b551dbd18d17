import { beforeAll, expect, it } from 'vitest';
import { checkEngine, eslintVerdict, type Verdict } from './hosts.js';
import type { FixtureProgram } from './programs.js';

const LATEST = '0.104.2';

let check: (program: FixtureProgram, version: string) => Verdict;

beforeAll(async () => {
  check = await checkEngine();
});

/** Three places for a comment: above everything, on the line before two faults of two rules, and behind them. A third fault follows. */
function programWith(above: string, before: string, behind: string): string {
  return `import { getRequestContext } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { contract } from './contract';
${above}
export const pens = implement(contract, {
  count: async () => {
    const ctx = getRequestContext()!;
    ${before}
    const span = ctx.trace.spanId; const begun = { at: ctx.startedAt }; ${behind}
    return { span: ctx.trace.spanId, begun };
  },
});
`;
}

const WHOLE = ['disable', 'enable'];
const LINES = ['disable-line', 'disable-next-line'];

const SPAN = 'stitchkit/no-request-span-in-tool';
const START = 'stitchkit/no-request-start-in-tool';

/** What may stand behind the name of a directive. */
const LISTS = [
  '',
  ` ${SPAN}`,
  ` ${SPAN}, ${START}`,
  ` ${SPAN},,${START},`,
  ` ${SPAN} ${START}`,
  ` "${SPAN}", '${START}'`,
  ` no-console, ${START}`,
  ' no-console',
  ' stitchkit',
  ' no-request-span-in-tool',
  ` -- see the ticket`,
  ` ${START} -- see ${SPAN}`,
  ` ${START} --- see ${SPAN}`,
  ` ${START} --see ${SPAN}`,
  ` ${START}-- see ${SPAN}`,
  ` --`,
  `: ${SPAN}`,
];

const COMMENTS = [...WHOLE, ...LINES].flatMap((kind) =>
  LISTS.flatMap((list) => [`/* eslint-${kind}${list} */`, `// eslint-${kind}${list}`]),
);

/** Comments that are nearly directives, or over more than one line. */
const ODD = [
  `/* eslint-disable-next-line\n   ${SPAN},\n   ${START}\n*/`,
  `/* eslint-disable-next-line ${START}\n   -- over two lines */`,
  `/* eslint-disable-line ${SPAN}\n*/`,
  `/*eslint-disable-line*/`,
  `/** eslint-disable */`,
  `/* eslint-disable-lines */`,
  `/* please eslint-disable */`,
  `/* ESLINT-DISABLE */`,
  `/*\n * eslint-disable\n */`,
  `/*\neslint-disable\n*/`,
  `const text = '/* eslint-disable */';`,
  'const text = `\n// eslint-disable-next-line`;',
];

function programs(): FixtureProgram[] {
  const single = [...COMMENTS, ...ODD].flatMap((one) => [
    programWith(one, '', ''),
    programWith('', one, ''),
    programWith('', '', one),
  ]);
  const several = [
    ...COMMENTS.map((one) => programWith(`/* eslint-disable ${SPAN} */`, one, '')),
    programWith('', '/* eslint-disable */', `/* eslint-enable ${SPAN} */`),
    programWith('', '/* eslint-disable */ // eslint-disable-next-line', `/* eslint-enable */`),
    programWith('/* eslint-disable */', `/* eslint-enable ${START} */`, `/* eslint-disable-line */`),
    programWith('', `// eslint-disable-next-line ${SPAN}`, `// eslint-disable-line ${START}`),
    programWith(`/* eslint-disable ${SPAN} */ /* eslint-disable ${START} */`, '/* eslint-enable */', ''),
    programWith('', '/* eslint-disable-line */ const one = ctx.trace.spanId;', ''),
    programWith('', '', '').replace('; const begun', '; /* eslint-disable */ const begun'),
    programWith('', '', '').replace('span: ctx.trace.spanId', '/* eslint-disable-line */ span:\nctx.trace.spanId'),
  ];
  const otherwiseWritten = [...ODD.map((one) => programWith('', one, '')), ...several].flatMap((text) => [
    `\uFEFF${text.replaceAll('\n', '\r\n')}`,
    `#!/usr/bin/env node -- eslint-disable\n${text}`,
  ]);
  return [...single, ...several, ...otherwiseWritten].map((text) => ({ path: 'src/pens.ts', text }));
}

it('check is silent where a comment makes ESLint silent, and nowhere else', { timeout: 120_000 }, () => {
  const counts = new Map<number, number>();
  for (const program of programs()) {
    const linted = eslintVerdict(program, LATEST);
    expect({ text: program.text, says: check(program, LATEST) }).toEqual({ text: program.text, says: linted });
    counts.set(linted.length, (counts.get(linted.length) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted()).toEqual([0, 1, 2, 3]);
});

/** For comments of oxlint ESLint is no measure: they do what the same comments of ESLint do, and may all be line comments. */
it('comments of oxlint do what those of ESLint do', () => {
  for (const one of COMMENTS) {
    const block = `/*${/^..(.*?)(?:\*\/)?$/su.exec(one)?.[1] ?? ''}*/`;
    for (const at of ['above', 'before', 'behind']) {
      const placed = (comment: string): FixtureProgram => ({
        path: 'src/pens.ts',
        text: programWith(
          at === 'above' ? comment : '',
          at === 'before' ? comment : '',
          at === 'behind' ? comment : '',
        ),
      });
      const verdict = check(placed(one.replace('eslint', 'oxlint')), LATEST);
      expect({ one, at, verdict }).toEqual({ one, at, verdict: check(placed(block), LATEST) });
    }
  }
});
