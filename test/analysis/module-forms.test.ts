import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyseModule, parseModule, projectLoader } from '../../analysis/index.js';
import { resolveSettings } from '../../analysis/resolve-settings.js';
import { temporaryFolder } from '../cli/temporary-project.js';

const SPAN = 'no-request-span-in-tool';
const CONTEXT = `import { getRequestContext } from 'stitchkit/observability';\n`;
const REQUIRED = `const { getRequestContext } = require('stitchkit/observability');\n`;
const TOOL = `export const t = tool({ inputSchema: {}, execute: async () => save(context().trace.spanId) });\n`;

/** The rules that report something in one file of a project. */
function reported(files: Readonly<Record<string, string>>, file: string, given: object = {}): string[] {
  const root = temporaryFolder({ 'package.json': '{}', ...files });
  const settings = { version: '0.104.2', ...given };
  const resolved = { ...resolveSettings({ filename: join(root, file), cwd: root, settings, root }), root };
  const text = files[file] ?? '';
  return analyseModule(parseModule(file, text), resolved, projectLoader(resolved)).findings.map(({ rule }) => rule);
}

describe('the module that a specifier names', () => {
  const es = `${CONTEXT}export const context = () => getRequestContext();\n`;
  const common = `${REQUIRED}exports.context = () => getRequestContext();\n`;

  it.each([
    ['./context.js', 'context.ts', es],
    ['./context.js', 'context.tsx', es],
    ['./context.js', 'context.js', es],
    ['./context.jsx', 'context.tsx', es],
    ['./context.jsx', 'context.jsx', es],
    ['./context.mjs', 'context.mts', es],
    ['./context.mjs', 'context.mjs', es],
    ['./context.cjs', 'context.cts', es],
    ['./context.cjs', 'context.cjs', common],
    ['./context', 'context.ts', es],
    ['./context', 'context.tsx', es],
    ['./context', 'context.mts', es],
    ['./context', 'context.js', es],
    ['./context', 'context/index.ts', es],
    ['./context.ts', 'context.ts', es],
  ])('%s is %s', (specifier, path, source) => {
    const tool = `import { tool } from 'ai';\nimport { context } from '${specifier}';\n${TOOL}`;
    expect(reported({ 'tool.ts': tool, [path]: source }, 'tool.ts')).toEqual([SPAN]);
    expect(reported({ 'tool.ts': tool, 'other.ts': source }, 'tool.ts')).toEqual([]);
  });
});

describe('what a module exports', () => {
  const uses = (imported: string, call: string): string =>
    `import { tool } from 'ai';\nimport ${imported} from './context.js';\nexport const t = tool({ inputSchema: {}, execute: async () => save(${call}.trace.spanId) });\n`;

  it.each([
    ['a default function', '{ default as context }', 'context()', 'export default () => getRequestContext();'],
    ['a default of a name', 'context', 'context()', 'const own = () => getRequestContext();\nexport default own;'],
    ['a declared function', '{ context }', 'context()', 'export function context() { return getRequestContext(); }'],
    ['a name by another', '{ context }', 'context()', 'const own = getRequestContext;\nexport { own as context };'],
    ['all of it', '* as all', 'all.context()', 'export const context = () => getRequestContext();'],
    [
      'a re-export',
      '{ getRequestContext as context }',
      'context()',
      "export { getRequestContext } from 'stitchkit/observability';",
    ],
    [
      'a re-export by name',
      '{ context }',
      'context()',
      "export { getRequestContext as context } from 'stitchkit/observability';",
    ],
    ['a re-export of all', '{ getRequestContext }', 'getRequestContext()', "export * from 'stitchkit/observability';"],
    ['all under a name', '{ o }', 'o.getRequestContext()', "export * as o from 'stitchkit/observability';"],
    [
      'an object',
      '{ contexts }',
      'contexts.current()',
      'export const contexts = { current: () => getRequestContext() };',
    ],
    [
      'a member of a class',
      '{ Contexts }',
      'new Contexts().current()',
      'export class Contexts { current() { return getRequestContext(); } }',
    ],
    [
      'a static member',
      '{ Contexts }',
      'Contexts.current()',
      'export class Contexts { static current() { return getRequestContext(); } }',
    ],
    [
      'a getter',
      '{ contexts }',
      'contexts.current',
      'export const contexts = { get current() { return getRequestContext(); } };',
    ],
  ])('%s', (_name, imported, call, source) => {
    const files = { 'tool.ts': uses(imported, call), 'context.ts': CONTEXT + source };
    expect(reported(files, 'tool.ts')).toEqual([SPAN]);
  });
});

describe('a file that the settings name as one of tools', () => {
  const files = {
    'src/tools/fire.ts': `import { context } from '../context.js';\nexport const fire = () => save(context().trace.spanId);\n`,
    'src/context.ts': `${CONTEXT}export const context = () => getRequestContext();\n`,
  };

  it('holds tools though nothing in it comes from the framework', () => {
    expect(reported(files, 'src/tools/fire.ts', { toolFiles: ['src/tools/**'] })).toEqual([SPAN]);
  });

  it('is the only one', () => {
    expect(reported(files, 'src/tools/fire.ts', { toolFiles: ['src/other/**'] })).toEqual([]);
    expect(reported(files, 'src/tools/fire.ts')).toEqual([]);
  });
});
