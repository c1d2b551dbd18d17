/** What is told of each call of a stand-in: its name and its arguments. What is answered is what the call gives. */
export type OnCall = (name: string, args: readonly unknown[]) => { readonly gives: unknown } | null;

/** How stand-ins answer: with further ones, by throwing, or with nothing. */
export type Mood = 'willing' | 'failing' | 'refusing';

/** A program that goes round and round on stand-ins is stopped after this many reads. */
const MAX_READS = 20_000;
const made = new WeakSet();
/** Members that say which tool is meant. */
const NAMING = /^(?:name|toolName|tool|method|fn|action|kind|type|key)$/u;
const LIST_METHODS = new Set(['map', 'flatMap', 'forEach', 'filter', 'reduce', 'some', 'every', 'find', 'entries']);

/**
 * Values that take the place of what a program imports and has not got: any member of them is another, they can be called, gone
 * over and compared. A function that is handed to one is run.
 */
export class StandIns {
  #reads = 0;
  #named = 0;
  mood: Mood = 'willing';

  /** @param names what the program calls its tools: where a stand-in has to name one, it names each in turn */
  constructor(
    readonly onCall: OnCall,
    readonly names: readonly string[] = [],
  ) {}

  make(name: string): unknown {
    return this.#make(name, false);
  }

  /** @param isPromised whether it is what a call gives, which can be waited for */
  #make(name: string, isPromised: boolean): unknown {
    const members = new Map<string, unknown>();
    const member = (key: string): unknown => {
      if (!members.has(key)) members.set(key, this.make(key));
      return members.get(key);
    };
    const list = (): unknown[] => [member('first'), member('second')];
    const target = function StandIn(): void {
      // only its being callable counts
    };
    const standIn = new Proxy(target, {
      get: (_target, key) => {
        this.#reads += 1;
        if (this.#reads > MAX_READS) throw new Error('the program goes round on stand-ins');
        if (key === Symbol.toPrimitive)
          return (hint: string): unknown => (hint === 'number' ? this.#number() : this.#text(name));
        if (key === Symbol.iterator) return () => list()[Symbol.iterator]();
        if (key === 'then' && isPromised) return this.#thenOf(name);
        if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return undefined;
        if (key === 'prototype') return target.prototype as unknown;
        if (key === 'length') return 2;
        if (key === 'toString') return () => name;
        if (LIST_METHODS.has(key)) return (...args: unknown[]) => applyTo(list(), key, args);
        return member(key);
      },
      apply: (_target, _self, args: unknown[]) => this.#called(name, args),
      construct: (_target, args: unknown[]) => {
        this.#called(name, args);
        return this.make(name) as object;
      },
      set: () => true,
      ownKeys: () => ['first', 'second', 'prototype'],
      getOwnPropertyDescriptor: (_target, key) =>
        key === 'first' || key === 'second'
          ? { value: member(key), enumerable: true, configurable: true }
          : Reflect.getOwnPropertyDescriptor(target, key),
    });
    made.add(standIn);
    return standIn;
  }

  /** What a call gives: what the last function that it was handed gives, else another stand-in. */
  #called(name: string, args: readonly unknown[]): unknown {
    const answer = this.onCall(name, args);
    if (answer) return answer.gives;
    if (this.mood === 'failing') throw new Error(`${name} fails`);
    const callbacks = args.filter((one) => typeof one === 'function' && !isStandIn(one) && !isClass(one));
    let result: unknown;
    for (const one of callbacks) {
      result = (one as (...given: unknown[]) => unknown)(this.make('given'), this.make('given'), this.make('given'));
      // whoever waits for it is told; nobody has to
      if (result instanceof Promise) result.catch(() => undefined);
    }
    if (callbacks.length > 0 && result !== undefined) return result;
    return this.mood === 'refusing' ? '' : this.#make('result', true);
  }

  #text(name: string): string {
    if (!NAMING.test(name) || this.names.length === 0) return name;
    this.#named += 1;
    return this.names[this.#named % this.names.length] ?? name;
  }

  #number(): number {
    return this.mood === 'refusing' ? 1e9 : 1;
  }

  #thenOf(name: string): unknown {
    const settled = Promise.resolve(this.make(name));
    return settled.then.bind(settled);
  }
}

export function isClass(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/u.test(Function.prototype.toString.call(value));
}

export function isStandIn(value: unknown): boolean {
  return typeof value === 'function' && made.has(value);
}

function applyTo(values: unknown[], method: string, args: readonly unknown[]): unknown {
  const member = (values as unknown as Record<string, (...given: readonly unknown[]) => unknown>)[method];
  return member?.apply(values, [...args]);
}
