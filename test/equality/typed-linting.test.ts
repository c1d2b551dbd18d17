import { join } from 'node:path';
import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin, { configs } from '../../rules/index.js';
import { temporaryFolder } from '../cli/temporary-project.js';

/** Packages as they are installed: what the checker reads of them. */
const PACKAGES = {
  'node_modules/@modelcontextprotocol/sdk/package.json': '{ "name": "@modelcontextprotocol/sdk", "version": "1.32.0" }',
  'node_modules/@modelcontextprotocol/sdk/server/mcp.d.ts':
    'export declare class McpServer { tool(name: string, run: (args: unknown) => unknown): void; registerTool(name: string, options: object, run: (args: unknown) => unknown): void; }',
  'node_modules/stitchkit/package.json': '{ "name": "stitchkit", "version": "0.104.2" }',
  'node_modules/stitchkit/observability.d.ts':
    'export interface TraceContext { traceId: string; spanId: string }\nexport interface RequestContext { trace: TraceContext; startedAt: bigint }\nexport declare function getRequestContext(): RequestContext | undefined;\nexport declare function setRequestDimensions(dimensions: Record<string, string>): void;',
  'node_modules/mcp-kit/package.json': '{ "name": "mcp-kit", "version": "1.0.0", "types": "index.d.ts" }',
  'node_modules/mcp-kit/index.d.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp';
import type { RequestContext } from 'stitchkit/observability';
export declare class KitServer extends McpServer { close(): void }
export declare function withServer(use: (server: McpServer) => void): void;
export declare function kitServer(): KitServer;
export declare function current(): RequestContext;`,
  'node_modules/desk/package.json': '{ "name": "desk", "version": "1.0.0", "types": "index.d.ts" }',
  'node_modules/desk/index.d.ts':
    'export declare class Desk { tool(name: string, run: (args: unknown) => unknown): void; registerTool(name: string, options: object, run: (args: unknown) => unknown): void }\nexport declare function desk(): Desk;\nexport declare function untyped(): any;',
};
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2023',
    noEmit: true,
    types: [],
  },
  include: ['*.ts'],
});
const IMPORT = `import { setRequestDimensions } from 'stitchkit/observability';\n`;
const RAW_WRITE = '4 no-context-write-in-native-tool';

/** `line rule` of each report, with a program or without one. */
function reports(code: string, typed: boolean): string[] {
  const folder = temporaryFolder({ ...PACKAGES, 'package.json': '{}', 'tsconfig.json': TSCONFIG, 'mcp.ts': code });
  const messages = new Linter({ cwd: folder }).verify(
    code,
    [
      {
        files: ['**/*.ts'],
        plugins: { stitchkit: plugin },
        languageOptions: {
          parser: typescriptParser,
          parserOptions: typed ? { project: './tsconfig.json', tsconfigRootDir: folder } : {},
        },
        settings: { stitchkit: { version: '0.104.2' } },
        rules: configs.recommended.rules ?? {},
      },
    ],
    { filename: join(folder, 'mcp.ts') },
  );
  return messages.map((one) => `${String(one.line)} ${(one.ruleId ?? one.message).replace('stitchkit/', '')}`);
}

describe('a receiver whose type tells what its syntax does not', () => {
  it.each([
    [
      'a server that a function of another package hands over',
      `${IMPORT}import { withServer } from 'mcp-kit';
withServer((server) => {
  server.tool('fire', () => setRequestDimensions({ kiln: 'K-1' }));
});\n`,
    ],
    [
      'a server of a class under the one that is known',
      `${IMPORT}import { kitServer } from 'mcp-kit';
const server = kitServer();
server.tool('fire', () => setRequestDimensions({ kiln: 'K-1' }));\n`,
    ],
  ])('%s', (_name, code) => {
    expect(reports(code, true)).toEqual([RAW_WRITE]);
    expect(reports(code, false)).toEqual([]);
  });

  it('a context that another package gives', () => {
    const code = `import { tool } from 'ai';
import { current } from 'mcp-kit';
declare const rows: { add(row: object): void };
export const fire = tool({ execute: async () => rows.add({ span: current().trace.spanId }) });\n`;
    expect(reports(code, true)).toEqual(['4 no-request-span-in-tool']);
    expect(reports(code, false)).toEqual([]);
  });

  it('a server of another library, which is registered on alike', () => {
    const code = `${IMPORT}import { desk } from 'desk';
const server = desk();
server.registerTool('fire', { description: 'Fires' }, () => setRequestDimensions({ kiln: 'K-1' }));\n`;
    expect(reports(code, false)).toEqual([RAW_WRITE]);
    expect(reports(code, true)).toEqual([]);
  });
});

describe('nothing is guessed', () => {
  it('of a receiver of any type', () => {
    const code = `${IMPORT}import { untyped } from 'desk';
const server = untyped();
server.tool('fire', () => setRequestDimensions({ kiln: 'K-1' }));\n`;
    expect(reports(code, true)).toEqual([]);
  });

  it('of a receiver of a package that does not resolve', () => {
    const code = `${IMPORT}import { server } from 'nowhere';

server.tool('fire', () => setRequestDimensions({ kiln: 'K-1' }));\n`;
    expect(reports(code, true)).toEqual([]);
  });
});

it.each([
  ['without a node map', { program: {} }],
  [
    'whose checker fails',
    {
      program: {
        getTypeChecker: () => {
          throw new Error('no types today');
        },
      },
      esTreeNodeToTSNodeMap: new Map(),
    },
  ],
  ['that are frozen and empty', Object.freeze({})],
])('parser services %s are survived', (_name, services) => {
  const code = `${IMPORT}import { server } from 'nowhere';

server.registerTool('fire', { description: 'Fires' }, () => setRequestDimensions({ kiln: 'K-1' }));\n`;
  const parser = {
    parseForESLint: (text: string, options: typescriptParser.ParserOptions) => ({
      ...typescriptParser.parseForESLint(text, options),
      services,
    }),
  };
  const messages = new Linter().verify(
    code,
    [
      {
        files: ['**/*.ts'],
        plugins: { stitchkit: plugin },
        languageOptions: { parser },
        settings: { stitchkit: { version: '0.104.2' } },
        rules: configs.recommended.rules ?? {},
      },
    ],
    { filename: 'mcp.ts' },
  );
  expect(messages.map((one) => `${String(one.line)} ${(one.ruleId ?? one.message).replace('stitchkit/', '')}`)).toEqual(
    [RAW_WRITE],
  );
});
