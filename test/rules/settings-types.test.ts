import { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import { describe, expect, expectTypeOf, it } from 'vitest';
import plugin, { type StitchkitRules, type StitchkitSettings } from '../../rules/index.js';

describe('a configuration in TypeScript', () => {
  it('has types for its settings', () => {
    expectTypeOf<{ version: '0.43'; toolFiles: string[] }>().toExtend<StitchkitSettings>();
    expectTypeOf<{ version: number }>().not.toExtend<StitchkitSettings>();
    expectTypeOf<{ unknownExposure: 'warn' }>().not.toExtend<StitchkitSettings>();
    expectTypeOf<{ vocabulary: { module: string }[] }>().not.toExtend<StitchkitSettings>();
  });

  it('has types for its rules and their options', () => {
    // every rule with all options that its schema knows; a rule or option without a type, or the other way round, does not compile or differs
    const all: { readonly [Name in keyof Required<StitchkitRules>]: readonly string[] } = {
      'stitchkit/no-request-span-in-tool': ['reportUnknown'],
      'stitchkit/no-request-start-in-tool': [],
      'stitchkit/no-context-write-in-native-tool': [],
      'stitchkit/no-shared-context-write': [],
      'stitchkit/no-unforked-executor': [],
      'stitchkit/no-resolve-outside-fork': [],
      'stitchkit/no-hook-outside-fork': [],
      'stitchkit/no-child-span-fork': [],
      'stitchkit/require-isolated-fork': ['describeCall'],
      'stitchkit/no-invented-root': [],
      'stitchkit/no-direct-tool-hook': [],
      'stitchkit/no-ineffective-context-write': [],
      'stitchkit/no-tool-dimensions-on-request-row': [],
      'stitchkit/no-session-identity': [],
      'stitchkit/no-trace-keyed-call-state': [],
    };
    const known = Object.entries(plugin.rules).map(([name, { meta }]) => {
      const [schema] = (meta?.schema ?? []) as { readonly properties: object }[];
      return [`stitchkit/${name}`, Object.keys(schema?.properties ?? {})];
    });
    expect(all).toEqual(Object.fromEntries(known));
    const rules = {
      'stitchkit/require-isolated-fork': ['error', { describeCall: true }],
      'stitchkit/no-invented-root': 'warn',
    } satisfies StitchkitRules;
    expect(() => defineConfig([plugin.configs.recommended, { rules }])).not.toThrow();
    expectTypeOf<{
      'stitchkit/require-isolated-fork': ['error', { describecall: true }];
    }>().not.toExtend<StitchkitRules>();
    // what `defineConfig` takes as rules
    expectTypeOf<StitchkitRules>().toExtend<Linter.RulesRecord>();
    expectTypeOf<{ 'stitchkit/no-invented-root': ['error', { reportUnknown: true }] }>().not.toExtend<StitchkitRules>();
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
