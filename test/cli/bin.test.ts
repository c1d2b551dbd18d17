import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../cli/report.js';
import { buildPackage, runProgram, runProgramAsOrdinaryUser, type BuiltPackage } from './built-package.js';
import { git, temporaryFolder, temporaryRepository, writeFiles } from './temporary-project.js';

let built: BuiltPackage;

beforeAll(() => {
  built = buildPackage();
}, 120_000);

afterAll(() => {
  rmSync(built.folder, { recursive: true, force: true });
});

const contract = `import { defineContract } from 'stitchkit/contract';
import { getRequestContext } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { z } from 'zod';
import { rows } from './rows.js';

const orders = defineContract(
  { prefix: 'orders' },
  {
    ship: {
      method: 'POST',
      path: '/ship',
      desc: 'Ship an order',
      input: z.object({ id: z.string() }),
      output: z.object({ ms: z.number() }),
      expose: ['MCP', 'AGENT'],
    },
  },
);
`;

/** Names the request's span as the call's. */
const spanFault = `${contract}
export const orderService = implement(orders, {
  ship: async (ctx) => {
    await rows.add({ id: ctx.input.id, spanId: getRequestContext()?.trace.spanId });
    return { ms: 0 };
  },
});
`;

/** Measures the request, not the call. */
const timingFault = `${contract}
export const orderService = implement(orders, {
  ship: async (ctx) => {
    await rows.add({ id: ctx.input.id });
    const ms = Number(process.hrtime.bigint() - getRequestContext()!.startedAt) / 1e6;
    return { ms };
  },
});
`;

const clean = `${contract}
export const orderService = implement(orders, {
  ship: async (ctx) => {
    await rows.add({ id: ctx.input.id, traceId: getRequestContext()?.trace.traceId });
    return { ms: 0 };
  },
});
`;

const broken = "import { getRequestContext } from 'stitchkit/observability';\nconst startedAt = ;\n";

const project = {
  'package.json': '{"type":"module","dependencies":{"stitchkit":"^0.43.0"}}',
  '.gitignore': 'node_modules\n',
  'node_modules/stitchkit/package.json': '{"name":"stitchkit","version":"0.43.1"}',
  'src/clean.ts': clean,
  'src/other.ts': 'export const other = 1;\n',
};

function report(out: string): Report {
  return JSON.parse(out) as Report;
}

describe('check ends with', () => {
  it('0 for a clean project, and names the version it judged by', () => {
    const run = runProgram(built, temporaryRepository(project), 'check');
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toBe(
      '✔ No faults found in 1 relevant file of 2.\n' +
        '1 place could not be followed; --unknown lists them.\n' +
        'Judged by stitchkit 0.43.1 (installed: node_modules/stitchkit/package.json).\n',
    );
  });

  it('0 for a tree without any relevant file, and says so', () => {
    const root = temporaryRepository({ 'src/a.ts': 'export const a = 1;\n' });
    expect(runProgram(built, root, 'check')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining(
        'No relevant files: nothing here has to do with stitchkit (1 file looked at).',
      ) as string,
    });
    expect(runProgram(built, root, 'migrate')).toMatchObject({ code: 0, err: '' });
  });

  it('1 for a fault, which it places', () => {
    const root = temporaryRepository({ ...project, 'src/orders.ts': spanFault });
    const run = runProgram(built, root, 'check', '--format', 'json');
    expect(run.code).toBe(1);
    const line = spanFault.split('\n').findIndex((text) => text.includes('spanId:')) + 1;
    const [finding, ...others] = report(run.out).findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      rule: 'no-request-span-in-tool',
      file: 'src/orders.ts',
      line,
      scope: 'contract handler `ship`',
    });
    expect(finding?.message).toContain('`ship`');
    expect(finding?.message).not.toMatch(/\{\{/u);
  });

  it('2 for wrong usage', () => {
    const root = temporaryRepository(project);
    for (const args of [['check', '--fromat', 'json'], ['inspect'], [], ['migrate', '--only', 'call-timings']]) {
      const run = runProgram(built, root, ...args);
      expect(run).toMatchObject({ code: 2, out: '' });
      expect(run.err).toMatch(/Did you mean|There are:/u);
    }
  });

  it('3 for a path that is not there, and for wrong settings', () => {
    const root = temporaryRepository(project);
    expect(runProgram(built, root, 'check', 'source')).toMatchObject({ code: 3, out: '' });
    writeFileSync(join(root, 'eslint-plugin-stitchkit.json'), '{ "toolFiles": "src/tools" }');
    const run = runProgram(built, root, 'check');
    expect(run.code).toBe(3);
    expect(run.err).toContain('`toolFiles` must be a list, but is "src/tools".');
  });

  it('4 for a syntax error in one of several files, and does the others', () => {
    const root = temporaryRepository({ ...project, 'src/broken.ts': broken, 'src/orders.ts': spanFault });
    const run = runProgram(built, root, 'check', '--format', 'json');
    expect(run.code).toBe(4);
    expect(report(run.out).failed).toMatchObject([{ file: 'src/broken.ts', line: 2, kind: 'parse' }]);
    expect(report(run.out).findings.map(({ file }) => file)).toEqual(['src/orders.ts']);
  });

  it('5 for an unreadable file, and does the others', () => {
    const root = temporaryRepository({ ...project, 'src/broken.ts': broken, 'src/orders.ts': spanFault });
    chmodSync(root, 0o755);
    chmodSync(join(root, 'src/clean.ts'), 0);
    const run = runProgramAsOrdinaryUser(built, root, 'check', '--format', 'json');
    expect(run.code).toBe(5);
    expect(report(run.out).failed.map(({ file, kind }) => `${kind} ${file}`)).toEqual([
      'parse src/broken.ts',
      'read src/clean.ts',
    ]);
    expect(report(run.out).findings.map(({ file }) => file)).toEqual(['src/orders.ts']);
  });
});

