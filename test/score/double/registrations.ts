import type { CallKind, Phase } from './recorder.js';
import { isStandIn } from './stand-in.js';

export type AnyFunction = (...args: readonly unknown[]) => unknown;

/** A function that a program gave to somebody who will call it. */
export interface Registered {
  readonly kind: CallKind | 'request';
  readonly tool: string;
  readonly phase: Phase;
  readonly run: AnyFunction;
  /** The function itself, by which it is known where it was given to several. */
  readonly given: AnyFunction;
  /** The lines of the call that handed it over, as `file:line`. */
  readonly handedOver: readonly string[];
  /** How its arguments look: one context for a handler, the input first for a tool, a hook's options. */
  readonly takes: 'context' | 'input' | 'hook' | 'row' | 'anything';
}

const HOOKS = ['beforeToolCall', 'afterToolCall', 'onToolError'] as const;
const LIFECYCLE = ['beforeHandle', 'afterHandle'] as const;

/** Collects what a program registers, in the order in which it does. */
export class Registrations {
  readonly all: Registered[] = [];

  /** @param handingOver gives the lines of the call of the program that is running now */
  constructor(readonly handingOver: () => readonly string[]) {}

  add(entry: Omit<Registered, 'run' | 'given' | 'handedOver'>, run: unknown, self?: unknown): void {
    if (typeof run !== 'function' || isStandIn(run)) return;
    const given = run as AnyFunction;
    if (this.all.some((one) => one.given === given && one.kind === entry.kind && one.phase === entry.phase)) return;
    const bound: AnyFunction = (...args) => given.apply(self, [...args]);
    this.all.push({ ...entry, given, run: bound, handedOver: this.handingOver() });
  }

  /** Whether the same function was given to an HTTP server too. */
  servesHttp({ given }: Registered): boolean {
    return this.all.some((one) => one.given === given && one.kind === 'http');
  }

  hooks(tool: string, given: unknown): void {
    if (!isObject(given)) return;
    for (const name of HOOKS) this.add({ kind: 'managed', tool, phase: 'hook', takes: 'hook' }, given[name], given);
  }

  lifecycle(tool: string, given: unknown, kind: CallKind = 'managed'): void {
    if (!isObject(given)) return;
    const names = kind === 'http' ? [...LIFECYCLE, 'authorize', 'onError'] : LIFECYCLE;
    for (const name of names) this.add({ kind, tool, phase: 'lifecycle', takes: 'context' }, given[name], given);
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
