import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { EXPORT_ROWS } from '../../analysis/vocabulary/export-rows.js';
import { sourceModules, visit } from './source-modules.js';

/** Exports whose names are words of English or of the language, which texts and kinds need too. */
const COMMON_WORDS = new Set(['default', 'tool', 'Tool', 'Server']);

const NAMES = new Set(EXPORT_ROWS.map((row) => row.export).filter((name) => !COMMON_WORDS.has(name)));

/** The exports that a file's literals name, as whole words: each with its line. */
function namedExports(tree: ts.SourceFile): { line: number; name: string }[] {
  const found: { line: number; name: string }[] = [];
  visit(tree, (node) => {
    if (!isText(node)) return;
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    for (const [word] of node.text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
      if (NAMES.has(word)) found.push({ line, name: word });
    }
  });
  return found;
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isRegularExpressionLiteral(node)
  );
}

describe("the framework's names", () => {
  it('are found in every kind of literal, as whole words', () => {
    const text = [
      "'createToolRunner'",
      '`see ${one} getRequestContext ${two} here`',
      '/^collectTools$/u',
      "'createToolRunners and a tool, by default'",
      'createToolRunner',
    ].join(';\n');
    expect(namedExports(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true))).toEqual([
      { line: 1, name: 'createToolRunner' },
      { line: 2, name: 'getRequestContext' },
      { line: 3, name: 'collectTools' },
    ]);
  });

  it('stand in the vocabulary alone, where the version and the module of each are said', () => {
    const strays = sourceModules()
      .filter(({ part, path }) => part !== 'cli' && !path.startsWith('analysis/vocabulary/'))
      .flatMap(({ path, tree }) => namedExports(tree).map(({ line, name }) => `${path}:${String(line)} ${name}`));
    expect(strays).toEqual([]);
  });
});
