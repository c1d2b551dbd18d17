import js from '@eslint/js';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const PUBLISHED = ['analysis', 'rules', 'codemods', 'cli'];

/** Packages that a user of the published program need not have: published code may name their types only. */
const NOT_AT_RUN_TIME = {
  regex: '^(eslint|typescript|jscodeshift|espree|typescript-eslint|@typescript-eslint/(utils|parser|rule-tester))(/|$)',
  allowTypeImports: true,
  message: 'Published code runs without this package: import its types only.',
};
const TYPES_OF_UTILS = {
  regex: '^@typescript-eslint/(utils|parser|rule-tester)(/|$)',
  message: 'Published declarations may not name this package: its peers would follow it into every project.',
};

/** Which of the four parts each part may import. */
const MAY_IMPORT = {
  analysis: [],
  rules: ['analysis'],
  codemods: ['analysis'],
  cli: ['analysis', 'rules', 'codemods'],
};

const directions = Object.entries(MAY_IMPORT).map(([part, allowed]) => {
  const forbidden = [...PUBLISHED.filter((other) => other !== part && !allowed.includes(other)), 'test', 'scripts'];
  return {
    name: `imports of ${part}`,
    files: [`${part}/**`],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            NOT_AT_RUN_TIME,
            TYPES_OF_UTILS,
            {
              regex: `^(\\.\\./)+(${forbidden.join('|')}|fixtures)/`,
              message: `${part}/ may import ${allowed.map((name) => `${name}/`).join(', ') || 'none of the other parts'}.`,
            },
          ],
        },
      ],
    },
  };
});

export default defineConfig(
  // Deliberately wrong programs, and what is generated.
  globalIgnores(['dist/', 'coverage/', 'fixtures/lint/', 'fixtures/codemods/', 'fixtures/apps/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    name: 'typed',
    files: ['**/*.{ts,cts,mts}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Nodes of a tree are told apart by their type's text; the enumeration would be a run-time import.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Parsers leave out what the types of the tree promise (decorators, type arguments), and so does JSON.stringify.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all', ignoreRestSiblings: true },
      ],
    },
  },
  {
    name: 'transforms',
    files: ['codemods/transforms/*.cts'],
    rules: {
      // CommonJS by design, and the import stands in a text: a runner's Babel hook compiles what it sees.
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/no-implied-eval': 'off',
      // Takes the attribute of the type import for an untyped value.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    name: 'the double, and the tests',
    files: ['fixtures/runtime/**', 'test/**', 'bench/**', 'scripts/**'],
    rules: {
      // The framework's functions are written as methods, return promises without waiting, and keep old signatures.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-deprecated': 'off',
    },
  },
  {
    name: 'tests',
    files: ['test/**'],
    // Where the value is absent the test fails, as it should.
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    name: 'plain scripts',
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.strict],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
  {
    name: 'rules of this plugin',
    files: ['rules/**/*.ts', 'test/rules/**/*.ts'],
    extends: [eslintPlugin.configs['all-type-checked']],
  },
  ...directions,
);