describe('migrate', () => {
  const files = { ...project, 'src/orders.ts': timingFault };

  it('repairs a project, after which check is clean and a second run changes nothing', () => {
    const root = temporaryRepository(files);
    expect(runProgram(built, root, 'check').code).toBe(1);
    const run = runProgram(built, root, 'migrate');
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('  call-timing  1 file, 1 migrated, 0 left\n1 file changed.\n');
    expect(git(root, 'status', '--porcelain')).toBe(' M src/orders.ts\n');
    expect(runProgram(built, root, 'check').code).toBe(0);
    const once = readFileSync(join(root, 'src/orders.ts'), 'utf8');
    expect(runProgram(built, root, 'migrate', '--force')).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(root, 'src/orders.ts'), 'utf8')).toBe(once);
  });

  it('ends with 1 in a dry run that would change something, and writes nothing', () => {
    const root = temporaryRepository(files);
    const run = runProgram(built, root, 'migrate', '--dry-run', '--diff');
    expect(run.code).toBe(1);
    expect(run.out).toContain('--- a/src/orders.ts\n+++ b/src/orders.ts\n');
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  it('ends with 3 for a dirty tree, and touches nothing without --force', () => {
    const root = temporaryRepository(files);
    writeFiles(root, { 'src/other.ts': 'export const other = 2;\n' });
    const run = runProgram(built, root, 'migrate');
    expect(run).toMatchObject({ code: 3, out: '' });
    expect(run.err).toContain('M src/other.ts');
    expect(readFileSync(join(root, 'src/orders.ts'), 'utf8')).toBe(timingFault);
    expect(runProgram(built, root, 'migrate', '--force').code).toBe(0);
  });

  it('ends with 4 for a syntax error in one of several files, and migrates the others', () => {
    const root = temporaryRepository({ ...files, 'src/broken.ts': broken });
    const run = runProgram(built, root, 'migrate', '--format', 'json');
    expect(run.code).toBe(4);
    expect(report(run.out).failed).toMatchObject([{ file: 'src/broken.ts', line: 2, kind: 'parse' }]);
    expect(report(run.out).files.changed).toEqual(['src/orders.ts']);
  });

  it('ends with 5 for a file that cannot be written, which keeps its text', () => {
    const root = temporaryRepository({ ...files, 'src/second.ts': timingFault });
    chmodSync(root, 0o755);
    chmodSync(join(root, 'src/orders.ts'), 0o444);
    const run = runProgramAsOrdinaryUser(built, root, 'migrate', '--force', '--format', 'json');
    expect(run.code).toBe(5);
    expect(report(run.out).failed).toMatchObject([{ file: 'src/orders.ts', kind: 'write' }]);
    expect(report(run.out).files.changed).toEqual(['src/second.ts']);
    expect(readFileSync(join(root, 'src/orders.ts'), 'utf8')).toBe(timingFault);
  });

  it('type-checks what it changes where there is a tsconfig, and minds no error that was there before', () => {
    const tsconfig =
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true } }';
    const globals = 'declare const process: { readonly hrtime: { bigint(): bigint } };\n';
    const root = temporaryRepository({ ...files, 'tsconfig.json': tsconfig, 'src/globals.d.ts': globals });
    const run = runProgram(built, root, 'migrate', '--format', 'json');
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(report(run.out)).toMatchObject({ files: { changed: ['src/orders.ts'] }, left: [] });
  });

  it('works outside git', () => {
    const root = temporaryFolder(files);
    expect(runProgram(built, root, 'migrate').code).toBe(0);
    expect(readFileSync(join(root, 'src/orders.ts'), 'utf8')).not.toBe(timingFault);
  });
});

describe('the program', () => {
  it('prints the version of the package, and can be started by itself', () => {
    const out = execFileSync(built.program, ['--version'], { encoding: 'utf8' });
    const manifest = JSON.parse(readFileSync(join(built.folder, 'package.json'), 'utf8')) as { version: string };
    expect(out).toBe(`${manifest.version}\n`);
  });

  it('is content with a reader that closes the pipe early', () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`src/f${String(index)}.ts`, spanFault]));
    const root = temporaryRepository({ ...project, ...many });
    const command = `'${process.execPath}' '${built.program}' check --format json | head -n 1`;
    const run = spawnSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
    expect(run).toMatchObject({ status: 0, stdout: '{\n', stderr: '' });
  });

  it('prints no colour into a file, and does when it is told to', () => {
    const root = temporaryRepository({ ...project, 'src/orders.ts': spanFault });
    const coloured = (env: Record<string, string>): boolean =>
      spawnSync(process.execPath, [built.program, 'check'], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, ...env },
      }).stdout.includes('\u001b[');
    expect(coloured({ FORCE_COLOR: '', NO_COLOR: '1' })).toBe(false);
    expect(coloured({ FORCE_COLOR: '1', NO_COLOR: '' })).toBe(true);
  });

  it('executes nothing of the project it looks at', () => {
    const trap = `require('node:fs').writeFileSync(${JSON.stringify('RAN')}, '')`;
    const root = temporaryRepository({
      ...project,
      'eslint.config.js': trap,
      'node_modules/stitchkit/index.js': trap,
      'src/trap.cjs': `${trap}; require('stitchkit/observability');`,
      'src/orders.ts': timingFault,
    });
    runProgram(built, root, 'check');
    runProgram(built, root, 'migrate');
    expect(git(root, 'status', '--porcelain')).toBe(' M src/orders.ts\n');
  });
});
