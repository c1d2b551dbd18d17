import * as zod from 'zod';
import * as contract from '../../../fixtures/runtime/contract.js';
import { implement, type MethodDef } from '../../../fixtures/runtime/contract/service.js';
import * as context from '../../../fixtures/runtime/context/request-context.js';
import type { RequestContext } from '../../../fixtures/runtime/context/request-context.js';
import * as trace from '../../../fixtures/runtime/context/trace.js';
import type { Recorder } from './recorder.js';
import { COLLECTED_TOOL } from './stage-props.js';
import { isObject, type AnyFunction, type Registrations } from './registrations.js';
import type { StandIns } from './stand-in.js';

type Members = Readonly<Record<string, unknown>>;

/** Callbacks of the native tools and of their managed twins. */
const TOOL_CALLBACKS = ['handler', 'poll', 'done', 'resolveUrl', 'upload', 'pathFromInput', 'pathFromArgs', 'render'];

/** How the servers of the MCP SDKs are told of a tool. */
const REGISTERING = new Set(['registerTool', 'setRequestHandler']);

/** The one request of the protocol that is a tool call, by its method or its schema. */
const TOOL_CALL = /tools\/call|CallTool/u;

/** The modules of the framework and of the SDKs, as a program that is looked at gets them. */
export class RecordingFramework {
  constructor(
    readonly recorder: Recorder,
    readonly registered: Registrations,
    readonly standIns: StandIns,
  ) {}

  /** A module by its specifier; what it is not known to export is a stand-in. */
  module(specifier: string): unknown {
    const members = this.#membersOf(specifier);
    return members ? this.#open(members, specifier) : this.standIns.make(specifier);
  }

  #membersOf(specifier: string): Members | null {
    if (specifier === 'stitchkit' || /^stitchkit\/(?:contract|observability|server|node|tools|remote)/u.test(specifier))
      return { ...contract, ...this.#observability(), ...this.#server(), ...this.#tools() };
    if (specifier === 'zod') return { ...zod, default: zod };
    if (specifier === 'ai') return this.#aiSdk();
    if (specifier.startsWith('@modelcontextprotocol/'))
      return { McpServer: this.#sdkServer(), Server: this.#sdkServer() };
    return null;
  }

  /** A module object in which every other name is a stand-in. */
  #open(members: Members, name: string): unknown {
    const others = this.standIns.make(name) as Members;
    return new Proxy(
      {},
      {
        get: (_target, key) => {
          if (key === '__esModule') return true;
          if (typeof key === 'symbol') return undefined;
          return key in members ? members[key] : others[key];
        },
        has: () => true,
      },
    );
  }

