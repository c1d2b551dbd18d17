import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frameworkVersion } from '../../analysis/framework-version.js';
import { temporaryFolder, writeFiles } from '../cli/temporary-project.js';
import * as lockfiles from './lockfile-texts.js';

const manifest = (dependencies: Record<string, string>): string => JSON.stringify({ dependencies });

const workspace = {
  'package.json': manifest({ stitchkit: '0.36.1' }),
  'packages/app/package.json': manifest({ stitchkit: '^0.44.0' }),
  'packages/lib/package.json': manifest({ stitchkit: '^0.36.0' }),
};

const written: readonly (readonly [string, string, string])[] = [
  ['npm', 'package-lock.json', lockfiles.npm3],
  ['npm, published', 'npm-shrinkwrap.json', lockfiles.npm3],
  ['bun', 'bun.lock', lockfiles.bun],
  ['pnpm 10', 'pnpm-lock.yaml', lockfiles.pnpm9],
  ['pnpm 8', 'pnpm-lock.yaml', lockfiles.pnpm6],
  ['pnpm 7', 'pnpm-lock.yaml', lockfiles.pnpm5],
  ['yarn 1', 'yarn.lock', lockfiles.yarn1],
  ['yarn 4', 'yarn.lock', lockfiles.yarnBerry],
];

describe('an installed framework', () => {
  it('is the nearest one, whatever a lockfile and a manifest say', () => {
    const folder = temporaryFolder({
      ...workspace,
      'package-lock.json': lockfiles.npm3,
      'node_modules/stitchkit/package.json': '{"name":"stitchkit","version":"0.54.0"}',
      'packages/app/node_modules/stitchkit/package.json': '{"name":"stitchkit","version":"0.91.0"}',
    });
    expect(frameworkVersion(join(folder, 'packages/app/src/deep'))).toMatchObject({
      version: '0.91.0',
      from: 'installed',
      file: join(folder, 'packages/app/node_modules/stitchkit/package.json'),
    });
    expect(frameworkVersion(join(folder, 'packages/lib'))).toMatchObject({ version: '0.54.0', from: 'installed' });
  });

  it('that cannot be read is named, and the next source is asked', () => {
    const folder = temporaryFolder({ ...workspace, 'package-lock.json': lockfiles.npm3 });
    writeFiles(folder, { 'node_modules/stitchkit/package.json': '{"name": "stitchkit", ' });
    const found = frameworkVersion(folder);
    expect(found).toMatchObject({ version: '0.36.1', from: 'lockfile' });
    expect(found.problems.join()).toContain(join(folder, 'node_modules/stitchkit/package.json'));
  });
});

describe.each(written)('a lockfile of %s', (_, name, text) => {
  it('answers for each workspace', () => {
    const folder = temporaryFolder({ ...workspace, [name]: text });
    const answer = (path: string): string => frameworkVersion(join(folder, path)).version;
    expect([answer('.'), answer('packages/app/src'), answer('packages/lib')]).toEqual(['0.36.1', '0.44.3', '0.36.1']);
    expect(frameworkVersion(folder)).toMatchObject({ from: 'lockfile', file: join(folder, name), problems: [] });
  });

  it('answers the same with CRLF and a byte order mark', () => {
    const folder = temporaryFolder({ ...workspace, [name]: `\uFEFF${text.replaceAll('\n', '\r\n')}` });
    expect(frameworkVersion(join(folder, 'packages/app')).version).toBe('0.44.3');
  });

  it('with conflict markers is named and not believed', () => {
    const middle = Math.floor(text.length / 2);
    const broken = `${text.slice(0, middle)}\n<<<<<<< HEAD\n=======\n>>>>>>> other\n${text.slice(middle)}`;
    const folder = temporaryFolder({ ...workspace, [name]: broken });
    const found = frameworkVersion(folder);
    expect(found).toMatchObject({ version: '0.104.2', from: 'latest', file: null });
    expect(found.problems).toHaveLength(1);
    expect(found.problems[0]).toContain(join(folder, name));
    expect(found.problems[0]).toContain('merge conflict');
  });
});

