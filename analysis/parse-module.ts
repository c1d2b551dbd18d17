import { extname } from 'node:path';
import type { TSESTree } from '@typescript-eslint/types';
import { analyze } from '@typescript-eslint/scope-manager';
import { visitorKeys } from '@typescript-eslint/visitor-keys';
import { parseSync, type Comment, type OxcError, type ParseResult, type ParserOptions } from 'oxc-parser';
import type { ParsedModule } from './parsed-module.js';
import { lineStarts, positionAt } from './source-text.js';

/** A file that is not valid ECMAScript or TypeScript. Line and column start at 1. */
export class SourceSyntaxError extends Error {
  override readonly name = 'SourceSyntaxError';
  constructor(
    readonly file: string,
    readonly line: number,
    readonly column: number,
    message: string,
  ) {
    super(message);
  }
}

type Language = NonNullable<ParserOptions['lang']>;
type SourceType = NonNullable<ParserOptions['sourceType']>;

const LANGUAGES: Readonly<Record<string, Language>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.js': 'jsx',
  '.mjs': 'jsx',
  '.cjs': 'jsx',
  '.jsx': 'jsx',
};

function attempts(file: string): SourceType[] {
  const extension = extname(file);
  if (extension === '.cjs' || extension === '.cts') return ['commonjs', 'module'];
  if (extension === '.mjs' || extension === '.mts') return ['module'];
  return ['module', 'commonjs'];
}

/** A file that parses, with its comments in order, each from `start` to `end` with its delimiters. */
export interface ParsedSource extends ParsedModule {
  readonly comments: readonly Comment[];
}

/** A text that is known to parse, whose tree is built when it is asked for. */
export interface ValidSource {
  readonly comments: readonly Comment[];
  module(): ParsedSource;
}

function parse(file: string, text: string, sourceType: SourceType): ParseResult {
  const lang = LANGUAGES[extname(file)] ?? 'tsx';
  return parseSync(file, text, { lang, sourceType, astType: 'ts', range: true, preserveParens: false });
}

function errorOf(result: ParseResult): OxcError | undefined {
  return result.errors.find((one) => one.severity === 'Error');
}

/**
 * Parses one file with `oxc-parser` and finds its scopes.
 *
 * @param file the path that findings will name; its ending decides the language
 * @param text the source without a byte order mark
 * @throws {SourceSyntaxError} where the text is no valid source
 */
export function parseModule(file: string, text: string): ParsedSource {
  return validSource(file, text).module();
}

/** As `parseModule`, without building the tree yet. @throws {SourceSyntaxError} where the text is no valid source */
export function validSource(file: string, text: string): ValidSource {
  let failure: SourceSyntaxError | undefined;
  for (const sourceType of attempts(file)) {
    const result = parse(file, text, sourceType);
    const error = errorOf(result);
    if (error) {
      const at = positionAt(lineStarts(text), error.labels[0]?.start ?? 0);
      failure ??= new SourceSyntaxError(file, at.line, at.column, error.message);
      continue;
    }
    return {
      get comments() {
        return result.comments;
      },
      module: () => moduleOf(file, text, sourceType, result),
    };
  }
  throw failure ?? new SourceSyntaxError(file, 1, 1, 'the file could not be parsed');
}

function moduleOf(
  file: string,
  text: string,
  sourceType: SourceType,
  { program, comments }: ParseResult,
): ParsedSource {
  // oxc's own node types are the same ESTree under other names
  const ast = program as unknown as TSESTree.Program;
  const scopes = analyze(ast, {
    sourceType: sourceType === 'module' ? 'module' : 'commonjs',
    lib: [],
    globalReturn: sourceType !== 'module',
  });
  return { file, text, ast, scopes, visitorKeys, comments };
}
