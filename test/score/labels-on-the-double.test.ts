import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCorpus, type CorpusInput, type Report } from '../../bench/score/corpus.js';
import { RULES } from '../../rules/rule-list.js';
import { confirmLabels, SHOWN_RULES, type Confirmation } from './double/confirm-labels.js';

const corpus = readCorpus();
const folder = mkdtempSync(join(tmpdir(), 'labels-'));

afterAll(() => {
  corpus.remove();
  rmSync(folder, { recursive: true, force: true });
});

const placeOf = ({ file, line, rule }: Report): string => `${file}:${String(line)} ${rule}`;

/** Rules of code that the framework or an SDK calls, as this run does. */
const RULES_OF_CALLED_CODE = [
  'no-request-span-in-tool',
  'no-request-start-in-tool',
  'no-context-write-in-native-tool',
  'no-shared-context-write',
  'no-ineffective-context-write',
  'no-tool-dimensions-on-request-row',
];

describe('what happens on the double is what the labels of the corpus say', { timeout: 60_000 }, () => {
  const confirmations: Confirmation[] = [];

  it.each(corpus.inputs.map((input) => [input.name, input] as const))('%s', async (_name, input) => {
    const confirmation = await confirmLabels(input);
    confirmations.push(confirmation);
    expect(confirmation.contradicted.map(placeOf)).toEqual([]);
  });

  it('confirms most labels, nearly all of those in what it calls itself, and says which it does not reach', () => {
    const unseen = confirmations.flatMap(({ input, unseen: labels }) => labels.map((one) => ({ input, ...one })));
    const untold = unseen.filter(({ rule }) => !SHOWN_RULES.includes(rule));
    const unreached = unseen.filter(({ rule }) => SHOWN_RULES.includes(rule));
    const confirmed = confirmations.reduce((sum, one) => sum + one.confirmed.length, 0);
    const innocent = confirmations.filter((one) => one.confirmed.length + one.unseen.length === 0);
    const called = innocent.filter(({ run }) => run.calls > 0);
    const failed = confirmations.flatMap(({ run }) => run.failures);
    console.info(
      [
        `labels confirmed: ${String(confirmed)}; contradicted: none`,
        `of rules that such a run does not show: ${String(untold.length)}`,
        `not reached: ${String(unreached.length)}`,
        ...unreached.map((one) => `  ${one.input} ${placeOf(one)}`),
        `innocent inputs whose tools were called, and nothing happened: ${String(called.length)} of ${String(innocent.length)}`,
        `files that cannot be loaded: ${String(failed.length)}`,
        ...failed.map((one) => `  ${one}`),
      ].join('\n'),
    );
    // programs that run calls themselves name their tools in ways that a stand-in does not guess
    expect(confirmed / (confirmed + unreached.length)).toBeGreaterThan(0.75);
    const isCalled = ({ rule }: Report): boolean => RULES_OF_CALLED_CODE.includes(rule);
    const reached = confirmations.flatMap((one) => one.confirmed.filter(isCalled)).length;
    expect(reached / (reached + unreached.filter(isCalled).length)).toBeGreaterThan(0.95);
    expect(called.length).toBeGreaterThan(innocent.length / 3);
    expect(failed.length).toBeLessThan(confirmations.length / 20);
  });
});

const HEAD = `import { getRequestContext, runWithRequestContext, childSpan, setRequestDimensions, setRequestUser } from 'stitchkit/observability';
import { defineContract } from 'stitchkit/contract';
import { implement } from 'stitchkit/server';
import { tool } from 'ai';
import { rows } from './rows';
const contract = defineContract({ prefix: 'x' }, { act: { method: 'POST', path: '/act', desc: 'Act', expose: ['MCP'] } });
`;
const LINE = HEAD.split('\n').length;
const handler = (body: string): string =>
  `export const s = implement(contract, { act: async ({ input }) => { ${body}; return {}; } });`;
const native = (body: string): string =>
  `export const t = tool({ description: '', execute: async ({ id }) => { ${body}; } });`;

function program(name: string, code: string, expected: readonly Report[], version = 'latest'): CorpusInput {
  return { name, version, files: [{ path: 'input.ts', text: HEAD + code }], expected, root: folder };
}

/** One fault of a kind that a run shows, in one line, and the same without the fault. */
const SHOWN: readonly (readonly [rule: string, faulty: string, right: string, version: string])[] = [
  [
    'no-request-span-in-tool',
    handler('await rows.add({ spanId: getRequestContext()?.trace.spanId })'),
    handler('await rows.add({ parentSpanId: getRequestContext()?.trace.spanId, spanId: "own" })'),
    'latest',
  ],
  [
    'no-request-start-in-tool',
    handler('await rows.add({ ns: process.hrtime.bigint() - getRequestContext()!.startedAt })'),
    handler('const ctx = getRequestContext(); await rows.add({ user: ctx?.userId, copy: { ...ctx } && 1 })'),
    'latest',
  ],
  [
    'no-context-write-in-native-tool',
    native('setRequestDimensions({ id })'),
    handler('setRequestDimensions({ id: "x" })'),
    'latest',
  ],
  [
    'no-shared-context-write',
    handler('setRequestDimensions({ id: "x" })'),
    handler('await rows.add({ id: "x" })'),
    '0.35.0',
  ],
  [
    'no-ineffective-context-write',
    handler('setRequestUser(input.user)'),
    handler('await rows.add({ user: input.user })'),
    'latest',
  ],
];

describe('a label that is wrong', { timeout: 60_000 }, () => {
  it.each(SHOWN)('%s is not confirmed where nothing happens', async (rule, _faulty, right, version) => {
    const label = { rule, file: 'input.ts', line: LINE };
    const { confirmed, unseen } = await confirmLabels(program('right', right, [label], version));
    const seesParents = rule === 'no-request-span-in-tool';
    expect({ confirmed, unseen }).toEqual(
      seesParents ? { confirmed: [label], unseen: [] } : { confirmed: [], unseen: [label] },
    );
  });

  it.each(SHOWN)('%s is missing where something happens', async (rule, faulty, right, version) => {
    const label = { rule, file: 'input.ts', line: LINE };
    expect((await confirmLabels(program('faulty', faulty, [label], version))).confirmed).toEqual([label]);
    expect((await confirmLabels(program('faulty', faulty, [], version))).contradicted).toEqual([label]);
    expect((await confirmLabels(program('right', right, [], version))).contradicted).toEqual([]);
  });

  it('is told of for most rules', () => {
    const names = RULES.map(({ text }) => text.name);
    expect(names.filter((name) => !SHOWN_RULES.includes(name))).toEqual([
      'no-session-identity',
      'no-trace-keyed-call-state',
    ]);
  });
});
