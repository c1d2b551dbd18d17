/** Projects with something broken around the code: nothing throws, and what can still be said is said. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as typescriptParser from '@typescript-eslint/parser';
import { ESLint, Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { engines } from '../../cli/real-engines.js';
import type { Report } from '../../cli/report.js';
import plugin from '../../rules/index.js';
import { runMain } from './scripted-engine.js';
import { git, temporaryFolder, writeFiles } from './temporary-project.js';

const RULE = 'no-request-start-in-tool';

/** A tool with a fault in its own lines, and one behind what it imports. */
const tool = (from: string): string => `import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
import { elapsed } from '${from}';

export const wait = tool({
  description: 'Waits',
  inputSchema: {} as never,
  execute: async () => {
    await Promise.resolve();
    return { ms: Number(process.hrtime.bigint() - getRequestContext()!.startedAt) / 1e6, again: elapsed() };
  },
});
`;
const HELPER = `import { getRequestContext } from 'stitchkit/observability';
export const elapsed = () => Number(process.hrtime.bigint() - getRequestContext()!.startedAt) / 1e6;
`;
const OWN = { file: 'src/tool.ts', line: 10, column: 51 };
const THROUGH_HELPER = { file: 'src/tool.ts', line: 10, column: 97 };
const CONFLICT = `{
<<<<<<< ours
  "packages": { "node_modules/stitchkit": { "version": "0.43.0" } }
=======
  "packages": { "node_modules/stitchkit": { "version": "0.44.0" } }
>>>>>>> theirs
}
`;

interface Surroundings {
  readonly name: string;
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** What cannot be written as a file. */
  readonly more?: (folder: string) => void;
  readonly findings: readonly { file: string; line: number; column: number }[];
  readonly unknown?: readonly string[];
  readonly failed?: readonly { file: string; kind: string }[];
  readonly code: number;
  readonly warning?: RegExp;
  /** What `migrate` alone warns of. */
  readonly migrationWarning?: RegExp;
  /** The version it is judged by; the newest known where nothing says one. */
  readonly version?: string;
}

const fine = { 'package.json': '{"name":"app","type":"module"}', 'src/elapsed.ts': HELPER };

