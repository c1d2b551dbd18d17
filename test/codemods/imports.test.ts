import { describe, expect, it } from 'vitest';
import { parseModule } from '../../analysis/index.js';
import { ImportEditor } from '../../codemods/edit/import-editor.js';
import { EditList } from '../../codemods/edit/text-edit.js';
import { SourceView } from '../../codemods/source/source-view.js';
import { fileStyleOf } from '../../codemods/source/file-style.js';

const TOOLS = ['lib/tools', 'lib/tools/extra'];

/** Puts `wanted` of lib/tools in place of every `USE` and takes `DROP(…)` out, as a codemod would. */
function edited(text: string, wanted = 'mount', file = 'input.ts'): string {
  const view = new SourceView(parseModule(file, text));
  const imports = new ImportEditor(view, fileStyleOf(view));
  const edits = new EditList();
  for (const node of view.nodes) {
    const [start, end] = node.range;
    if (node.type === 'Identifier' && node.name === 'USE') {
      edits.add([{ start, end, text: imports.use(wanted, TOOLS, node) }]);
    }
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'DROP') {
      edits.add([{ start, end, text: 'gone' }]);
    }
  }
  edits.add(imports.finish(edits));
  const result = edits.apply(text);
  expect(() => parseModule(file, result)).not.toThrow();
  return result;
}

