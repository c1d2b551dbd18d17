import type { CorpusInput } from '../../../bench/score/corpus.js';
import { inFork } from '../../../fixtures/runtime/call/fork.js';
import {
  getRequestContext,
  runWithRequestContext,
  type RequestContext,
} from '../../../fixtures/runtime/context/request-context.js';
import { currentPolicy, setBehaviourLine } from '../../../fixtures/runtime/line.js';
import { LoadedProgram } from './load-program.js';
import { Recorder, type Occurrence } from './recorder.js';
import { RecordingFramework } from './recording-framework.js';
import { isObject, Registrations, type AnyFunction, type Registered } from './registrations.js';
import type { Lines } from './source-lines.js';
import { STAGE_PROPS, type StageProps } from './stage-props.js';
import { isClass, isStandIn, StandIns, type Mood, type OnCall } from './stand-in.js';

/** What happened when a program was run. */
export interface Run {
  readonly occurrences: readonly Occurrence[];
  /** The record of each request that calls were made in. */
  readonly requests: ReadonlySet<RequestContext>;
  /** The records of units of work. */
  readonly jobs: WeakSet<RequestContext>;
  /** How many tool calls were made. */
  readonly calls: number;
  /** The lines of a function around a place of the program. */
  readonly functionAround: (file: string, line: number) => Lines;
  /** Why its files could not be loaded. */
  readonly failures: readonly string[];
}

