import { LinkedModule, type Ref } from './linked-module.js';
import { OPAQUE, type Meaning } from './meaning.js';
import { readMember } from './member-read.js';
import { INERT, type ModuleLoader } from './module-loader.js';
import { isConcrete, type ValueResolver } from './value-resolver.js';
import type { ModuleSummary, TypeNode, ValueNode } from '../summary/module-summary.js';
import { instancesOf, typeMeanings } from './type-meanings.js';

const MAX_RE_EXPORTS = 4;
const COMMONJS = 'module.exports';

const linked = new WeakMap<ModuleSummary, LinkedModule>();

/** A summary with its indexes, made once. */
export function linkModule(summary: ModuleSummary): LinkedModule {
  const known = linked.get(summary);
  if (known) return known;
  const made = new LinkedModule(summary);
  linked.set(summary, made);
  return made;
}

/** How many exports a computed member of a module may be. */
const MAX_NAMES = 24;

/** Answers what modules of the project export, through re-exports of every kind. */
export class ModuleGraph {
  readonly #active = new Set<string>();

  constructor(readonly loader: ModuleLoader) {}

  /** What `name` of `specifier` is to a module; `null` where it was not found in the project. */
  lookUp(resolver: ValueResolver, from: LinkedModule, specifier: string, name: string): readonly Meaning[] | null {
    const summary = this.loader.load(from.summary.file, specifier);
    if (!summary) return null;
    if (summary === INERT) return [OPAQUE];
    const module = linkModule(summary);
    return name === '*' ? this.#whole(resolver, module) : this.exported(resolver, module, name);
  }

  /** The value itself that `name` of `specifier` stands for, in whichever module of the project it is written. */
  valueOf(from: LinkedModule, specifier: string, name: string, depth = 0): Ref | null {
    const summary = this.loader.read?.(from.summary.file, specifier);
    if (!summary || depth > MAX_RE_EXPORTS) return null;
    const module = linkModule(summary);
    const found = summary.exports.find((one) => one.kind !== 'all' && one.name === name);
    if (found?.kind === 'from') return this.valueOf(module, found.module, found.from, depth + 1);
    if (found || name === 'default') return found?.kind === 'value' ? { module, id: found.value } : null;
    for (const one of summary.exports) {
      const passedOn = one.kind === 'all' ? this.valueOf(module, one.module, name, depth + 1) : null;
      if (passedOn) return passedOn;
    }
    return null;
  }

  /** What `name` of `specifier` is to a module, also where nothing of the module it comes from could mean anything. */
  unread(resolver: ValueResolver, from: LinkedModule, specifier: string, name: string): readonly Meaning[] {
    if (name === '*') {
      const summary = this.loader.read?.(from.summary.file, specifier);
      return summary ? this.#whole(resolver, linkModule(summary)) : [];
    }
    const value = this.valueOf(from, specifier, name);
    return value ? resolver.resolve(value, null) : [];
  }

  /** All of a module: its names and, where CommonJS code exports a function, a class or a list in their place, that. */
  #whole(resolver: ValueResolver, module: LinkedModule): readonly Meaning[] {
    const all: Meaning = { is: 'namespace', module };
    const key = `${module.serial}:${COMMONJS}`;
    const given = module.summary.exports.find((one) => one.kind === 'value' && one.name === COMMONJS);
    if (given?.kind !== 'value' || this.#active.has(key)) return [all];
    this.#active.add(key);
    try {
      const values = resolver.resolve({ module, id: given.value }, null);
      return [...values.filter((one) => isConcrete(one) && one.is !== 'object'), all];
    } finally {
      this.#active.delete(key);
    }
  }

  /** What `exports` or `module.exports` is inside a CommonJS module; `null` for any other value. */
  ownExports(resolver: ValueResolver, module: LinkedModule, node: ValueNode): readonly Meaning[] | null {
    const holder = node.op === 'get' && node.key === 'exports' ? module.value(node.object) : node;
    const name = node.op === 'get' ? 'module' : 'exports';
    if (holder.op !== 'global' || holder.name !== name || module.summary.exports.length === 0) return null;
    return this.#whole(resolver, module);
  }

  /** What a module exports under a name. */
  exported(resolver: ValueResolver, module: LinkedModule, name: string): readonly Meaning[] | null {
    const key = `${module.serial}:${name}`;
    if (this.#active.has(key)) return null;
    this.#active.add(key);
    try {
      return (
        this.#own(resolver, module, name) ??
        this.#reExported(resolver, module, name) ??
        this.#commonJs(resolver, module, name)
      );
    } finally {
      this.#active.delete(key);
    }
  }

  /** What a module exports under any of the names it writes down. */
  allExported(resolver: ValueResolver, module: LinkedModule): readonly Meaning[] {
    const names = module.summary.exports.flatMap((one) =>
      one.kind === 'value' || one.kind === 'from' ? [one.name] : [],
    );
    const found = [...new Set(names)]
      .slice(0, MAX_NAMES)
      .filter((one) => one !== 'default' && one !== COMMONJS)
      .flatMap((one) => this.exported(resolver, module, one) ?? []);
    return found.length > 0 ? found : [OPAQUE];
  }

  /** What values of a type have that a module of the project exports; empty where the type names nothing that is known. */
  typed(resolver: ValueResolver, from: LinkedModule, specifier: string, name: string): readonly Meaning[] {
    const summary = this.loader.load(from.summary.file, specifier);
    if (!summary || summary === INERT) return [];
    const module = linkModule(summary);
    const key = `type ${module.serial}:${name}`;
    if (this.#active.has(key)) return [];
    this.#active.add(key);
    try {
      return summary.exports.flatMap((one): readonly Meaning[] => {
        if (one.kind === 'all') return typeMeanings(resolver, module, importedType(one.module, name));
        if (one.name !== name) return [];
        if (one.kind === 'type') return typeMeanings(resolver, module, one.type);
        if (one.kind === 'from') return typeMeanings(resolver, module, importedType(one.module, one.from));
        return instancesOf(resolver.resolve({ module, id: one.value }, null));
      });
    } finally {
      this.#active.delete(key);
    }
  }

  #own(resolver: ValueResolver, module: LinkedModule, name: string): readonly Meaning[] | null {
    for (const one of module.summary.exports) {
      if (one.kind === 'value' && one.name === name) return resolver.resolve({ module, id: one.value }, null);
      if (one.kind === 'from' && one.name === name) return resolver.imported(module, one.module, one.from);
    }
    return null;
  }

  #reExported(resolver: ValueResolver, module: LinkedModule, name: string): readonly Meaning[] | null {
    if (name === 'default') return null;
    for (const one of module.summary.exports) {
      if (one.kind !== 'all') continue;
      const shape = resolver.vocabulary.valueShape(one.module, name);
      if (shape !== null && !one.module.startsWith('.')) return [{ is: 'shape', shape, origin: null }];
      const found = this.lookUp(resolver, module, one.module, name);
      if (found) return found;
    }
    return null;
  }

  #commonJs(resolver: ValueResolver, module: LinkedModule, name: string): readonly Meaning[] | null {
    const whole = module.summary.exports.find((one) => one.kind === 'value' && one.name === COMMONJS);
    if (whole?.kind !== 'value') return null;
    const value = resolver.resolve({ module, id: whole.value }, null);
    return name === 'default' ? value : value.flatMap((one) => readMember(resolver, one, name));
  }
}

function importedType(module: string, name: string): TypeNode {
  return { t: 'imported', module, name, args: [] };
}
