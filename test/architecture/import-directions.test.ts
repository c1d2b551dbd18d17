import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { manifest } from '../package/packed-package.js';
import { namedModules, PARTS, sourceModules, topFolder, type Part } from './source-modules.js';

/** Which of the other parts each part may import. */
const MAY_IMPORT: Readonly<Record<Part, readonly Part[]>> = {
  analysis: [],
  rules: ['analysis'],
  codemods: ['analysis'],
  cli: ['analysis', 'rules', 'codemods'],
};

/** Packages whose types a part may name, though its users need not have them. */
const TYPES_ONLY: Readonly<Partial<Record<Part, readonly string[]>>> = { rules: ['eslint'] };

const modules = sourceModules();
const dependencies = new Set(Object.keys(manifest().dependencies));

function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/u.exec(specifier)?.[0] ?? specifier;
}

describe('the reader of imports', () => {
  it('sees every form', () => {
    const text = `import a from './a.js'; import type b from './b.js'; export * from './c.js'; export type * from './d.js';
      type E = import('./e.js').E; const f = await import('./f.js'); const g = require('./g.js'); import h = require('./h.js');`;
    const kinds = namedModules(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true)).map(
      ({ specifier, kind }) => `${specifier} ${kind}`,
    );
    expect(kinds).toEqual([
      './a.js static',
      './b.js type',
      './c.js static',
      './d.js type',
      './e.js type',
      './f.js lazy',
      './g.js lazy',
      './h.js static',
    ]);
  });

  it('reads every part', () => {
    expect(PARTS.filter((part) => !modules.some((one) => one.part === part))).toEqual([]);
  });
});

describe.each(PARTS)('%s', (part) => {
  const named = modules
    .filter((one) => one.part === part)
    .flatMap((one) => one.named.map((name) => ({ ...name, path: one.path })));

  it(`imports ${MAY_IMPORT[part].join(', ') || 'no other part'}`, () => {
    const wrong = named.filter(({ path, specifier }) => {
      const folder = topFolder(path, specifier);
      return folder !== null && folder !== part && !MAY_IMPORT[part].some((allowed) => allowed === folder);
    });
    expect(wrong).toEqual([]);
  });

  it('runs with the dependencies alone', () => {
    const wrong = named.filter(
      ({ specifier, kind }) =>
        kind !== 'type' &&
        !specifier.startsWith('.') &&
        !isBuiltin(specifier) &&
        !dependencies.has(packageOf(specifier)),
    );
    expect(wrong).toEqual([]);
  });

  it('names types of the dependencies alone', () => {
    const allowed = new Set([...dependencies, ...(TYPES_ONLY[part] ?? [])]);
    const wrong = named.filter(
      ({ specifier, kind }) =>
        kind === 'type' && !specifier.startsWith('.') && !isBuiltin(specifier) && !allowed.has(packageOf(specifier)),
    );
    expect(wrong).toEqual([]);
  });
});

it("loads ts-morph's compiler only where types are verified, and only then", () => {
  const loads = modules.flatMap(({ path, named }) =>
    named
      .filter(({ specifier, kind }) => specifier === 'ts-morph' && kind !== 'type')
      .map(({ kind }) => `${path} ${kind}`),
  );
  expect(loads).toEqual(['codemods/verify-types.ts lazy']);
});
