import { compareVersions } from './version-range.js';

/** One change of the framework that an upgrade across it has to follow (facts, section F). */
export interface UpgradeStep {
  /** The version that brings it. */
  readonly version: string;
  readonly change: string;
  /** What a file that it concerns names, as whole words. */
  readonly words: readonly string[];
}

const HOOKS = ['beforeToolCall', 'afterToolCall', 'onToolError'];
const FILE_TOOLS = ['mountDownload', 'mountUpload', 'mountViewFile'];

/** In the order in which an upgrade meets them. */
export const UPGRADE_STEPS: readonly UpgradeStep[] = [
  {
    version: '0.10.0',
    change: 'createContractDispatcher is gone; from 0.39.0 on createToolInvoker takes its place',
    words: ['createContractDispatcher'],
  },
  {
    version: '0.36.0',
    change: "what a tool call writes to the context no longer reaches the request's row; read it off the tool's row",
    words: ['dimensions', 'setRequestDimensions', 'setRequestUser', 'setRequestError'],
  },
  {
    version: '0.36.1',
    change: 'an extension is resolved inside the fork; never stay at 0.36.0',
    words: ['ToolExtend', 'extend'],
  },
  { version: '0.37.0', change: 'the tool hooks take one object', words: HOOKS },
  {
    version: '0.37.0',
    change: 'nativeTools is given { registerTool, rawServer }',
    words: ['nativeTools'],
  },
  {
    version: '0.37.0',
    change: 'stateless becomes sessionMode, and the default is stateless',
    words: ['stateless', 'createMcpHandler'],
  },
  {
    version: '0.37.0',
    change: 'the schema of a MountableTool becomes argumentSchema and presentationSchema',
    words: ['collectTools', 'MountableTool'],
  },
  {
    version: '0.39.0',
    change: 'handlers of native tools return plain data; MCP content moves to present.mcp',
    words: ['registerTool', 'nativeTools'],
  },
  {
    version: '0.40.0',
    change: 'source, context, lifecycle and hooks of an invoker move from the factory to each call',
    words: ['createToolInvoker'],
  },
  {
    version: '0.41.0',
    change: 'data that is returned without an output schema is a contract violation',
    words: ['defineContract', 'createContractFactory'],
  },
  { version: '0.42.0', change: 'nativeTools becomes runtimeTools and rawTools', words: ['nativeTools'] },
  { version: '0.43.0', change: 'createAuditHook becomes createObservability', words: ['createAuditHook'] },
  {
    version: '0.44.0',
    change: '@modelcontextprotocol/sdk becomes @modelcontextprotocol/server and /client',
    words: ['@modelcontextprotocol/sdk'],
  },
  {
    version: '0.44.0',
    change: 'sessionMode is gone, and createMcpHandler returns a handle',
    words: ['sessionMode', 'createMcpHandler', 'createStdioMcpServer'],
  },
  { version: '0.46.0', change: 'createToolLogger writes to stderr', words: ['createToolLogger'] },
  {
    version: '0.47.0',
    change: 'the auth hook of HTTP moves from hooks.beforeHandle to hooks.authorize; that of tool mounts stays',
    words: ['beforeHandle'],
  },
  { version: '0.55.0', change: 'the file tools take a boundary of files', words: FILE_TOOLS },
  { version: '0.55.0', change: 'implementRemote moves to its own entry point', words: ['implementRemote'] },
  {
    version: '0.56.0',
    change: 'auth hooks come from createAuthHook or composeAuthHooks alone',
    words: ['authorize', 'createAuthHook'],
  },
  { version: '0.83.0', change: 'flush() says whether it drained', words: ['createObservability'] },
  {
    version: '0.91.0',
    change: 'an object that beforeToolCall returns takes the place of the arguments',
    words: ['beforeToolCall'],
  },
  {
    version: '0.92.0',
    change: 'method and path of an event and of a context may be absent',
    words: ['RequestEvent', 'RequestContext', 'createObservability'],
  },
  { version: '0.94.0', change: "an endpoint's tool options move into tool: { }", words: ['toolName'] },
  { version: '0.94.0', change: 'createCli comes from its own entry point alone', words: ['createCli'] },
];

const ESCAPED = /[.*+?^${}()|[\]\\/]/gu;

const steps = UPGRADE_STEPS.map((step) => {
  const words = step.words.map((one) => one.replace(ESCAPED, '\\$&')).join('|');
  return { step, mentions: new RegExp(`(?<![\\w$@/])(?:${words})(?![\\w$])`, 'u') };
});

/** The changes between two versions that concern a file, by what its text names. */
export function stepsTouching(text: string, from: string, to: string): UpgradeStep[] {
  return steps
    .filter(({ step }) => compareVersions(step.version, from) > 0 && compareVersions(step.version, to) <= 0)
    .filter(({ mentions }) => mentions.test(text))
    .map(({ step }) => step);
}
