import type { ExportRow, VersionRange } from './shape.js';

const OBSERVABILITY = ['stitchkit/observability'];
const TRACE = ['stitchkit/observability', 'stitchkit'];
const CONTRACT = ['stitchkit/contract', 'stitchkit'];
const SERVER = ['stitchkit/server', 'stitchkit/node'];
const TOOLS = ['stitchkit/tools', 'stitchkit/tools/mcp'];
const INVOKER = ['stitchkit/tools', 'stitchkit/tools/invoker'];
const ANY_ENTRY = [
  'stitchkit',
  'stitchkit/contract',
  'stitchkit/server',
  'stitchkit/node',
  'stitchkit/tools',
  'stitchkit/observability',
];
/** A copy in the project, or a path into the package that its `exports` map does not publish (facts, section B). */
const VENDORED = ['relative:', 'stitchkit/dist/*', 'stitchkit/src/*'];
const AI = ['ai'];
const MCP_SERVER = [
  '@modelcontextprotocol/sdk/server/mcp.js',
  '@modelcontextprotocol/sdk/server/mcp',
  '@modelcontextprotocol/server',
];
const MCP_LOW_LEVEL = [
  '@modelcontextprotocol/sdk/server/index.js',
  '@modelcontextprotocol/sdk/server',
  '@modelcontextprotocol/server',
];

/** Modules of the SDKs whose tools are written by hand. */
export const SDK_MODULES: readonly string[] = [...new Set([...AI, ...MCP_SERVER, ...MCP_LOW_LEVEL])];

function row(modules: readonly string[], name: string, shape: string, range: VersionRange = {}): ExportRow {
  return { modules, export: name, shape, ...range };
}

function type(modules: readonly string[], name: string, shape: string): ExportRow {
  return { modules, export: name, shape, kind: 'type' };
}

