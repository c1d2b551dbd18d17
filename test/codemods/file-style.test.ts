import { describe, expect, it } from 'vitest';
import { parseModule } from '../../analysis/parse-module.js';
import { SourceView } from '../../codemods/source/source-view.js';
import { fileStyleOf, type FileStyle } from '../../codemods/source/file-style.js';

function styleOf(text: string, file = 'input.ts'): FileStyle {
  return fileStyleOf(new SourceView(parseModule(file, text)));
}

describe('the style of a file', () => {
  it.each<[string, string, Partial<FileStyle>]>([
    [
      'nothing to go by',
      ``,
      { quote: "'", semicolon: ';', indent: '  ', eol: '\n', trailingComma: true, spacedBraces: true },
    ],
    ['double quotes of imports', `import a from "a";\nconst b = 'b', c = 'c';\n`, { quote: '"' }],
    ['quotes of the text where nothing is imported', `const b = "b";\n`, { quote: '"' }],
    ['attributes of elements', `const b = <p a="1" b="2" />;\nconst c = 'c';\n`, { quote: "'" }],
    ['no semicolons', `import a from 'a'\na()\nconst b = 1\n`, { semicolon: '' }],
    ['the head of a loop', `for (let i = 0; i < 2; i++) a()\nfor (const x of y) b()\n`, { semicolon: '' }],
    ['tabs', `function f() {\n\treturn 1;\n}\n`, { indent: '\t' }],
    ['four blanks', `if (a) {\n    b();\n    if (c) {\n        d();\n    }\n}\n`, { indent: '    ' }],
    ['an object', `export default {\n   a: 1,\n};\n`, { indent: '   ' }],
    ['CRLF', `a();\r\nb();\r\n`, { eol: '\r\n' }],
    ['a stray CR', `a();\r\nb();\nc();\n`, { eol: '\n' }],
    ['no last comma', `f({\n  a: 1,\n  b: 2\n});\n`, { trailingComma: false }],
    ['a last comma', `f([\n  1,\n  2,\n]);\n`, { trailingComma: true }],
    ['tight braces', `import {a} from 'a';\nf({a});\n`, { spacedBraces: false }],
  ])('%s', (_title, text, expected) => {
    expect(styleOf(text, 'input.tsx')).toMatchObject(expected);
  });
});
