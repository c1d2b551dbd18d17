import { describe, expect, it } from 'vitest';
import { parseModule, summarise } from '../../analysis/index.js';
import type { ModuleSummary } from '../../analysis/summary/module-summary.js';

function summaryOf(text: string, file = 'a.ts'): ModuleSummary {
  return summarise(parseModule(file, text));
}

describe('a module summary', () => {
  it('records what leads into another module: the module, the export, the way in it and the arguments', () => {
    const { exits, values } = summaryOf(
      "import { ledger as books } from './ledger';\nimport * as all from './all';\nbooks.rows.insert(1, 'x');\nall.run();\nrun(books);\nfunction run(x) { return x; }\n",
    );
    const read = exits.map((exit) => [exit.module, exit.export, exit.path, exit.arguments.length]);
    expect(read).toEqual([
      ['./ledger', 'ledger', ['rows', 'insert'], 2],
      ['./all', '*', ['run'], 0],
      ['./ledger', 'ledger', [], 1],
    ]);
    expect(exits.every((exit) => values[exit.call]?.op === 'call')).toBe(true);
  });

  it('lists exports of every kind', () => {
    const { exports } = summaryOf(
      "export const { a, b: [c] } = x;\nexport function d() {}\nexport class E {}\nexport { a as f };\nexport * from './g';\nexport * as h from './h';\nexport { i as j } from './i';\nexport default () => 1;\n",
    );
    expect(exports.map((one) => (one.kind === 'all' ? `* ${one.module}` : one.name))).toEqual([
      'a',
      'c',
      'd',
      'E',
      'f',
      '* ./g',
      'h',
      'j',
      'default',
    ]);
  });

  it('lists what CommonJS exports', () => {
    const { exports } = summaryOf('exports.a = 1;\nmodule.exports.b = 2;\nmodule.exports = { c };\n', 'a.cjs');
    expect(exports.map((one) => (one.kind === 'all' ? '' : one.name))).toEqual(['a', 'b', 'module.exports']);
  });

  it('keeps the exports of a namespace inside it', () => {
    const { exports } = summaryOf('namespace N { export const inner = 1; }\nexport const outer = N.inner;\n');
    expect(exports.map((one) => (one.kind === 'all' ? '' : one.name))).toEqual(['outer']);
  });

  it('survives every kind of statement and expression', () => {
    const text = `
      label: for (let i = 0, n = 3; i < n; i++) { if (i) continue label; else break; }
      for (const k in o) { o[k] = k; }
      for await (const x of xs) { x?.y?.[0]?.(); }
      do { void 0; } while (false);
      switch (a) { case 1: f(); break; default: g(); }
      try { throw new Error(\`a\${b}\`); } catch { } finally { }
      class A extends B { static { init(); } static #p = 1; get q() { return this.#r; } set q(v) { this.#r = v; } #r = super.x; [k] = 1; }
      enum Color { Red = 1 }
      declare module 'm' { export const z: number; }
      abstract class Shape { abstract area(): number; constructor(private readonly side: number) {} }
      const t = tag\`x\${y}\`, re = /a/u, big = 1n, neg = -x, d = delete o.p, seq = (1, 2), cls = class Named {};
      async function* gen() { yield* other(); return yield; }
      let [p = 1, , ...rest] = arr, { q = 2, ['r']: s, ...others } = obj;
      (x as any)!.y = <number>z satisfies number;
      import.meta.url; x ??= y; x ||= z; x += 1; x++;
      export = foo;
    `;
    const { values, functions } = summaryOf(text);
    expect(values.length).toBeGreaterThan(100);
    expect(functions.every((one, index) => one.id === index)).toBe(true);
  });
});