  #observability(): Members {
    const { recorder } = this;
    const current = (): RequestContext | null => context.getRequestContext() ?? null;
    const setDimensions = (dimensions: Readonly<Record<string, string>>, options?: object): void => {
      for (const key of Object.keys(dimensions)) recorder.note('write-dimension', key, current());
      context.setRequestDimensions(dimensions, options);
    };
    const minted = (made: trace.TraceContext): trace.TraceContext => {
      recorder.note('minted', made.spanId, current());
      return made;
    };
    const bareTrace = (one: AnyFunction) => (given: unknown) => one(recorder.bare(given));
    return {
      getRequestContext: () => {
        const record = current();
        return record ? recorder.watched(record) : undefined;
      },
      getTraceId: context.getTraceId,
      getUserId: context.getUserId,
      runWithRequestContext: (given: RequestContext, run: () => unknown) => {
        const record = recorder.bareRecord(given);
        recorder.note('entered', notItsOwn(record, current()), record);
        return context.runWithRequestContext(record, run);
      },
      setRequestDimensions: setDimensions,
      setRequestUser: (user: string) => {
        recorder.note('write-other', 'userId', current());
        context.setRequestUser(user);
      },
      setRequestError: (error: object) => {
        recorder.note('write-other', 'error', current());
        context.setRequestError(error);
      },
      setRequestEndpoint: (service: string, action?: string) => {
        recorder.note('write-other', 'serviceName', current());
        context.setRequestEndpoint(service, action);
      },
      childSpan: (given: trace.TraceContext) => minted(trace.childSpan(recorder.bare(given))),
      formatTraceparent: bareTrace(trace.formatTraceparent as AnyFunction),
      createTraceContext: () => minted(trace.createTraceContext()),
      parseTraceparent: () => trace.createTraceContext(),
      resolveTraceContext: () => trace.createTraceContext(),
      resolvePropagationContext: (_meta: unknown, fallback: unknown) =>
        recorder.bare(fallback) ?? trace.createTraceContext(),
      wrapInRequestContext: (handler: unknown) => this.#requestHandler('request', handler),
      createDimensionsProjector: (config: Readonly<Record<string, AnyFunction | undefined>>) =>
        Object.fromEntries(
          ['request', 'result', 'error'].map((key) => [
            key,
            (given: unknown) => {
              const made = config[key]?.(given);
              if (isObject(made)) setDimensions(made as Record<string, string>);
            },
          ]),
        ),
      runUnitOfWork: (options: Readonly<Record<string, unknown>>, body: AnyFunction) => {
        const started = { trace: trace.createTraceContext(), source: 'job', startedAt: process.hrtime.bigint() };
        const record: RequestContext = { ...started, name: String(options['name']) };
        recorder.jobs.add(record);
        return context.runWithRequestContext(record, body);
      },
      createObservability: (config: Members) => this.#sinks(config['request'], config['tools']),
      createAuditHook: (config: unknown) => ({
        ...this.#sinks(config, config),
        http: (handler: unknown) => this.#requestHandler('request', handler),
      }),
      createToolLogger: () => this.#sinks(null, null)['toolCall'],
    };
  }

  #sinks(request: unknown, tools: unknown): Members {
    for (const [sink, tool] of [
      [request, 'request row'],
      [tools, 'tool row'],
    ] as const) {
      if (!isObject(sink)) continue;
      const entry = { kind: 'request', tool, phase: 'handler', takes: 'row' } as const;
      this.registered.add(entry, sink['filter'], sink);
      this.registered.add(entry, sink['write'], sink);
    }
    const nothing = (): undefined => undefined;
    const afterToolCall = (): void => {
      this.recorder.note('called', 'afterToolCall', context.getRequestContext() ?? null);
    };
    return { request: { sink: request }, toolCall: { afterToolCall }, flush: nothing, close: nothing };
  }

  #requestHandler(tool: string, handler: unknown): unknown {
    this.registered.add({ kind: 'request', tool, phase: 'handler', takes: 'anything' }, handler);
    return handler;
  }

  #server(): Members {
    const implementing = (given: unknown, handlers: unknown): unknown => this.#service(given, handlers);
    const serving = (config: unknown): unknown => {
      if (!isObject(config)) return this.standIns.make('server');
      this.registered.lifecycle('server', config['hooks'], 'http');
      for (const handler of Object.values(isObject(config['routes']) ? config['routes'] : {}))
        this.#requestHandler('route', handler);
      return this.standIns.make('server');
    };
    const registry = (contracts: unknown, handlers: unknown): unknown => {
      if (isObject(contracts) && isObject(handlers))
        return Object.fromEntries(
          Object.keys(handlers).map((key) => [key, implementing(contracts[key], handlers[key])]),
        );
      return this.standIns.make('services');
    };
    const declaring = { declare: (given: unknown) => (handlers: unknown) => implementing(given, handlers) };
    return {
      implement: implementing,
      createImplement: () => implementing,
      implementRegistry: registry,
      createImplementRegistry: () => registry,
      createScopedImplement: () =>
        Object.assign((given: unknown, handlers: unknown) => implementing(given, handlers), declaring),
      createServer: serving,
      createHandler: serving,
      serveNode: serving,
      AppError: Error,
    };
  }

  /** The endpoints of a contract, or of one that cannot be seen, with the surfaces that each is on. */
  #service(given: unknown, handlers: unknown): unknown {
    if (!isObject(handlers)) return this.standIns.make('service');
    const known = isObject(given) && isObject(given['endpoints']) ? given : null;
    const keys = known ? Object.keys(known['endpoints'] as object) : Object.keys(handlers);
    const shown = known ?? contract.defineContract({ prefix: 'unknown' }, endpointsOf(keys));
    const complete = Object.fromEntries(keys.map((key) => [key, handlers[key] ?? (() => undefined)]));
    const service = implement(shown as unknown as contract.Contract, complete as never);
    for (const [key, method] of Object.entries<MethodDef>(service.methods)) {
      const tool = `${service.serviceName}.${key}`;
      const entry = { tool, phase: 'handler', takes: 'context' } as const;
      if (method.expose.some((one) => one !== 'HTTP'))
        this.registered.add({ ...entry, kind: 'managed' }, handlers[key], handlers);
      if (method.expose.includes('HTTP')) this.registered.add({ ...entry, kind: 'http' }, handlers[key], handlers);
    }
    return service;
  }

  #tools(): Members {
    const { standIns } = this;
    const mount = (_services: unknown, config: unknown): unknown => this.#mount(config);
    const mounts = {
      mountAgent: mount,
      mountMcp: (_server: unknown, _services: unknown, config: unknown) => this.#mount(config),
      buildMcpServer: (config: unknown) => this.#mount(config),
      createMcpHandler: (config: unknown) => this.#mount(config),
      createStdioMcpServer: (config: unknown) => this.#mount(config),
      createCli: (config: unknown) => this.#mount(config),
      createToolInvoker: (_services: unknown, config: unknown) => this.#invoker(config),
    };
    const runtimeTool = (config: unknown): unknown => this.#managedTool(config);
    const nativeTool = (_server: unknown, config: unknown): void => {
      this.#callbacks('native', config);
    };
    return {
      ...mounts,
      createToolkit: () => mounts,
      defineRuntimeTool: runtimeTool,
      createRuntimeToolFactory: () => ({ define: runtimeTool }),
      defineWaitTool: runtimeTool,
      defineDownloadTool: runtimeTool,
      defineUploadTool: runtimeTool,
      defineViewFileTool: runtimeTool,
      mountWait: nativeTool,
      mountDownload: nativeTool,
      mountUpload: nativeTool,
      mountViewFile: nativeTool,
      collectTools: () => [
        {
          name: COLLECTED_TOOL,
          method: { desc: '', handler: standIns.make('handler') },
          schema: standIns.make('schema'),
        },
      ],
      composeToolLifecycle: (...parts: readonly unknown[]) => {
        for (const part of parts) this.registered.lifecycle('mount', part);
        return {};
      },
    };
  }

  #invoker(config: unknown): unknown {
    this.#mount(config);
    const invoke = (_name: unknown, _args: unknown, options: unknown): unknown => {
      if (isObject(options)) {
        this.registered.hooks('invoked', options['hooks']);
        this.registered.lifecycle('invoked', options['lifecycle']);
      }
      return this.standIns.make('result');
    };
    return { names: ['tool'], invoke, invokeOrThrow: invoke };
  }

  #managedTool(config: unknown): unknown {
    this.#callbacks('managed', config);
    return config;
  }

  #callbacks(kind: 'managed' | 'native', config: unknown): void {
    if (!isObject(config)) return;
    const tool = typeof config['name'] === 'string' ? config['name'] : 'tool';
    for (const name of TOOL_CALLBACKS)
      this.registered.add({ kind, tool, phase: 'handler', takes: 'input' }, config[name], config);
  }

  #mount(config: unknown): unknown {
    if (!isObject(config)) return this.standIns.make('mounted');
    const { registered, standIns } = this;
    registered.hooks('mount', config['hooks']);
    registered.lifecycle('mount', config['lifecycle']);
    const extension = config['extend'];
    if (isObject(extension))
      registered.add(
        { kind: 'managed', tool: 'extension', phase: 'resolve', takes: 'input' },
        extension['resolve'],
        extension,
      );
    const auth = standIns.make('auth');
    const raw = this.#rawServer();
    const building = { kind: 'request', tool: 'building', phase: 'handler', takes: 'anything' } as const;
    registered.add(building, config['auth'], config);
    registered.add(building, config['errorHint'], config);
    for (const name of ['context', 'services', 'runtimeTools']) {
      const given = config[name];
      if (typeof given === 'function') registered.add(building, () => (given as AnyFunction)(auth));
    }
    for (const name of ['rawTools', 'nativeTools']) {
      const given = config[name];
      if (typeof given !== 'function') continue;
      const target = Object.assign(raw, {
        rawServer: raw,
        ...(name === 'nativeTools' && { registerTool: this.#nativeRegistrar(raw) }),
      });
      registered.add(building, () => (given as AnyFunction).call(config, target, auth));
    }
    return standIns.make('mounted');
  }

  /** `registerTool` of what `nativeTools` gets: one argument is a managed tool, more are the SDK's own. */
  #nativeRegistrar(raw: Readonly<Record<string, unknown>>): AnyFunction {
    const sdk = raw['registerTool'] as AnyFunction;
    return (...args) => (args.length === 1 ? this.#managedTool(args[0]) : sdk(...args));
  }

  /** A tool that is registered on a server which a program was given. */
  registeredOn(name: string, args: readonly unknown[]): boolean {
    if (!REGISTERING.has(name) || typeof args.at(-1) !== 'function') return false;
    if (name === 'setRequestHandler' && !TOOL_CALL.test(String(args[0]))) return true;
    this.#register(...args);
    return true;
  }

  #register(...args: readonly unknown[]): unknown {
    const tool = typeof args[0] === 'string' ? args[0] : 'request';
    this.registered.add({ kind: 'native', tool, phase: 'handler', takes: 'input' }, args.at(-1));
    return this.standIns.make('registration');
  }

  /** A server of an MCP SDK, which keeps what is registered on it. */
  #rawServer(): Record<string, unknown> {
    const register: AnyFunction = (...args) => this.#register(...args);
    const nothing = (): undefined => undefined;
    return {
      registerTool: register,
      tool: register,
      registerPrompt: nothing,
      registerResource: nothing,
      setRequestHandler: (...args: readonly unknown[]) => this.registeredOn('setRequestHandler', args),
      connect: nothing,
      close: nothing,
    };
  }

  #sdkServer(): unknown {
    const server = (): Record<string, unknown> => {
      const made = this.#rawServer();
      made['server'] = this.#rawServer();
      return made;
    };
    return function McpServer(this: object): void {
      Object.assign(this, server());
    };
  }

  #aiSdk(): Members {
    const tool = (config: unknown): unknown => {
      if (isObject(config)) {
        const entry = { kind: 'native', tool: 'tool', phase: 'handler', takes: 'input' } as const;
        this.registered.add(entry, config['execute'], config);
      }
      return config;
    };
    const loop = (config: unknown): unknown => {
      const tools = isObject(config) ? config['tools'] : undefined;
      for (const one of isObject(tools) ? Object.values(tools) : []) tool(one);
      return this.standIns.make('answer');
    };
    return { tool, dynamicTool: tool, generateText: loop, streamText: loop };
  }
}

/** What a record that is entered by hand shares with the one around it, or has lost. */
function notItsOwn(record: RequestContext, around: RequestContext | null): string {
  if (!around) return `root ${record.trace.spanId}`;
  const shared = record.dimensions !== undefined && record.dimensions === around.dimensions ? 'dimensions' : '';
  const lost = around.userId !== undefined && record.userId === undefined ? 'userId' : '';
  const spans = record.trace.spanId === around.trace.spanId ? '' : record.trace.spanId;
  return [shared, lost, spans].filter((one) => one !== '').join(' ');
}

function endpointsOf(keys: readonly string[]): contract.EndpointMap {
  return Object.fromEntries(keys.map((key) => [key, { method: 'POST', path: `/${key}`, desc: key } as const]));
}
