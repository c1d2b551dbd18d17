import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { analyseModule, parseModule, projectLoader } from '../../analysis/index.js';
import type { FileAnalysis } from '../../analysis/finding.js';
import type { ResolvedSettings } from '../../analysis/settings.js';

const made: string[] = [];

afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

function project(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'linking-')));
  made.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

function analyse(root: string, file: string, text: string): FileAnalysis {
  const settings: ResolvedSettings = {
    root,
    version: '0.43.0',
    versionFrom: 'settings',
    unknownExposure: 'report',
    vocabulary: [],
    toolFiles: [],
  };
  return analyseModule(parseModule(file, text), settings, projectLoader(settings));
}

/** The reports of `src/tool.ts`, as `line rule`, in a project with the other files. */
function reports(tool: string, others: Readonly<Record<string, string>>): string[] {
  const root = project(others);
  return analyse(root, 'src/tool.ts', tool).findings.map((one) => `${String(one.place.line)} ${one.rule}`);
}

const TOOL = (body: string, imports: string): string =>
  `import { tool } from 'ai';\n${imports}\nexport const t = tool({ inputSchema: {} as never, execute: async ({ pen }: { pen: string }) => {\n  ${body}\n} });\n`;
const SPAN = 'no-request-span-in-tool';
const START = 'no-request-start-in-tool';
const WRITE = 'no-context-write-in-native-tool';

describe('modules that import each other', () => {
  const CTX =
    "import { getRequestContext } from 'stitchkit/observability';\nexport const ctx = () => getRequestContext();\n";
  const REQUEST = "import { ctx } from './all.js';\nexport const request = () => ctx();\n";
  const others = {
    'src/all.ts': "export * from './request.js';\nexport * from './ctx.js';\n",
    'src/request.ts': REQUEST,
    'src/ctx.ts': CTX,
  };

  it.each([
    [
      'the barrel first',
      "import { other } from './all.js';\nimport { request } from './request.js';",
      'other(save); save(request()?.trace.spanId);',
    ],
    [
      'the other one first',
      "import { request } from './request.js';\nimport { other } from './all.js';",
      'save(request()?.trace.spanId); other(save);',
    ],
    ['one of them only', "import { request } from './request.js';", 'save(request()?.trace.spanId);'],
  ])('mean what one of them gets from a third: %s', (_name, imports, body) => {
    const { findings } = analyse(project(others), 'src/tool.ts', TOOL(body, imports));
    expect(findings.map(({ rule }) => rule)).toEqual([SPAN]);
  });
});

describe('in an editor, whose linter lives for days', () => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.advanceTimersByTime(600_000);
  });

  afterAll(() => {
    vi.useRealTimers();
  });

  it('a module that has changed on the disk is read again', () => {
    const row = (key: string): string =>
      `import { getRequestContext } from 'stitchkit/observability';\nexport const row = () => insert({ ${key}: getRequestContext()?.trace.spanId });\ndeclare function insert(row: object): void;\n`;
    const root = project({ 'src/rows.ts': row('parentSpanId') });
    const lint = (): string[] =>
      analyse(root, 'src/tool.ts', TOOL('row();', "import { row } from './rows.js';")).findings.map(({ rule }) => rule);
    expect(lint()).toEqual([]);
    writeFileSync(join(root, 'src/rows.ts'), row('spanId'));
    vi.advanceTimersByTime(60_000);
    expect(lint()).toEqual([SPAN]);
    writeFileSync(join(root, 'src/rows.ts'), row('parentSpanId'));
    vi.advanceTimersByTime(60_000);
    expect(lint()).toEqual([]);
  });

  it('a module that is written only now is found', () => {
    const root = project({ 'src/other.ts': '' });
    const lint = (): string[] =>
      analyse(root, 'src/tool.ts', TOOL('row();', "import { row } from './rows.js';")).findings.map(({ rule }) => rule);
    expect(lint()).toEqual([]);
    writeFileSync(
      join(root, 'src/rows.ts'),
      "import { getRequestContext } from 'stitchkit/observability';\nexport const row = () => insert(getRequestContext()?.trace.spanId);\ndeclare function insert(id: unknown): void;\n",
    );
    vi.advanceTimersByTime(60_000);
    expect(lint()).toEqual([SPAN]);
  });
});

