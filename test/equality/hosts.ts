import { resolve } from 'node:path';
import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { BYTE_ORDER_MARK } from '../../analysis/source-text.js';
import { resolveSettings } from '../../analysis/resolve-settings.js';
import { UnparsableSource } from '../../cli/engine.js';
import { engines } from '../../cli/real-engines.js';
import plugin, { configs } from '../../rules/index.js';
import { REPOSITORY, type FixtureProgram } from './programs.js';

/** One report, as each host of the rules is asked for it. Lines and columns start at 1. */
export interface HostReport {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number | undefined;
  readonly endColumn: number | undefined;
  readonly messageId: string | undefined;
  readonly message: string;
}

/** What a host says of a file: its reports in order of place, or that the file is no valid source. */
export type Verdict = readonly HostReport[] | 'unparsable';

/** The presets' rules that `check` has too: it knows no options, so options are off. */
const RULES = Object.fromEntries(Object.keys(configs.strict.rules ?? {}).map((rule) => [rule, 'error' as const]));

/** What ESLint, and no rule, says of a disable comment that it does not heed. */
const DIRECTIVE_FAULT =
  /^eslint-disable-line comment should not span multiple lines\.$|^Definition for rule '.*' was not found\.$/su;

/** How ESLint is asked; what is left out is this repository's own. */
export interface EslintQuestion {
  readonly Host?: typeof Linter;
  readonly parser?: 'espree' | 'typescript';
  /** The folder that the program's path starts from. */
  readonly root?: string;
}

/**
 * What the rules say of a program in ESLint.
 *
 * @param version the framework's; without one the rules find it and every other setting by themselves
 * @throws {Error} where ESLint says something that is no report of a rule
 */
export function eslintVerdict(
  program: FixtureProgram,
  version: string | undefined,
  { Host = Linter, parser = 'typescript', root = REPOSITORY }: EslintQuestion = {},
): Verdict {
  const linter = new Host({ cwd: root });
  const messages = linter.verify(
    program.text,
    [
      {
        files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
        plugins: { stitchkit: plugin },
        languageOptions: {
          ecmaVersion: 'latest',
          sourceType: /\.c[jt]s$/u.test(program.path) ? 'commonjs' : 'module',
          ...(parser === 'typescript' ? { parser: typescriptParser } : {}),
          parserOptions: { ecmaFeatures: { jsx: /\.(?:[jt]sx|[cm]?js)$/u.test(program.path) } },
        },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        settings: version === undefined ? {} : { stitchkit: { version } },
        rules: RULES,
      },
    ],
    { filename: resolve(root, program.path) },
  );
  if (messages.some((one) => one.fatal)) return 'unparsable';
  const reports = messages.filter((one) => !DIRECTIVE_FAULT.test(one.message));
  const foreign = reports.find((one) => !one.ruleId?.startsWith('stitchkit/'));
  if (foreign) throw new Error(`${program.path}: ${foreign.message}`);
  return reports
    .map(({ ruleId, line, column, endLine, endColumn, messageId, message }): HostReport => ({
      rule: (ruleId ?? 'none').replace('stitchkit/', ''),
      line,
      column,
      endLine,
      endColumn,
      messageId,
      message,
    }))
    .toSorted(byPlace);
}

/** Says of a program what the command line's `check` would. */
export async function checkEngine(): Promise<(program: FixtureProgram, version: string) => Verdict> {
  const engine = await engines.check();
  return (program, version) => {
    const filename = resolve(REPOSITORY, program.path);
    const settings = resolveSettings({ filename, cwd: REPOSITORY, settings: settingsOf(version) });
    const text = program.text.startsWith(BYTE_ORDER_MARK) ? program.text.slice(1) : program.text;
    if (!engine.isRelevant(text, settings)) return [];
    try {
      return engine
        .analyse(program.path, text, settings)
        .findings.map((finding): HostReport => ({
          rule: finding.rule,
          line: finding.place.line,
          column: finding.place.column,
          endLine: finding.place.endLine,
          endColumn: finding.place.endColumn,
          messageId: finding.messageId,
          message: engine.messageOf(finding),
        }))
        .toSorted(byPlace);
    } catch (error) {
      if (error instanceof UnparsableSource) return 'unparsable';
      throw error;
    }
  };
}

const kept = new Map<string, { version: string }>();

/** The same object each time, since settings are kept by it. */
function settingsOf(version: string): { version: string } {
  const known = kept.get(version) ?? { version };
  kept.set(version, known);
  return known;
}

/** Orders reports by place, then by rule and message. */
function byPlace(a: HostReport, b: HostReport): number {
  return a.line - b.line || a.column - b.column || a.rule.localeCompare(b.rule) || a.message.localeCompare(b.message);
}
