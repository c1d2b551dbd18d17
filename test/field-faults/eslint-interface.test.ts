/** Groups D and E: what suggestions and fixes do, and how the plugin meets ESLint. */
import { readFileSync } from 'node:fs';
import * as typescriptParser from '@typescript-eslint/parser';
import { ESLint, Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import { ESLint as ESLint9 } from 'eslint9';
import * as config9 from 'eslint9/config';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { parseModule } from '../../analysis/index.js';
import * as namespace from '../../rules/index.js';
import plugin from '../../rules/index.js';
import { applied, lintCase } from '../rules/lint-case.js';
import { reportsOf } from './marked-reports.js';

const TOOL = (body: string): string => `import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
export const one = tool({ execute: async () => { ${body} } });
`;
const settings = { stitchkit: { version: 'latest' } };

describe('D02 comments survive what is suggested', () => {
  it.each([
    'return { spanId: getRequestContext() /* may be absent */ ?.trace.spanId };',
    'return { /* ours */ spanId: getRequestContext()!.trace.spanId, at: 1 };',
    'return { at: 1, spanId /* the request */ : getRequestContext()!.trace.spanId };',
    'return { at: 1, spanId: getRequestContext()!.trace.spanId, // last\n };',
    'return { ms: Number(process.hrtime.bigint() - /* start */ getRequestContext()!.startedAt) };',
    'return { ms: Number(process.hrtime.bigint() - getRequestContext() /* maybe */ !.startedAt /* ns */) };',
  ])('%s', (body) => {
    const code = TOOL(body);
    const messages = lintCase({ filename: 'a.ts', code, version: 'latest' }, Object.keys(plugin.rules));
    expect(messages).toHaveLength(1);
    const comments = [...code.matchAll(/\/\*.*?\*\/|\/\/.*$/gmu)].map(([text]) => text);
    for (const suggestion of messages[0]?.suggestions ?? []) {
      for (const comment of comments) expect(applied(code, suggestion)).toContain(comment);
    }
  });
});

describe('D04 what is suggested parses, and no function becomes asynchronous', () => {
  it.each([
    'tool({ execute: () => Number(process.hrtime.bigint() - getRequestContext()!.startedAt) })',
    'tool({ execute() { return process.hrtime.bigint() - getRequestContext()!.startedAt; } })',
    'tool({ execute: () => ({ spanId: getRequestContext()!.trace.spanId, ok: true }) })',
    'tool({ execute: function* () { yield process.hrtime.bigint() - getRequestContext()!.startedAt; } })',
  ])('%s', (call) => {
    const code = `import { tool } from 'ai';\nimport { getRequestContext } from 'stitchkit/observability';\nexport const one = ${call};\n`;
    const [message] = lintCase({ filename: 'a.ts', code, version: 'latest' }, Object.keys(plugin.rules));
    expect(message?.suggestions?.length).toBeGreaterThan(0);
    for (const suggestion of message?.suggestions ?? []) {
      const text = applied(code, suggestion);
      expect(() => parseModule('a.ts', text)).not.toThrow();
      expect(text).not.toMatch(/\basync\b|\bawait\b/u);
    }
  });
});

it('D06 no rule fixes by itself, so that none undoes another', () => {
  for (const [name, rule] of Object.entries(plugin.rules)) expect(rule.meta?.fixable, name).toBeUndefined();
  const code = TOOL('return { spanId: getRequestContext()?.trace.spanId, at: getRequestContext()?.startedAt };');
  const { fixed, output } = new Linter().verifyAndFix(code, [plugin.configs.strict, { settings }], 'a.js');
  expect({ fixed, output }).toEqual({ fixed: false, output: code });
});

it.each(['<T,>(x: T) => x', '<T extends object>(x: T): T => ({ ...x })', '<T, U = T>(x: T, y?: U) => [x, y]'])(
  'D08 a generic arrow in TSX is left alone: %s',
  (generic) => {
    const code = TOOL(`const same = ${generic}; return same({ spanId: getRequestContext()!.trace.spanId, ok: 1 });`);
    const [message] = lintCase({ filename: 'a.tsx', code, version: 'latest' }, Object.keys(plugin.rules));
    expect(message?.ruleId).toBe('stitchkit/no-request-span-in-tool');
    expect(message?.suggestions?.length).toBeGreaterThan(0);
    for (const suggestion of message?.suggestions ?? []) {
      const text = applied(code, suggestion);
      expect(text).toContain(generic);
      expect(() => parseModule('a.tsx', text)).not.toThrow();
    }
  },
);

it('E02 the peer range covers each version of ESLint that is tested, and no version before them', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    peerDependencies: { eslint: string };
    devDependencies: Record<string, string>;
  };
  const range = manifest.peerDependencies.eslint;
  for (const host of ['eslint', 'eslint9', 'eslint90']) {
    const wanted = manifest.devDependencies[host]!.replace(/^npm:eslint@/u, '');
    expect(semver.satisfies(semver.minVersion(wanted)!, range), host).toBe(true);
  }
  expect(semver.satisfies('8.57.1', range)).toBe(false);
});

