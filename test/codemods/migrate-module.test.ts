import { describe, expect, it } from 'vitest';
import { SourceSyntaxError, type Codemod } from '../../codemods/index.js';
import type { SiteOutcome } from '../../codemods/codemod.js';
import { migrateModule, type MigrateResult } from '../../codemods/migrate-module.js';
import { settingsFor } from './fixture-cases.js';

const VERSION = '0.97.0';

/** A codemod that renames every call of one function. */
function renaming(name: string, from: string, to: string, extra: Partial<Codemod> = {}): Codemod {
  return {
    name,
    description: name,
    kind: 'repair',
    mayApply: (text) => text.includes(from),
    run: ({ view, edits, isClaimed }) =>
      view.nodes.flatMap((node): SiteOutcome[] => {
        if (node.type !== 'CallExpression' || view.textOf(node.callee) !== from || isClaimed(node.range[0])) return [];
        const [start, end] = node.callee.range;
        edits.add([{ start, end, text: to }]);
        return [{ at: start, claims: [start], outcome: 'migrated', check: null }];
      }),
    ...extra,
  };
}

function leaving(name: string, callee: string): Codemod {
  return renaming(name, callee, callee, {
    run: ({ view, isClaimed }) =>
      view.nodes.flatMap((node): SiteOutcome[] =>
        node.type === 'CallExpression' && view.textOf(node.callee) === callee && !isClaimed(node.range[0])
          ? [{ at: node.range[0], claims: [node.range[0]], outcome: 'left', reason: 'unknown-service' }]
          : [],
      ),
  });
}

function run(text: string, codemods: readonly Codemod[]): MigrateResult {
  return migrateModule(
    { file: 'src/input.ts', text, settings: settingsFor(VERSION), options: { from: VERSION, to: VERSION } },
    codemods,
  );
}