describe('a fault in another file', () => {
  it('stands at the call that leads there, and the path leads on to it', () => {
    const root = project({
      'src/rows.ts':
        "import { getRequestContext } from 'stitchkit/observability';\nexport function row() {\n  return insert({ spanId: getRequestContext()?.trace.spanId });\n}\ndeclare function insert(row: object): void;\n",
    });
    const { findings } = analyse(root, 'src/tool.ts', TOOL('row();', "import { row } from './rows.js';"));
    expect(findings.map((one) => [one.rule, one.place.file, one.place.line, one.place.column])).toEqual([
      [SPAN, 'src/tool.ts', 4, 3],
    ]);
    expect(findings[0]?.path.map((one) => `${one.file}:${String(one.line)}`)).toEqual([
      'src/tool.ts:4',
      'src/rows.ts:3',
    ]);
    expect(findings[0]?.repairs).toEqual([]);
  });

  it('is found through two files, a barrel and a renamed re-export', () => {
    const others = {
      'src/deep.ts':
        "import { getRequestContext } from 'stitchkit/observability';\nexport const since = () => getRequestContext()!.startedAt;\n",
      'src/middle.ts': "export { since as began } from './deep.js';\n",
      'src/index.ts': "export * from './middle.js';\n",
    };
    expect(
      reports(
        TOOL('log(began());', "import { began } from './index.js';\ndeclare function log(x: unknown): void;"),
        others,
      ),
    ).toEqual([`5 ${START}`]);
  });

  it('is found behind default exports, namespaces, CommonJS and dynamic import', () => {
    const text = (head: string): string =>
      `import { setRequestDimensions } from 'stitchkit/observability';\n${head}(pen: string) { setRequestDimensions({ pen }); }\n`;
    expect(
      reports(TOOL('stamp(pen);', "import stamp from './stamp.js';"), {
        'src/stamp.ts': text('export default function stamp'),
      }),
    ).toEqual([`4 ${WRITE}`]);
    expect(
      reports(TOOL('all.stamp(pen);', "import * as all from './stamp.js';"), {
        'src/stamp.ts': text('export function stamp'),
      }),
    ).toEqual([`4 ${WRITE}`]);
    expect(
      reports(TOOL('(await import("./stamp.js")).stamp(pen);', ''), { 'src/stamp.ts': text('export function stamp') }),
    ).toEqual([`4 ${WRITE}`]);
    const commonJs =
      "const { setRequestDimensions } = require('stitchkit/observability');\nmodule.exports = { stamp(pen) { setRequestDimensions({ pen }); } };\n";
    expect(reports(TOOL('stamp(pen);', "import { stamp } from './stamp.cjs';"), { 'src/stamp.cjs': commonJs })).toEqual(
      [`4 ${WRITE}`],
    );
  });

  it('stands at the property that hands over an imported handler', () => {
    const handler =
      "import { getRequestContext } from 'stitchkit/observability';\nexport const fire = async () => note(getRequestContext()?.trace.spanId);\ndeclare function note(x: unknown): void;\n";
    const tool =
      "import { implement } from 'stitchkit/server';\nimport { kilns } from './kilns.js';\nimport { fire } from './fire.js';\nexport const service = implement(kilns, {\n  fire,\n});\n";
    const contract =
      "import { defineContract } from 'stitchkit/contract';\nexport const kilns = defineContract({ prefix: 'kilns' }, { fire: { method: 'POST', path: '/', desc: '', expose: ['MCP'] } });\n";
    expect(reports(tool, { 'src/fire.ts': handler, 'src/kilns.ts': contract })).toEqual([`5 ${SPAN}`]);
  });
});

describe('what another file decides', () => {
  const handler = (expose: string): string => {
    const root = project({
      'src/kilns.ts': `import { defineContract } from 'stitchkit/contract';\nimport { LIST } from './list.js';\nexport const kilns = defineContract({ prefix: 'kilns' }, { fire: { method: 'POST', path: '/', desc: '', expose: LIST } });\n`,
      'src/list.ts': `export const LIST = ${expose} as const;\n`,
    });
    const text =
      "import { getRequestContext } from 'stitchkit/observability';\nimport { implement } from 'stitchkit/server';\nimport { kilns } from './kilns.js';\nexport const service = implement(kilns, { fire: async () => note(getRequestContext()?.trace.spanId) });\ndeclare function note(x: unknown): void;\n";
    return analyse(root, 'src/service.ts', text)
      .findings.map((one) => one.data['scope'] ?? '')
      .join();
  };

  it('is whether an endpoint is a tool', () => {
    expect(handler("['HTTP']")).toBe('');
    expect(handler("['HTTP', 'AGENT']")).toBe('contract handler `fire`');
  });

  it('is what a wrapper gives back: the read stands where it is read', () => {
    const wrapper =
      "import { getRequestContext } from 'stitchkit/observability';\nexport const current = () => getRequestContext()!;\n";
    expect(
      reports(
        TOOL(
          'const c = current();\n  log({ spanId: c.trace.spanId });',
          "import { current } from './current.js';\ndeclare function log(x: unknown): void;",
        ),
        { 'src/current.ts': wrapper },
      ),
    ).toEqual([`6 ${SPAN}`]);
  });

  it('is whether a wrapper forks', () => {
    const fork =
      "import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';\nexport function forked<T>(fn: () => T): T {\n  const parent = getRequestContext();\n  return parent ? runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, fn) : fn();\n}\n";
    const plain = 'export function forked<T>(fn: () => T): T {\n  return fn();\n}\n';
    const tool = TOOL(
      'return forked(() => setRequestDimensions({ pen }));',
      "import { setRequestDimensions } from 'stitchkit/observability';\nimport { forked } from './forked.js';",
    );
    expect(reports(tool, { 'src/forked.ts': fork })).toEqual([]);
    expect(reports(tool, { 'src/forked.ts': plain })).toEqual([`5 ${WRITE}`]);
  });

  it('is what a reader does with a trace it is handed', () => {
    const imports = "import { getRequestContext } from 'stitchkit/observability';\nimport { use } from './use.js';";
    const tool = TOOL('use(getRequestContext()!.trace);', imports);
    const header =
      "import { formatTraceparent, type TraceContext } from 'stitchkit/observability';\nexport const use = (trace: TraceContext) => fetch('http://x', { headers: { traceparent: formatTraceparent(trace) } });\n";
    const row =
      "import type { TraceContext } from 'stitchkit/observability';\nexport const use = (trace: TraceContext) => rows.push({ spanId: trace.spanId, traceId: trace.traceId });\nconst rows: object[] = [];\n";
    expect(reports(tool, { 'src/use.ts': header })).toEqual([]);
    expect(reports(tool, { 'src/use.ts': row })).toEqual([`5 ${SPAN}`]);
  });
});

