import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codemods, migrateModule } from '../../codemods/index.js';
import { buildPackage, type BuiltPackage } from '../cli/built-package.js';
import { fixtureCases, settingsFor } from './fixture-cases.js';

const LATEST = '0.104.2';
const runner = createRequire(import.meta.url).resolve('jscodeshift/bin/jscodeshift.js');

interface Source {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The codemod's fixtures that need no options, each also with a byte order mark and with CRLF, and what our own command makes of them. */
function sourcesOf(codemod: string): Source[] {
  return fixtureCases(codemod)
    .filter((one) => !existsSync(join(one.folder, 'options.json')))
    .flatMap((one) => {
      const name = one.file.replace('input', one.name);
      const crlf = one.input.replace(/\r?\n/gu, '\r\n');
      return [
        { name, text: one.input },
        { name: `mark-${name}`, text: `\uFEFF${one.input}` },
        { name: `crlf-${name}`, text: crlf },
      ].map(({ name: file, text }) => ({
        name: file,
        before: text,
        after: migrateModule({
          file,
          text,
          settings: settingsFor(LATEST),
          options: { from: LATEST, to: LATEST, only: [codemod] },
        }).text,
      }));
    });
}

let built: BuiltPackage;
const folders: string[] = [];

beforeAll(() => {
  built = buildPackage();
  folders.push(built.folder);
}, 120_000);

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function project(sources: readonly Source[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'stitchkit-transform-'));
  folders.push(folder);
  writeFileSync(join(folder, 'package.json'), '{"name":"application"}');
  for (const one of sources) writeFileSync(join(folder, one.name), one.before);
  return folder;
}

function run(codemod: string, folder: string, ...options: string[]): string {
  const transform = join(built.folder, 'dist', 'codemods', 'transforms', `${codemod}.cjs`);
  const args = [runner, '-t', transform, '--extensions=ts,tsx,js,cjs', `--from=${LATEST}`, ...options, folder];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout;
}

/** The runner ends with 0 whatever happened; its counts are what says something. */
function countsOf(output: string): Record<string, number> {
  const counts = [...output.matchAll(/^(\d+) (errors|unmodified|skipped|ok)$/gmu)];
  return Object.fromEntries(counts.map(([, count, word]) => [word ?? '', Number(count)]));
}

describe.each(codemods.map(({ name }) => name))('the transform %s under the stock runner', (codemod) => {
  it.each([['with its workers'], ['in one process', '--run-in-band']])(
    'makes the same bytes as our own command, %s',
    { timeout: 120_000 },
    (_title, ...options) => {
      const sources = sourcesOf(codemod);
      const changed = sources.filter((one) => one.after !== one.before).length;
      const folder = project(sources);

      const counts = countsOf(run(codemod, folder, ...options));

      expect(changed).toBeGreaterThan(20);
      expect(counts).toEqual({ errors: 0, unmodified: sources.length - changed, skipped: 0, ok: changed });
      for (const one of sources) expect(readFileSync(join(folder, one.name), 'utf8'), one.name).toBe(one.after);
    },
  );
});

describe('a transform', () => {
  const source = (name: string, text: string): Source => ({ name, before: text, after: text });

  it('says what it left, and where', () => {
    const [left] = fixtureCases('executor-to-runner').filter((one) => one.name === 'unknown-service');
    const folder = project([source('left.ts', left?.input ?? '')]);
    expect(run('executor-to-runner', folder)).toMatch(/left\.ts 4:41 left \(unknown-service\)/u);
  });

  it('counts a file that does not parse as an error and keeps it', () => {
    const folder = project([source('broken.ts', 'export const startedAt = ;\n')]);
    expect(countsOf(run('call-timing', folder))).toEqual({ errors: 1, unmodified: 0, skipped: 0, ok: 0 });
    expect(readFileSync(join(folder, 'broken.ts'), 'utf8')).toBe('export const startedAt = ;\n');
  });

  it('refuses a version that is none', () => {
    const folder = project([source('any.ts', 'export const startedAt = 1;\n')]);
    const output = run('call-timing', folder, '--to=soon');
    expect(countsOf(output)).toMatchObject({ errors: 1, ok: 0 });
    expect(output).toContain('--to=soon is no version');
  });

  it('refuses a minor that the runner has made a number of', () => {
    const folder = project([source('any.ts', 'export const startedAt = 1;\n')]);
    expect(run('call-timing', folder, '--to=0.40')).toContain('--to was read as the number 0.4');
  });
});
