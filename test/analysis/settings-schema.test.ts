import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateSettings } from '../../analysis/settings-validation.js';

const path = fileURLToPath(new URL('../../schema/eslint-plugin-stitchkit.schema.json', import.meta.url));
const text = readFileSync(path, 'utf8');
const bySchema = new Ajv({ strict: true, allErrors: true }).compile(JSON.parse(text) as object);

function byCode(value: unknown): boolean {
  try {
    validateSettings(value, 'test');
    return true;
  } catch {
    return false;
  }
}

const right: readonly unknown[] = [
  {},
  { version: 'auto' },
  { version: 'latest' },
  { version: '0.36' },
  { version: '0.36.1' },
  { version: '1.0.0-rc.1+build.5' },
  { unknownExposure: 'ignore' },
  { toolFiles: ['src/tools/**'] },
  { vocabulary: [{ module: '@acme/context', export: 'currentContext', as: 'getRequestContext' }] },
];

const wrong: readonly unknown[] = [
  null,
  'x',
  [],
  { version: '0' },
  { version: '^0.36' },
  { version: 'v0.36.1' },
  { version: '00.36.1' },
  { version: '0.36.1 ' },
  { version: '' },
  { version: 0.36 },
  { unknownExposure: true },
  { toolFiles: 'src/**' },
  { toolFiles: [''] },
  { vocabulary: [{}] },
  { vocabulary: [{ module: 'a', export: 'b', as: 'c' }] },
  { vocabulary: [{ module: 'a', export: 'b', as: 'c', more: 'd' }] },
  { other: 1 },
];

describe('the published schema and the code agree', () => {
  it.each(right.map((value) => [value]))('that %j is right', (value) => {
    expect([bySchema(value), byCode(value)]).toEqual([true, true]);
  });

  it.each(wrong.map((value) => [value]))('that %j is wrong', (value) => {
    expect([bySchema(value), byCode(value)]).toEqual([false, false]);
  });

  it('on values nobody thought of', () => {
    const word = fc.oneof(fc.constantFrom('auto', 'latest', 'report', 'ignore', '', '0.36', '0.36.1'), fc.string());
    const leaf = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null));
    const name = fc.oneof(fc.constantFrom('getRequestContext', 'implement'), leaf);
    const row = fc.record({ module: leaf, export: leaf, as: name, extra: leaf }, { requiredKeys: [] });
    const settings = fc.record(
      {
        version: fc.oneof(leaf, fc.stringMatching(/^[0-9v]{1,3}(\.[0-9]{1,3}){0,3}(-[a-z0-9.]{1,4})?$/u)),
        unknownExposure: leaf,
        vocabulary: fc.oneof(leaf, fc.array(fc.oneof(row, leaf))),
        toolFiles: fc.oneof(leaf, fc.array(leaf)),
        other: leaf,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(settings, (value) => {
        expect(byCode(value)).toBe(bySchema(value));
      }),
      { numRuns: 1000 },
    );
  });
});
