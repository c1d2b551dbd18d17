import {
  handlers,
  managedCallbacks,
  mountOptions,
  nativeCallbacks,
  runtimeTools,
  serverOptions,
} from './callback-positions.js';
import type { Shape } from './shape.js';

const CONTEXT_SHAPES: Readonly<Record<string, Shape>> = {
  ContextGetter: { role: 'context-getter', returns: 'RequestContext' },
  RequestContext: {
    role: 'context',
    members: {
      trace: 'EnclosingTrace',
      startedAt: 'EnclosingStart',
      dimensions: 'ContextPart',
      error: 'ContextPart',
      userId: 'ContextUser',
      ipAddress: 'ContextUser',
      userAgent: 'ContextUser',
    },
  },
  EnclosingTrace: {
    role: 'enclosing-trace',
    members: { traceId: 'TraceId', spanId: 'EnclosingSpan', parentSpanId: 'EnclosingSpan' },
  },
  EnclosingSpan: { role: 'enclosing-span' },
  EnclosingStart: { role: 'enclosing-start' },
  TraceId: { role: 'trace-id' },
  TraceIdGetter: { returns: 'TraceId' },
  ContextUser: { role: 'context-user' },
  UserGetter: { returns: 'ContextUser' },
  ContextPart: { role: 'context-part' },
  DimensionsWriter: { role: 'context-writer', writes: 'dimensions' },
  UserWriter: { role: 'context-writer', writes: 'user' },
  ErrorWriter: { role: 'context-writer', writes: 'error' },
  EndpointWriter: { role: 'context-writer', writes: 'endpoint' },
  ProjectorFactory: { returns: 'Projector' },
  Projector: { members: { request: 'DimensionsWriter', result: 'DimensionsWriter', error: 'DimensionsWriter' } },
  ForkRunner: { role: 'fork-runner', returnsResultOf: 1, arguments: { context: 0, body: 1 } },
  RequestRoot: { role: 'root-runner', arguments: { body: 0 }, opens: 'HttpContext' },
  HttpContext: { members: { dimensions: 'HttpDimensions' } },
  HttpDimensions: { role: 'http-dimensions' },
  JobRoot: { role: 'root-runner', returnsResultOf: 1, arguments: { body: 1 } },
  SpanMinter: { role: 'parent-reader', returns: 'ChildTrace', arguments: { parent: 0 } },
  TraceMinter: { returns: 'RootTrace' },
  TraceContinuer: { returns: 'ContinuedTrace' },
  ChildTrace: { role: 'minted-child', members: { spanId: 'OwnSpan' } },
  RootTrace: { role: 'minted-root', members: { spanId: 'OwnSpan' } },
  ContinuedTrace: { members: { spanId: 'OwnSpan' } },
  OwnSpan: { role: 'own-span' },
  TraceFormatter: { role: 'parent-reader', arguments: { parent: 0 } },
  TraceContinuation: { role: 'parent-reader', returns: 'ContinuedTrace', arguments: { parent: 1 } },
};

const CONTRACT_SHAPES: Readonly<Record<string, Shape>> = {
  ContractDefiner: { role: 'contract-definer', returns: 'Contract', arguments: { endpoints: 1 } },
  ContractFactory: { returns: 'ContractDefiner', arguments: { options: 0 } },
  Contract: { role: 'contract' },
  Implementer: { returns: 'Service', callbacks: handlers('1.*', { argument: 0, of: 'call' }) },
  ImplementerFactory: { returns: 'Implementer' },
  RegistryImplementer: {
    returns: 'ServiceTable',
    callbacks: handlers('1.*.*', { argument: 0, of: 'call', registry: true }),
  },
  RegistryImplementerFactory: { returns: 'RegistryImplementer' },
  ScopedImplementer: {
    returns: 'Service',
    callbacks: handlers('1.*', { argument: 0, of: 'call' }),
    members: { declare: 'ScopedDeclarer' },
  },
  ScopedImplementerFactory: { returns: 'ScopedImplementer' },
  ScopedDeclarer: { returns: 'DeclaredImplementer' },
  DeclaredImplementer: { returns: 'Service', callbacks: handlers('0.*', { argument: 0, of: 'callee' }) },
  RemoteImplementer: {
    returns: 'Service',
    callbacks: [
      {
        at: '1.transformArgs',
        scope: 'contract-handler',
        forkedSince: '0.36.0',
        contract: { argument: 0, of: 'call' },
      },
    ],
  },
  Service: { role: 'service', members: { methods: 'MethodTable' } },
  ServiceTable: { members: { '*': 'Service' } },
  MethodTable: { role: 'method-table', members: { '*': 'MethodDef' } },
  MethodDef: { members: { handler: 'HandlerCall' } },
  HandlerCall: { role: 'handler-call' },
};

