import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULT, FAULTY_MODULE } from './faulty-module.js';
import { installPackage, type PackageProject } from './installed-package.js';
import { packPackage, type PackedPackage } from './packed-package.js';

interface LintResult {
  readonly messages: readonly { readonly ruleId: string | null; readonly line: number; readonly message: string }[];
}

const SETTINGS = `{ settings: { stitchkit: { version: '0.104.2' } } }`;

/** Flat configurations as users write them, and what each of them makes of the faulty module. */
const CONFIGURATIONS: readonly [name: string, text: string, reports: readonly unknown[]][] = [
  [
    'the preset of the default import',
    `import stitchkit from 'eslint-plugin-stitchkit';
     export default [stitchkit.configs.recommended, ${SETTINGS}];`,
    [FAULT],
  ],
  [
    'the preset of the namespace import',
    `import * as stitchkit from 'eslint-plugin-stitchkit';
     export default [stitchkit.configs.recommended, ${SETTINGS}];`,
    [FAULT],
  ],
  [
    'the preset by its name',
    `import { defineConfig } from 'eslint/config';
     import stitchkit from 'eslint-plugin-stitchkit';
     export default defineConfig([{ plugins: { stitchkit }, extends: ['stitchkit/recommended'] }, ${SETTINGS}]);`,
    [FAULT],
  ],
  [
    'the preset by its name, of the namespace import',
    `import { defineConfig } from 'eslint/config';
     import * as stitchkit from 'eslint-plugin-stitchkit';
     export default defineConfig([{ plugins: { stitchkit }, extends: ['stitchkit/recommended'] }, ${SETTINGS}]);`,
    [FAULT],
  ],
  [
    'the preset, and the plugin declared again to turn a rule off',
    `import stitchkit from 'eslint-plugin-stitchkit';
     export default [
       stitchkit.configs.recommended,
       { plugins: { stitchkit }, rules: { 'stitchkit/no-request-span-in-tool': 'off' } },
       ${SETTINGS},
     ];`,
    [],
  ],
  [
    'the preset, and the namespace declared as the plugin',
    `import * as stitchkit from 'eslint-plugin-stitchkit';
     export default [
       stitchkit.configs.recommended,
       { plugins: { stitchkit }, rules: { 'stitchkit/no-request-span-in-tool': 'off' } },
       ${SETTINGS},
     ];`,
    [],
  ],
  [
    'one rule of the plugin declared, without a preset',
    `import stitchkit from 'eslint-plugin-stitchkit';
     export default [
       { plugins: { stitchkit }, rules: { 'stitchkit/no-request-span-in-tool': 'error' } },
       ${SETTINGS},
     ];`,
    [FAULT],
  ],
];

/** ESLint loads it with `jiti`, which the project installs beside it. */
const TYPED_CONFIGURATION = `import { defineConfig } from 'eslint/config';
import stitchkit, { type StitchkitRules, type StitchkitSettings } from 'eslint-plugin-stitchkit';

const settings: StitchkitSettings = { version: '0.104.2' };
const rules: StitchkitRules = { 'stitchkit/no-unforked-executor': 'warn' };
export default defineConfig([stitchkit.configs.recommended, { settings: { stitchkit: settings }, rules }]);
`;

let packed: PackedPackage;

beforeAll(() => {
  packed = packPackage();
}, 120_000);

afterAll(() => {
  packed.remove();
});

/** `defineConfig`, and with it presets by name, came with 9.22. */
const WITHOUT_DEFINE_CONFIG = ['9.0'];

describe.each([
  ['9.0', 'eslint90'],
  ['9.39', 'eslint9'],
  ['10', 'eslint'],
])('ESLint %s', (version, known) => {
  let project: PackageProject;

  beforeAll(() => {
    project = installPackage(packed, { eslint: known, jiti: 'jiti' });
    project.write({ 'orders.js': FAULTY_MODULE });
  }, 120_000);

  afterAll(() => {
    project.remove();
  });

  const expectReports = (reports: readonly unknown[], ...options: string[]): void => {
    const run = project.node('node_modules/eslint/bin/eslint.js', ...options, '--format', 'json', 'orders.js');
    expect(run.err).toBe('');
    const [result] = JSON.parse(run.out) as [LintResult];
    expect(result.messages).toEqual(reports.map((report) => expect.objectContaining(report) as unknown));
    expect(run.code).toBe(reports.length > 0 ? 1 : 0);
  };

  it('is the version that is meant', () => {
    expect(project.node('node_modules/eslint/bin/eslint.js', '--version').out).toMatch(
      new RegExp(`^v${version}\\.`, 'u'),
    );
  });

  const possible = WITHOUT_DEFINE_CONFIG.includes(version)
    ? CONFIGURATIONS.filter(([, text]) => !text.includes('eslint/config'))
    : CONFIGURATIONS;

  it.each(possible)('takes %s', (_name, text, reports) => {
    project.write({ 'eslint.config.js': text });
    expectReports(reports);
  });

  if (!WITHOUT_DEFINE_CONFIG.includes(version)) {
    it('takes a configuration in TypeScript', () => {
      project.write({ 'typed.config.ts': TYPED_CONFIGURATION });
      expectReports([FAULT], '--config', 'typed.config.ts');
    });
  }
});