describe('a name that is needed', () => {
  it.each<[string, string, string]>([
    [
      'joins an import of its module',
      `import { a } from 'lib/tools';\nUSE(a);\n`,
      `import { a, mount } from 'lib/tools';\nmount(a);\n`,
    ],
    [
      'takes its place among sorted names',
      `import { a, z } from 'lib/tools';\nUSE(a, z);\n`,
      `import { a, mount, z } from 'lib/tools';\nmount(a, z);\n`,
    ],
    [
      'joins a list of many lines',
      `import {\n  z,\n  a,\n} from 'lib/tools';\nUSE(a, z);\n`,
      `import {\n  z,\n  a,\n  mount,\n} from 'lib/tools';\nmount(a, z);\n`,
    ],
    [
      'joins a list of many lines without a last comma',
      `import {\n  z,\n  a\n} from 'lib/tools';\nUSE(a, z);\n`,
      `import {\n  z,\n  a,\n  mount\n} from 'lib/tools';\nmount(a, z);\n`,
    ],
    [
      'is there already',
      `import { mount } from 'lib/tools';\nUSE(mount);\n`,
      `import { mount } from 'lib/tools';\nmount(mount);\n`,
    ],
    [
      'is there under another name',
      `import { mount as m } from 'lib/tools';\nUSE(m);\n`,
      `import { mount as m } from 'lib/tools';\nm(m);\n`,
    ],
    [
      'is there from another entry point',
      `import { mount } from 'lib/tools/extra';\nUSE(mount);\n`,
      `import { mount } from 'lib/tools/extra';\nmount(mount);\n`,
    ],
    [
      'is a member of the whole module',
      `import * as lib from 'lib/tools';\nUSE(lib);\n`,
      `import * as lib from 'lib/tools';\nlib.mount(lib);\n`,
    ],
    [
      'never goes into a type import',
      `import type { T } from 'lib/tools';\nUSE(null as T);\n`,
      `import type { T } from 'lib/tools';\nimport { mount } from 'lib/tools';\nmount(null as T);\n`,
    ],
    [
      'joins inline types',
      `import { type T, a } from 'lib/tools';\nUSE(a as T);\n`,
      `import { type T, a, mount } from 'lib/tools';\nmount(a as T);\n`,
    ],
    [
      'is no value where only its type is imported',
      `import { type mount } from 'lib/tools';\nUSE(null as mount);\n`,
      `import { type mount, mount as mount2 } from 'lib/tools';\nmount2(null as mount);\n`,
    ],
    [
      'leaves a side effect alone',
      `import 'lib/tools';\nUSE();\n`,
      `import 'lib/tools';\nimport { mount } from 'lib/tools';\nmount();\n`,
    ],
    [
      'does not join another entry point',
      `import { a } from 'lib/other';\nUSE(a);\n`,
      `import { a } from 'lib/other';\nimport { mount } from 'lib/tools';\nmount(a);\n`,
    ],
    [
      'does not join an import with attributes',
      `import { a } from 'lib/tools' with { type: 'macro' };\nUSE(a);\n`,
      `import { a } from 'lib/tools' with { type: 'macro' };\nimport { mount } from 'lib/tools';\nmount(a);\n`,
    ],
    [
      'keeps an import called from',
      `import { from } from 'rx';\nimport { a } from 'lib/tools';\nUSE(from, a);\n`,
      `import { from } from 'rx';\nimport { a, mount } from 'lib/tools';\nmount(from, a);\n`,
    ],
    [
      'goes beside its family',
      `import { a } from 'lib/first';\nimport b from 'b';\nUSE(a, b);\n`,
      `import { a } from 'lib/first';\nimport { mount } from 'lib/tools';\nimport b from 'b';\nmount(a, b);\n`,
    ],
    [
      'goes below a directive',
      `'use server'\n\nexport const x = () => USE()\n`,
      `'use server'\n\nimport { mount } from 'lib/tools'\n\nexport const x = () => mount()\n`,
    ],
    [
      'goes below a shebang and a header',
      `#!/usr/bin/env node\n/**\n * @license MIT\n */\n\nUSE();\n`,
      `#!/usr/bin/env node\n/**\n * @license MIT\n */\n\nimport { mount } from 'lib/tools';\n\nmount();\n`,
    ],
    [
      'goes above the comment of the first statement',
      `// says hello\nUSE();\n`,
      `import { mount } from 'lib/tools';\n\n// says hello\nmount();\n`,
    ],
    [
      'follows the quotes and the missing semicolons',
      `import b from "b"\nUSE(b)\n`,
      `import b from "b"\nimport { mount } from "lib/tools"\nmount(b)\n`,
    ],
    [
      'follows tight braces',
      `import {a} from 'b';\nUSE({a});\n`,
      `import {a} from 'b';\nimport {mount} from 'lib/tools';\nmount({a});\n`,
    ],
    [
      'gets another name where its own is taken',
      `const mount = 1;\nUSE(mount);\n`,
      `import { mount as mount2 } from 'lib/tools';\n\nconst mount = 1;\nmount2(mount);\n`,
    ],
    [
      'is not taken from a binding that is hidden',
      `import { mount } from 'lib/tools';\nmount();\nexport const x = (mount: unknown) => USE(mount);\n`,
      `import { mount, mount as mount2 } from 'lib/tools';\nmount();\nexport const x = (mount: unknown) => mount2(mount);\n`,
    ],
    [
      'stands after a comment at the end of a line',
      `import b from 'b'; // why\nUSE(b);\n`,
      `import b from 'b'; // why\nimport { mount } from 'lib/tools';\nmount(b);\n`,
    ],
    [
      'is a member of import-equals',
      `import lib = require('lib/tools');\nUSE(lib);\n`,
      `import lib = require('lib/tools');\nlib.mount(lib);\n`,
    ],
  ])('%s', (_title, before, after) => {
    expect(edited(before)).toBe(after);
  });

  it.each<[string, string, string]>([
    [
      'joins a pattern',
      `const { a } = require('lib/tools');\nUSE(a);\n`,
      `const { a, mount } = require('lib/tools');\nmount(a);\n`,
    ],
    [
      'is a member of a module',
      `const lib = require('lib/tools');\nUSE(lib);\n`,
      `const lib = require('lib/tools');\nlib.mount(lib);\n`,
    ],
    [
      'is there under another name',
      `const { mount: m } = require('lib/tools');\nUSE(m);\n`,
      `const { mount: m } = require('lib/tools');\nm(m);\n`,
    ],
    [
      'is required after the others',
      `'use strict';\n\nconst b = require('b');\n\nUSE(b);\n`,
      `'use strict';\n\nconst b = require('b');\nconst { mount } = require('lib/tools');\n\nmount(b);\n`,
    ],
    ['is required in a file without any', `USE();\n`, `const { mount } = require('lib/tools');\n\nmount();\n`],
    [
      'is renamed where its name is taken',
      `const { a } = require('lib/tools');\nconst mount = a;\nUSE(mount);\n`,
      `const { a, mount: mount2 } = require('lib/tools');\nconst mount = a;\nmount2(mount);\n`,
    ],
    [
      'is not taken from a require of the file',
      `function require(x) { return x; }\nconst { mount } = require('lib/tools');\nUSE(mount);\n`,
      `const { mount: mount2 } = require('lib/tools');\n\nfunction require(x) { return x; }\nconst { mount } = require('lib/tools');\nmount2(mount);\n`,
    ],
  ])('%s in CommonJS', (_title, before, after) => {
    expect(edited(before, 'mount', 'input.cjs')).toBe(after);
  });
});

