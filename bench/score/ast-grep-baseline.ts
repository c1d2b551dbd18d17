import { Lang, parse, type NapiConfig } from '@ast-grep/napi';
import type { CorpusFile, CorpusInput, Report } from './corpus.js';
import { appliesTo } from './selector-baseline.js';

type Rule = NapiConfig['rule'];

const callOf = (name: string): Rule => ({
  kind: 'call_expression',
  has: { field: 'function', regex: name },
});
const inside = (rule: Rule): Rule => ({ inside: { ...rule, stopBy: 'end' } });
const having = (rule: Rule): Rule => ({ has: { ...rule, stopBy: 'end' } });

const FRAMEWORK = inside({
  kind: 'program',
  has: { any: [{ kind: 'import_statement', regex: `from ['"]stitchkit` }, { pattern: 'require($M)' }], stopBy: 'end' },
});
const MANAGED = callOf('^(implement|defineTool|createToolkit)$');
const NATIVE = callOf(
  '^(tool|dynamicTool|mountWait|mountViewFile|mountUpload|mountDownload|\\w+\\.registerTool|\\w+\\.tool)$',
);
const TOOL: Rule = { any: [MANAGED, NATIVE] };
const RUN = callOf('\\brunWithRequestContext$');
const WRITE = callOf('\\bsetRequest(Dimensions|User|Error|Endpoint)$');
const HOOK_NAMES = '(beforeToolCall|afterToolCall|onToolError)';
const CONCURRENT = callOf('^Promise\\.(all|allSettled)$');
const HANDLER = callOf('\\.handler!?$');

/** What a user could write instead of a rule, for ast-grep. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  'no-request-span-in-tool': [
    {
      all: [
        { kind: 'member_expression', regex: '\\btrace[!?]?\\.(spanId|parentSpanId)$' },
        { not: inside({ kind: 'pair', has: { field: 'key', regex: '^parentSpanId$' } }) },
        inside(TOOL),
        FRAMEWORK,
      ],
    },
    { all: [{ kind: 'spread_element', regex: '\\.trace$' }, inside(TOOL), FRAMEWORK] },
    {
      all: [
        {
          any: [
            { kind: 'shorthand_property_identifier_pattern', regex: '^spanId$' },
            { kind: 'pair_pattern', has: { field: 'key', regex: '^spanId$' } },
          ],
        },
        inside(TOOL),
        FRAMEWORK,
      ],
    },
  ],
  'no-request-start-in-tool': [
    { all: [{ kind: 'member_expression', regex: '\\.startedAt$' }, inside(TOOL), FRAMEWORK] },
    { all: [{ kind: 'shorthand_property_identifier_pattern', regex: '^startedAt$' }, inside(TOOL), FRAMEWORK] },
  ],
  'no-context-write-in-native-tool': [{ all: [WRITE, inside(NATIVE), FRAMEWORK] }],
  'no-shared-context-write': [{ all: [WRITE, inside(MANAGED), FRAMEWORK] }],
  'no-unforked-executor': [
    { all: [CONCURRENT, having(HANDLER)] },
    { all: [HANDLER, inside(NATIVE)] },
    { all: [CONCURRENT, having(callOf('^executeToolMethod$'))] },
  ],
  'no-resolve-outside-fork': [{ all: [callOf('[eE]xten(d|sion)\\w*[?!]?\\.resolve$'), { not: inside(RUN) }] }],
  'no-hook-outside-fork': [
    {
      all: [
        RUN,
        inside({ kind: 'statement_block', has: { ...callOf(`\\.${HOOK_NAMES}$`), stopBy: 'end' } }),
        { not: having(callOf(`\\.${HOOK_NAMES}$`)) },
      ],
    },
  ],
  'no-child-span-fork': [{ all: [callOf('\\bchildSpan$'), inside({ kind: 'program', ...having(RUN) })] }],
  'require-isolated-fork': [
    {
      all: [
        RUN,
        { has: { kind: 'arguments', has: { kind: 'object', has: { kind: 'spread_element' } } } },
        {
          not: {
            has: {
              kind: 'arguments',
              has: { kind: 'object', has: { kind: 'pair', has: { field: 'key', regex: '^dimensions$' } } },
            },
          },
        },
      ],
    },
  ],
  'no-invented-root': [
    { all: [callOf('^createTraceContext$'), inside({ kind: 'binary_expression', regex: '\\?\\?' })] },
    { all: [callOf('^createTraceContext$'), inside(RUN)] },
  ],
  'no-direct-tool-hook': [
    {
      all: [
        callOf(`(^|\\.)${HOOK_NAMES}[?!]?$`),
        inside({
          kind: 'program',
          has: { kind: 'import_statement', regex: `from ['"](vitest|bun:test|node:test|@jest/globals)`, stopBy: 'end' },
        }),
      ],
    },
  ],
  'no-ineffective-context-write': [
    {
      all: [
        callOf('^setRequest(User|Error)$'),
        inside({ kind: 'pair', has: { field: 'key', regex: '^(lifecycle|hooks)$' } }),
        FRAMEWORK,
      ],
    },
  ],
  'no-tool-dimensions-on-request-row': [
    {
      all: [
        { kind: 'member_expression', regex: '\\.dimensions[?!]?\\.\\w+$' },
        inside({ kind: 'if_statement', has: { kind: 'string', regex: 'mcp', stopBy: 'end' } }),
        FRAMEWORK,
      ],
    },
  ],
  'no-session-identity': [
    {
      all: [
        callOf('^getRequestContext$'),
        inside({ kind: 'pair', has: { field: 'key', regex: '^context$' } }),
        { not: inside({ any: [{ kind: 'function_declaration' }, { kind: 'method_definition' }] }) },
        FRAMEWORK,
      ],
    },
  ],
  'no-trace-keyed-call-state': [
    {
      all: [
        callOf('\\.(set|add)$'),
        { has: { kind: 'arguments', has: { kind: 'member_expression', regex: '\\.(traceId|spanId)$' } } },
        FRAMEWORK,
      ],
    },
  ],
};

/** What ast-grep reports of an input with those rules. */
export function astGrepReports({ version, files }: CorpusInput): Report[] {
  const rules = Object.entries(RULES).filter(([rule]) => appliesTo(rule, version));
  return files.flatMap((file) => search(file, rules));
}

function search({ path, text }: CorpusFile, rules: readonly (readonly [string, readonly Rule[]])[]): Report[] {
  const root = parse(/\.[jt]sx$/u.test(path) ? Lang.Tsx : Lang.TypeScript, text).root();
  const reports = rules.flatMap(([rule, patterns]) =>
    patterns.flatMap((pattern) =>
      root.findAll({ rule: pattern }).map((node) => ({ rule, file: path, line: node.range().start.line + 1 })),
    ),
  );
  return [...new Map(reports.map((one) => [`${one.rule}:${String(one.line)}`, one])).values()];
}