describe('surroundings', () => {
  const imports = "import { row } from './rows.js';";

  it('may be broken: unresolvable, unparsable, cyclic', () => {
    expect(reports(TOOL('row();', imports), {})).toEqual([]);
    expect(reports(TOOL('row();', imports), { 'src/rows.ts': 'export function row( {' })).toEqual([]);
    expect(
      reports(TOOL('row();', imports), {
        'src/rows.ts': "export * from './other.js';\nexport { row } from './other.js';\n",
        'src/other.ts': "export * from './rows.js';\nexport { row } from './rows.js';\n",
      }),
    ).toEqual([]);
  });

  it('may map names: tsconfig paths with comments', () => {
    const rows =
      "import { getRequestContext } from 'stitchkit/observability';\nexport const row = () => insert({ spanId: getRequestContext()?.trace.spanId });\ndeclare function insert(row: object): void;\n";
    const config =
      '{\n  // a comment\n  "compilerOptions": { "baseUrl": ".", "paths": { "#rows/*": ["./lib/*"] } },\n}\n';
    expect(
      reports(TOOL('row();', "import { row } from '#rows/rows';"), {
        'tsconfig.json': config,
        'lib/rows.ts': rows,
        'src/tool.ts': '',
      }),
    ).toEqual([`4 ${SPAN}`]);
  });

  it('end at installed packages and at the root', () => {
    const rows =
      "import { getRequestContext } from 'stitchkit/observability';\nexport const row = () => insert({ spanId: getRequestContext()?.trace.spanId });\ndeclare function insert(row: object): void;\n";
    const manifest = '{ "name": "rows", "main": "index.js", "type": "module" }';
    expect(
      reports(TOOL('row();', "import { row } from 'rows';"), {
        'node_modules/rows/package.json': manifest,
        'node_modules/rows/index.js': rows.replace(/declare.*/u, ''),
      }),
    ).toEqual([]);
    const outside = project({ 'rows.ts': rows });
    const root = project({ 'src/keep.ts': '' });
    symlinkSync(join(outside, 'rows.ts'), join(root, 'src/rows.ts'));
    expect(analyse(root, 'src/tool.ts', TOOL('row();', imports)).findings).toEqual([]);
  });

  it('reach linked workspaces by their real path', () => {
    const rows =
      "import { getRequestContext } from 'stitchkit/observability';\nexport const row = () => insert({ spanId: getRequestContext()?.trace.spanId });\ndeclare function insert(row: object): void;\n";
    const root = project({
      'packages/rows/package.json': '{ "name": "@desk/rows", "exports": { ".": "./src/index.ts" } }',
      'packages/rows/src/index.ts': rows,
      'node_modules/.keep': '',
    });
    mkdirSync(join(root, 'node_modules/@desk'), { recursive: true });
    symlinkSync(join(root, 'packages/rows'), join(root, 'node_modules/@desk/rows'));
    const { findings } = analyse(root, 'src/tool.ts', TOOL('row();', "import { row } from '@desk/rows';"));
    expect(findings.map((one) => one.place.line)).toEqual([4]);
  });

  it('are read again when they change', () => {
    const good = 'export const row = () => 1;\n';
    const bad =
      "import { getRequestContext } from 'stitchkit/observability';\nexport const row = () => insert({ spanId: getRequestContext()?.trace.spanId });\ndeclare function insert(row: object): void;\n";
    const root = project({ 'src/rows.ts': good });
    expect(analyse(root, 'src/tool.ts', TOOL('row();', imports)).findings).toEqual([]);
    writeFileSync(join(root, 'src/rows.ts'), bad);
    expect(analyse(root, 'src/tool.ts', TOOL('row();', imports)).findings).toHaveLength(1);
  });
});