/** Globals that a program may use, of its platform or of a test runner. */
const GLOBALS = [
  'fetch',
  'describe',
  'it',
  'test',
  'expect',
  'beforeEach',
  'afterEach',
  'beforeAll',
  'afterAll',
  'vi',
  'Bun',
  'Deno',
];
const CONSOLE = ['log', 'info', 'warn', 'error', 'debug'];
/** A span that is nowhere else. */
const REQUEST_SPAN = 'feedfacecafebeef';
const HOUR = 3_600_000_000_000n;
/** How long one call may take. */
const PATIENCE_MS = 200;
/** Timers that a call leaves behind run in this time. */
const AFTERMATH_MS = 30;
const MAX_REGISTERED = 200;
/** Names of what a dispatcher by hand tells apart. */
const NAMES = /\bcase\s*['"]([^'"]+)['"]/gu;
/** Each tool is called with values and without, and where what it calls fails or gives nothing. */
const ROUNDS: readonly (readonly [Mood, boolean])[] = [
  ['willing', true],
  ['willing', false],
  ['failing', true],
  ['refusing', true],
];
/** Functions under a name in an object or a class. */
const NAMED_FUNCTION =
  /^\s*(?:async\s+)?['"]?(\w+)['"]?\s*(?:\([^)]*\)\s*\{|:\s*(?:async\b|\([^)]*\)\s*=>|\w+\s*=>|function\b))/gmu;
/** Where a span is a parent's, it may be the enclosing one. */
const PARENT = /parent|traceparent|under|enclosing|inside|caller/iu;

/**
 * Loads a program with the double in place of the framework, and calls what it registers and exports: each tool twice at once
 * inside one request, once with values and once without.
 */
export async function runProgram(input: CorpusInput): Promise<Run> {
  setBehaviourLine(input.version === 'latest' ? undefined : input.version);
  // a program may leave a promise alone that fails: that is no failure of whoever runs it
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', () => undefined);
  try {
    return await new ProgramRun(input).run();
  } finally {
    setBehaviourLine();
    process.removeAllListeners('unhandledRejection');
    for (const one of listeners) process.on('unhandledRejection', one);
  }
}

class ProgramRun {
  readonly #recorder = new Recorder();
  readonly #registered = new Registrations(() => this.#program.callLines());
  readonly #standIns: StandIns;
  readonly #framework: RecordingFramework;
  readonly #program: LoadedProgram;
  readonly #requests = new Set<RequestContext>();
  readonly #names: readonly string[];
  readonly #props: StageProps;
  #ids = 0;

  constructor(readonly input: CorpusInput) {
    const onCall: OnCall = (name, args) => {
      this.#arrived(args);
      this.#recorder.note('called', name, getRequestContext() ?? null);
      return this.#framework.registeredOn(name, args) ? { gives: undefined } : null;
    };
    const named = input.files.flatMap(({ text }) => [...text.matchAll(NAMED_FUNCTION)].map(([, name]) => name ?? ''));
    this.#standIns = new StandIns(onCall, named);
    this.#framework = new RecordingFramework(this.#recorder, this.#registered, this.#standIns);
    const says = (...args: unknown[]): void => {
      this.#arrived(args);
    };
    const globals = {
      console: Object.fromEntries(CONSOLE.map((name) => [name, says])),
      element: (type: unknown, ...rest: unknown[]) =>
        typeof type === 'function'
          ? (type as AnyFunction)({ ...(rest[0] ?? {}), children: rest.slice(1) })
          : says(...rest),
      importMeta: { url: 'file:///program', env: {} },
      process: Object.create(process, { stdout: { value: { write: says } }, exit: { value: says } }) as unknown,
      ...Object.fromEntries(GLOBALS.map((name) => [name, this.#standIns.make(name)])),
    };
    this.#props = STAGE_PROPS[input.name] ?? {};
    const imported = (specifier: string): unknown =>
      this.#props.modules?.[specifier] ?? this.#framework.module(specifier);
    this.#program = new LoadedProgram(input, imported, globals);
    this.#recorder.stackNow = () => this.#program.stack();
    this.#names = input.files.flatMap(({ text }) => [...text.matchAll(NAMES)].map(([, name]) => name ?? ''));
  }

  async run(): Promise<Run> {
    const failures: string[] = [];
    const exported: unknown[] = [];
    for (const { path } of this.input.files) {
      try {
        const module = this.#program.load(path);
        exported.push(...(typeof module === 'function' ? [module] : []), ...Object.values(module));
      } catch (error) {
        failures.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    await this.#patiently(() => Promise.allSettled(this.#program.pending));
    // functions first: what they hand over is known by where they do it, an object only by its shape
    for (const one of exported) if (typeof one === 'function') await this.#use(one, 0);
    for (const one of exported) if (typeof one !== 'function') await this.#use(one, 0);
    // what is called may register more
    for (let at = 0; at < Math.min(this.#registered.all.length, MAX_REGISTERED); at += 1) {
      const one = this.#registered.all[at];
      if (one) await this.#drive(one);
    }
    await pause(AFTERMATH_MS);
    const { occurrences, jobs } = this.#recorder;
    const functionAround = (file: string, line: number): Lines => this.#program.linesIn(file).ofFunction(line);
    return { occurrences, requests: this.#requests, jobs, calls: this.#ids, functionAround, failures };
  }

  /** Calls what a module exports, as code of a request that is no tool. */
  async #use(value: unknown, depth: number): Promise<void> {
    if (depth > 2) return;
    if (isObject(value)) {
      this.#registered.hooks('exported hooks', value);
      this.#registered.lifecycle('exported lifecycle', value);
      return;
    }
    if (typeof value !== 'function' || isStandIn(value)) return;
    if (this.#registered.all.some((one) => one.given === value)) return;
    const constructs = isClass(value);
    const use = (): unknown => {
      const args = this.#props.calls?.[value.name] ?? ['one', 'two', 'three'].map((name) => this.#standIns.make(name));
      return constructs
        ? new (value as new (...given: unknown[]) => unknown)(...args)
        : (value as AnyFunction)(...args);
    };
    // a command line has no request around it
    if (!constructs) await this.#patiently(use);
    const made = await this.#inRequest(use);
    if (constructs && isObject(made)) await this.#useMethods(made, value as AnyFunction);
    else await this.#use(made, depth + 1);
  }

  async #useMethods(made: object, type: AnyFunction): Promise<void> {
    this.#registered.hooks('exported hooks', made);
    this.#registered.lifecycle('exported lifecycle', made);
    const { prototype } = type as unknown as { prototype: object };
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (name === 'constructor') continue;
      const method = (made as Record<string, unknown>)[name];
      if (typeof method !== 'function') continue;
      await this.#inRequest(() =>
        (method as AnyFunction).call(made, this.#standIns.make('one'), this.#standIns.make('two')),
      );
    }
  }

  async #drive(one: Registered): Promise<void> {
    if (one.takes === 'row') {
      for (const pretending of [false, true]) await this.#inRequest(() => one.run(this.#row(one.tool, pretending)));
      return;
    }
    if (one.kind === 'request' || one.kind === 'http') {
      await this.#inRequest(() => one.run(this.#context(true), this.#standIns.make('second')));
      return;
    }
    for (const [mood, full] of ROUNDS) {
      this.#standIns.mood = mood;
      await this.#inRequest(() => Promise.all([this.#call(one, full), this.#call(one, full)]), full);
    }
    this.#standIns.mood = 'willing';
    if (one.kind !== 'native') return;
    for (const name of this.#names) {
      const request = {
        params: { name, arguments: this.#standIns.make('arguments') },
      };
      await this.#inRequest(() => this.#inCall(one, () => one.run(request, this.#standIns.make('extra'))));
    }
  }

  /** One call of a tool, forked where the framework forks it. */
  #call(one: Registered, full: boolean): Promise<unknown> {
    const run = (): Promise<unknown> => this.#inCall(one, () => one.run(...this.#argumentsOf(one, full)));
    const isOutside = one.phase === 'resolve' && currentPolicy().extension === 'outside-fork';
    if (one.kind === 'native' || isOutside) return run();
    return inFork({ source: 'agent', toolName: one.tool, serviceName: 'service', action: one.tool }, run);
  }

  async #inCall(one: Registered, run: () => unknown): Promise<unknown> {
    this.#ids += 1;
    const { tool, phase, handedOver } = one;
    const alsoHttp = this.#registered.servesHttp(one);
    const kind = one.kind === 'native' ? 'native' : 'managed';
    const call = { id: this.#ids, kind, tool, phase, alsoHttp, handedOver } as const;
    return this.#recorder.calls.run(call, async () => {
      const result = await this.#patiently(run);
      if (phase === 'handler') this.#arrived([result]);
      await this.#patiently(() => drained(result));
      return result;
    });
  }

  #argumentsOf(one: Registered, full: boolean): unknown[] {
    if (one.takes === 'hook') return this.#hookArguments(full);
    if (one.takes === 'context')
      return [this.#context(full), full ? this.#standIns.make('result') : undefined, this.#standIns.make('endpoint')];
    return [full ? this.#standIns.make('input') : empty(), this.#standIns.make('options')];
  }

  #hookArguments(full: boolean): unknown[] {
    const toolName = 'tool';
    const args = full ? this.#standIns.make('args') : empty();
    const result = full ? { ok: true, data: 1 } : { ok: false, code: 'FAILED' };
    const context = { source: 'agent', toolCallId: `call-${String(this.#ids)}` };
    const endpoint = this.#standIns.make('endpoint');
    if (currentPolicy().hookArguments === 'positional') return [toolName, args, result, 1_000_000, context, endpoint];
    return [{ toolName, args, result, durationMs: 1_000_000, context, endpoint, error: new Error('failed') }];
  }

  /** What a handler gets: everything it may ask for. */
  #context(full: boolean): unknown {
    const others = this.#standIns.make('context') as Readonly<Record<string | symbol, unknown>>;
    const own: Readonly<Record<string, unknown>> = full ? {} : { input: empty(), params: empty(), userId: '' };
    return new Proxy({}, { get: (_target, key) => (typeof key === 'string' && key in own ? own[key] : others[key]) });
  }

  #row(tool: string, pretending: boolean): unknown {
    const ofTool = tool === 'tool row';
    return this.#recorder.watchedRow(
      {
        kind: 'request',
        source: ofTool ? 'mcp' : 'http',
        path: ofTool ? '/mcp/tool' : '/mcp',
        ...(ofTool && { toolName: 'tool' }),
        traceId: 'trace',
        spanId: 'row',
        durationMs: 1_000_000,
        startedAt: new Date(),
        ok: true,
        dimensions: {},
      },
      pretending,
    );
  }

  async #inRequest(run: () => unknown, known = true): Promise<unknown> {
    const request: RequestContext = {
      trace: { traceId: 'f'.repeat(32), spanId: REQUEST_SPAN, parentSpanId: 'd'.repeat(16) },
      source: 'http',
      method: 'POST',
      path: '/chat',
      startedAt: process.hrtime.bigint() - HOUR,
      ...(known && { userId: 'user' }),
      kind: 'request',
      dimensions: {},
    };
    this.#requests.add(request);
    return runWithRequestContext(request, () => this.#patiently(run));
  }

  async #patiently(run: () => unknown): Promise<unknown> {
    try {
      return await Promise.race([Promise.resolve(run()), pause(PATIENCE_MS)]);
    } catch {
      return undefined; // a program may fail on what it is given
    }
  }

  /** Notes where the span of the request arrives: at a stand-in, or as what a tool gives back. */
  #arrived(args: readonly unknown[]): void {
    if (!this.#recorder.calls.getStore()) return;
    for (const name of spanKeys(args, this.#recorder, 0)) this.#recorder.note('arrived', name, null);
  }
}

/** The keys under which the span of the request stands, unless it stands there as a parent. */
function spanKeys(value: unknown, recorder: Recorder, depth: number): string[] {
  if (!isObject(value) || depth > 4 || recorder.bare(value) !== value) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (PARENT.test(key)) return [];
    return member === REQUEST_SPAN ? [key] : spanKeys(member, recorder, depth + 1);
  });
}

/** What a tool yields, to its end. */
async function drained(result: unknown): Promise<void> {
  if (!isObject(result) || !(Symbol.asyncIterator in result)) return;
  const rest = result as unknown as AsyncIterable<unknown>;
  for await (const _ of rest);
}

/** An input in which everything is there and empty. */
function empty(): unknown {
  return new Proxy({}, { get: (_target, key) => (typeof key === 'string' && key !== 'then' ? '' : undefined) });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
