import { satisfies } from './version-range.js';
import type { TypeNode } from '../summary/module-summary.js';
import type { VocabularySetting } from '../settings.js';
import { EXPORT_ROWS } from './export-rows.js';
import type { CallbackPosition, ExportRow, Shape } from './shape.js';
import { SHAPES } from './shapes.js';

const RELATIVE = 'relative:';

/** What every name means for one framework version, with the user's own rows. */
export class Vocabulary {
  readonly #rows = new Map<string, ExportRow[]>();

  constructor(
    readonly version: string,
    settings: readonly VocabularySetting[] = [],
  ) {
    for (const one of EXPORT_ROWS) if (satisfies(version, one)) this.#add(one);
    for (const one of settings) for (const made of userRows(one)) this.#add(made);
  }

  #add(one: ExportRow): void {
    const rows = this.#rows.get(one.export) ?? [];
    rows.push(one);
    this.#rows.set(one.export, rows);
  }

  /** The shape of a value imported under `name` from `module`, or `null`. */
  valueShape(module: string, name: string): string | null {
    return this.#find(module, name, 'type');
  }

  /** The shape of a value whose type is imported under `name` from `module`, or `null`. */
  typeShape(module: string, name: string): string | null {
    return this.#find(module, name, 'value');
  }

  /** The shape of a value whose type a package declares, by whichever of its modules; or `null`. */
  packageTypeShape(module: string, name: string): string | null {
    const parts = module.split('/');
    const owner = parts.slice(0, module.startsWith('@') ? 2 : 1).join('/');
    const found = this.#rows
      .get(name)
      ?.find((one) => one.kind === 'type' && one.modules.some((m) => m === owner || m.startsWith(`${owner}/`)));
    return found?.shape ?? null;
  }

  #find(module: string, name: string, not: 'value' | 'type'): string | null {
    const found = this.#rows
      .get(name)
      ?.find((one) => (one.kind ?? 'value') !== not && one.modules.some((m) => matches(m, module)));
    return found?.shape ?? null;
  }

  /** Whether an import may give something known: a known name, or the whole of a known module. */
  knowsImport(module: string, name: string): boolean {
    if (name !== '*' && name !== 'default') return this.valueShape(module, name) !== null;
    const isLoader = /^(?:node:)?module$/u.test(module);
    if (isLoader) return true;
    const known = [...this.#rows.values()].flat().flatMap((one) => one.modules);
    return known.some((one) => one !== RELATIVE && matches(one, module));
  }

  /** Whether a member of a module of the project may be something known: a copy of what the framework keeps to itself. */
  knowsMember(key: string): boolean {
    return this.#rows.get(key)?.some((one) => one.modules.includes(RELATIVE)) ?? false;
  }

  /** Whether a type names something known anywhere in it. */
  knowsType(type: TypeNode): boolean {
    switch (type.t) {
      case 'imported':
        return this.typeShape(type.module, type.name) !== null || type.args.some((one) => this.knowsType(one));
      case 'global':
        return type.args.some((one) => this.knowsType(one));
      case 'any-of':
        return type.of.some((one) => this.knowsType(one));
      case 'array':
      case 'member':
        return this.knowsType(type.of);
      case 'members':
        return Object.values(type.members).some((one) => this.knowsType(one));
      case 'function':
        return this.knowsType(type.returns);
      default:
        return false;
    }
  }

  shape(name: string): Shape {
    return SHAPES[name] ?? {};
  }

  /** The callback positions of a shape that exist in this version. */
  callbacks(name: string): readonly CallbackPosition[] {
    return (SHAPES[name]?.callbacks ?? []).filter((one) => satisfies(this.version, one));
  }

  /** Whether the framework opens a fork of its own around a function at this position. */
  isForked(position: { readonly forkedSince?: string }): boolean {
    return position.forkedSince !== undefined && satisfies(this.version, { since: position.forkedSince });
  }
}

function matches(pattern: string, module: string): boolean {
  if (pattern === RELATIVE) return module.startsWith('.');
  return pattern.endsWith('*') ? module.startsWith(pattern.slice(0, -1)) : pattern === module;
}

/** The names a user's vocabulary may take as `as`: every export of the table. */
export function vocabularyNames(): readonly string[] {
  return [...new Set(EXPORT_ROWS.map((one) => one.export))];
}

function userRows(setting: VocabularySetting): ExportRow[] {
  return EXPORT_ROWS.filter((one) => one.export === setting.as).map((one) => ({
    modules: [setting.module],
    export: setting.export,
    shape: one.shape,
    ...(one.kind ? { kind: one.kind } : {}),
  }));
}
