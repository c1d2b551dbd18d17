import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyTypes } from '../../codemods/index.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stitchkit-types-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), text);
}

const CONFIG = JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [] } });

describe('verifyTypes', () => {
  it('names the file that would gain an error, and the error', async () => {
    write('tsconfig.json', CONFIG);
    const gains = await verifyTypes(root, [
      { file: 'worse.ts', before: 'export const a: number = 1;\n', after: "export const a: number = 'one';\n" },
      { file: 'fine.ts', before: 'export const b = 1;\n', after: 'export const b = 2;\n' },
    ]);
    expect(gains).toHaveLength(1);
    expect(gains[0]?.file).toBe('worse.ts');
    expect(gains[0]?.message).toMatch(/^TS2322: Type 'string' is not assignable to type 'number'/u);
  });

  it('lets an error stay that was there before', async () => {
    write('tsconfig.json', CONFIG);
    const before = 'export const a: number = null;\n';
    expect(await verifyTypes(root, [{ file: 'a.ts', before, after: `// moved\n${before}` }])).toEqual([]);
  });

  it('reads other files of the project, and names that only a declaration file declares', async () => {
    write('tsconfig.json', CONFIG);
    write('globals.d.ts', 'declare const clock: () => number;\n');
    write('other.ts', 'export const limit: string = "";\n');
    const gains = await verifyTypes(root, [
      {
        file: join(root, 'a.ts'),
        before: 'export const a: number = clock();\n',
        after: "import { limit } from './other';\nexport const a: number = clock() + limit;\n",
      },
    ]);
    expect(gains.map(({ file }) => file)).toEqual([join(root, 'a.ts')]);
    expect(gains[0]?.message).toContain('TS2322');
  });

  it.each([undefined, ['*'], ['clockwork']])(
    'knows the globals of installed packages with types: %j',
    async (types) => {
      write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types } }));
      write('node_modules/@types/clockwork/package.json', '{ "name": "@types/clockwork", "version": "1.0.0" }');
      write('node_modules/@types/clockwork/index.d.ts', 'declare const clockwork: { now(): number };\n');
      const after = 'export const a: string = clockwork.now();\n';
      const gains = await verifyTypes(root, [{ file: 'a.ts', before: 'export const a = 1;\n', after }]);
      expect(gains.map(({ message }) => message)).toEqual([expect.stringMatching(/^TS2322/u)]);
    },
  );

  it('lets a name that is not declared be named once more', async () => {
    write('tsconfig.json', CONFIG);
    const before = 'export const a = clockwork.now();\n';
    const after = 'export const a = clockwork.now() - clockwork.now();\n';
    expect(await verifyTypes(root, [{ file: 'a.ts', before, after }])).toEqual([]);
    expect(await verifyTypes(root, [{ file: 'a.ts', before: 'export const a = 1;\n', after }])).toHaveLength(1);
  });

  it('checks changed files against each other', async () => {
    write('tsconfig.json', CONFIG);
    write('a.ts', 'export const a = 1;\n');
    write('b.ts', "import { a } from './a';\nexport const b: number = a;\n");
    const gains = await verifyTypes(root, [
      { file: 'a.ts', before: 'export const a = 1;\n', after: "export const a = 'one';\n" },
      {
        file: 'b.ts',
        before: "import { a } from './a';\nexport const b: number = a;\n",
        after: "import { a } from './a';\nexport const b: string = a;\n",
      },
    ]);
    expect(gains).toEqual([]);
  });

  it('says nothing of a file whose packages are not installed, and something of one that lacks a module', async () => {
    write('tsconfig.json', CONFIG);
    write('node_modules/installed/package.json', '{"name":"installed"}');
    const before = 'export const b: number = 1;\n';
    const after = (module: string) => `import { a } from '${module}';\nexport const b: number = a;\n`;
    const gains = await verifyTypes(root, [
      { file: 'absent.ts', before, after: after('absent/tools') },
      { file: 'scoped.ts', before, after: after('@absent/tools') },
      { file: 'no-entry.ts', before, after: after('installed/tools') },
      { file: 'relative.ts', before, after: after('./nowhere') },
    ]);
    expect(gains.map(({ file }) => file)).toEqual(['no-entry.ts', 'relative.ts']);
  });

  it('judges by the nearest configuration, and not above the root', async () => {
    write('tsconfig.json', CONFIG);
    write('loose/tsconfig.json', JSON.stringify({ compilerOptions: { strict: false, noEmit: true, types: [] } }));
    const change = { before: 'export const a: string = "";\n', after: 'export const a: string = null;\n' };
    const gains = await verifyTypes(root, [
      { file: 'loose/a.ts', ...change },
      { file: 'strict/a.ts', ...change },
    ]);
    expect(gains.map(({ file }) => file)).toEqual(['strict/a.ts']);
    expect(await verifyTypes(join(root, 'bare'), [{ file: 'a.ts', ...change }])).toEqual([]);
  });

  it('leaves plain JavaScript alone unless the configuration checks it', async () => {
    write('tsconfig.json', CONFIG);
    write('checked/jsconfig.json', JSON.stringify({ compilerOptions: { checkJs: true, strict: true, types: [] } }));
    const change = { before: 'export const a = 1;\n', after: 'export const a = missing;\n' };
    const gains = await verifyTypes(root, [
      { file: 'a.js', ...change },
      { file: 'checked/a.js', ...change },
    ]);
    expect(gains.map(({ file }) => file)).toEqual(['checked/a.js']);
  });
});
