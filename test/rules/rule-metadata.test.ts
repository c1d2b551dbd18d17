import { Linter } from 'eslint';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/rule-list.js';
import type { StitchkitRule } from '../../rules/rule-module.js';

/**
 * Rules are made from their texts, so a linter of rules does not recognise them in their sources: it is shown what they come to, written
 * as a rule is written by hand. Which message is reported where is left to the cases.
 */
function asSource({ meta, text }: Pick<StitchkitRule, 'meta' | 'text'>): string {
  const suggestions = Object.entries(text.suggestions ?? {}).map(
    ([id, message]) => `{ ${said(id, message)}, fix: (fixer) => fixer.remove(node) }`,
  );
  const suggest = suggestions.length > 0 ? `, suggest: [${suggestions.join(', ')}]` : '';
  const reports = Object.entries(text.messages).map(
    ([id, message]) => `context.report({ node, ${said(id, message)}${suggest} });`,
  );
  const options = text.options ? 'const [options] = context.options; if (!options) return {};' : '';
  const visitor = `{ Program(node) { ${reports.join(' ')} } }`;
  return `module.exports = {\n  meta: ${JSON.stringify(meta, null, 2)},\n  create(context) { ${options} return ${visitor}; },\n};\n`;
}

function said(id: string, message: string): string {
  const names = [...message.matchAll(/\{\{\s*(\w+)\s*\}\}/gu)].map(([, name = '']) => `${name}: 'x'`);
  return `messageId: '${id}'${names.length > 0 ? `, data: { ${[...new Set(names)].join(', ')} }` : ''}`;
}

/** Every rule of the plugin; descriptions start with a capital letter here. */
const FULL = {
  ...eslintPlugin.configs.all,
  rules: {
    ...eslintPlugin.configs.all.rules,
    'eslint-plugin/require-meta-docs-description': ['error', { pattern: '^(Enforce|Require|Disallow)' }],
  },
};

function problemsOf(code: string): string[] {
  return new Linter()
    .verify(code, [FULL, { languageOptions: { sourceType: 'commonjs' } }] as never, { filename: 'rule.js' })
    .map(({ ruleId, message }) => `${ruleId ?? 'fatal'}: ${message}`);
}

describe("the full preset of eslint-plugin-eslint-plugin on a rule's metadata", () => {
  it.each(RULES.map((rule) => [rule.text.name, rule] as const))('%s', (_name, rule) => {
    expect(problemsOf(asSource(rule))).toEqual([]);
  });

  it('says what is missing', () => {
    const rule = RULES[0]!;
    const { docs: _docs, ...meta } = rule.meta!;
    expect(problemsOf(asSource({ text: rule.text, meta })).join()).toContain('require-meta-docs');
  });
});
