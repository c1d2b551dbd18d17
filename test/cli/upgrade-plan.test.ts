import { describe, expect, it } from 'vitest';
import { stepsTouching, UPGRADE_STEPS } from '../../analysis/vocabulary/upgrade-steps.js';
import { compareVersions } from '../../analysis/vocabulary/version-range.js';
import { engines } from '../../cli/real-engines.js';
import { runMain } from './scripted-engine.js';
import { temporaryFolder } from './temporary-project.js';

const dispatch = `import { collectTools } from 'stitchkit/tools';
import { orders } from './orders.js';
const byName = new Map(collectTools(orders, 'AGENT').map((tool) => [tool.name, tool]));
export const call = (name: string, args: object) => byName.get(name)!.method.handler({ input: args, source: 'agent' });
`;
const server = `import { createAuditHook } from 'stitchkit/observability';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export const audit = createAuditHook({ write: () => undefined });
export const server = new McpServer({ name: 'desk', version: '1' });
`;
const at = (version: string): Record<string, string> => ({
  'package.json': JSON.stringify({ 'eslint-plugin-stitchkit': { version } }),
  'src/dispatch.ts': dispatch,
  'src/server.ts': server,
});

async function planOf(files: Record<string, string>, ...argv: string[]): Promise<string> {
  const { out } = await runMain(temporaryFolder(files), ['migrate', '--dry-run', ...argv], engines);
  return out.slice(out.search(/^(?:No runner|On the way)/mu));
}

describe('the plan of an upgrade', () => {
  it('leads from a version that has no runner to the first that has, through what the project is touched by', async () => {
    expect(await planOf(at('0.36.1'))).toBe(
      'No runner for the sites that are left: upgrade to stitchkit 0.40.0, by hand, in this order:\n' +
        '  0.37.0  the schema of a MountableTool becomes argumentSchema and presentationSchema (1 file)\n',
    );
  });

  it('names the changes up to the version that is wanted', async () => {
    const plan = await planOf(at('0.40.0'), '--to', '0.50.0');
    expect(plan.split('\n').map((line) => line.slice(0, 60).trim())).toEqual([
      'On the way to stitchkit 0.50.0, by hand, in this order:',
      '0.43.0  createAuditHook becomes createObservability (1 fil',
      '0.44.0  @modelcontextprotocol/sdk becomes @modelcontextpro',
      '',
    ]);
  });

  it('is empty where the version stays and has a runner', async () => {
    const { out } = await runMain(temporaryFolder(at('0.43.0')), ['migrate', '--dry-run'], engines);
    expect(out).not.toMatch(/No runner|On the way/u);
  });
});

describe('the steps', () => {
  it('stand in the order of the versions', () => {
    const versions = UPGRADE_STEPS.map(({ version }) => version);
    expect(versions).toEqual([...versions].sort(compareVersions));
  });

  it('are found by whole words, after one version and up to the other', () => {
    const found = (text: string): string[] => stepsTouching(text, '0.36.1', '0.42.0').map(({ version }) => version);
    expect(found('nativeTools: (server) => [],')).toEqual(['0.37.0', '0.39.0', '0.42.0']);
    expect(found('myNativeTools, nativeToolset, createAuditHook')).toEqual([]);
  });
});