const TOOL_SHAPES: Readonly<Record<string, Shape>> = {
  ToolCollector: { role: 'tool-collector', returns: 'MountableTools', arguments: { service: 0 } },
  MountableTools: { elements: 'MountableTool' },
  MountableTool: { members: { method: 'MethodDef' } },
  AgentMount: {
    role: 'mount',
    returns: 'AgentTools',
    arguments: { services: 0, config: 1 },
    callbacks: [...mountOptions(1), ...runtimeTools('1.runtimeTools')],
  },
  AgentTools: { members: { '*': 'MountedTool' } },
  MountedTool: { members: { execute: 'ManagedCall' } },
  ManagedCall: { role: 'managed-call' },
  McpMount: { role: 'mount', arguments: { services: 1, config: 2 }, callbacks: mountOptions(2) },
  McpServerMount: { role: 'mount', returns: 'McpServer', arguments: { config: 0 }, callbacks: serverOptions(0) },
  McpHandlerMount: { role: 'mount', perRequest: true, arguments: { config: 0 }, callbacks: serverOptions(0) },
  McpStdioMount: { role: 'mount', oncePerProcess: true, arguments: { config: 0 }, callbacks: serverOptions(0) },
  ToolkitFactory: { returns: 'Toolkit' },
  Toolkit: {
    members: {
      mountMcp: 'McpMount',
      mountAgent: 'AgentMount',
      buildMcpServer: 'McpServerMount',
      createMcpHandler: 'McpHandlerMount',
      createStdioMcpServer: 'McpStdioMount',
    },
  },
  InvokerFactory: {
    role: 'invoker-factory',
    returns: 'Invoker',
    arguments: { services: 0, config: 1 },
    callbacks: mountOptions(1),
  },
  Invoker: { members: { invoke: 'InvokerCall', invokeOrThrow: 'InvokerCall' } },
  InvokerCall: { role: 'managed-call', callbacks: mountOptions(2) },
  DispatcherFactory: { returns: 'Dispatcher', callbacks: mountOptions(1) },
  Dispatcher: { members: { dispatch: 'ManagedCall' } },
  RuntimeToolDefiner: { returns: 'RuntimeTool', callbacks: managedCallbacks(0, ['handler', 'present.mcp']) },
  RuntimeTool: {},
  RuntimeToolFactoryMaker: { returns: 'RuntimeToolFactory' },
  RuntimeToolFactory: { members: { define: 'RuntimeToolDefiner' } },
  WaitToolDefiner: {
    returns: 'RuntimeTool',
    callbacks: managedCallbacks(0, ['poll', 'done', 'render', 'timeoutFromInput']),
  },
  DownloadToolDefiner: {
    returns: 'RuntimeTool',
    callbacks: managedCallbacks(0, ['resolveUrl', 'dirFromInput', 'pathFromInput']),
  },
  UploadToolDefiner: { returns: 'RuntimeTool', callbacks: managedCallbacks(0, ['upload']) },
  WaitMount: { callbacks: nativeCallbacks(['poll', 'done', 'render', 'timeoutFromArgs']) },
  DownloadMount: { callbacks: nativeCallbacks(['resolveUrl', 'dirFromArgs', 'pathFromArgs']) },
  UploadMount: { callbacks: nativeCallbacks(['upload']) },
  NativeRegistrar: { members: { registerTool: 'RuntimeToolDefiner', rawServer: 'McpServer' } },
  AuthHookMaker: { returns: 'AuthHook' },
  AuthHook: { wraps: ['0.resolve', '0.resolveFromContext', '0.inject'] },
  LifecycleComposer: {
    callbacks: [0, 1, 2, 3, 4, 5].flatMap((index) => [
      { at: `${index}.beforeHandle`, scope: 'lifecycle' as const, forkedSince: '0.36.0' },
      { at: `${index}.afterHandle`, scope: 'lifecycle' as const, forkedSince: '0.36.0' },
    ]),
  },
  RequestRow: { members: { dimensions: 'RequestDimensions' } },
  RequestDimensions: { role: 'request-dimensions' },
  ToolRow: { members: { dimensions: 'ToolDimensions' } },
  ToolDimensions: { role: 'tool-dimensions' },
  EventRow: { members: { dimensions: 'EventDimensions' } },
  EventDimensions: { role: 'event-dimensions' },
  AuditHook: {
    callbacks: [
      { at: '0.write', scope: 'audit-sink', params: ['EventRow'] },
      { at: '0.filter', params: ['EventRow'] },
    ],
    returns: 'Audit',
  },
  Audit: { members: { http: 'RequestRoot', toolCall: 'ToolCallHooks' } },
  Observability: {
    role: 'observability',
    callbacks: [
      { at: '0.tools.write', scope: 'audit-sink', params: ['ToolRow'] },
      { at: '0.request.write', params: ['RequestRow'] },
      { at: '0.request.filter', params: ['RequestRow'] },
    ],
    returns: 'ObservabilitySinks',
  },
  ObservabilitySinks: { members: { toolCall: 'ToolCallHooks' } },
  ToolLogger: {
    returns: 'ToolCallHooks',
    callbacks: [
      { at: '0.onRecord', scope: 'audit-sink' },
      { at: '0.log', scope: 'audit-sink' },
    ],
  },
  VendoredExecutor: { role: 'vendored-executor' },
  RunnerFactory: { role: 'runner-factory', returns: 'ManagedCall' },
  ToolHookCall: { role: 'tool-hook-call' },
  ExtensionResolver: { role: 'extension-resolver' },
  ToolCallHooks: {
    members: { beforeToolCall: 'ToolHookCall', afterToolCall: 'ToolHookCall', onToolError: 'ToolHookCall' },
    declares: {
      beforeToolCall: { scope: 'tool-hook', forkedSince: '0.36.0' },
      afterToolCall: { scope: 'tool-hook', forkedSince: '0.36.0' },
      onToolError: { scope: 'tool-hook', forkedSince: '0.36.0' },
    },
  },
  ToolLifecycle: {
    declares: {
      beforeHandle: { scope: 'lifecycle', forkedSince: '0.36.0' },
      afterHandle: { scope: 'lifecycle', forkedSince: '0.36.0' },
    },
  },
  ToolExtend: {
    members: { resolve: 'ExtensionResolver' },
    declares: { resolve: { scope: 'extension-resolver', forkedSince: '0.36.1' } },
  },
};

