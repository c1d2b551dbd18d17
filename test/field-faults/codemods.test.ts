/** Groups B, C and H: what a codemod leaves of a file, how it treats imports, and which files are done. */
import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines } from '../../cli/real-engines.js';
import type { Report } from '../../cli/report.js';
import plugin from '../../rules/index.js';
import { runMain } from '../cli/scripted-engine.js';
import { temporaryFolder, temporaryRepository, writeFiles, git } from '../cli/temporary-project.js';
import { migrateModule } from '../../codemods/index.js';
import { settingsFor } from '../codemods/fixture-cases.js';
import { expectMarked, reportsOf } from './marked-reports.js';

const VERSION = '0.104.2';

function migrated(text: string, file = 'src/pens.ts'): string {
  const result = migrateModule({ file, text, settings: settingsFor(VERSION), options: { from: VERSION, to: VERSION } });
  expect(result.migrated, JSON.stringify(result.left)).not.toEqual([]);
  return result.text;
}

/** A tool whose duration becomes its own: the import of the context is not used afterwards. */
const timed = (imports: string, before = '', after = '', body = ''): string => `${before}${imports}
import { tool } from 'ai';

export const count = tool({
  execute: async () => {
    ${body}return Number(process.hrtime.bigint() - getRequestContext()!.startedAt) / 1e6;
  },
});
${after}`;
const CONTEXT = `import { getRequestContext } from 'stitchkit/observability';`;
/** The same, and what it is to become: the import goes, and the call takes its own start. */
const expected = (before = '', after = ''): string => `${before}import { tool } from 'ai';

export const count = tool({
  execute: async () => {
    const startedAt = process.hrtime.bigint();
    return Number(process.hrtime.bigint() - startedAt) / 1e6;
  },
});
${after}`;
/** An executor: an import is added. */
const executor = (
  before: string,
  quote = "'",
): string => `${before}import type { ServiceDef } from ${quote}stitchkit/server${quote};

export function runAll(pens: ServiceDef, calls: { name: string; args: object }[]): Promise<unknown[]> {
  return Promise.all(calls.map((call) => pens.methods[call.name]!.handler({ input: call.args, source: ${quote}chat${quote} })));
}
`;

describe('B01 and B03 the comment at the head of a file', () => {
  it.each([
    ['a licence', '/** @license X */\n'],
    ['a docblock and an empty line', '/**\n * @fileoverview Pens.\n */\n\n'],
    ['lines', '// Copyright\n// All rights reserved\n'],
    ['a shebang and a licence', '#!/usr/bin/env node\n/* licence */\n'],
  ])('stays, byte for byte and once, where the first import goes and where one is added: %s', (_name, head) => {
    expect(migrated(timed(CONTEXT, head))).toBe(expected(head));
    const text = migrated(executor(head));
    expect(text.startsWith(head)).toBe(true);
    expect(text.split(head.trim())).toHaveLength(2);
  });
});

it.each([
  ['two line ends', '\n\n'],
  ['a comment', '// the end'],
  ['spaces', '   \n\t\n'],
  ['none', ''],
])('B05 the end of the file stays: %s', (_name, end) => {
  expect(migrated(timed(CONTEXT, '', end))).toBe(expected('', end));
});

it('B07 a file without a change is not written', async () => {
  const innocent = Object.fromEntries(
    Array.from({ length: 100 }, (_, n) => [
      `src/pen${n}.ts`,
      `import { tool } from 'ai';\nexport const pen${n} = tool({ execute: async () => 1 });\n`,
    ]),
  );
  const root = temporaryRepository({ 'package.json': '{}', 'src/count.ts': timed(CONTEXT), ...innocent });
  const old = new Date('2020-01-01');
  for (const file of Object.keys(innocent)) utimesSync(join(root, file), old, old);
  await runMain(root, ['migrate'], engines);
  expect(git(root, 'status', '--porcelain')).toBe(' M src/count.ts\n');
  for (const file of Object.keys(innocent)) expect(statSync(join(root, file)).mtime).toEqual(old);
});

describe('B09 a byte order mark', () => {
  it('stays first and single, also on a second pass', () => {
    const once = migrated(`\uFEFF// note\n${timed(CONTEXT)}`);
    expect(once).toBe(`\uFEFF// note\n${expected()}`);
    const options = { from: VERSION, to: VERSION };
    expect(migrateModule({ file: 'a.ts', text: once, settings: settingsFor(VERSION), options }).text).toBe(once);
    expect(migrated(executor('\uFEFF')).lastIndexOf('\uFEFF')).toBe(0);
  });
});

it.each(["'", '"'])('B11 an import that is added has the quotes of its neighbours: %s', (quote) => {
  const added = migrated(executor('', quote))
    .split('\n')
    .find((line) => line.includes('stitchkit/tools'));
  expect(added).toContain(`${quote}stitchkit/tools${quote}`);
});

