import { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import { describe, expect, expectTypeOf, it } from 'vitest';
import plugin, { type StitchkitSettings } from '../../rules/index.js';

describe('a configuration in TypeScript', () => {
  it('has types for its settings', () => {
    expectTypeOf<{ version: '0.43'; toolFiles: string[] }>().toExtend<StitchkitSettings>();
    expectTypeOf<{ version: number }>().not.toExtend<StitchkitSettings>();
    expectTypeOf<{ unknownExposure: 'warn' }>().not.toExtend<StitchkitSettings>();
    expectTypeOf<{ vocabulary: { module: string }[] }>().not.toExtend<StitchkitSettings>();
  });

  const verify = (settings: object): (() => unknown) => {
    const config = defineConfig([plugin.configs.recommended, { settings: { stitchkit: settings } }]);
    return () => new Linter().verify(`import 'stitchkit/tools';\n`, config, { filename: 'a.js' });
  };

  it('is taken by defineConfig with the preset', () => {
    const settings = { version: '0.43', unknownExposure: 'ignore' } satisfies StitchkitSettings;
    expect(verify(settings)()).toEqual([]);
  });

  it.each([
    [
      { vocabulary: [{ module: 'm', export: 'e', as: 'getRequestContxt' }] },
      /`vocabulary\[0\]\.as` .*Did you mean `getRequestContext`/u,
    ],
    [{ version: '^0.43' }, /`version` must be/u],
    [{ toolfiles: [] }, /no setting `toolfiles`.*`toolFiles`/u],
  ])('that is wrong ends in an error that names the key: %j', (settings, said) => {
    expect(verify(settings)).toThrow(said);
  });
});