describe('other lockfiles', () => {
  it.each([
    [
      'npm 6',
      'package-lock.json',
      '{"lockfileVersion":1,"dependencies":{"stitchkit":{"version":"0.39.0"},"other":{"version":"1.0.0"}}}',
    ],
    [
      'npm with an alias',
      'package-lock.json',
      '{"lockfileVersion":1,"dependencies":{"stitchkit":{"version":"npm:@acme/stitchkit@0.39.0"}}}',
    ],
    [
      'npm with a linked workspace',
      'package-lock.json',
      '{"packages":{"":{},"node_modules/stitchkit":{"resolved":"packages/stitchkit","link":true},"packages/stitchkit":{"version":"0.39.0"}}}',
    ],
    [
      'pnpm without workspaces',
      'pnpm-lock.yaml',
      'lockfileVersion: 5.4\n\nspecifiers:\n  stitchkit: ^0.39.0\n\ndependencies:\n  stitchkit: 0.39.0_zod@4.6.0\n\npackages:\n\n  /stitchkit/0.39.0_zod@4.6.0:\n    dev: false\n',
    ],
    [
      'pnpm with peers in the version',
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\nimporters:\n  .:\n    devDependencies:\n      stitchkit:\n        specifier: ^0.39.0\n        version: 0.39.0(ai@6.0.1(zod@4.6.0))(zod@4.6.0)\npackages: {}\n",
    ],
    [
      'pnpm with an alias',
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      stitchkit:\n        specifier: npm:@acme/stitchkit@^0.39.0\n        version: '@acme/stitchkit@0.39.0'\n",
    ],
    [
      'pnpm with a document before it',
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\nconfigDependencies: {}\n---\nlockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      stitchkit:\n        specifier: ^0.39.0\n        version: 0.39.0\n",
    ],
    [
      'yarn 1 with two ranges that share a version',
      'yarn.lock',
      '# yarn lockfile v1\n\n\nstitchkit@^0.39.0, "stitchkit@>=0.38.0 <0.40.0":\n  version "0.39.0"\n  integrity sha512-A\n',
    ],
    [
      'bun with an alias',
      'bun.lock',
      '{\n  // one comment\n  "workspaces": { "": { "name": "x" } },\n  "packages": { "stitchkit": ["@acme/stitchkit@0.39.0", "", {}, "sha512-A"], },\n}',
    ],
  ])('of %s answers', (_, name, text) => {
    const folder = temporaryFolder({ 'package.json': manifest({ stitchkit: '^0.39.0' }), [name]: text });
    expect(frameworkVersion(folder)).toMatchObject({ version: '0.39.0', from: 'lockfile', problems: [] });
  });

  it('without the framework lead to the next one, up to the newest known version', () => {
    const folder = temporaryFolder({
      'package-lock.json': '{"packages":{"":{},"node_modules/not-stitchkit":{"version":"0.1.0"}}}',
      'yarn.lock': '# yarn lockfile v1\n\n\nstitchkit@^0.37.0:\n  version "0.37.2"\n',
    });
    expect(frameworkVersion(folder)).toMatchObject({ version: '0.37.2', file: join(folder, 'yarn.lock') });
    expect(frameworkVersion(temporaryFolder({ 'package.json': manifest({ stitchkit: '0.35.0' }) }))).toMatchObject({
      version: '0.104.2',
      from: 'latest',
      problems: [],
    });
  });

  it('that change are read again', () => {
    const folder = temporaryFolder({ 'yarn.lock': '# yarn lockfile v1\n\n\nstitchkit@^0.37.0:\n  version "0.37.2"\n' });
    expect(frameworkVersion(folder).version).toBe('0.37.2');
    writeFiles(folder, { 'yarn.lock': '# yarn lockfile v1\n\n\nstitchkit@^0.37.0:\n  version "0.37.10"\n' });
    expect(frameworkVersion(folder).version).toBe('0.37.10');
  });
});