describe('a name that nothing needs any more', () => {
  it.each<[string, string, string]>([
    [
      'goes with its import',
      `import { a } from 'x';\nimport { b } from 'y';\nDROP(a);\nb();\n`,
      `import { b } from 'y';\ngone;\nb();\n`,
    ],
    ['goes alone', `import { a, b, c } from 'x';\nDROP(b);\na(c);\n`, `import { a, c } from 'x';\ngone;\na(c);\n`],
    ['goes from the end', `import { a, b, c } from 'x';\nDROP(b, c);\na();\n`, `import { a } from 'x';\ngone;\na();\n`],
    [
      'goes with its line',
      `import {\n  a,\n  b,\n} from 'x';\nDROP(a);\nb();\n`,
      `import {\n  b,\n} from 'x';\ngone;\nb();\n`,
    ],
    ['leaves the licence', `/** @license X */\nimport { a } from 'x';\n\nDROP(a);\n`, `/** @license X */\n\ngone;\n`],
    [
      'leaves a comment between names',
      `import { a, /* the other */ b } from 'x';\nDROP(a);\nb();\n`,
      `import { /* the other */ b } from 'x';\ngone;\nb();\n`,
    ],
    [
      'stays while a type names it',
      `import { a } from 'x';\ntype A = typeof a;\nDROP(a as A);\n`,
      `import { a } from 'x';\ntype A = typeof a;\ngone;\n`,
    ],
    [
      'stays while it is exported',
      `import { a } from 'x';\nexport { a };\nDROP(a);\n`,
      `import { a } from 'x';\nexport { a };\ngone;\n`,
    ],
    ['stays where it was unused before', `import { a, b } from 'x';\nDROP(a);\n`, `import { b } from 'x';\ngone;\n`],
    [
      'makes room for the one that comes',
      `import { a } from 'lib/tools';\nDROP(a);\nUSE();\n`,
      `import { mount } from 'lib/tools';\ngone;\nmount();\n`,
    ],
    [
      'leaves one blank line of two',
      `import a from 'a';\n\nimport { b } from 'b';\n\nDROP(b);\na();\n`,
      `import a from 'a';\n\ngone;\na();\n`,
    ],
    [
      'leaves what else stands on its line',
      `import { a } from 'x'; import { b } from 'y';\nDROP(a);\nb();\n`,
      `import { b } from 'y';\ngone;\nb();\n`,
    ],
    [
      'leaves a type import where only types stay',
      `import { a, type B, type C as D } from 'x';\nDROP(a);\nexport const b: B | D = 1;\n`,
      `import type { B, C as D } from 'x';\ngone;\nexport const b: B | D = 1;\n`,
    ],
    [
      'leaves types beside a default import as they are',
      `import x, { a, type B } from 'x';\nDROP(a);\nexport const b: B = x;\n`,
      `import x, { type B } from 'x';\ngone;\nexport const b: B = x;\n`,
    ],
    [
      'goes from a pattern',
      `const { a, b } = require('x');\nDROP(a);\nb();\n`,
      `const { b } = require('x');\ngone;\nb();\n`,
    ],
    [
      'goes with its require',
      `const a = require('x');\nconst b = require('y');\nDROP(a);\nb();\n`,
      `const b = require('y');\ngone;\nb();\n`,
    ],
  ])('%s', (_title, before, after) => {
    expect(edited(before)).toBe(after);
  });
});
