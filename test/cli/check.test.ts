import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../cli/report.js';
import { asOrdinaryUser } from './ordinary-user.js';
import { engines } from '../../cli/real-engines.js';
import { runMain, type Run } from './scripted-engine.js';
import { temporaryFolder, temporaryRepository } from './temporary-project.js';

const LOCK = '{"packages":{"node_modules/stitchkit":{"version":"0.36.1"}}}';

describe('exit codes', () => {
  it('0 where nothing is wrong', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit', 'b.ts': '', 'package-lock.json': LOCK });
    const run = await runMain(root, ['check']);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toBe(
      '✔ No faults found in 1 relevant file of 2.\nJudged by stitchkit 0.36.1 (locked: package-lock.json).\n',
    );
  });

  it('0 where no file is relevant, and says so', async () => {
    const root = temporaryRepository({ 'a.ts': '', 'b.ts': 'FAULT' });
    expect(await runMain(root, ['check'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^No relevant files: nothing here has to do with stitchkit \(2 files looked at\)\.\n/u,
      ) as string,
    });
    expect(await runMain(temporaryRepository({ 'readme.md': '' }), ['check'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^No relevant files: there is no TypeScript or JavaScript here\.\n/u) as string,
    });
  });

  it('1 where there are findings; unknowns alone are none', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit\n  FAULT', 'b/c.ts': 'stitchkit UNKNOWN' });
    expect((await runMain(root, ['check'])).code).toBe(1);
    expect((await runMain(root, ['check', 'b'])).code).toBe(0);
  });

  it('2 for wrong usage', async () => {
    const run = await runMain(temporaryFolder(), ['check', '--formt']);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain('Did you mean --format?');
  });

  it('3 for a path that is not there', async () => {
    const run = await runMain(temporaryFolder(), ['check', 'nowhere.ts', '--format', 'json']);
    expect(run).toMatchObject({ code: 3, out: '' });
    expect(run.err).toContain('There is no nowhere.ts');
  });

  it('3 for wrong settings, found or named', async () => {
    const root = temporaryFolder({ 'a.ts': '', 'eslint-plugin-stitchkit.json': '{"version": 3}', 'own.json': '{}' });
    const run = await runMain(root, ['check']);
    expect(run).toMatchObject({ code: 3, out: '' });
    expect(run.err).toContain('`version` must be');
    expect((await runMain(root, ['check', '--settings', 'own.json'])).code).toBe(0);
    expect(await runMain(root, ['check', '--settings', 'none.json'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('no such settings file') as string,
    });
  });

  it('a settings file is looked for where the run started', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit', 'ci/own.json': '{"version":"0.39"}' });
    const run = await runMain(join(root, 'ci'), ['check', '..', '--settings', 'own.json']);
    expect(run.out).toContain('Judged by stitchkit 0.39.0');
  });

  it('settings at the root reach packages below it, in git or not', async () => {
    const root = temporaryFolder({
      'package.json': '{"eslint-plugin-stitchkit":{"version":"0.39.1"}}',
      'packages/app/package.json': '{}',
      'packages/app/a.ts': 'stitchkit',
    });
    expect((await runMain(root, ['check'])).out).toContain('Judged by stitchkit 0.39.1');
  });

  it('3 for settings that are wrong where there is no file at all', async () => {
    const root = temporaryFolder({ 'package.json': '{}' });
    expect((await runMain(root, ['check', '--settings', 'none.json'])).code).toBe(3);
  });

  it('4 where a file does not parse; the others are done', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit\n BROKEN', 'b.ts': 'stitchkit FAULT' });
    const run = await runMain(root, ['check']);
    expect(run.code).toBe(4);
    expect(run.out).toContain('a.ts\n  2:2  cannot parse  Unexpected token\n');
    expect(run.out).toContain('b.ts\n  1:11  error  a fault in');
    expect(run.out).toContain('✖ 1 file could not be worked on.');
  });

  it('5 where a file cannot be read, above 4; the others are done', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit BROKEN', 'b.ts': 'stitchkit FAULT', 'c.ts': 'stitchkit' });
    chmodSync(join(root, 'c.ts'), 0);
    const run = await asOrdinaryUser(root, () => runMain(root, ['check', '--format', 'json']));
    const report = JSON.parse(run.out) as Report;
    expect(run.code).toBe(5);
    expect(report.findings.map(({ file }) => file)).toEqual(['b.ts']);
    expect(report.failed.map(({ file, kind }) => [file, kind])).toEqual([
      ['a.ts', 'parse'],
      ['c.ts', 'read'],
    ]);
    expect(report.failed[1]?.message).toContain('EACCES');
  });

  it.each([
    ['in git', temporaryRepository],
    ['outside git', temporaryFolder],
  ])('5 where a folder cannot be opened, %s', async (_, make) => {
    const root = make({ 'package.json': '{}', 'a.ts': 'stitchkit' });
    mkdirSync(join(root, 'closed'));
    const run = await asOrdinaryUser(root, async () => {
      chmodSync(join(root, 'closed'), 0);
      try {
        return await runMain(root, ['check', '--format', 'json']);
      } finally {
        chmodSync(join(root, 'closed'), 0o755);
      }
    });
    expect(run).toMatchObject({ code: 5, err: '' });
    const report = JSON.parse(run.out) as Report;
    expect(report.failed).toMatchObject([{ kind: 'read', file: 'closed' }]);
    expect(report.files.relevant).toBe(1);
  });

  it('5 for a relevant file in another encoding; one that matters to nobody is let be', async () => {
    const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
    const root = temporaryRepository({ 'a.ts': latin('// stitchkit \xe4'), 'b.ts': latin('// \xe4') });
    const run = await runMain(root, ['check']);
    expect(run.code).toBe(5);
    expect(run.out).toContain('a.ts\n  1:1  cannot read  the file is not valid UTF-8');
    expect(run.out).not.toContain('b.ts');
  });

  it('70 for a fault of ours, which names the file and what to report', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit CRASH' });
    const run = await runMain(root, ['check']);
    expect(run).toMatchObject({ code: 70, out: '' });
    expect(run.err).toContain('fault of eslint-plugin-stitchkit');
    expect(run.err).toContain(join(root, 'a.ts'));
    expect(run.err).toContain('TypeError: the engine fell over');
    expect(run.err).toContain(process.version);
  });
});