/** Every export the analysis knows (facts, sections A to D). */
export const EXPORT_ROWS: readonly ExportRow[] = [
  row(OBSERVABILITY, 'getRequestContext', 'ContextGetter'),
  row(OBSERVABILITY, 'getTraceId', 'TraceIdGetter'),
  row(OBSERVABILITY, 'getUserId', 'UserGetter'),
  row(OBSERVABILITY, 'setRequestDimensions', 'DimensionsWriter', { since: '0.11.0' }),
  row(OBSERVABILITY, 'setRequestUser', 'UserWriter'),
  row(OBSERVABILITY, 'setRequestError', 'ErrorWriter'),
  row(OBSERVABILITY, 'setRequestEndpoint', 'EndpointWriter', { since: '0.11.0' }),
  row(OBSERVABILITY, 'createDimensionsProjector', 'ProjectorFactory'),
  row(OBSERVABILITY, 'runWithRequestContext', 'ForkRunner'),
  row(OBSERVABILITY, 'wrapInRequestContext', 'RequestRoot'),
  row(OBSERVABILITY, 'runUnitOfWork', 'JobRoot', { since: '0.92.0' }),
  row(TRACE, 'childSpan', 'SpanMinter'),
  row(TRACE, 'createTraceContext', 'TraceMinter'),
  row(TRACE, 'parseTraceparent', 'TraceContinuer'),
  row(TRACE, 'formatTraceparent', 'TraceFormatter'),
  row(TRACE, 'resolveTraceContext', 'TraceContinuer'),
  row(OBSERVABILITY, 'resolvePropagationContext', 'TraceContinuation'),
  row(OBSERVABILITY, 'createAuditHook', 'AuditHook', { until: '0.43.0' }),
  row(OBSERVABILITY, 'createObservability', 'Observability', { since: '0.43.0' }),
  type(OBSERVABILITY, 'RequestContext', 'RequestContext'),
  type(OBSERVABILITY, 'RequestEvent', 'EventRow'),

  row(CONTRACT, 'defineContract', 'ContractDefiner'),
  row(CONTRACT, 'createContractFactory', 'ContractFactory'),
  row(SERVER, 'implement', 'Implementer'),
  row(SERVER, 'createImplement', 'ImplementerFactory'),
  row(SERVER, 'implementRegistry', 'RegistryImplementer', { since: '0.48.1' }),
  row(SERVER, 'createImplementRegistry', 'RegistryImplementerFactory', { since: '0.48.1' }),
  row(SERVER, 'createScopedImplement', 'ScopedImplementerFactory', { since: '0.50.0' }),
  row(SERVER, 'createScopedImplementRegistry', 'RegistryImplementerFactory', { since: '0.50.0' }),
  row(TOOLS, 'implementRemote', 'RemoteImplementer', { until: '0.55.0' }),
  row(['stitchkit/remote'], 'implementRemote', 'RemoteImplementer', { since: '0.55.0' }),
  type(ANY_ENTRY, 'ServiceDef', 'Service'),
  type(ANY_ENTRY, 'MethodDef', 'MethodDef'),

  row(TOOLS, 'collectTools', 'ToolCollector'),
  row(TOOLS, 'mountAgent', 'AgentMount'),
  row(TOOLS, 'mountMcp', 'McpMount'),
  row(TOOLS, 'buildMcpServer', 'McpServerMount'),
  row(TOOLS, 'createMcpHandler', 'McpHandlerMount'),
  row(TOOLS, 'createStdioMcpServer', 'McpStdioMount'),
  row(TOOLS, 'createToolkit', 'ToolkitFactory'),
  row(INVOKER, 'createToolInvoker', 'InvokerFactory', { since: '0.39.0' }),
  row(TOOLS, 'createContractDispatcher', 'DispatcherFactory', { since: '0.9.0', until: '0.10.0' }),
  row(TOOLS, 'defineRuntimeTool', 'RuntimeToolDefiner', { since: '0.39.0' }),
  row(TOOLS, 'createRuntimeToolFactory', 'RuntimeToolFactoryMaker', { since: '0.43.0' }),
  row(TOOLS, 'defineWaitTool', 'WaitToolDefiner', { since: '0.54.0' }),
  row(TOOLS, 'defineDownloadTool', 'DownloadToolDefiner', { since: '0.54.0' }),
  row(TOOLS, 'defineUploadTool', 'UploadToolDefiner', { since: '0.54.0' }),
  row(TOOLS, 'mountWait', 'WaitMount'),
  row(TOOLS, 'mountDownload', 'DownloadMount'),
  row(TOOLS, 'mountUpload', 'UploadMount'),
  row([...SERVER, ...TOOLS], 'createAuthHook', 'AuthHookMaker'),
  row(TOOLS, 'composeToolLifecycle', 'LifecycleComposer', { since: '0.55.0' }),
  row(TOOLS, 'createToolLogger', 'ToolLogger', { since: '0.19.0' }),
  row(VENDORED, 'executeToolMethod', 'VendoredExecutor'),
  row(VENDORED, 'createToolRunner', 'RunnerFactory'),
  type(TOOLS, 'MountableTool', 'MountableTool'),
  type(TOOLS, 'ToolOperation', 'MethodDef'),
  type(TOOLS, 'ToolCallHooks', 'ToolCallHooks'),
  type(TOOLS, 'ToolLifecycle', 'ToolLifecycle'),
  type(TOOLS, 'ToolExtend', 'ToolExtend'),
  type(TOOLS, 'McpServer', 'McpServer'),

  row(AI, 'tool', 'SdkTool'),
  row(AI, 'dynamicTool', 'SdkDynamicTool'),
  row(AI, 'generateText', 'SdkLoop'),
  row(AI, 'streamText', 'SdkLoop'),
  row(AI, 'ToolLoopAgent', 'SdkLoop'),
  row(AI, 'Experimental_Agent', 'SdkLoop'),
  type(AI, 'ToolSet', 'SdkToolSet'),
  type(AI, 'Tool', 'SdkToolType'),
  { modules: MCP_SERVER, export: 'McpServer', shape: 'McpServerClass' },
  type(MCP_SERVER, 'McpServer', 'McpServer'),
  row(MCP_LOW_LEVEL, 'Server', 'LowLevelServerClass'),
  type(MCP_LOW_LEVEL, 'Server', 'LowLevelServer'),

  row(['p-limit', 'p-queue', 'p-throttle'], 'default', 'Scheduler'),
  row(['p-retry'], 'default', 'Scheduler'),
  row(['p-map', 'p-all'], 'default', 'ConcurrentMap'),
];