it('B13 lines that are added are indented with the tabs of the file', () => {
  const text = migrated(timed(CONTEXT).replaceAll('  ', '\t'));
  expect(text).toContain('\n\t\tconst startedAt = process.hrtime.bigint();\n');
  expect(text).not.toMatch(/^ /mu);
});

it.each(['() => ({ ok: true })', 'async () => (await {}, 1)', '(x) => (x ? [x] : {})'])(
  'B15 what stands beside an edit keeps its parentheses: %s',
  (beside) => {
    const text = migrated(timed(CONTEXT, '', '', `await rows.flush(${beside}); `));
    expect(text).toContain(`await rows.flush(${beside});`);
  },
);

it.each([
  ['a duration', timed(CONTEXT)],
  ['an executor', executor('')],
])('B17 a second run changes nothing: %s', (_name, text) => {
  const once = migrated(text);
  const options = { from: VERSION, to: VERSION };
  const again = migrateModule({ file: 'src/pens.ts', text: once, settings: settingsFor(VERSION), options });
  expect(again).toEqual({ text: once, migrated: [], left: [] });
});

it.each([
  ['migrate', 'const = 1;', 4],
  ['check', 'export const a = {;', 4],
])('B19 a file that fails is named, with the place in it: %s', async (command, fault, code) => {
  const root = temporaryFolder({
    'package.json': '{}',
    'src/bad.ts': `${CONTEXT}\n${fault}\n`,
    'src/good.ts': timed(CONTEXT),
  });
  const run = await runMain(
    root,
    [command, '--format', 'json', ...(command === 'migrate' ? ['--dry-run'] : [])],
    engines,
  );
  const { failed } = JSON.parse(run.out) as Report;
  expect(failed).toEqual([expect.objectContaining({ file: 'src/bad.ts', line: 2, kind: 'parse' })]);
  expect(run.code).toBe(code);
});

describe('C what is done to imports', () => {
  it.each([`'use server';\n\n`, `"use client"\n`, `'use strict';\n'use server';\n`])(
    'C01 an import goes below the directives: %j',
    (directives) => {
      const text = migrated(`${directives}${executor('')}`);
      expect(text.startsWith(directives)).toBe(true);
      expect(text).toMatch(/import \{[^}]*createToolInvoker[^}]*\} from 'stitchkit\/tools'/u);
    },
  );

  it.each([
    `import type { MountableTool } from 'stitchkit/tools';\n`,
    `import { type MountableTool } from 'stitchkit/tools';\n`,
  ])('C03 no value joins an import of types: %s', (types) => {
    const text = migrated(
      executor(types).replace('export function', 'export type One = MountableTool;\nexport function'),
    );
    const imports = text.split('\n').filter((line) => line.includes(`'stitchkit/tools'`));
    expect(imports.filter((line) => line.startsWith('import type')).join()).not.toMatch(/createToolInvoker/u);
    expect(imports.join()).toContain('createToolInvoker');
    expect(imports.join()).toContain('MountableTool');
  });

  it.each([
    `import { from } from 'rxjs';\n`,
    `import { as as from } from './words.js';\n`,
    `import from from './from.js';\n`,
  ])('C05 a name like a keyword stays as it is: %s', (other) => {
    const text = migrated(executor(other).replace('export function', 'export const all = from;\nexport function'));
    expect(text).toContain(other);
  });

  it('C07 an import for its effect stays', () => {
    const effect = `import 'stitchkit/observability';\n`;
    expect(migrated(timed(`${effect}${CONTEXT}`))).toBe(expected(effect));
    const types = `${effect}import type { RequestContext } from 'stitchkit/observability';\n`;
    expect(migrated(timed(`${types}${CONTEXT}`, '', 'export type C = RequestContext;\n'))).toBe(
      expected(types, 'export type C = RequestContext;\n'),
    );
  });

  it('C09 a name that is there under another is used', () => {
    const alias = `import { createToolInvoker as invokerOf } from 'stitchkit/tools';\n`;
    const text = migrated(
      executor(alias).replace('export function', 'export const make = invokerOf;\nexport function'),
    );
    expect(text).toContain('= invokerOf(pens,');
    expect(text).not.toMatch(/createToolInvoker\(/u);
  });

  it.each([
    [`export { getRequestContext as ctx } from 'stitchkit/observability';`, 'ctx'],
    [`export * from 'stitchkit/observability';`, 'getRequestContext'],
    [`export * as obs from 'stitchkit/observability';`, 'obs.getRequestContext'],
  ])('C11 what is exported again is seen: %s', async (source, call) => {
    const name = call.split('.')[0] ?? '';
    const root = temporaryFolder({
      'package.json': '{}',
      'src/context.ts': `${source}\n`,
      'src/tool.ts': `import { tool } from 'ai';\nimport { ${name} } from './context.js';\nexport const one = tool({ execute: async () => ({ spanId: ${call}()?.trace.spanId }) });\n`,
    });
    const { out } = await runMain(root, ['check', '--format', 'json'], engines);
    expect((JSON.parse(out) as Report).findings.map(({ rule, line }) => [rule, line])).toEqual([
      ['no-request-span-in-tool', 3],
    ]);
  });

  it.each([
    [`const { getRequestContext } = require('stitchkit/observability');`, 'getRequestContext'],
    [`const { getRequestContext: now } = require('stitchkit/observability');`, 'now'],
    [`const obs = require('stitchkit/observability');`, 'obs.getRequestContext'],
    [`const now = require('stitchkit/observability').getRequestContext;`, 'now'],
  ])('C13 CommonJS is seen without an option: %s', (source, call) =>
    expectMarked(
      `const { tool } = require('ai');
${source}
exports.one = tool({ execute: async () => ({ spanId: ${call}().trace.spanId }) }); // !no-request-span-in-tool
`,
      'tools.cjs',
    ),
  );
});

