import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import semver from 'semver';
import { exactVersion } from '../../analysis/known-versions.js';
import type { CorpusFile, CorpusInput, Report } from './corpus.js';

const FRAMEWORK =
  "Program:matches(:has(ImportDeclaration[source.value=/^stitchkit/]), :has(CallExpression[callee.name='require'] > Literal[value=/^stitchkit/]))";
/** Code that runs in a tool call, as far as a selector can say it: inside the call that makes it a tool. */
const MANAGED = 'CallExpression[callee.name=/^(implement|defineTool|createToolkit)$/]';
const NATIVE =
  'CallExpression:matches([callee.name=/^(tool|dynamicTool|mountWait|mountViewFile|mountUpload|mountDownload)$/], [callee.property.name=/^(registerTool|tool)$/])';
const TOOL = `:matches(${MANAGED}, ${NATIVE})`;
const RUN =
  "CallExpression:matches([callee.name='runWithRequestContext'], [callee.property.name='runWithRequestContext'])";
const TEST = 'Program:has(ImportDeclaration[source.value=/^(vitest|bun:test|node:test|@jest\\u002Fglobals)$/])';
const WRITERS = '/^setRequest(Dimensions|User|Error|Endpoint)$/';
const HOOKS = '/^(beforeToolCall|afterToolCall|onToolError)$/';
const MINTED = '/^(createTraceContext|newTrace|rootTrace)$/';

/** What a user could write instead of a rule, for `no-restricted-syntax`. */
const SELECTORS: Readonly<Record<string, readonly string[]>> = {
  'no-request-span-in-tool': [
    `${FRAMEWORK} ${TOOL} MemberExpression[property.name=/^(spanId|parentSpanId)$/][object.property.name='trace']:not(Property[key.name='parentSpanId'] *)`,
    `${FRAMEWORK} ${TOOL} ObjectPattern > Property[key.name='spanId']`,
    `${FRAMEWORK} ${TOOL} SpreadElement[argument.property.name='trace']`,
  ],
  'no-request-start-in-tool': [
    `${FRAMEWORK} ${TOOL} MemberExpression[property.name='startedAt']`,
    `${FRAMEWORK} ${TOOL} VariableDeclarator > ObjectPattern > Property[key.name='startedAt']`,
  ],
  'no-context-write-in-native-tool': [
    `${FRAMEWORK} ${NATIVE} CallExpression[callee.name=${WRITERS}]`,
    `${FRAMEWORK} ${NATIVE} CallExpression[callee.property.name=${WRITERS}]`,
  ],
  'no-shared-context-write': [
    `${FRAMEWORK} ${MANAGED} CallExpression[callee.name=${WRITERS}]`,
    `${FRAMEWORK} ${MANAGED} CallExpression[callee.property.name=${WRITERS}]`,
  ],
  'no-unforked-executor': [
    "CallExpression[callee.object.name='Promise'][callee.property.name=/^all(Settled)?$/]:has(CallExpression[callee.property.name='handler'])",
    `${NATIVE} CallExpression[callee.property.name='handler']`,
    "CallExpression[callee.object.name='Promise']:has(CallExpression[callee.name='executeToolMethod'])",
  ],
  'no-resolve-outside-fork': [
    "CallExpression[callee.property.name='resolve'][callee.object.name=/extend|extension/i]",
    "CallExpression[callee.property.name='resolve'][callee.object.property.name=/extend|extension/i]",
  ],
  'no-hook-outside-fork': [
    `BlockStatement:has(CallExpression[callee.property.name=${HOOKS}]) > :matches(VariableDeclaration, ReturnStatement, ExpressionStatement) ${RUN}`,
  ],
  'no-child-span-fork': [
    `Program:has(${RUN}) CallExpression[callee.name='childSpan']`,
    `Program:has(${RUN}) CallExpression[callee.property.name='childSpan']`,
  ],
  'require-isolated-fork': [
    `${RUN} > ObjectExpression.arguments:has(SpreadElement):not(:has(Property[key.name='dimensions']))`,
  ],
  'no-invented-root': [
    `LogicalExpression[operator='??'] CallExpression[callee.name=${MINTED}]`,
    `${RUN} CallExpression[callee.name=${MINTED}]`,
  ],
  'no-direct-tool-hook': [
    `${TEST} CallExpression[callee.property.name=${HOOKS}]`,
    `${TEST} CallExpression[callee.name=${HOOKS}]`,
  ],
  'no-ineffective-context-write': [
    `${FRAMEWORK} Property[key.name=/^(lifecycle|hooks)$/] CallExpression[callee.name=/^setRequest(User|Error)$/]`,
  ],
  'no-tool-dimensions-on-request-row': [
    `${FRAMEWORK} IfStatement:has(Literal[value=/mcp/]) MemberExpression[object.property.name='dimensions']`,
  ],
  'no-session-identity': [
    `${FRAMEWORK} Program > :matches(VariableDeclaration, ExpressionStatement, ExportNamedDeclaration) CallExpression[callee.name=/^mount/] Property[key.name='context'] CallExpression[callee.name='getRequestContext']`,
    `${FRAMEWORK} CallExpression:has(Property[key.name='sessionMode'][value.value='stateful']) Property[key.name='context']`,
  ],
  'no-trace-keyed-call-state': [
    `${FRAMEWORK} CallExpression[callee.property.name=/^(set|add)$/]:has(> MemberExpression[property.name=/^(traceId|spanId)$/])`,
    `${FRAMEWORK} AssignmentExpression > MemberExpression.left[computed=true] > MemberExpression.property[property.name=/^(traceId|spanId)$/]`,
  ],
};

/** Rules that a user would leave off, or on, by the version of the framework alone. */
const ONLY_BEFORE: Readonly<Record<string, string>> = { 'no-shared-context-write': '0.36.1' };

/** What `no-restricted-syntax` reports of an input with those selectors. */
export function selectorReports({ version, files }: CorpusInput): Report[] {
  const rules = Object.entries(SELECTORS).filter(([rule]) => appliesTo(rule, version));
  const entries = rules.flatMap(([rule, selectors]) => selectors.map((selector) => ({ selector, message: rule })));
  return files.flatMap((file) => lint(file, entries));
}

/** Whether a user on this version would have the rule on. */
export function appliesTo(rule: string, version: string): boolean {
  const before = ONLY_BEFORE[rule];
  return before === undefined || semver.lt(exactVersion(version) ?? version, before);
}

function lint({ path, text }: CorpusFile, entries: readonly { selector: string; message: string }[]): Report[] {
  const messages = new Linter().verify(
    text,
    [
      {
        files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
        languageOptions: {
          ecmaVersion: 'latest',
          sourceType: path.endsWith('.cjs') ? 'commonjs' : 'module',
          parser: typescriptParser,
          parserOptions: { ecmaFeatures: { jsx: /\.[jt]sx$/u.test(path) } },
        },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        rules: { 'no-restricted-syntax': ['error', ...entries] },
      },
    ],
    { filename: path },
  );
  const failure = messages.find((one) => one.ruleId !== 'no-restricted-syntax');
  if (failure) throw new Error(`${path}:${String(failure.line)}: ${failure.message}`);
  const reports = messages.map(({ message, line }) => ({ rule: message, file: path, line }));
  return [...new Map(reports.map((one) => [`${one.rule}:${String(one.line)}`, one])).values()];
}
