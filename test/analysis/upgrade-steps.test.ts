import { describe, expect, it } from 'vitest';
import { stepsTouching } from '../../analysis/vocabulary/upgrade-steps.js';

/** What the framework changed for who names it, by the release that did (facts, section F). */
const CHANGES: readonly (readonly [name: string, ...releases: string[]])[] = [
  ['createContractDispatcher', '0.10.0'],
  ['dimensions', '0.36.0'],
  ['setRequestDimensions', '0.36.0'],
  ['setRequestUser', '0.36.0'],
  ['setRequestError', '0.36.0'],
  ['ToolExtend', '0.36.1'],
  ['extend', '0.36.1'],
  ['afterToolCall', '0.37.0'],
  ['onToolError', '0.37.0'],
  ['beforeToolCall', '0.37.0', '0.91.0'],
  ['nativeTools', '0.37.0', '0.39.0', '0.42.0'],
  ['stateless', '0.37.0'],
  ['createMcpHandler', '0.37.0', '0.44.0'],
  ['collectTools', '0.37.0'],
  ['MountableTool', '0.37.0'],
  ['registerTool', '0.39.0'],
  ['createToolInvoker', '0.40.0'],
  ['defineContract', '0.41.0'],
  ['createContractFactory', '0.41.0'],
  ['createAuditHook', '0.43.0'],
  ['@modelcontextprotocol/sdk', '0.44.0'],
  ['sessionMode', '0.44.0'],
  ['createStdioMcpServer', '0.44.0'],
  ['createToolLogger', '0.46.0'],
  ['beforeHandle', '0.47.0'],
  ['mountDownload', '0.55.0'],
  ['mountUpload', '0.55.0'],
  ['mountViewFile', '0.55.0'],
  ['implementRemote', '0.55.0'],
  ['authorize', '0.56.0'],
  ['createAuthHook', '0.56.0'],
  ['createObservability', '0.83.0', '0.92.0'],
  ['RequestEvent', '0.92.0'],
  ['RequestContext', '0.92.0'],
  ['toolName', '0.94.0'],
  ['createCli', '0.94.0'],
];

describe('what an upgrade changes for a file', () => {
  it.each(CHANGES)('that names %s', (name, ...releases) => {
    const steps = stepsTouching(`use(${JSON.stringify(name)});`, '0.1.0', '0.104.2');
    expect(steps.map(({ version }) => version)).toEqual(releases);
    for (const { change } of steps) expect(change).toMatch(/\w+ \w+/u);
    expect(stepsTouching(`use("${name}s", "x${name}");`, '0.1.0', '0.104.2')).toEqual([]);
  });

  it.each(CHANGES)('that names %s: from before the release, up to it', (name, ...releases) => {
    for (const release of releases) {
      const versions = (from: string, to: string): string[] => stepsTouching(name, from, to).map((one) => one.version);
      expect(versions('0.1.0', release)).toContain(release);
      expect(versions(release, '0.104.2')).not.toContain(release);
    }
  });
});
