/** The native file tools in both of their forms, and their managed twins (facts, section D). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { createServer, type RunningServer } from 'stitchkit/server';
import {
  createRuntimeToolFactory,
  defineDownloadTool,
  defineUploadTool,
  defineViewFileTool,
  defineWaitTool,
  mountDownload,
  mountUpload,
  mountViewFile,
  mountWait,
  type McpServer,
  type RuntimeToolDef,
} from 'stitchkit/tools';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createManagedFileBoundary } from '../../fixtures/runtime/files.js';
import { runScenario, type Outcome } from './support/scenario.js';
import { ticketService } from './support/tickets.js';

let dir: string;
let site: RunningServer;

beforeAll(async () => {
  site = await createServer({ services: [], routes: { '/note.txt': () => new Response('from the site') } }).listen();
});
afterAll(() => site.stop());
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'files-'));
  writeFileSync(join(dir, 'a.txt'), 'here');
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const raw = (rawTools: (server: McpServer) => void, tool: string, args: Record<string, unknown>): Promise<Outcome> =>
  runScenario('mcp', { service: ticketService(), steps: [[{ tool, args }]], rawTools });
const managed = (def: RuntimeToolDef, args: Record<string, unknown>): Promise<Outcome> =>
  runScenario('mcp', { service: ticketService(), steps: [[{ tool: def.name, args }]], runtimeTools: [def] });

const identity = { serviceName: 'files', action: 'use' };

describe('download', () => {
  const inputSchema = { name: z.string() };
  const urlOf = (args: Record<string, unknown>): string | null =>
    args['name'] === 'none' ? null : `${site.url}/${String(args['name'])}`;

  test('native, into a boundary and into a folder', async () => {
    const files = await createManagedFileBoundary({ root: dir });
    const options = { description: 'Get', inputSchema, allowPrivateHosts: true, resolveUrl: urlOf };
    const bounded = await raw(
      (server) => {
        mountDownload(server, { ...options, files });
      },
      'download',
      { name: 'note.txt' },
    );
    expect(bounded.answers[0]?.value).toMatchObject({ path: 'note.txt', size: 13 });
    expect(readFileSync(join(dir, 'note.txt'), 'utf8')).toBe('from the site');
    const foldered = await raw(
      (server) => {
        mountDownload(server, { ...options, defaultDir: dir });
      },
      'download',
      { name: 'note.txt' },
    );
    expect(foldered.answers[0]?.value).toMatchObject({ path: join(files.root, 'note.txt') });
    const none = await raw(
      (server) => {
        mountDownload(server, { ...options, files });
      },
      'download',
      { name: 'none' },
    );
    expect(none.answers).toEqual([{ isError: false, value: 'nothing to download' }]);
    const { allowPrivateHosts: _, ...closed } = options;
    const refused = await raw(
      (server) => {
        mountDownload(server, { ...closed, files });
      },
      'download',
      { name: 'note.txt' },
    );
    expect(refused.answers).toEqual([{ isError: true, value: '127.0.0.1 is a private address' }]);
  });

  test('managed', async () => {
    const files = await createManagedFileBoundary({ root: dir });
    const def = defineDownloadTool({
      description: 'Get',
      identity,
      input: z.object({ name: z.string() }),
      files,
      allowPrivateHosts: true,
      maxBytes: 13,
      resolveUrl: urlOf,
      pathFromInput: ({ name }) => `in/${name}`,
    });
    const { answers, tools } = await managed(def, { name: 'note.txt' });
    expect(answers[0]).toMatchObject({ isError: false, value: { path: join('in', 'note.txt') } });
    expect(tools).toMatchObject([{ toolName: 'download', action: 'use', ok: true }]);
    expect((await managed(def, { name: 'none' })).tools).toMatchObject([
      { ok: false, errorCode: 'DOWNLOAD_NOT_FOUND' },
    ]);
    expect((await managed(def, { name: 'absent' })).tools).toMatchObject([{ ok: false, errorCode: 'DOWNLOAD_FAILED' }]);
  });
});

describe('upload', () => {
  test('native, with a path and with a source', async () => {
    const files = await createManagedFileBoundary({ root: dir });
    const byPath = await raw(
      (server) => {
        mountUpload(server, { description: 'Put', upload: async (path: string) => ({ got: path }) });
      },
      'upload',
      { path: 'a.txt' },
    );
    expect(byPath.answers[0]?.value).toEqual({ got: 'a.txt' });
    const bySource = await raw(
      (server) => {
        mountUpload(server, {
          description: 'Put',
          files,
          upload: async ({ ref, bytes }) => [ref.path, bytes.byteLength],
        });
      },
      'upload',
      { path: 'a.txt' },
    );
    expect(bySource.answers[0]?.value).toEqual(['a.txt', 4]);
  });

  test('managed', async () => {
    const files = await createManagedFileBoundary({ root: dir });
    const def = defineUploadTool({
      description: 'Put',
      identity,
      files,
      output: z.object({ size: z.number() }),
      upload: ({ ref }) => {
        setRequestDimensions({ file: ref.path });
        return { size: ref.size };
      },
    });
    const { answers, tools, request } = await managed(def, { path: 'a.txt' });
    expect(answers[0]?.value).toEqual({ size: 4 });
    expect(tools[0]?.dimensions).toEqual({ file: 'a.txt' });
    expect(request.dimensions).toBeUndefined();
    expect((await managed(def, { path: '../a.txt' })).tools[0]).toMatchObject({ ok: false, errorCode: 'FORBIDDEN' });
    expect((await managed(def, { path: 'b.txt' })).tools[0]).toMatchObject({ ok: false, errorCode: 'NOT_FOUND' });
  });
});

test('view a file, native and managed', async () => {
  const files = await createManagedFileBoundary({ root: dir });
  const native = await raw(
    (server) => {
      mountViewFile(server, { baseDir: dir });
    },
    'view_file',
    { path: 'a.txt' },
  );
  expect(native.answers[0]?.value).toBe('here');
  const def = defineViewFileTool({ description: 'View', identity, files, allowPrivateHosts: true });
  expect((await managed(def, { path: 'a.txt' })).answers[0]?.value).toEqual({ content: 'here', errors: [] });
  expect((await managed(def, { path: `${site.url}/note.txt` })).answers[0]?.value).toMatchObject({
    content: 'from the site',
  });
  expect((await managed(def, { path: 'b.txt' })).answers[0]?.value).toMatchObject({
    content: '',
    errors: ['there is no file "b.txt"'],
  });
});

describe('wait', () => {
  const polls = (): { poll: () => Promise<{ round: number }> } => {
    let round = 0;
    return { poll: async () => ({ round: (round += 1) }) };
  };

  test('native: a timeout is an error text', async () => {
    const done = (state: unknown): boolean => (state as { round: number }).round >= 3;
    const base = { description: 'Wait', inputSchema: {}, backoff: [0.001], done };
    const ended = await raw(
      (server) => {
        mountWait(server, { ...base, ...polls() });
      },
      'wait',
      {},
    );
    expect(ended.answers).toEqual([{ isError: false, value: { round: 3 } }]);
    const late = await raw(
      (server) => {
        mountWait(server, {
          ...base,
          ...polls(),
          timeoutFromArgs: () => 0,
          render: (state, timedOut) => ({ text: JSON.stringify([state, timedOut]), isError: timedOut }),
        });
      },
      'wait',
      {},
    );
    expect(late.answers).toEqual([{ isError: true, value: [{ round: 1 }, true] }]);
  });

  test('managed: a timeout and a failed state throw', async () => {
    const define = (options: { timeout: number; isError: boolean }) =>
      defineWaitTool({
        description: 'Wait',
        identity,
        input: z.object({}),
        state: z.object({ round: z.number() }),
        ...polls(),
        done: ({ round }) => round >= 2,
        backoff: [0.001],
        timeoutFromInput: () => options.timeout,
        render: ({ round }) => ({ text: `round ${String(round)}`, isError: options.isError }),
      });
    expect((await managed(define({ timeout: 5, isError: false }), {})).answers).toEqual([
      { isError: false, value: 'round 2' },
    ]);
    expect((await managed(define({ timeout: 0, isError: false }), {})).tools[0]).toMatchObject({
      errorCode: 'WAIT_TIMEOUT',
    });
    expect((await managed(define({ timeout: 5, isError: true }), {})).tools[0]).toMatchObject({
      errorCode: 'WAIT_FAILED',
    });
  });
});

test('a factory’s tools carry its service and its context', async () => {
  const factory = createRuntimeToolFactory({ serviceName: 'desk', scope: 'staff', context: { floor: 3 } });
  const def = factory.define({
    name: 'floor',
    description: 'Which floor',
    action: 'floor',
    input: z.object({}),
    output: z.object({ floor: z.number(), path: z.string().optional() }),
    handler: (_, { floor }) => ({ floor, path: getRequestContext()?.path }),
  });
  const { answers, tools } = await managed(def, {});
  expect(answers[0]?.value).toEqual({ floor: 3, path: '/mcp/floor' });
  expect(tools).toMatchObject([{ serviceName: 'desk', action: 'floor' }]);
});
