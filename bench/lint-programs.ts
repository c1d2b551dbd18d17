import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Program } from './measure.js';

const require = createRequire(import.meta.url);
const ESLINT = join(dirname(require.resolve('eslint/package.json')), 'bin/eslint.js');
const OXLINT = join(dirname(require.resolve('oxlint/package.json')), 'bin/oxlint');
const PLUGIN = new URL('../dist/rules/index.js', import.meta.url).href;
const TYPESCRIPT_ESLINT = pathToFileURL(require.resolve('typescript-eslint')).href;
const SETTINGS = `{ settings: { stitchkit: { version: '0.43.0' } } }`;

/** What a linter's run costs without our rules and with them. */
export interface LintPair {
  readonly name: string;
  readonly without: Program;
  readonly with: Program;
}

/** Writes the configurations into a tree. The type checker's `tsconfig.json` is written too: other measures come first. */
export function lintPairs(root: string): LintPair[] {
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        module: 'nodenext',
        target: 'es2023',
        noEmit: true,
        skipLibCheck: true,
        types: [],
      },
      include: ['src'],
    }),
  );
  return [eslintPair(root, 'ESLint, untyped', false), eslintPair(root, 'ESLint, typed', true), oxlintPair(root)];
}

function eslintPair(root: string, name: string, typed: boolean): LintPair {
  const program = (ours: boolean): Program => {
    const file = join(root, `eslint-${typed ? 'typed' : 'untyped'}-${ours ? 'with' : 'without'}.config.mjs`);
    writeFileSync(file, eslintConfiguration(typed, ours));
    return {
      name: `${name}${ours ? ', with our preset' : ''}`,
      command: [process.execPath, ESLINT, '--config', file, '--format', 'json', '--output-file', '/dev/null', 'src'],
      codes: [0, 1],
    };
  };
  return { name, without: program(false), with: program(true) };
}

function eslintConfiguration(typed: boolean, ours: boolean): string {
  const preset = typed ? 'recommendedTypeChecked' : 'recommended';
  const options = typed ? '{ languageOptions: { parserOptions: { projectService: true } } },' : '';
  return `import tseslint from ${JSON.stringify(TYPESCRIPT_ESLINT)};
${ours ? `import stitchkit from ${JSON.stringify(PLUGIN)};` : ''}
export default [...tseslint.configs.${preset}, ${options} ${ours ? `stitchkit.configs.recommended, ${SETTINGS}` : ''}];
`;
}

function oxlintPair(root: string): LintPair {
  const program = (ours: boolean): Program => {
    const file = join(root, `oxlint-${ours ? 'with' : 'without'}.json`);
    writeFileSync(file, JSON.stringify(oxlintConfiguration(ours)));
    return {
      name: `oxlint${ours ? ', with our rules' : ''}`,
      command: [process.execPath, OXLINT, '--config', file, '--format', 'json', 'src'],
      codes: [0, 1],
    };
  };
  return { name: 'oxlint', without: program(false), with: program(true) };
}

function oxlintConfiguration(ours: boolean): object {
  if (!ours) return {};
  const names = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import * as p from ${JSON.stringify(PLUGIN)}; console.log(JSON.stringify(Object.keys(p.rules)))`,
    ],
    { encoding: 'utf8' },
  );
  const rules = Object.fromEntries((JSON.parse(names) as string[]).map((name) => [`stitchkit/${name}`, 'error']));
  return {
    jsPlugins: [{ name: 'stitchkit', specifier: new URL(PLUGIN).pathname }],
    rules,
    settings: { stitchkit: { version: '0.43.0' } },
  };
}

/** The share of one ESLint run that our rules take, by ESLint's own clock: parts of one, of all the time spent on files. */
export function shareOfRules(root: string, { command }: Program): number {
  const [program = '', eslint = '', flag = '', config = ''] = command;
  const out = runForOutput(root, program, [eslint, flag, config, '--stats', '--format', 'json', 'src']);
  let ours = 0;
  let all = 0;
  for (const { stats } of JSON.parse(out) as readonly { readonly stats: Stats }[]) {
    for (const pass of stats.times.passes) {
      all += pass.total;
      for (const [rule, { total }] of Object.entries(pass.rules ?? {}))
        if (rule.startsWith('stitchkit/')) ours += total;
    }
  }
  return all === 0 ? 0 : ours / all;
}

interface Stats {
  readonly times: {
    readonly passes: readonly {
      readonly total: number;
      readonly rules?: Readonly<Record<string, { readonly total: number }>>;
    }[];
  };
}

/** ESLint ends with 1 where it reports something. */
function runForOutput(cwd: string, program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 29 });
  } catch (error) {
    const { status, stdout } = error as { status?: number; stdout?: string };
    if (status === 1 && stdout) return stdout;
    throw error;
  }
}