it.each([
  ['espree', {}],
  ['parser services without a program', { parser: typescriptParser }],
  [
    'no parser services at all',
    {
      parser: {
        parse: (text: string) => typescriptParser.parse(text, { range: true, loc: true, tokens: true, comment: true }),
      },
    },
  ],
])('E04 a rule needs no type information: %s', (_name, languageOptions) => {
  const code = TOOL('return { spanId: getRequestContext()?.trace.spanId };');
  const messages = new Linter().verify(code, [plugin.configs.strict, { languageOptions, settings }], {
    filename: 'a.js',
  });
  expect(messages.map(({ ruleId, line }) => [ruleId, line])).toEqual([['stitchkit/no-request-span-in-tool', 3]]);
});

it.each(['a.d.ts', 'dist/a.d.mts', 'a.d.cts'])('E06 a declaration file has no finding: %s', (filename) => {
  const code = `import { getRequestContext } from 'stitchkit/observability';
export declare const ctx: typeof getRequestContext;
export declare function execute(): { spanId: ReturnType<typeof getRequestContext> };
`;
  expect(reportsOf({ filename, code })).toEqual([]);
});

describe('E08 and E10 the plugin is declared by hand and by a preset', () => {
  const object = plugin as unknown as ESLint.Plugin;
  const other = namespace as unknown as ESLint.Plugin;
  const shapes: readonly [string, (define: typeof defineConfig) => Linter.Config[]][] = [
    [
      'a preset by its name',
      (define) => define([{ plugins: { stitchkit: object }, extends: ['stitchkit/recommended'] }]),
    ],
    ['of the namespace', (define) => define([{ plugins: { stitchkit: other }, extends: ['stitchkit/recommended'] }])],
    ['a preset as an object', (define) => define([{ extends: [plugin.configs.recommended] }])],
    ['both in one array', (define) => define([plugin.configs.recommended, { plugins: { stitchkit: object } }])],
    ['both, with the namespace', (define) => define([{ plugins: { stitchkit: other } }, plugin.configs.strict])],
    ['two presets', (define) => define([plugin.configs.recommended, plugin.configs.migration])],
  ];
  const code = TOOL('return { spanId: getRequestContext()?.trace.spanId };');

  it.each(shapes)('%s', async (_name, shape) => {
    for (const [Host, define] of [
      [ESLint, defineConfig],
      [ESLint9, config9.defineConfig],
    ] as const) {
      const eslint = new Host({
        overrideConfigFile: true,
        overrideConfig: [...shape(define), { settings }] as never,
      });
      const [result] = await eslint.lintText(code, { filePath: 'a.js' });
      expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(['stitchkit/no-request-span-in-tool']);
    }
  });
});