describe('F06 a shorthand property', () => {
  it('keeps its key', () => {
    const text = migrated(
      executor('')
        .replace('calls.map((call)', 'calls.map((call, pen)')
        .replace('export function', 'export const table = { runAll };\nexport function'),
    );
    expect(text).toContain('{ runAll }');
  });
});

it('G03 a decorator stays where the body under it is edited', () => {
  const text = migrated(`${CONTEXT}
import { tool } from 'ai';
import { Tool } from './decorators.js';

@Tool({ name: 'pens' })
export class Pens {
  @Tool({ name: 'x' }) make() {
    return tool({
      execute: async () => {
        return Number(process.hrtime.bigint() - getRequestContext()!.startedAt) / 1e6;
      },
    });
  }
}
`);
  expect(text).toContain(`@Tool({ name: 'pens' })\nexport class Pens {\n  @Tool({ name: 'x' }) make() {`);
  expect(text).toContain('const startedAt = process.hrtime.bigint();');
});

describe('H which files are done', () => {
  const faulty = timed(CONTEXT);
  const filesOf = async (cwd: string, ...paths: string[]): Promise<string[]> => {
    const { out } = await runMain(cwd, ['check', '--format', 'json', ...paths], engines);
    return [...new Set((JSON.parse(out) as Report).findings.map(({ file }) => file))];
  };
  const project = {
    'app/package.json': '{}',
    'app/.gitignore': 'out/\n',
    'app/out/a.ts': faulty,
    'app/src/.gitignore': 'made.ts\n',
    'app/src/made.ts': faulty,
    'app/src/a.ts': faulty,
    'elsewhere/.keep': '',
  };

  it.each(['with git', 'without git'])('H01 what is ignored at any level is not, from any folder: %s', async (how) => {
    const top = temporaryFolder();
    writeFiles(top, project);
    if (how === 'with git') git(join(top, 'app'), 'init', '-q', '-b', 'main');
    expect(await filesOf(join(top, 'app'))).toEqual(['src/a.ts']);
    expect(await filesOf(join(top, 'elsewhere'), '../app')).toEqual(['src/a.ts']);
    expect(await filesOf(join(top, 'app/src'), '..')).toEqual(['src/a.ts']);
  });

  it('H03 a folder is not left out by its name, and a path that is given is done', async () => {
    const root = temporaryRepository({
      'package.json': '{}',
      '.gitignore': 'out/\n',
      'src/build/a.ts': faulty,
      'dist/b.ts': faulty,
    });
    writeFiles(root, { 'out/c.ts': faulty });
    expect(await filesOf(root)).toEqual(['dist/b.ts', 'src/build/a.ts']);
    expect(await filesOf(root, 'out/c.ts')).toEqual(['out/c.ts']);
    expect(await filesOf(root, 'out')).toEqual(['out/c.ts']);
  });

  it('H05 a file without a word of ours is not analysed: no rule listens to it', () => {
    const text = 'export const total = (pens) => pens.reduce((sum, pen) => sum + pen.sheep, 0);\n'.repeat(1000);
    const context = { filename: '/app/a.js', cwd: '/app', settings: {}, options: [], sourceCode: { text } };
    for (const rule of Object.values(plugin.rules)) expect(rule.create(context as never)).toEqual({});
  });

  it('H07 project references need no type information', async () => {
    const root = temporaryRepository({
      'package.json': '{}',
      'tsconfig.json': '{"files":[],"references":[{"path":"./packages/a"},{"path":"./packages/none"}]}',
      'packages/a/tsconfig.json': '{"compilerOptions":{"composite":true},"references":[{"path":"../b"}]}',
      'packages/a/package.json': '{"name":"@desk/a"}',
      'packages/a/tool.ts': faulty,
    });
    expect(await filesOf(root)).toEqual(['packages/a/tool.ts']);
    expect(reportsOf({ filename: 'tool.ts', code: faulty })).toHaveLength(1);
  });
});
