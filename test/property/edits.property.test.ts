import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseModule } from '../../analysis/index.js';
import { ImportEditor } from '../../codemods/edit/import-editor.js';
import { offsetsAfter, offsetsBefore } from '../../codemods/edit/offset-map.js';
import { EditConflictError, EditList, type TextEdit } from '../../codemods/edit/text-edit.js';
import { SourceView } from '../../codemods/source/source-view.js';
import { fileStyleOf } from '../../codemods/source/file-style.js';

/** A text and edits on it that do not overlap. */
const editedText = fc
  .tuple(fc.string({ minLength: 14, maxLength: 60 }), fc.array(fc.string({ maxLength: 6 }), { maxLength: 6 }))
  .chain(([text, inserted]) => {
    const count = inserted.length * 2;
    return fc
      .uniqueArray(fc.integer({ min: 0, max: text.length }), { minLength: count, maxLength: count })
      .map((cuts) => cuts.sort((a, b) => a - b))
      .map((cuts) => ({
        text,
        edits: inserted.map((one, index): TextEdit => {
          return { start: cuts[index * 2] ?? 0, end: cuts[index * 2 + 1] ?? 0, text: one };
        }),
      }));
  });

/** The plain way to apply edits: from the end. */
function spliced(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((all, one) => all.slice(0, one.start) + one.text + all.slice(one.end), text);
}

describe('edits', () => {
  it('give what splicing from the end gives, in whatever order they were asked for', () => {
    fc.assert(
      fc.property(editedText, fc.boolean(), ({ text, edits }, reverse) => {
        const list = new EditList();
        list.add(reverse ? [...edits].reverse() : edits);
        expect(list.apply(text)).toBe(spliced(text, edits));
      }),
    );
  });

  it('that overlap are refused, and leave nothing behind', () => {
    const range = fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 10 }));
    fc.assert(
      fc.property(range, range, ([a, aLength], [b, bLength]) => {
        const first = { start: a, end: a + aLength, text: '' };
        const second = { start: b, end: b + bLength, text: '' };
        const list = new EditList();
        list.add([first]);
        const apart = first.end <= second.start || second.end <= first.start;
        if (apart) list.add([second]);
        else {
          expect(() => {
            list.add([{ start: 90, end: 91, text: '' }, second]);
          }).toThrow(EditConflictError);
        }
        expect(list.ordered).toHaveLength(apart ? 2 : 1);
      }),
    );
  });

  it('lead every kept character to its new place and back', () => {
    fc.assert(
      fc.property(editedText, ({ text, edits }) => {
        const list = new EditList();
        list.add(edits);
        const after = list.apply(text);
        const [to, from] = [offsetsAfter(list.ordered), offsetsBefore(list.ordered)];
        for (let offset = 0; offset < text.length; offset += 1) {
          if (edits.some((one) => one.start <= offset && offset < one.end)) continue;
          expect(after[to(offset)]).toBe(text[offset]);
          expect(from(to(offset))).toBe(offset);
        }
      }),
    );
  });

  it('lead an offset in inserted text to where the insertion was', () => {
    fc.assert(
      fc.property(editedText, ({ edits }) => {
        const list = new EditList();
        list.add(edits);
        const from = offsetsBefore(list.ordered);
        for (const one of list.ordered) {
          const at = offsetsAfter(list.ordered.filter((other) => other.end <= one.start))(one.start);
          for (let index = 0; index < one.text.length; index += 1) expect(from(at + index)).toBe(one.start);
        }
      }),
    );
  });
});

const names = ['alpha', 'beta', 'gamma', 'delta', 'omega'] as const;

/** An import statement of some names, in one of the ways people write them. */
const importOf = (module: string) =>
  fc
    .record({
      names: fc.subarray([...names], { minLength: 1 }),
      lines: fc.boolean(),
      comma: fc.boolean(),
      comment: fc.boolean(),
      types: fc.boolean(),
    })
    .map((one) => {
      const items = one.names.map(
        (name, index) => `${one.types && index === 0 ? 'type ' : ''}${name} as ${name}_${module}`,
      );
      const remark = one.comment ? ' /* kept */' : '';
      return one.lines
        ? `import {${remark}\n  ${items.join(',\n  ')}${one.comma ? ',' : ''}\n} from '${module}';`
        : `import { ${items.join(', ')}${remark} } from '${module}';`;
    });

describe('imports', () => {
  const file = fc.record({
    head: fc.constantFrom('', '/** @license X */\n', "'use client';\n\n", '#!/usr/bin/env node\n', '// @ts-check\n\n'),
    imports: fc.tuple(importOf('one'), importOf('two')).map((both) => both.join('\n')),
    used: fc.subarray([...names].flatMap((name) => [`${name}_one`, `${name}_two`])),
    eol: fc.constantFrom('\n', '\r\n'),
  });

  it('come in and go out without harm to anything else', () => {
    fc.assert(
      fc.property(file, fc.subarray(['alpha', 'fresh']), ({ head, imports, used, eol }, wanted) => {
        const text = `${head}${imports}\n\nDROP(${used.join(', ')});\nexport const kept = 1;\n`.replace(/\n/gu, eol);
        const view = new SourceView(parseModule('input.ts', text));
        const editor = new ImportEditor(view, fileStyleOf(view));
        const edits = new EditList();
        const call = view.nodes.find((node) => node.type === 'CallExpression') ?? view.ast;
        const locals = wanted.map((name) => editor.use(name, ['one'], call));
        edits.add([{ start: call.range[0], end: call.range[1], text: `USE(${locals.join(', ')})` }]);
        edits.add(editor.finish(edits));
        const result = edits.apply(text);

        const after = parseModule('input.ts', result);
        expect(result.startsWith(head.replace(/\n/gu, eol))).toBe(true);
        expect(result.endsWith(`export const kept = 1;${eol}`)).toBe(true);
        expect(result.split('/* kept */').length).toBe(text.split('/* kept */').length);
        if (eol === '\r\n') expect(result.replace(/\r\n/gu, '')).not.toContain('\n');
        const imported = after.ast.body.flatMap((node) =>
          node.type === 'ImportDeclaration' ? node.specifiers.map((one) => one.local.name) : [],
        );
        for (const local of locals) expect(imported).toContain(local);
        expect(new Set(imported).size).toBe(imported.length);
        const before = parseModule('input.ts', text).ast.body.flatMap((node) =>
          node.type === 'ImportDeclaration' ? node.specifiers.map((one) => one.local.name) : [],
        );
        const gone = before.filter((name) => used.includes(name) && !locals.includes(name));
        expect(imported.filter((name) => gone.includes(name))).toEqual([]);
        expect(before.filter((name) => !gone.includes(name)).every((name) => imported.includes(name))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
