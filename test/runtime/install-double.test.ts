import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installDouble } from '../../fixtures/runtime/install-double.js';
import { BEHAVIOUR_LINES, policyOf } from '../../fixtures/runtime/line.js';
import { installedProject, type InstalledProject } from './support/installed-project.js';

/** Whole programs and compilers are started here. */
vi.setConfig({ testTimeout: 120_000 });

let project: InstalledProject | undefined;
const install = (version: string): InstalledProject => (project = installedProject(version));
afterEach(() => {
  project?.remove();
  project = undefined;
});

describe.each(BEHAVIOUR_LINES)('installed as %s', (version) => {
  test('a program runs on that line', async () => {
    const { code, out, err } = await install(version).run('tsx', 'step.ts');
    expect(err).toBe('');
    expect(code).toBe(0);
    const shared = { inContext: true, path: '/step', dimensions: { ticket: 'B' } };
    const forked = (ticket: string): object => ({
      inContext: true,
      path: '/agent/ticket_close',
      dimensions: { ticket },
    });
    expect(JSON.parse(out)).toEqual(policyOf(version).fork ? [forked('A'), forked('B')] : [shared, shared]);
  });
});

test('an application type-checks against the installed double', async () => {
  expect(await install('0.44.0').run('tsc', '-p', '.')).toEqual({ code: 0, out: '', err: '' });
});

test('the types are those of the release: names, hooks, registration', async () => {
  const newest = `
    import { createObservability } from 'stitchkit/observability';
    import { createMcpHandler, type ToolCallHooks } from 'stitchkit/tools';
    export const hooks: ToolCallHooks = { afterToolCall: ({ toolName }) => toolName.length };
    export const mcp = createMcpHandler({ serverInfo: { name: 'x', version: '1' }, services: [], rawTools: (server) => server.close() });
    export const observability = createObservability({});
  `;
  const oldest = `
    import { createAuditHook } from 'stitchkit/observability';
    import { createMcpHandler, type ToolCallHooks } from 'stitchkit/tools';
    export const hooks: ToolCallHooks = { afterToolCall: (toolName, args, result, durationMs) => [toolName.length, durationMs] };
    export const mcp = createMcpHandler({ serverInfo: { name: 'x', version: '1' }, services: [], nativeTools: (server) => server.close() });
    export const audit = createAuditHook({ write: () => undefined });
  `;
  const filesWithErrors = async (version: string): Promise<string[]> => {
    const installed = install(version);
    installed.write('tsconfig.json', JSON.stringify({ extends: './strict.json', include: ['newest.ts', 'oldest.ts'] }));
    installed.write('newest.ts', newest);
    installed.write('oldest.ts', oldest);
    const { out } = await installed.run('tsc', '-p', '.');
    installed.remove();
    return [...new Set([...out.matchAll(/^(\w+\.ts)\(/gm)].map((match) => match[1] ?? ''))];
  };
  expect(await filesWithErrors('0.104.2')).toEqual(['oldest.ts']);
  expect(await filesWithErrors('0.36.1')).toEqual(['newest.ts']);
});

test('plain node runs a JavaScript program on the installed double', async () => {
  const installed = install('0.43.0');
  installed.write(
    'own.js',
    `import { createTraceContext } from 'stitchkit'; console.log(createTraceContext().traceId.length);`,
  );
  expect(await installed.run('node', 'own.js')).toEqual({ code: 0, out: '32\n', err: '' });
});

test('installing again replaces the release', () => {
  const { dir } = install('0.36.1');
  installDouble(dir, '0.44.0');
  const manifest = JSON.parse(readFileSync(join(dir, 'node_modules', 'stitchkit', 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ name: 'stitchkit', version: '0.44.0' });
});

describe('what cannot be installed is said', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'double-'));
  });
  afterEach(() => {
    rmSync(dir, { recursive: true });
  });
  const attempt = (version: string) => () => {
    installDouble(dir, version);
  };

  test('no release', () => {
    expect(attempt('latest')).toThrow(/"latest" is no stitchkit release/);
    expect(existsSync(join(dir, 'node_modules'))).toBe(false);
  });

  test('a dependency that is not installed here', () => {
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ dependencies: { 'no-such-package-here': '1' } }));
    expect(attempt('0.44.0')).toThrow(/needs "no-such-package-here"/);
  });

  test('a `node_modules` that belongs to somebody else', () => {
    mkdirSync(join(dir, 'elsewhere'));
    symlinkSync(join(dir, 'elsewhere'), join(dir, 'node_modules'));
    expect(attempt('0.44.0')).toThrow(/is a link/);
  });
});
