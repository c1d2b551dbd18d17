import * as typescriptParser from '@typescript-eslint/parser';
import { RuleTester as TypescriptRuleTester } from '@typescript-eslint/rule-tester';
import { type Linter, RuleTester } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { applied, isJavaScript, languageOptionsOf, lintCase, settingsOf } from './lint-case.js';
import type { RuleCase } from './rule-case.js';

/**
 * Registers the tests of one rule: what each case reports and suggests, then the same cases in the rule testers of ESLint and
 * typescript-eslint, which also check that a rule leaves the tree alone and that suggestions parse.
 */
export function runRuleCases(rule: string, cases: readonly RuleCase[]): void {
  describe(`${rule}: reports`, () => {
    for (const one of cases) it(one.name, () => expectReports(rule, one));
  });
  describe(`${rule}: suggestions`, () => {
    for (const one of cases.filter((each) => each.errors.length > 0)) {
      it(one.name, () => expectHonestSuggestions(rule, one));
    }
  });
  runInRuleTesters(rule, cases);
}

function expectReports(rule: string, one: RuleCase): void {
  const messages = lintCase(one, [rule]);
  const places = messages.map(({ line, message }) => ({ line, message }));
  expect(
    places.map(({ line }) => line),
    JSON.stringify(places),
  ).toEqual(one.errors.map(({ line }) => line));
  one.errors.forEach((expected, index) => {
    const actual = messages[index]!;
    if (expected.column !== undefined) expect(actual.column).toBe(expected.column);
    if (expected.messageId !== undefined) expect(actual.messageId).toBe(expected.messageId);
    for (const pattern of expected.says ?? []) expect(actual.message).toMatch(pattern);
    for (const pattern of expected.saysNot ?? []) expect(actual.message).not.toMatch(pattern);
    if (expected.suggestions) {
      const texts = (actual.suggestions ?? []).map((suggestion) => applied(one.code, suggestion));
      expect(new Set(texts)).toEqual(new Set(expected.suggestions));
    }
  });
}

/** Each suggestion takes its report away, adds none, and keeps every comment. */
function expectHonestSuggestions(rule: string, one: RuleCase): void {
  const before = lintCase(one, [rule]);
  for (const message of before) {
    for (const suggestion of message.suggestions ?? []) {
      const code = applied(one.code, suggestion);
      const after = lintCase({ ...one, code }, [rule]);
      expect(after.length, code).toBeLessThan(before.length);
      expect(commentsOf(code, one.filename)).toEqual(commentsOf(one.code, one.filename));
    }
  }
}

function commentsOf(code: string, filename: string): string[] {
  const { ast } = typescriptParser.parseForESLint(code.replace(/^\uFEFF/, ''), {
    filePath: filename,
    comment: true,
    range: true,
    ...languageOptionsOf(filename, 'typescript').parserOptions,
  });
  return (ast.comments ?? []).map((comment) => comment.value);
}

function runInRuleTesters(rule: string, cases: readonly RuleCase[]): void {
  const javascript = cases.filter(({ filename }) => isJavaScript(filename));
  const typescript = cases.filter(({ filename }) => !isJavaScript(filename));
  const implementation = plugin.rules?.[rule];
  describe(`${rule}: in ESLint's rule tester`, () => {
    new RuleTester().run(rule, implementation as never, testsOf(rule, javascript, 'espree') as never);
  });
  describe(`${rule}: in typescript-eslint's rule tester`, () => {
    new TypescriptRuleTester().run(rule, implementation as never, testsOf(rule, typescript, 'typescript') as never);
  });
}

interface TesterCase {
  readonly name: string;
  readonly code: string;
  readonly filename: string;
  readonly settings: object;
  readonly languageOptions: object;
}

interface TesterError {
  readonly messageId: string;
  readonly line: number;
  readonly suggestions?: readonly { readonly messageId: string; readonly output: string }[];
}

/** The expected line comes from the case; ids and texts that a case does not state are those of the report at its place. */
function testsOf(
  rule: string,
  cases: readonly RuleCase[],
  parser: 'espree' | 'typescript',
): { valid: TesterCase[]; invalid: (TesterCase & { errors: TesterError[] })[] } {
  const base = (one: RuleCase): TesterCase => ({
    name: one.name,
    code: one.code,
    filename: one.filename,
    settings: { stitchkit: settingsOf(one) },
    languageOptions: languageOptionsOf(one.filename, parser),
  });
  return {
    valid: cases.filter(({ errors }) => errors.length === 0).map(base),
    invalid: cases
      .filter(({ errors }) => errors.length > 0)
      .map((one) => {
        const messages = lintCase(one, [rule]);
        return { ...base(one), errors: one.errors.map(({ line }, index) => testerError(one, line, messages[index])) };
      }),
  };
}

function testerError(one: RuleCase, line: number, message: Linter.LintMessage | undefined): TesterError {
  if (!message) return { messageId: 'no report', line };
  const suggestions = (message.suggestions ?? []).map((suggestion) => ({
    messageId: suggestion.messageId ?? '',
    output: applied(one.code, suggestion),
  }));
  return { messageId: message.messageId ?? '', line, ...(suggestions.length > 0 ? { suggestions } : {}) };
}