const ALL: readonly Surroundings[] = [
  {
    name: 'imports that lead nowhere',
    files: { 'package.json': '{}', 'src/tool.ts': tool('./nowhere.js') },
    findings: [OWN],
    unknown: ['unresolvable'],
    code: 1,
  },
  {
    name: 'an import of a package that is not installed, and a subpath that it does not export',
    files: {
      'package.json': '{}',
      'src/tool.ts': tool('@acme/clock/elapsed'),
      'node_modules/@acme/clock/package.json': '{"name":"@acme/clock","exports":{".":"./index.js"}}',
    },
    findings: [OWN],
    code: 1,
  },
  {
    name: 'modules that import each other',
    files: {
      ...fine,
      'src/tool.ts': tool('./a.js'),
      'src/a.ts': `export { elapsed } from './b.js';\nexport const a = 1;\n`,
      'src/b.ts': `import { a } from './a.js';\nexport { elapsed } from './elapsed.js';\nexport const b = () => a;\n`,
    },
    findings: [OWN, THROUGH_HELPER],
    code: 1,
  },
  {
    name: 'a module that exports all of itself, and two that hand a name round in a circle',
    files: {
      ...fine,
      'src/tool.ts': tool('./a.js'),
      'src/a.ts': `export * from './a.js';\nexport { elapsed } from './b.js';\n`,
      'src/b.ts': `export { elapsed } from './a.js';\n`,
    },
    findings: [OWN],
    code: 1,
  },
  {
    name: 'a tsconfig that is no JSON',
    files: { ...fine, 'tsconfig.json': '{ "compilerOptions": { "strict": tru', 'src/tool.ts': tool('./elapsed.js') },
    findings: [OWN, THROUGH_HELPER],
    migrationWarning: /^warning: .*tsconfig\.json cannot be read, so no types were checked under it: .+\n$/u,
    code: 1,
  },
  {
    name: 'a tsconfig that extends what is not there',
    files: { ...fine, 'tsconfig.json': '{"extends":"./none.json"}', 'src/tool.ts': tool('./elapsed.js') },
    findings: [OWN, THROUGH_HELPER],
    code: 1,
  },
  {
    name: 'a tsconfig that extends a package that is not installed, and one that extends itself',
    files: {
      ...fine,
      'tsconfig.json': '{"extends":"@tsconfig/absent/tsconfig.json"}',
      'src/tsconfig.json': '{"extends":"./tsconfig.json"}',
      'src/tool.ts': tool('./elapsed.js'),
    },
    findings: [OWN, THROUGH_HELPER],
    code: 1,
  },
  {
    name: 'a tsconfig with an alias, which extends what is not installed',
    files: {
      ...fine,
      'tsconfig.json': '{"extends":"@tsconfig/absent","compilerOptions":{"paths":{"@/*":["./src/*"]}}}',
      'src/tool.ts': tool('@/elapsed'),
    },
    findings: [OWN],
    unknown: ['unresolvable'],
    code: 1,
  },
  {
    name: 'a tsconfig that is a folder',
    files: { ...fine, 'tsconfig.json/readme.md': '', 'src/tool.ts': tool('./elapsed.js') },
    findings: [OWN, THROUGH_HELPER],
    code: 1,
  },
  {
    name: 'a lockfile with the marks of a conflict',
    files: { ...fine, 'package-lock.json': CONFLICT, 'src/tool.ts': tool('./elapsed.js') },
    findings: [OWN, THROUGH_HELPER],
    warning: /^warning: .*package-lock\.json/u,
    code: 1,
  },
  {
    name: 'a manifest with the marks of a conflict',
    files: { ...fine, 'package.json': CONFLICT, 'src/tool.ts': tool('./elapsed.js') },
    findings: [OWN, THROUGH_HELPER],
    code: 1,
  },
  {
    name: 'links in a circle, and a link to the folder that it is in',
    files: { ...fine, 'src/tool.ts': tool('./elapsed.js') },
    more: (folder) => {
      symlinkSync('b.ts', join(folder, 'src/a.ts'));
      symlinkSync('a.ts', join(folder, 'src/b.ts'));
      symlinkSync('.', join(folder, 'src/again'));
      symlinkSync('gone.ts', join(folder, 'src/dangling.ts'));
    },
    findings: [OWN, THROUGH_HELPER],
    failed: ['src/a.ts', 'src/b.ts', 'src/dangling.ts'].map((file) => ({ file, kind: 'read' })),
    code: 5,
  },
  {
    name: 'an import through links in a circle',
    files: { ...fine, 'src/tool.ts': tool('./a.js') },
    more: (folder) => {
      symlinkSync('b.ts', join(folder, 'src/a.ts'));
      symlinkSync('a.ts', join(folder, 'src/b.ts'));
    },
    findings: [OWN],
    unknown: ['unresolvable'],
    failed: ['src/a.ts', 'src/b.ts'].map((file) => ({ file, kind: 'read' })),
    code: 5,
  },
  {
    name: 'a generated file of five megabytes',
    files: {
      ...fine,
      'src/tool.ts': tool('./generated.js'),
      'src/generated.ts': `${HELPER}${'export const row = [1, 2, 3, 4, 5, 6, 7, 8];\n'.replace('row', 'first')}${Array.from({ length: 110_000 }, (_, index) => `export const row${String(index)} = [1, 2, 3, 4, 5, 6, 7];\n`).join('')}`,
    },
    findings: [OWN],
    unknown: ['budget'],
    migrationWarning: /^warning: src\/generated\.ts: the file is larger than 2 MB/u,
    code: 1,
  },
  {
    name: 'a file that is UTF-16',
    files: {
      ...fine,
      'src/tool.ts': tool('./elapsed.js'),
      'src/wide.ts': Buffer.from(`\uFEFF${tool('./elapsed.js')}`, 'utf16le'),
    },
    findings: [OWN, THROUGH_HELPER],
    failed: [{ file: 'src/wide.ts', kind: 'read' }],
    code: 5,
  },
  {
    name: 'a helper that is UTF-16, and one in Latin-1',
    files: {
      'package.json': '{}',
      'src/tool.ts': tool('./wide.js').replace('tool({', "tool({ title: 'ä',"),
      'src/wide.ts': Buffer.from(`\uFEFF${HELPER}`, 'utf16le'),
      'src/old.ts': Buffer.from(`// Zähler\n${HELPER}`, 'latin1'),
    },
    findings: [OWN],
    failed: [
      { file: 'src/old.ts', kind: 'read' },
      { file: 'src/wide.ts', kind: 'read' },
    ],
    code: 5,
  },
  {
    name: 'a helper that does not parse',
    files: { 'package.json': '{}', 'src/tool.ts': tool('./broken.js'), 'src/broken.ts': `${HELPER}export const = ;\n` },
    findings: [OWN],
    unknown: ['unresolvable'],
    failed: [{ file: 'src/broken.ts', kind: 'parse' }],
    code: 4,
  },
];

async function check(folder: string): Promise<{ code: number; err: string; report: Report }> {
  const { code, out, err } = await runMain(folder, ['check', '--format', 'json'], engines);
  expect(out, err).not.toBe('');
  return { code, err, report: JSON.parse(out) as Report };
}

/** The same tool without what only TypeScript has, for the default parser. */
function plainTool(text: string | Buffer | undefined): string {
  return String(text).replace('{} as never', '{}').replace(')!.startedAt', ').startedAt');
}

