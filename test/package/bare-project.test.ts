import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../cli/report.js';
import { closureOf, packageNames } from './dependency-closure.js';
import { FAULTY_MODULE } from './faulty-module.js';
import { installPackage, type PackageProject } from './installed-package.js';
import { manifest, packPackage, type PackedPackage } from './packed-package.js';

const ABSENT = ['eslint', 'typescript', '@typescript-eslint/utils', '@typescript-eslint/parser', 'jscodeshift'];
const { name, dependencies, peerDependencies, peerDependenciesMeta } = manifest();

let packed: PackedPackage;
let project: PackageProject;

beforeAll(() => {
  packed = packPackage();
  project = installPackage(packed);
}, 120_000);

afterAll(() => {
  project.remove();
  packed.remove();
});

/** Evaluates an ES module in the project, and gives what it prints as JSON. */
function printed(code: string): unknown {
  const run = project.node('--input-type=module', '--eval', code);
  expect(run.err).toBe('');
  return JSON.parse(run.out);
}

describe('dependencies', () => {
  it('bring neither ESLint nor TypeScript', () => {
    const closure = packageNames(closureOf(Object.keys(dependencies)));
    expect(closure).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(closure.filter((one) => ABSENT.includes(one))).toEqual([]);
  });

  it('leave every peer to the user', () => {
    expect(Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true)).toEqual([]);
  });
});

describe('a project without ESLint and TypeScript', () => {
  it.each(ABSENT)('has no %s', (absent) => {
    expect(existsSync(join(project.folder, 'node_modules', absent))).toBe(false);
    expect(project.node('--eval', `require.resolve('${absent}')`).code).not.toBe(0);
  });

  it('imports the plugin, with the same rules by default and by name', () => {
    const rules = printed(
      `import plugin, * as all from '${name}';
       console.log(JSON.stringify([Object.keys(plugin.rules), Object.keys(all.rules), Object.keys(all.configs)]))`,
    ) as [string[], string[], string[]];
    expect(rules[0]).toContain('no-request-span-in-tool');
    expect(rules[1]).toEqual(rules[0]);
    expect(rules[2]).toContain('recommended');
  });

  it('imports the codemods, and one of them runs', () => {
    expect(
      printed(
        `import { codemods } from '${name}/codemods';
         console.log(JSON.stringify(codemods.map((one) => one.name)))`,
      ),
    ).toEqual(expect.arrayContaining(['call-timing', 'executor-to-runner', 'mount-to-runner']));
  });

  it('reads the manifest', () => {
    expect(
      printed(
        `import manifest from '${name}/package.json' with { type: 'json' };
         console.log(JSON.stringify(manifest.name))`,
      ),
    ).toBe(name);
  });

  it.each(['call-timing', 'executor-to-runner', 'mount-to-runner'])(
    'requires the transform %s and runs it',
    (transform) => {
      const run = project.node(
        '--eval',
        `const transform = require('${name}/transforms/${transform}');
       const file = { path: 'plain.ts', source: 'export const one = 1;' };
       transform(file, { report() {} }, {}).then((text) => console.log(JSON.stringify([text, transform.parser])));`,
      );
      expect(run.err).toBe('');
      expect(JSON.parse(run.out)).toEqual(['export const one = 1;', 'tsx']);
    },
  );

  it('checks from the command line, and ends with 1 on a fault', () => {
    project.write({ 'src/orders.ts': FAULTY_MODULE });
    const run = project.npx(name, 'check', '--format', 'json', 'src');
    expect(run.err).toBe('');
    const report = JSON.parse(run.out) as Report;
    expect(report.findings).toEqual([
      expect.objectContaining({ rule: 'no-request-span-in-tool', file: 'src/orders.ts' }),
    ]);
    expect(run.code).toBe(1);
  });

  it('checks an innocent file, and ends with 0', () => {
    project.write({ 'innocent/one.ts': 'export const one = 1;\n' });
    expect(project.npx(name, 'check', 'innocent').code).toBe(0);
  });
});

describe('what is packed', () => {
  it('is the program, its pages, its schema, and the three files of every package', () => {
    const outside = packed.files.filter((file) => !/^(?:dist|docs|schema)\//u.test(file)).toSorted();
    expect(outside).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect([
      ...new Set(packed.files.filter((file) => file.startsWith('dist/')).map((file) => file.split('/')[1])),
    ]).toEqual(expect.arrayContaining(['analysis', 'rules', 'codemods', 'cli']));
  });

  it('holds no test, fixture, script or TypeScript source', () => {
    const strange = packed.files.filter(
      (file) =>
        /(?:^|\/)(?:tests?|fixtures|scripts|bench|node_modules)\//u.test(file) ||
        /(?:\.test|\.spec|\.tsbuildinfo|\.map)/u.test(file) ||
        (/\.[cm]?ts$/u.test(file) && !/\.d\.[cm]?ts$/u.test(file)),
    );
    expect(strange).toEqual([]);
  });

  it('has a page for every rule', () => {
    const rules = printed(
      `import plugin from '${name}'; console.log(JSON.stringify(Object.keys(plugin.rules)))`,
    ) as string[];
    expect(rules.filter((rule) => !packed.files.includes(`docs/rules/${rule}.md`))).toEqual([]);
  });

  it('declares types that name only packages the user gets, or has with ESLint', () => {
    const allowed = new Set([...Object.keys(dependencies), 'eslint']);
    const named = declarations(join(project.folder, 'node_modules', name, 'dist')).flatMap(([file, text]) =>
      [...text.matchAll(/(?:\bfrom\s+|\bimport\(\s*|\brequire\(\s*)["']([^."'][^"']*)["']/gu)]
        .map(([, specifier = '']) => specifier)
        .filter((specifier) => !specifier.startsWith('node:'))
        .map((specifier) => ({ file, packageName: specifier.match(/^(?:@[^/]+\/)?[^/]+/u)?.[0] ?? specifier })),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ packageName }) => !allowed.has(packageName))).toEqual([]);
  });
});

function declarations(folder: string): [file: string, text: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.d\.[cm]?ts$/u.test(file))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//gu, '')]);
}
