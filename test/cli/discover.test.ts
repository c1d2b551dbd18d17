import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { discover } from '../../cli/discover.js';
import { CliFailure } from '../../cli/exit-code.js';
import { git, temporaryFolder, temporaryRepository, writeFiles } from './temporary-project.js';

async function found(cwd: string, ...paths: string[]): Promise<string[]> {
  const project = await discover(paths, cwd);
  return project.files.map((file) => relative(project.root, file));
}

async function refusal(cwd: string, ...paths: string[]): Promise<CliFailure> {
  try {
    await discover(paths, cwd);
  } catch (error) {
    if (error instanceof CliFailure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const tree = {
  'package.json': '{}',
  '.gitignore': 'dist/\n*.generated.ts\n',
  'a.ts': '',
  'b.tsx': '',
  'c.mts': '',
  'd.cts': '',
  'e.js': '',
  'f.mjs': '',
  'g.cjs': '',
  'h.jsx': '',
  'types.d.ts': '',
  'types.d.mts': '',
  'styles.d.css.ts': '',
  'notes.md': '',
  'dist/out.js': '',
  'src/x.generated.ts': '',
  'src/.hidden/y.ts': '',
  'src/build/kept.ts': '',
  'src/inner/.gitignore': 'secret.ts\n/only-here.ts\n!back.generated.ts\n',
  'src/inner/secret.ts': '',
  'src/inner/back.generated.ts': '',
  'src/inner/only-here.ts': '',
  'src/inner/deep/only-here.ts': '',
  'src/inner/deep/secret.ts': '',
  'src/[id]/page.tsx': '',
  'src/näme.ts': '',
  'node_modules/pkg/index.js': '',
  'src/node_modules/pkg/index.js': '',
};

const expected = [
  'a.ts',
  'b.tsx',
  'c.mts',
  'd.cts',
  'e.js',
  'f.mjs',
  'g.cjs',
  'h.jsx',
  'src/.hidden/y.ts',
  'src/[id]/page.tsx',
  'src/build/kept.ts',
  'src/inner/back.generated.ts',
  'src/inner/deep/only-here.ts',
  'src/näme.ts',
].sort();

describe.each([
  ['in git', temporaryRepository],
  ['outside git', temporaryFolder],
])('%s', (_, make) => {
  it('source files are found, and the ignore file of every level counts', async () => {
    const root = make(tree);
    expect(await found(root)).toEqual(expected);
    expect(await found(root, '.')).toEqual(expected);
  });

  it('the same from any working directory', async () => {
    const root = make(tree);
    const elsewhere = temporaryFolder();
    expect(await found(elsewhere, root)).toEqual(expected);
    expect(await found(join(root, 'src', 'inner'), '../..')).toEqual(expected);
  });

  it('a folder below the root keeps the ignore files above it', async () => {
    const root = make(tree);
    const inSource = expected.filter((file) => file.startsWith('src/'));
    expect(await found(root, 'src')).toEqual(inSource);
    expect(await found(join(root, 'src'), './inner', 'inner/deep')).toEqual([
      'src/inner/back.generated.ts',
      'src/inner/deep/only-here.ts',
    ]);
    expect(await found(root, 'src/[id]')).toEqual(['src/[id]/page.tsx']);
  });

  it('a file or folder that is named is done, ignored or not, once', async () => {
    const root = make(tree);
    expect(await found(root, 'dist/out.js', './dist/../dist/out.js')).toEqual(['dist/out.js']);
    expect(await found(root, 'dist')).toEqual(['dist/out.js']);
    expect(await found(root, 'node_modules/pkg')).toEqual(['node_modules/pkg/index.js']);
    expect(await found(root, 'src/inner/secret.ts', 'src')).toContain('src/inner/secret.ts');
    expect(await found(root, 'types.d.ts')).toEqual([]);
  });

  it('a path that is not there, or of another kind, is refused', async () => {
    const root = make(tree);
    expect(await refusal(root, 'a.ts', 'nowhere')).toMatchObject({
      code: 3,
      message: `There is no nowhere in ${root}. Check the path.`,
    });
    const other = await refusal(root, 'notes.md');
    expect(other.code).toBe(2);
    expect(other.message).toContain('.tsx');
  });

  it('paths of two projects are refused', async () => {
    const one = make(tree);
    const two = make(tree);
    const failure = await refusal(one, 'src', two);
    expect(failure.code).toBe(2);
    expect(failure.message).toContain(one);
    expect(failure.message).toContain(two);
  });

  it('a link given as a path stands for what it leads to', async () => {
    const root = make(tree);
    const elsewhere = temporaryFolder();
    symlinkSync(join(root, 'src', 'build'), join(elsewhere, 'link'));
    expect((await discover(['link'], elsewhere)).root).toBe(root);
    expect(await found(elsewhere, 'link')).toEqual(['src/build/kept.ts']);
  });
});

describe('the root', () => {
  it('is the git top level, above nearer manifests', async () => {
    const root = temporaryRepository({ 'packages/app/package.json': '{}', 'packages/app/src/a.ts': '' });
    expect(await discover(['packages/app/src'], root)).toMatchObject({ root, inGit: true });
  });

  it('outside git is the nearest folder with a manifest, else the folder', async () => {
    const root = temporaryFolder({ 'package.json': '{}', 'src/deep/a.ts': '' });
    expect(await discover(['src/deep/a.ts'], root)).toMatchObject({ root, inGit: false });
    const bare = temporaryFolder({ 'deep/a.ts': '' });
    expect(await discover(['deep/a.ts'], bare)).toMatchObject({ root: join(bare, 'deep') });
  });

  it('of a repository within another is its own, and the outer one leaves it alone', async () => {
    const outer = temporaryRepository({ 'a.ts': '' });
    mkdirSync(join(outer, 'inner'));
    git(join(outer, 'inner'), 'init', '-q');
    writeFiles(outer, { 'inner/b.ts': '' });
    expect(await found(outer)).toEqual(['a.ts']);
    expect((await discover(['inner'], outer)).root).toBe(join(outer, 'inner'));
  });
});

describe('what git lists', () => {
  it('new files count, deleted ones do not make trouble, and a merge does not double files', async () => {
    const root = temporaryRepository({ 'a.ts': 'one\n', 'gone.ts': '' });
    git(root, 'checkout', '-q', '-b', 'side');
    writeFiles(root, { 'a.ts': 'two\n' });
    git(root, 'commit', '-q', '-am', 'two');
    git(root, 'checkout', '-q', 'main');
    writeFiles(root, { 'a.ts': 'three\n', 'new.ts': '' });
    git(root, 'commit', '-q', '-am', 'three');
    expect(() => git(root, 'merge', '-q', 'side')).toThrow();
    rmSync(join(root, 'gone.ts'));
    expect((await found(root)).filter((file) => file !== 'gone.ts')).toEqual(['a.ts', 'new.ts']);
  });

  it('no installed packages, even where nothing ignores them', async () => {
    const root = temporaryRepository({ 'a.ts': '' });
    writeFiles(root, { 'node_modules/pkg/index.js': '' });
    expect(await found(root)).toEqual(['a.ts']);
  });

  it('does not depend on variables that git sets for its hooks', async () => {
    const root = temporaryRepository({ 'a.ts': '' });
    const other = temporaryRepository({ 'b.ts': '' });
    const before = process.env.GIT_DIR;
    process.env.GIT_DIR = join(other, '.git');
    try {
      expect(await found(root)).toEqual(['a.ts']);
    } finally {
      if (before === undefined) delete process.env.GIT_DIR;
      else process.env.GIT_DIR = before;
    }
  });

  it('runs nothing that the repository configures', async () => {
    const root = temporaryRepository({ 'a.ts': '' });
    writeFiles(root, { 'monitor.sh': `#!/bin/sh\ntouch ${root}/ran\n` });
    execFileSync('chmod', ['+x', join(root, 'monitor.sh')]);
    git(root, 'config', 'core.fsmonitor', join(root, 'monitor.sh'));
    git(root, 'status');
    expect(await found(root)).toEqual(['a.ts']);
    rmSync(join(root, 'ran'), { force: true });
    await discover([root], root);
    expect(() => execFileSync('ls', [join(root, 'ran')], { stdio: 'pipe' })).toThrow();
  });

  it('a repository that git cannot read is walked', async () => {
    const root = temporaryFolder({ 'a.ts': '', '.gitignore': 'b.ts', 'b.ts': '', '.git/HEAD': 'nonsense' });
    expect(await found(root)).toEqual(['a.ts']);
  });
});