describe('migrateModule', () => {
  it('gives a file without sites back as it is', () => {
    expect(run('\uFEFFother();\r\n', [renaming('a', 'one', 'two')])).toEqual({
      text: '\uFEFFother();\r\n',
      migrated: [],
      left: [],
    });
  });

  it('names every site by its place in the text it was given, also behind the changes of an earlier codemod', () => {
    const grow = renaming('grow', 'one', 'a\n.much\n.longer\n.name');
    const { text, migrated } = run('one();\ntwo(); two();\none();\ntwo();\n', [grow, renaming('next', 'two', 'three')]);
    expect(text).toBe('a\n.much\n.longer\n.name();\nthree(); three();\na\n.much\n.longer\n.name();\nthree();\n');
    expect(migrated.map(({ codemod, line, column }) => [codemod, line, column])).toEqual([
      ['grow', 1, 1],
      ['next', 2, 1],
      ['next', 2, 8],
      ['grow', 3, 1],
      ['next', 4, 1],
    ]);
  });

  it('counts a site once: what one codemod has decided, a later one leaves alone', () => {
    const { left, migrated } = run('one();\n', [leaving('first', 'one'), renaming('second', 'one', 'two')]);
    expect(left).toMatchObject([{ codemod: 'first', file: 'src/input.ts', line: 1, column: 1 }]);
    expect(migrated).toEqual([]);
  });

  it('runs codemods in their own order and only the named ones', () => {
    const chain = [renaming('a', 'one', 'two'), renaming('b', 'two', 'three')];
    expect(run('one();\n', chain).text).toBe('three();\n');
    const only = migrateModule(
      {
        file: 'a.ts',
        text: 'one();\n',
        settings: settingsFor(VERSION),
        options: { from: VERSION, to: VERSION, only: ['a'] },
      },
      chain,
    );
    expect(only.text).toBe('two();\n');
  });

  it('keeps the old text where the new one would not parse, and says so', () => {
    const broken = renaming('broken', 'one', ')(');
    const { text, migrated, left } = run('one();\ntwo();\n', [broken, renaming('fine', 'two', 'three')]);
    expect(text).toBe('one();\nthree();\n');
    expect(migrated.map(({ codemod }) => codemod)).toEqual(['fine']);
    expect(left).toMatchObject([{ codemod: 'broken', line: 1, reason: 'parse-error-after-edit' }]);
  });

  it('keeps the old text where the edits of a codemod touch each other, and says so', () => {
    const clashing = renaming('clashing', 'one', 'two', {
      run: ({ edits }) => {
        edits.add([{ start: 0, end: 3, text: 'two' }]);
        edits.add([{ start: 2, end: 4, text: '' }]);
        return [{ at: 0, claims: [0], outcome: 'migrated', check: null }];
      },
    });
    const { text, migrated, left } = run('one();\n', [clashing]);
    expect(text).toBe('one();\n');
    expect(migrated).toEqual([]);
    expect(left).toMatchObject([{ codemod: 'clashing', line: 1, reason: 'edit-conflict' }]);
  });

  describe('where a comment disables the rule of a codemod', () => {
    const RULE = 'no-unforked-executor';

    /** Renames `one`, but where it is disabled. */
    const heeding = (name: string, extra: Partial<Codemod> = {}): Codemod =>
      renaming(name, 'one', 'two', {
        rule: RULE,
        run: ({ view, edits, isDisabled }) =>
          view.nodes.flatMap((node): SiteOutcome[] => {
            if (node.type !== 'CallExpression' || view.textOf(node.callee) !== 'one') return [];
            const [start, end] = node.callee.range;
            const site = { at: start, claims: [start] };
            if (isDisabled(node.arguments[0]?.range[0] ?? start, start))
              return [{ ...site, outcome: 'left', reason: 'disabled-by-comment' }];
            edits.add([{ start, end, text: 'two' }]);
            return [{ ...site, outcome: 'migrated', check: null }];
          }),
        ...extra,
      });

    it.each([
      ['one(); // eslint-disable-line', []],
      [`one(); // eslint-disable-line stitchkit/${RULE} -- so be it`, []],
      [`one(); // eslint-disable-line stitchkit/no-invented-root`, [1]],
      ['one(); // oxlint-disable-line', []],
      ['// oxlint-disable\none();\n// oxlint-enable\none();', [4]],
      ['// eslint-disable\none();', [2]],
      ['\uFEFF/* eslint-disable */ one();\r\n/* eslint-enable */ one();', [2]],
      ['// eslint-disable-next-line\none();\none();', [3]],
      ['one(\n// eslint-disable-next-line\n1);', []],
      ["one('-disable');", [1]],
    ])('%j is migrated in lines %j', (text, lines) => {
      const result = run(text, [heeding('a')]);
      expect(result.migrated.map(({ line }) => line)).toEqual(lines);
      expect(result.left.length + result.migrated.length).toBe(text.split('one(').length - 1);
      expect(result.text.split('two(').length - 1).toBe(lines.length);
    });

    it('the lines are those of the text given, also behind the changes of an earlier codemod', () => {
      const grow = renaming('grow', 'zero', 'a\n.much\n.longer\n.name');
      const { text } = run('zero();\none(); // eslint-disable-line\none();\n', [grow, heeding('next')]);
      expect(text).toBe('a\n.much\n.longer\n.name();\none(); // eslint-disable-line\ntwo();\n');
    });

    it('one that no rule reports for goes on', () => {
      const { rule: _rule, ...unruled } = heeding('a');
      expect(run('one(); // eslint-disable-line\n', [unruled]).migrated).toHaveLength(1);
    });
  });

  it('says where a text does not parse', () => {
    const act = () => run('one();\nconst = 1;\n', [renaming('a', 'one', 'two')]);
    expect(act).toThrow(SourceSyntaxError);
    expect(act).toThrow(expect.objectContaining({ file: 'src/input.ts', line: 2 }));
  });

  it('does not read a file in which no codemod can have a site', () => {
    expect(run('const = 1;\n', [renaming('a', 'one', 'two')]).text).toBe('const = 1;\n');
  });
});
