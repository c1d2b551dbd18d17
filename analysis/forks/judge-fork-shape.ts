import type { Finding } from '../finding.js';
import { findingAtCall } from '../findings/finding-builder.js';
import type { Ref } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import { CONTEXT_FIELDS } from '../vocabulary/context-fields.js';
import { FieldOrigins } from './field-origins.js';
import type { ForkSite } from './fork-site.js';
import { isElementCallback } from './fork-subject.js';
import { alternatives, inherits, layerOf, sourcesOf, type FieldSource, type Layer } from './made-context.js';

const SHAPE_RULE = 'require-isolated-fork';

/** What the shape of one fork deserves: a finding of its faults, and one that also names what it does not say of its call. */
export interface ShapeJudgement {
  readonly faulty: Finding | null;
  readonly undescribed: Finding | null;
}

/** How a fork stands to its call. */
export interface ForkRole {
  /** Whether nothing else gives the call a record of its own: neither the framework nor a fork around this one. */
  readonly isolates: boolean;
  /** Whether its body is seen to run the call, and no other rule speaks of the module's calls. */
  readonly runsCall: boolean;
}

/** Judges what a fork of one call shares, inherits and says. */
export function judgeForkShape(resolver: ValueResolver, site: ForkSite, role: ForkRole): ShapeJudgement {
  const shape = new ForkShape(resolver, site, role);
  const faults = role.isolates ? [...shape.sharings(), ...shape.losses()] : shape.losses();
  const silent = role.isolates ? shape.silences() : [];
  return {
    faulty: faults.length > 0 ? finding(site, faults) : null,
    undescribed: silent.length > 0 ? finding(site, [...faults, ...silent]) : null,
  };
}

function finding({ call, fork }: ForkSite, faults: readonly string[]): Finding {
  return findingAtCall(SHAPE_RULE, 'fork', fork, call, { faults: [...new Set(faults)].join('; ') });
}

class ForkShape {
  readonly #records: readonly Layer[];
  readonly #origins: FieldOrigins;

  constructor(
    resolver: ValueResolver,
    readonly site: ForkSite,
    readonly role: ForkRole,
  ) {
    this.#records = alternatives(layerOf(resolver, site.context, site.fork));
    this.#origins = new FieldOrigins(resolver);
  }

  /** What is the call's and is shared with the context around it. */
  sharings(): string[] {
    const { dimensions, error } = CONTEXT_FIELDS;
    return this.#records.flatMap((record) => {
      if (record.is === 'context') {
        const isAlways = this.#records.every((one) => one.is === 'context');
        return this.role.runsCall && !record.copied && isAlways
          ? ['it enters the context around it again, which is no copy']
          : [];
      }
      if (!inherits(record) && !this.#usesContext(record)) return [];
      const bag = sourcesOf(record, dimensions);
      return [
        ...(this.#shares(bag, ['parent']) ? [`it shares the \`${dimensions}\` of the context around it`] : []),
        ...(this.#isOneBagForAll(bag) ? [`it shares its \`${dimensions}\` with other calls`] : []),
        ...(this.#shares(sourcesOf(record, error), ['parent', 'copy'])
          ? [`it keeps the \`${error}\` of the context around it`]
          : []),
      ];
    });
  }

  /** What it should inherit and does not, where there is a context to inherit from. */
  losses(): string[] {
    return this.#records.flatMap((record) => {
      if (record.is === 'context' || (!inherits(record) && !this.#usesContext(record))) return [];
      const lost = CONTEXT_FIELDS.inherited.filter((key) => this.#isLost(sourcesOf(record, key)));
      if (lost.length === 0) return [];
      const names = lost.map((one) => `\`${one}\``).join(', ');
      return [inherits(record) ? `it blanks ${names}` : `it is built from scratch and loses ${names}`];
    });
  }

  /** What it does not say of the call. */
  silences(): string[] {
    const unsaid = CONTEXT_FIELDS.describing.filter((key) =>
      this.#records.some((record) => {
        if (!inherits(record) && !this.#usesContext(record)) return false;
        const sources = sourcesOf(record, key);
        return sources.every((one) => one.from === 'nowhere' || this.#isInherited(one, ['parent', 'copy']));
      }),
    );
    return unsaid.length > 0 ? [`it does not describe the call (${unsaid.map((one) => `\`${one}\``).join(', ')})`] : [];
  }

  /** Whether a field is the parent's, in every case or in a value's one branch; a doubt is no. */
  #shares(sources: readonly FieldSource[], origins: readonly ('parent' | 'copy')[]): boolean {
    const given = sources.filter((one) => one.from !== 'nowhere');
    return given.length > 0 && given.every((one) => this.#isInherited(one, origins));
  }

  /** A bag that the forks of several calls share; one record for several calls is the executor's fault as a whole. */
  #isOneBagForAll(bag: readonly FieldSource[]): boolean {
    if (this.#isForSeveralCalls(this.site.context.ref)) return false;
    return bag.some((one) => one.from === 'own' && this.#isForSeveralCalls(one.value.ref));
  }

  /** Whether an object is made once, outside the function that makes a fork for each call. */
  #isForSeveralCalls({ module, id }: Ref): boolean {
    const node = module.value(id);
    if (node.op === 'variable')
      return node.from.length === 1 && node.from.every((one) => this.#isForSeveralCalls({ module, id: one }));
    if (node.op === 'typed') return this.#isForSeveralCalls({ module, id: node.of });
    if (node.op !== 'object' || module !== this.site.fork.module) return false;
    const fork = module.value(this.site.fork.id).fn;
    if (node.fn === fork || !module.isInside(fork, node.fn)) return false;
    for (let fn = fork; fn !== node.fn; fn = module.fn(fn).parent) if (isElementCallback(module, fn)) return true;
    return node.fn === 0;
  }

  #isInherited(source: FieldSource, origins: readonly ('parent' | 'copy')[]): boolean {
    if (source.from === 'own')
      return this.#origins.of(source.value).some((one) => origins.some((each) => each === one));
    return origins.some((one) => one === source.from);
  }

  #isLost(sources: readonly FieldSource[]): boolean {
    return sources.every((one) => one.from === 'nowhere' || (one.from === 'own' && this.#origins.isNothing(one.value)));
  }

  /** Whether a record takes the trace of a request context, and not the context: there was one to inherit. */
  #usesContext(record: Layer): boolean {
    return sourcesOf(record, CONTEXT_FIELDS.trace).some(
      (one) => one.from === 'own' && !this.#origins.isRoot(one.value) && this.#origins.readsContext(one.value),
    );
  }
}
