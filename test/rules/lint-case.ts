import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import plugin from '../../rules/index.js';
import type { StitchkitSettings } from '../../analysis/settings.js';
import type { RuleCase } from './rule-case.js';

/** What of a case decides how it is linted. */
export type Lintable = Pick<RuleCase, 'filename' | 'code' | 'version' | 'settings'>;

/** Whether a file is linted with ESLint's own parser. */
export function isJavaScript(filename: string): boolean {
  return /\.[cm]?jsx?$/.test(filename);
}

/** The `stitchkit` settings of a case; the framework version is the newest one unless the case says otherwise. */
export function settingsOf({ version, settings }: Lintable): StitchkitSettings {
  return { version: version ?? 'latest', ...settings };
}

/** ESLint's language options for a file of this name. */
export function languageOptionsOf(filename: string, parser: 'espree' | 'typescript'): Linter.LanguageOptions {
  return {
    ecmaVersion: 'latest',
    sourceType: filename.endsWith('.cjs') ? 'commonjs' : 'module',
    ...(parser === 'typescript' ? { parser: typescriptParser } : {}),
    parserOptions: { ecmaFeatures: { jsx: /\.[jt]sx$/.test(filename) } },
  };
}

/**
 * Runs our rules on one program with ESLint.
 * @throws Error if ESLint reports anything that is no report of a rule, such as a syntax error.
 */
export function lintCase(
  program: Lintable,
  rules: readonly string[],
  parser: 'espree' | 'typescript' = isJavaScript(program.filename) ? 'espree' : 'typescript',
): Linter.LintMessage[] {
  const linter = new Linter({ cwd: process.cwd() });
  const messages = linter.verify(
    program.code,
    [
      {
        files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
        plugins: { stitchkit: plugin },
        languageOptions: languageOptionsOf(program.filename, parser),
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        settings: { stitchkit: settingsOf(program) },
        rules: Object.fromEntries(rules.map((rule) => [`stitchkit/${rule}`, 'error' as const])),
      },
    ],
    { filename: program.filename },
  );
  const foreign = messages.find((message) => !message.ruleId?.startsWith('stitchkit/'));
  if (foreign) throw new Error(`${program.filename}:${String(foreign.line)}: ${foreign.message}`);
  return messages;
}

/** The text after a suggestion is taken. Ranges do not count a byte order mark. */
export function applied(code: string, suggestion: Linter.LintSuggestion): string {
  const text = code.replace(/^\uFEFF/, '');
  const [start, end] = suggestion.fix.range;
  const mark = code.slice(0, code.length - text.length);
  return mark + text.slice(0, start) + suggestion.fix.text + text.slice(end);
}