async function lintFiles(folder: string, files: string[]): Promise<ESLint.LintResult[]> {
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.{ts,js}'],
        plugins: { stitchkit: plugin },
        rules: Object.fromEntries(Object.keys(plugin.rules).map((rule) => [`stitchkit/${rule}`, 'error'])),
      },
      { files: ['**/*.ts'], languageOptions: { parser: typescriptParser } },
    ] as never,
  });
  return eslint.lintFiles(files);
}

const placeOf = ({ file, line, column }: { file: string; line: number; column: number }): object => ({
  file,
  line,
  column,
});

describe.each(ALL.map((one): [string, Surroundings] => [one.name, one]))('%s', (_name, given) => {
  const project = (): string => {
    const folder = temporaryFolder(given.files);
    given.more?.(folder);
    return folder;
  };

  it('are checked, without git and with it', async () => {
    const folder = project();
    const plain = await check(folder);
    git(folder, 'init', '-q', '-b', 'main');
    const inGit = await check(folder);
    for (const { code, err, report } of [plain, inGit]) {
      expect(report.findings.map(placeOf)).toEqual(given.findings);
      expect(report.failed.map(({ file, kind }) => ({ file, kind }))).toEqual(given.failed ?? []);
      expect([...new Set(report.unknown.map(({ reason }) => reason))]).toEqual(given.unknown ?? []);
      expect(code).toBe(given.code);
      expect(report.stitchkit.version).toBe(given.version ?? '0.104.2');
      expect(err).toMatch(given.warning ?? /^$/u);
    }
  });

  it('are linted, with either parser', async () => {
    const folder = project();
    for (const parser of ['typescript', 'espree'] as const) {
      const file = parser === 'typescript' ? 'src/tool.ts' : 'src/tool.js';
      if (parser === 'espree') writeFiles(folder, { [file]: plainTool(given.files['src/tool.ts']) });
      const [result] = await lintFiles(folder, [file]);
      expect(result?.messages.map(({ ruleId, line }) => ({ ruleId, line }))).toEqual(
        given.findings.map(({ line }) => ({ ruleId: `stitchkit/${RULE}`, line })),
      );
    }
  });

  it('are linted file by file, and no rule throws', async () => {
    const folder = project();
    const small = Object.entries(given.files).flatMap(([path, content]) =>
      path.endsWith('.ts') && content.length < 1_000_000 ? [path] : [],
    );
    const results = await lintFiles(folder, small);
    expect(results).toHaveLength(small.length);
    const foreign = results.flatMap(({ messages }) => messages.filter(({ ruleId }) => ruleId === null));
    expect(foreign.filter(({ message }) => !message.startsWith('Parsing error'))).toEqual([]);
  });

  it('are migrated, as far as can be seen', async () => {
    const folder = project();
    const { code, out, err } = await runMain(folder, ['migrate', '--dry-run', '--format', 'json'], engines);
    const report = JSON.parse(out) as Report;
    expect(report.migrated.map(placeOf), err).toContainEqual(
      expect.objectContaining({ file: 'src/tool.ts', line: 10 }),
    );
    expect(report.files.changed).toEqual(['src/tool.ts']);
    expect(err).toMatch(given.migrationWarning ?? given.warning ?? /^$/u);
    expect(code).toBe(given.code);
  });
});

describe('a file of more than two megabytes', () => {
  const large = (faulty: string): string => `${faulty}\n/*${'x'.repeat(2_000_000)}*/\n`;
  const code = plainTool(tool('./elapsed.js'));
  const lint = (text: string): Linter.LintMessage[] =>
    new Linter().verify(
      text,
      [
        {
          plugins: { stitchkit: plugin },
          settings: { stitchkit: { version: 'latest' } },
          rules: {
            [`stitchkit/${RULE}`]: 'error',
            'stitchkit/no-request-span-in-tool': ['error', { reportUnknown: true }],
          },
        },
      ],
      { filename: 'tool.js' },
    );

  it('is said not to have been looked at, where unknowns are asked for', () => {
    expect(lint(code).map(({ ruleId, line }) => `${line} ${ruleId ?? ''}`)).toContain(`10 stitchkit/${RULE}`);
    expect(lint(large(code))).toEqual([
      expect.objectContaining({ ruleId: 'stitchkit/no-request-span-in-tool', messageId: 'unknown', line: 1 }),
    ]);
  });

  it('counts bytes, not characters', () => {
    const wide = `${code}\n/*${'文'.repeat(700_000)}*/\n`;
    expect(lint(wide).map(({ messageId }) => messageId)).toEqual(['unknown']);
    const narrow = `${code}\n/*${'x'.repeat(1_900_000)}*/\n`;
    expect(lint(narrow).map(({ line }) => line)).toContain(10);
  });
});