const SDK_TOOL: Shape = {
  role: 'sdk-tool',
  callbacks: [
    { at: '0.execute', scope: 'sdk-execute' },
    { at: '0.toModelOutput', scope: 'sdk-execute' },
  ],
};

const SDK_SHAPES: Readonly<Record<string, Shape>> = {
  SdkTool: SDK_TOOL,
  /** Its calls are marked as dynamic, which those of a mounted tool are not. */
  SdkDynamicTool: SDK_TOOL,
  SdkLoop: { role: 'sdk-loop', callbacks: [{ at: '0.tools.*.execute', scope: 'sdk-execute' }] },
  SdkToolSet: { declares: { '*.execute': { scope: 'sdk-execute' } } },
  SdkToolType: { declares: { execute: { scope: 'sdk-execute' } } },
  McpServerClass: { returns: 'McpServer' },
  McpServer: { members: { registerTool: 'RawRegistration', tool: 'RawShorthand', server: 'LowLevelServer' } },
  RawRegistration: {
    role: 'raw-registration',
    callbacks: [{ at: '2', scope: 'raw-callback', nameArgument: 0 }],
  },
  RawShorthand: {
    role: 'raw-registration',
    callbacks: [{ at: 'last', scope: 'raw-callback', nameArgument: 0 }],
  },
  LowLevelServerClass: { returns: 'LowLevelServer' },
  LowLevelServer: { members: { setRequestHandler: 'RequestHandlerRegistration' } },
  RequestHandlerRegistration: {
    callbacks: [
      {
        at: 'last',
        scope: 'raw-callback',
        when: { argument: 0, isOneOf: ['CallToolRequestSchema', 'tools/call'] },
      },
    ],
  },
  ConcurrentMap: { role: 'concurrent-map' },
  Scheduler: { role: 'scheduler', returns: 'Scheduler', members: { '*': 'Scheduler' } },
};

/** What every name of the vocabulary means. A shape is named here and nowhere else. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  ...CONTEXT_SHAPES,
  ...CONTRACT_SHAPES,
  ...TOOL_SHAPES,
  ...SDK_SHAPES,
};

/** The members of the context and its trace that a call must not take for its own. */
export function contextMembers(): readonly string[] {
  const shapes = [SHAPES['RequestContext'], SHAPES['EnclosingTrace']];
  return shapes.flatMap((one) =>
    Object.entries(one?.members ?? {}).flatMap(([key, member]) =>
      SHAPES[member]?.role?.startsWith('enclosing-') ? [key] : [],
    ),
  );
}
