import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestContext } from '../../../fixtures/runtime/context/request-context.js';

/** Who runs a call: the framework, in a fork where the release has one; an SDK, in the record around it; an HTTP server. */
export type CallKind = 'managed' | 'native' | 'http';
export type Phase = 'handler' | 'hook' | 'lifecycle' | 'resolve';

/** One run of something that a program registered. */
export interface Call {
  readonly id: number;
  readonly kind: CallKind;
  readonly tool: string;
  readonly phase: Phase;
  /** Whether the same function also serves HTTP. */
  readonly alsoHttp: boolean;
  /** The lines of the call that handed the function over, as `file:line`. */
  readonly handedOver: readonly string[];
}

export type Happening =
  | 'span'
  | 'start'
  | 'dimension'
  | 'row-dimension'
  | 'write-dimension'
  | 'write-other'
  /** The span of the request came to a stand-in, or out of a tool. */
  | 'arrived'
  /** A stand-in was called. */
  | 'called'
  /** A span was made. */
  | 'minted'
  /** A record was entered by hand; its name says what is not its own. */
  | 'entered';

/** One thing that a program did with a context. */
export interface Occurrence {
  readonly what: Happening;
  /** The member, the key or the keys. */
  readonly name: string;
  readonly call: Call | null;
  /** The record it was done to. */
  readonly record: RequestContext | null;
  /** Where the program was, as `file:line`, innermost first. */
  readonly stack: readonly string[];
  /** For a read: whether there was something. */
  readonly found: boolean;
}

const SPANS = new Set(['spanId', 'parentSpanId']);
const WRITTEN = new Set(['userId', 'error', 'serviceName', 'action', 'dimensions']);
const MAX_OCCURRENCES = 5_000;

/** Keeps what programs do with contexts, and hands out contexts that tell of it. */
export class Recorder {
  readonly occurrences: Occurrence[] = [];
  readonly calls = new AsyncLocalStorage<Call>();
  readonly #seen = new WeakMap<object, object>();
  readonly #targets = new WeakMap<object, object>();
  /** Records of units of work, which write rows of their own. */
  readonly jobs = new WeakSet<RequestContext>();
  stackNow: () => string[] = () => [];

  note(what: Happening, name: string, record: RequestContext | null, found = true): void {
    if (this.occurrences.length >= MAX_OCCURRENCES) return;
    const call = this.calls.getStore() ?? null;
    this.occurrences.push({ what, name, call, record, stack: this.stackNow(), found });
  }

  /** The record as a program gets it. */
  watched(record: RequestContext): RequestContext {
    return this.#watch(record, {
      get: (key, value, copied) => {
        if (key === 'startedAt' && !copied) this.note('start', key, record);
        if (key === 'trace' && isObject(value)) return this.#watchTrace(value, record);
        return key === 'dimensions' && isObject(value) ? this.#watchDimensions(value, record) : value;
      },
      set: (key) => {
        if (WRITTEN.has(key)) this.note(key === 'dimensions' ? 'write-dimension' : 'write-other', key, record);
      },
    });
  }

  #watchTrace(trace: object, record: RequestContext): object {
    return this.#watch(trace, {
      get: (key, value) => {
        if (SPANS.has(key) && value !== undefined) this.note('span', key, record);
        return value;
      },
      set: () => undefined,
    });
  }

  #watchDimensions(dimensions: object, record: RequestContext): object {
    return this.#watch(dimensions, {
      get: (key, value) => {
        this.note('dimension', key, record, value !== undefined);
        return value;
      },
      set: (key) => {
        this.note('write-dimension', key, record);
      },
    });
  }

  /**
   * A row as a sink gets it. With `pretending`, a dimension that is not there reads as if it were, so that what depends on it
   * runs too; it is noted as absent all the same.
   */
  watchedRow(row: Record<string, unknown>, pretending: boolean): Record<string, unknown> {
    const dimensions = this.#watch(row['dimensions'] as Record<string, unknown>, {
      get: (key, value) => {
        this.note('row-dimension', key, null, value !== undefined);
        return value ?? (pretending ? 'pretended' : undefined);
      },
      set: () => undefined,
    });
    return { ...row, dimensions };
  }

  #watch<T extends object>(target: T, on: Watcher): T {
    const known = this.#seen.get(target);
    if (known) return known as T;
    // a spread asks for the description of a member, then for the member
    let described: string | symbol | null = null;
    const watched = new Proxy(target, {
      getOwnPropertyDescriptor: (_target, key) => {
        described = key;
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      get: (_target, key) => {
        const value: unknown = Reflect.get(target, key);
        const copied = described === key;
        described = null;
        return typeof key === 'string' ? on.get(key, value, copied) : value;
      },
      set: (_target, key, value) => {
        if (typeof key === 'string') on.set(key);
        return Reflect.set(target, key, this.bare(value));
      },
    });
    this.#seen.set(target, watched);
    this.#targets.set(watched, target);
    return watched;
  }

  /** What stands behind a watched value. */
  bare<T>(value: T): T {
    return isObject(value) ? ((this.#targets.get(value) ?? value) as T) : value;
  }

  /** A record that a program made, without anything watched in it. */
  bareRecord(given: RequestContext): RequestContext {
    const record = this.bare(given);
    record.trace = this.bare(record.trace);
    if (record.dimensions) record.dimensions = this.bare(record.dimensions);
    return record;
  }
}

interface Watcher {
  get(key: string, value: unknown, copied: boolean): unknown;
  set(key: string): void;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