describe('what is printed', () => {
  const files = {
    'src/a.ts': 'stitchkit\nFAULT\n\n\n\n\n\n\n\n   FAULT',
    'src/b.ts': 'stitchkit\nUNKNOWN',
    'src/types.d.ts': 'stitchkit FAULT',
    'node_modules/stitchkit/package.json': '{"version":"0.37.0"}',
    '.gitignore': 'node_modules',
  };

  it('the findings by file, the path to each, the sum, and the version with how it is known', async () => {
    const run = await runMain(temporaryRepository(files), ['check']);
    expect(run.out).toBe(
      [
        '',
        'src/a.ts',
        '   2:1  error  a fault in 0.37.0  stitchkit/no-request-span-in-tool',
        '        src/a.ts:2:1  calls helper',
        '  10:4  error  a fault in 0.37.0  stitchkit/no-request-span-in-tool',
        '        src/a.ts:10:1  calls helper',
        '',
        '✖ 2 faults in 1 file (2 relevant files of 2 looked at).',
        '1 place could not be followed; --unknown lists them.',
        'Judged by stitchkit 0.37.0 (installed: node_modules/stitchkit/package.json).',
        '',
      ].join('\n'),
    );
  });

  it('with --unknown, what could not be followed', async () => {
    const run = await runMain(temporaryRepository(files), ['check', '--unknown']);
    expect(run.out).toContain('src/b.ts\n  2:1  unknown  leads into another module  unresolvable\n');
    expect(run.out).not.toContain('--unknown lists');
  });

  it('paths as they can be opened from where the run started', async () => {
    const root = temporaryRepository(files);
    expect((await runMain(join(root, 'src'), ['check'])).out).toContain('\na.ts\n');
  });

  it('every path from where the run started, also those in messages, of another folder, and of the version', async () => {
    const helper = `import { getRequestContext } from 'stitchkit/observability';
export const span = () => getRequestContext()!.trace.spanId;
`;
    const tool = `import { tool } from 'ai';
import { span } from '../lib/span.js';
export const a = tool({ description: 'a', inputSchema: {} as never, execute: async () => ({ spanId: span() }) });
`;
    const both = temporaryFolder({
      'app/package.json': '{}',
      'app/src/(tools)/a.ts': tool,
      'app/src/lib/span.ts': helper,
      'app/package-lock.json': LOCK,
      'other/readme.md': '',
    });
    const { out } = await runMain(join(both, 'other'), ['check', '../app'], engines);
    const paths = [...out.matchAll(/[\w./()-]*(?:span|a)\.ts|[\w./-]*package-lock\.json/gu)].map(([path]) => path);
    expect(paths.length).toBeGreaterThanOrEqual(6);
    expect(paths.filter((path) => !path.replace(/^\(/u, '').startsWith('../app/'))).toEqual([]);
    expect(out).toContain('(../app/src/(tools)/a.ts:3:');

    const json = JSON.parse(
      (await runMain(join(both, 'other'), ['check', '../app', '--format', 'json'], engines)).out,
    ) as Report;
    expect(json.findings.map(({ file }) => file)).toEqual(['src/(tools)/a.ts']);
    expect(json.findings[0]?.message).toContain('(src/(tools)/a.ts:3:');
  });

  it('a notice for a version that is newer than all that are known, and how it was judged', async () => {
    const newer = (version: string): Promise<Run> =>
      runMain(
        temporaryRepository({ 'a.ts': 'stitchkit', 'eslint-plugin-stitchkit.json': JSON.stringify({ version }) }),
        ['check'],
      );
    const run = await newer('9.9');
    expect(run.code).toBe(0);
    expect(run.out).toContain('Judged by stitchkit 0.104.2 (');
    expect(run.err).toBe(
      'warning: stitchkit 9.9.0 (as the settings say) is newer than 0.104.2, the newest this package knows, and is judged like that one; a newer eslint-plugin-stitchkit may know it\n',
    );
    expect((await newer('0.38.99')).err).toBe('');
    const installed = { 'a.ts': 'stitchkit', 'node_modules/stitchkit/package.json': '{"version":"0.110.0"}' };
    const judged = await runMain(temporaryFolder({ ...installed, 'package.json': '{}' }), ['check']);
    expect(judged.out).toContain('Judged by stitchkit 0.110.0 (installed');
    expect(judged.err).toContain('warning: stitchkit 0.110.0 (installed) is newer than 0.104.2');
  });

  it('as JSON one object and nothing else', async () => {
    const root = temporaryRepository(files);
    const run = await runMain(root, ['check', '--format', 'json']);
    const finding = {
      rule: 'no-request-span-in-tool',
      file: 'src/a.ts',
      messageId: 'span',
      message: 'a fault in 0.37.0',
      scope: 'contract handler `fire`',
    };
    expect(JSON.parse(run.out)).toEqual({
      schema: 1,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/u) as string,
      command: 'check',
      root,
      stitchkit: { version: '0.37.0', from: 'installed' },
      files: { seen: 2, relevant: 2, changed: [] },
      findings: [
        {
          ...finding,
          ...{ line: 2, column: 1, endLine: 2, endColumn: 6 },
          path: [{ file: 'src/a.ts', line: 2, column: 1, text: 'calls helper' }],
        },
        {
          ...finding,
          ...{ line: 10, column: 4, endLine: 10, endColumn: 9 },
          path: [{ file: 'src/a.ts', line: 10, column: 1, text: 'calls helper' }],
        },
      ],
      unknown: [{ file: 'src/b.ts', line: 2, column: 1, reason: 'unresolvable', message: 'leads into another module' }],
      migrated: [],
      left: [],
      failed: [],
    });
  });

  it('every version that files were judged by, most files first', async () => {
    const root = temporaryRepository({
      'package.json': '{}',
      'package-lock.json': LOCK,
      'a.ts': 'stitchkit',
      'b.ts': 'stitchkit',
      'old/package.json': '{"eslint-plugin-stitchkit":{"version":"0.35.0"}}',
      'old/c.ts': 'stitchkit',
    });
    const run = await runMain(root, ['check']);
    expect(run.out).toContain(
      'Judged by stitchkit 0.36.1 for 2 files (locked: package-lock.json).\n' +
        'Judged by stitchkit 0.35.0 for 1 file (as the settings or --from say).\n',
    );
  });

  it('a warning for a lockfile that could not be read, and that the newest version was taken', async () => {
    const root = temporaryRepository({ 'a.ts': 'stitchkit', 'package-lock.json': LOCK.slice(0, -3) });
    const run = await runMain(root, ['check']);
    expect(run.code).toBe(0);
    expect(run.err).toContain(`warning: ${join(root, 'package-lock.json')} could not be read`);
    expect(run.out).toContain('Judged by stitchkit 0.104.2 (the newest known');
  });

  it('a file and its link once', async () => {
    const root = temporaryRepository({ 'src/a.ts': 'stitchkit FAULT' });
    symlinkSync('src/a.ts', join(root, 'link.ts'));
    const report = JSON.parse((await runMain(root, ['check', '--format', 'json'])).out) as Report;
    expect(report.findings).toHaveLength(1);
    expect(report.files.seen).toBe(1);
  });
});

