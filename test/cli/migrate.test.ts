import { chmodSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { engines as realEngines } from '../../cli/real-engines.js';
import type { Report } from '../../cli/report.js';
import { asOrdinaryUser } from './ordinary-user.js';
import { runMain, scriptedEngines } from './scripted-engine.js';
import { git, temporaryFolder, temporaryRepository, writeFiles } from './temporary-project.js';

const files = {
  'package.json': '{"eslint-plugin-stitchkit":{"version":"0.36"}}',
  'src/a.ts': '// stitchkit\nOLD;\n  OLD;\n',
  'src/b.ts': '// stitchkit\nLEAVE;\n',
  'src/c.ts': 'OLD in nothing of ours\n',
};

function read(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

async function json(root: string, ...argv: string[]): Promise<Report & { code: number }> {
  const run = await runMain(root, ['migrate', '--format', 'json', ...argv]);
  return { ...(JSON.parse(run.out) as Report), code: run.code };
}

describe('a migration', () => {
  it('writes the changed files only, and prints sites and a count for each codemod', async () => {
    const root = temporaryRepository(files);
    const old = new Date('2020-01-01');
    for (const file of ['src/b.ts', 'src/c.ts']) utimesSync(join(root, file), old, old);
    const run = await runMain(root, ['migrate']);
    expect(run).toMatchObject({ code: 1, err: '' });
    expect(run.out).toBe(
      [
        '',
        'src/a.ts',
        '  2:1  migrated  call-timing',
        '  3:3  migrated  call-timing',
        '',
        'src/b.ts',
        '  2:1  left  mount-to-runner  unknown-service: The service cannot be seen.',
        '',
        '  call-timing      1 file, 2 migrated, 0 left',
        '  mount-to-runner  1 file, 0 migrated, 1 left (unknown-service 1)',
        '1 file changed.',
        '! 1 site left for a person.',
        'Judged by stitchkit 0.36.1 (as the settings or --from say).',
        '',
      ].join('\n'),
    );
    expect(read(root, 'src/a.ts')).toBe('// stitchkit\nNEW;\n  NEW;\n');
    for (const file of ['src/b.ts', 'src/c.ts']) expect(statSync(join(root, file)).mtime).toEqual(old);
    expect(git(root, 'status', '--porcelain')).toBe(' M src/a.ts\n');
  });

  it('ends with 0 where all was migrated, and again where nothing is left to do', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit OLD' });
    expect((await runMain(root, ['migrate'])).code).toBe(0);
    git(root, 'commit', '-qam', 'migrated');
    expect(await runMain(root, ['migrate'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing to migrate in 1 relevant file of 1.') as string,
    });
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  it('says so where no file is relevant', async () => {
    const run = await runMain(temporaryRepository({ 'a.ts': 'OLD' }), ['migrate']);
    expect(run.code).toBe(0);
    expect(run.out).toContain('No relevant files: nothing here has to do with stitchkit (1 file looked at).');
  });

  it('keeps byte order marks, line ends and modes', async () => {
    const root = temporaryRepository({ 'a.ts': '\uFEFF// stitchkit\r\nOLD ä\r\n' });
    chmodSync(join(root, 'a.ts'), 0o755);
    git(root, 'commit', '-qam', 'mode');
    await runMain(root, ['migrate']);
    expect(readFileSync(join(root, 'a.ts'))).toEqual(Buffer.from('\uFEFF// stitchkit\r\nNEW ä\r\n'));
    expect(statSync(join(root, 'a.ts')).mode & 0o777).toBe(0o755);
  });

  it('writes through a link to its end, and never out of the root', async () => {
    const outside = temporaryFolder({ 'out.ts': 'stitchkit OLD' });
    const root = temporaryRepository({ 'src/a.ts': 'stitchkit OLD' });
    symlinkSync('src/a.ts', join(root, 'link.ts'));
    symlinkSync(join(outside, 'out.ts'), join(root, 'out.ts'));
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'links');
    await runMain(root, ['migrate']);
    expect(git(root, 'status', '--porcelain')).toBe(' M src/a.ts\n');
    expect(read(outside, 'out.ts')).toBe('stitchkit OLD');
  });
});

describe('--dry-run', () => {
  it('writes nothing, and ends with 1 where something would change', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit OLD' });
    const run = await runMain(root, ['migrate', '--dry-run']);
    expect(run.code).toBe(1);
    expect(run.out).toContain('  1:11  would migrate  call-timing\n');
    expect(run.out).toContain(
      '  call-timing  1 file, 1 to migrate, 0 left\n1 file would change; nothing was written.\n',
    );
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  it('ends with 0 where nothing would', async () => {
    expect((await runMain(temporaryRepository({ 'a.ts': 'stitchkit' }), ['migrate', '--dry-run'])).code).toBe(0);
  });
});

describe('--diff', () => {
  it.each([
    ['plain', 'stitchkit\nOLD\nend\n'],
    ['CRLF', 'stitchkit\r\nOLD\r\nend\r\n'],
    ['a byte order mark', '\uFEFF// OLD stitchkit\nend\n'],
    ['no last line end', 'stitchkit\nOLD'],
    ['many hunks', `stitchkit\nOLD\n${'same\n'.repeat(30)}OLD\n`],
  ])('prints a patch that git applies: %s', async (_, text) => {
    const root = temporaryRepository({ 'src/my file.ts': text, 'other.ts': 'stitchkit\nOLD\n' });
    const run = await runMain(root, ['migrate', '--dry-run', '--diff']);
    const lines = run.out.split(/(?<=\n)/u);
    const from = lines.findIndex((line) => line.startsWith('--- a/'));
    const to = lines.findIndex((line, index) => index > from && /^\r?\n$/u.test(line));
    const patch = lines.slice(from, to).join('');
    execFileSync('git', ['apply', '-'], { cwd: root, input: patch });
    expect(read(root, 'src/my file.ts')).toBe(text.replaceAll('OLD', 'NEW'));
    expect(read(root, 'other.ts')).toBe('stitchkit\nNEW\n');
  });
});

describe('a tree with uncommitted changes', () => {
  it.each([
    ['changed', { 'src/b.ts': 'changed' }],
    ['new', { 'new.txt': '' }],
  ])('is refused: a %s file', async (_, change) => {
    const root = temporaryRepository(files);
    writeFiles(root, change);
    const run = await runMain(root, ['migrate']);
    expect(run).toMatchObject({ code: 3, out: '' });
    expect(run.err).toContain(Object.keys(change)[0]);
    expect(run.err).toContain('--force');
    expect(read(root, 'src/a.ts')).toBe(files['src/a.ts']);
  });

  it('is worked on with --force, and looked at with --dry-run', async () => {
    const root = temporaryRepository(files);
    writeFiles(root, { 'new.txt': '' });
    expect((await json(root, '--dry-run')).files.changed).toEqual(['src/a.ts']);
    expect(read(root, 'src/a.ts')).toContain('OLD');
    expect((await json(root, '--force')).files.changed).toEqual(['src/a.ts']);
    expect(read(root, 'src/a.ts')).toContain('NEW');
  });

  it('outside git there is no such thing', async () => {
    expect((await json(temporaryFolder(files))).files.changed).toEqual(['src/a.ts']);
  });

  it('where git cannot say, nothing is touched', async () => {
    const root = temporaryFolder({ ...files, '.git/HEAD': 'nonsense' });
    const run = await runMain(root, ['migrate']);
    expect(run.code).toBe(3);
    expect(run.err).toContain('git cannot say');
    expect((await json(root, '--force')).files.changed).toEqual(['src/a.ts']);
  });
});

describe('options', () => {
  const asked = async (...argv: string[]): Promise<unknown> => {
    let seen: unknown;
    const engines = scriptedEngines({
      onMigrate: (_, options) => {
        seen = options;
      },
    });
    await runMain(temporaryRepository({ ...files, 'src/c.ts': '' }), ['migrate', ...argv], engines);
    return seen;
  };

  it('reach the codemods', async () => {
    expect(await asked()).toEqual({ version: '0.36.1', from: '0.36.1', to: '0.36.1', bestEffort: false, todo: false });
    const line =
      '--from 0.35.2 --to 0.40 --only call-timing --runner ./r.js#run --best-effort --todo src/b.ts src/a.ts';
    expect(await asked(...line.split(' '))).toEqual({
      version: '0.35.2',
      from: '0.35.2',
      to: '0.40.0',
      only: ['call-timing'],
      runner: { module: './r.js', export: 'run' },
      bestEffort: true,
      todo: true,
    });
  });

  it('an unknown codemod is wrong usage', async () => {
    const root = temporaryRepository(files);
    expect(await runMain(root, ['migrate', '--only', 'call-timer'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Unknown codemod call-timer. Did you mean call-timing?') as string,
    });
    expect((await runMain(root, ['migrate', '--only', 'everything'])).err).toContain(
      'There are: mount-to-runner, executor-to-runner, call-timing.',
    );
    expect(read(root, 'src/a.ts')).toContain('OLD');
  });

  it('a version that is newer than all that are known is judged as the newest, with a notice', async () => {
    const seen: unknown[] = [];
    const engines = scriptedEngines({ onMigrate: (_file, options) => seen.push(options) });
    const run = await runMain(
      temporaryRepository({ 'a.ts': 'stitchkit' }),
      ['migrate', '--from', '9.8', '--to', '9.9.1', '--format', 'json'],
      engines,
    );
    expect(run.code).toBe(0);
    expect((JSON.parse(run.out) as Report).stitchkit).toEqual({ version: '0.104.2', from: 'settings', to: '0.104.2' });
    expect(seen).toMatchObject([{ from: '0.104.2', to: '0.104.2', version: '0.104.2' }]);
    expect(run.err).toContain('warning: stitchkit 9.8.0 (--from) is newer than 0.104.2');
    expect(run.err).toContain('warning: stitchkit 9.9.1 (--to) is newer than 0.104.2');
  });

  it('a version before the first release is wrong usage', async () => {
    const run = await runMain(temporaryFolder(), ['migrate', '--to', '0.0.9']);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain('--to 0.0.9 is older than 0.1.0, the first release of stitchkit.');
  });

  it('a version to go to that is older than the installed one is wrong usage', async () => {
    const run = await runMain(temporaryRepository(files), ['migrate', '--to', '0.35']);
    expect(run.code).toBe(2);
    expect(run.err).toContain('stitchkit 0.36.1, which is newer than --to 0.35.0');
  });

  it('what a person must check is printed and counted', async () => {
    const root = temporaryRepository(files);
    const run = await runMain(root, ['migrate', '--best-effort', 'src/a.ts']);
    expect(run.code).toBe(0);
    expect(run.out).toContain('  2:1  migrated  call-timing  check: look at the name\n');
    expect(run.out).toContain('! 2 migrated sites to check by a person.');
  });
});

describe('as JSON', () => {
  it('one object, with paths from the root', async () => {
    const root = temporaryRepository(files);
    const report = await json(join(root, 'src'), '--to', '0.40');
    expect(report).toEqual({
      code: 1,
      schema: 1,
      version: expect.any(String) as string,
      command: 'migrate',
      root,
      stitchkit: { version: '0.36.1', from: 'settings', to: '0.40.0' },
      files: { seen: 3, relevant: 2, changed: ['src/a.ts'] },
      findings: [],
      unknown: [],
      migrated: [
        { codemod: 'call-timing', file: 'src/a.ts', line: 2, column: 1, check: null },
        { codemod: 'call-timing', file: 'src/a.ts', line: 3, column: 3, check: null },
      ],
      left: [
        {
          codemod: 'mount-to-runner',
          file: 'src/b.ts',
          line: 2,
          column: 1,
          reason: 'unknown-service',
          message: 'The service cannot be seen.',
        },
      ],
      failed: [],
    });
  });
});

describe('what goes wrong', () => {
  it('a file that does not parse: 4, and the others are migrated', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit OLD', 'b.ts': 'stitchkit OLD BROKEN' });
    const report = await json(root);
    expect(report).toMatchObject({ code: 4, files: { changed: ['a.ts'] } });
    expect(report.failed).toMatchObject([{ file: 'b.ts', line: 1, column: 15, kind: 'parse' }]);
    expect(read(root, 'b.ts')).toBe('stitchkit OLD BROKEN');
  });

  it('a file that cannot be written: 5, its sites are left, and the others are migrated', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit OLD', 'b.ts': 'stitchkit OLD' });
    chmodSync(join(root, 'a.ts'), 0o444);
    const report = await asOrdinaryUser(root, () => json(root, '--force'));
    expect(report).toMatchObject({ code: 5, files: { changed: ['b.ts'] } });
    expect(report.failed).toMatchObject([{ file: 'a.ts', kind: 'write' }]);
    expect(report.migrated.map(({ file }) => file)).toEqual(['b.ts']);
    expect(report.left).toMatchObject([{ file: 'a.ts', codemod: 'call-timing', reason: 'not-written' }]);
    expect([read(root, 'a.ts'), read(root, 'b.ts')]).toEqual(['stitchkit OLD', 'stitchkit NEW']);
  });

  it('another encoding: 5, and not a byte is lost', async () => {
    const bytes = Buffer.from('// \xe4 stitchkit OLD', 'latin1');
    const root = temporaryRepository({ 'a.ts': bytes });
    const report = await json(root);
    expect(report).toMatchObject({ code: 5, failed: [{ file: 'a.ts', kind: 'read' }] });
    expect(readFileSync(join(root, 'a.ts'))).toEqual(bytes);
  });

  it('a fault of ours: 70, before anything was written', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit OLD', 'b.ts': 'stitchkit CRASH' });
    const run = await runMain(root, ['migrate']);
    expect(run.code).toBe(70);
    expect(run.err).toContain(join(root, 'b.ts'));
    expect(git(root, 'status', '--porcelain')).toBe('');
  });
});

describe('types', () => {
  it('are asked about only where files change', async () => {
    let asked = 0;
    const engines = scriptedEngines({
      onTypes: () => {
        asked += 1;
      },
    });
    await runMain(temporaryRepository({ 'a.ts': 'stitchkit LEAVE' }), ['migrate'], engines);
    expect(asked).toBe(0);
    await runMain(temporaryRepository({ 'a.ts': 'stitchkit OLD' }), ['migrate', '--dry-run'], engines);
    expect(asked).toBe(1);
  });

  it('a file that would gain an error keeps its old text, and its sites are left with the error', async () => {
    const engines = scriptedEngines({ typeErrors: ['a.ts'] });
    const root = temporaryRepository({ 'a.ts': 'stitchkit OLD', 'b.ts': 'stitchkit OLD' });
    const run = await runMain(root, ['migrate', '--format', 'json'], engines);
    const report = JSON.parse(run.out) as Report;
    expect(run.code).toBe(1);
    expect(report.files.changed).toEqual(['b.ts']);
    expect(report.migrated.map(({ file }) => file)).toEqual(['b.ts']);
    expect(report.left).toMatchObject([{ file: 'a.ts', reason: 'type-error-after-edit' }]);
    expect(report.left[0]?.message).toContain('TS2322 not assignable');
    expect(read(root, 'a.ts')).toBe('stitchkit OLD');
  });
});

it('a site that a disable comment silences is left, and keeps its bytes', async () => {
  const text = `import { getRequestContext } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { contract } from './contract.js';
export const pens = implement(contract, {
  count: async () => {
    await Promise.resolve();
    // eslint-disable-next-line stitchkit/no-request-start-in-tool -- the wait counts too
    return Number(process.hrtime.bigint() - getRequestContext()!.startedAt);
  },
});
`;
  const root = temporaryRepository({ 'a.ts': text });
  const run = await runMain(root, ['migrate', '--todo', '--format', 'json', '--from', '0.97.0'], realEngines);
  const report = JSON.parse(run.out) as Report;
  expect(run).toMatchObject({ code: 1, err: '' });
  expect(report.migrated).toEqual([]);
  expect(report.left).toMatchObject([{ codemod: 'call-timing', line: 8, reason: 'disabled-by-comment' }]);
  expect(report.files.changed).toEqual([]);
  expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe(text);
});
