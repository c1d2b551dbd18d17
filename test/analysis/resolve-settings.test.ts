import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exactVersion, NEWEST_KNOWN } from '../../analysis/known-versions.js';
import { resolveSettings, SettingsError } from '../../analysis/resolve-settings.js';
import { temporaryFolder, temporaryRepository } from '../cli/temporary-project.js';

const key = 'eslint-plugin-stitchkit';

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('nothing was thrown');
}

describe('where settings come from', () => {
  it('ESLint, then the manifest, then the file beside it, then the folder above', () => {
    const root = temporaryRepository({
      'package.json': JSON.stringify({ name: 'x', devDependencies: { [key]: '^1.0.0' } }),
      [`${key}.json`]: JSON.stringify({ version: '0.37' }),
      'packages/app/package.json': JSON.stringify({ [key]: { version: '0.40.0' } }),
      [`packages/app/${key}.json`]: JSON.stringify({ version: '0.41.0' }),
      'packages/lib/package.json': '{"name":"lib"}',
    });
    const version = (path: string, settings?: unknown): string =>
      resolveSettings({ filename: join(root, path), cwd: root, settings }).version;
    expect(version('packages/app/src/a.ts', { version: '0.36.1' })).toBe('0.36.1');
    expect(version('packages/app/src/a.ts')).toBe('0.40.0');
    expect(version('packages/lib/src/a.ts')).toBe('0.37.0');
    expect(version('a.ts')).toBe('0.37.0');
  });

  it('a file named on the command line goes before files that were found', () => {
    const root = temporaryFolder({
      'package.json': JSON.stringify({ [key]: { version: '0.40.0' } }),
      'ci/strict.json': JSON.stringify({ $schema: './x.json', version: 'latest', unknownExposure: 'ignore' }),
    });
    const settings = resolveSettings({
      filename: join(root, 'a.ts'),
      cwd: join(root, 'ci'),
      settingsFile: 'strict.json',
    });
    expect(settings).toMatchObject({ version: NEWEST_KNOWN, versionFrom: 'settings', unknownExposure: 'ignore' });
  });

  it('nothing above the root is read, and defaults are applied', () => {
    const outer = temporaryFolder({
      'package.json': JSON.stringify({ [key]: { version: '0.40.0' } }),
      'inner/package.json': '{}',
      'inner/package-lock.json': '{"packages":{"node_modules/stitchkit":{"version":"0.38.0"}}}',
    });
    expect(resolveSettings({ filename: 'src/a.ts', cwd: join(outer, 'inner') })).toEqual({
      root: join(outer, 'inner'),
      version: '0.38.0',
      versionFrom: 'lockfile',
      unknownExposure: 'report',
      vocabulary: [],
      toolFiles: [],
    });
  });

  it('a name without a folder stands in the working directory', () => {
    const root = temporaryFolder({ 'package.json': JSON.stringify({ [key]: { version: '0.40.0' } }) });
    expect(resolveSettings({ filename: '<input>', cwd: root })).toMatchObject({ root, version: '0.40.0' });
  });

  it('the same question is answered with the same object', () => {
    const root = temporaryFolder({ 'package.json': '{}' });
    const settings = { version: '0.36' };
    const ask = (file: string, own?: unknown): unknown =>
      resolveSettings({ filename: join(root, file), cwd: root, settings: own });
    expect(ask('a.ts')).toBe(ask('b.ts'));
    expect(ask('a.ts', settings)).toBe(ask('b.ts', settings));
    expect(ask('a.ts', settings)).not.toBe(ask('a.ts'));
  });
});

describe('wrong settings', () => {
  const wrong = (settings: unknown): string =>
    messageOf(() => resolveSettings({ filename: '/nowhere/a.ts', cwd: '/nowhere', settings }));

  it.each<[unknown, string, string]>([
    [{ version: 36 }, '`version`', '36'],
    [{ version: '^0.36' }, '`version`', '"^0.36"'],
    [{ version: null }, '`version`', 'null'],
    [{ unknownExposure: 'warn' }, '`unknownExposure`', "'report' or 'ignore'"],
    [{ vocabulary: {} }, '`vocabulary`', 'a list'],
    [{ vocabulary: ['x'] }, '`vocabulary[0]`', '"x"'],
    [{ vocabulary: [{ module: 'm', export: 'e' }] }, '`vocabulary[0].as`', 'nothing'],
    [
      { vocabulary: [{ module: 'm', export: 'e', as: 'getRequestContxt' }] },
      '`vocabulary[0].as`',
      'Did you mean `getRequestContext`?',
    ],
    [{ vocabulary: [{ module: 'm', export: 'e', as: 'somethingElse' }] }, '`vocabulary[0].as`', 'Known names:'],
    [{ vocabulary: [{ module: '', export: 'e', as: 'x' }] }, '`vocabulary[0].module`', '""'],
    [{ vocabulary: [{ module: 'm', export: 'e', as: 'x', name: 1 }] }, '`vocabulary[0].name`', 'module, export, as'],
    [{ toolFiles: ['a', 3] }, '`toolFiles[1]`', '3'],
    [{ toolFiles: () => [] }, '`toolFiles`', '[Function'],
    [{ toolfiles: [] }, '`toolfiles`', 'Did you mean `toolFiles`?'],
    [{ colour: 1 }, '`colour`', 'Known keys: version, unknownExposure, vocabulary, toolFiles'],
    ['0.36', 'must be an object', '"0.36"'],
    [[], 'must be an object', '[]'],
  ])('%j name the key and what is wrong', (settings, named, said) => {
    const message = wrong(settings);
    expect(message).toContain(named);
    expect(message).toContain(said);
    expect(message).toContain('ESLint settings');
  });

  it('name the file they stand in', () => {
    const root = temporaryFolder({
      'package.json': JSON.stringify({ [key]: { version: 1 } }),
      'bad.json': '{ version: 1 }',
    });
    const ask = (settingsFile?: string) => (): unknown =>
      resolveSettings({ filename: join(root, 'a.ts'), cwd: root, settingsFile });
    expect(messageOf(ask())).toContain(`${join(root, 'package.json')}, key "${key}": \`version\``);
    expect(messageOf(ask('bad.json'))).toContain(`${join(root, 'bad.json')}: this cannot be read as JSON`);
    expect(messageOf(ask('none.json'))).toContain(`${join(root, 'none.json')}: there is no such settings file`);
  });

  it('in a broken manifest are not lost in silence; a broken manifest without any is no matter of ours', () => {
    const mentions = temporaryFolder({ 'package.json': `{ "${key}": { "version": "0.36" }, ` });
    const silent = temporaryFolder({ 'package.json': '{ "name": ' });
    const ask = (root: string) => (): unknown => resolveSettings({ filename: join(root, 'a.ts'), cwd: root });
    expect(messageOf(ask(mentions))).toContain(join(mentions, 'package.json'));
    expect(ask(silent)()).toMatchObject({ versionFrom: 'latest' });
  });
});

describe('words for a version', () => {
  it.each([
    ['latest', '0.104.2'],
    ['0.36', '0.36.1'],
    ['0.68', '0.68.5'],
    ['0.37', '0.37.0'],
    ['0.104', '0.104.2'],
    ['0.36.0', '0.36.0'],
    ['1.2.3-beta.1', '1.2.3-beta.1'],
    ['auto', null],
    ['0', null],
    ['^0.36.0', null],
    ['v0.36.0', null],
    ['0.036', null],
    ['', null],
  ])('%s means %s', (word, version) => {
    expect(exactVersion(word)).toBe(version);
  });
});