describe('help and version', () => {
  it('are printed with exit code 0', async () => {
    const folder = temporaryFolder();
    expect(await runMain(folder, ['--help'])).toMatchObject({ code: 0, err: '' });
    expect((await runMain(folder, ['check', '--help'])).out).toContain('--unknown');
    expect((await runMain(folder, ['migrate', '--help'])).out).toContain('--best-effort');
    expect((await runMain(folder, ['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });
});

describe('disable comments', () => {
  const faulty = (comment: string): string => `import { getRequestContext } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { contract, load } from './contract.js';
export const pens = implement(contract, {
  count: async () => ({ span: getRequestContext()!.trace.spanId }), ${comment}
});
export const others = implement(contract, {
  count: async () => load(getRequestContext()), ${comment}
});
`;

  it.each([
    ['', 1, 1],
    ['// eslint-disable-line', 0, 0],
    ['// eslint-disable-line stitchkit/no-request-span-in-tool -- the parent is meant', 0, 0],
    ['// eslint-disable-line stitchkit/no-request-start-in-tool', 1, 1],
    ['// oxlint-disable-line stitchkit/no-request-span-in-tool', 0, 0],
    ['// eslint-disable-line no-console', 1, 1],
  ])('%j leaves exit code %i, and %i place that was not followed', async (comment, code, unknown) => {
    const root = temporaryRepository({ 'a.ts': faulty(comment), 'package-lock.json': LOCK });
    const run = await runMain(root, ['check', '--unknown', '--format', 'json'], engines);
    const report = JSON.parse(run.out) as Report;
    expect(run).toMatchObject({ code, err: '' });
    expect(report.findings).toHaveLength(code);
    expect(report.unknown).toHaveLength(unknown);
  });

  it('are heeded by the text for people too, and a file that a comment closes is clean', async () => {
    const root = temporaryRepository({ 'a.ts': `/* eslint-disable */\n${faulty('')}`, 'package-lock.json': LOCK });
    const run = await runMain(root, ['check'], engines);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(/^✔ No faults found in 1 relevant file of 1\.\n/u);
    expect(run.out).not.toContain('could not be followed');
  });
});
