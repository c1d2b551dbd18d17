import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { parseModule } from '../parse-module.js';
import { mayMeanSomething } from '../relevance.js';
import type { ResolvedSettings } from '../settings.js';
import { BYTE_ORDER_MARK } from '../source-text.js';
import { summarise } from '../summary/summarise.js';
import type { ModuleSummary } from '../summary/module-summary.js';
import { MAX_SOURCE_BYTES } from '../oversized-source.js';
import { realPath, resolveImport } from './resolve-import.js';

/** A module of the project from which nothing can come that means anything: it was looked at, and need not be followed. */
export const INERT = 'inert';

/** Finds and summarises the modules that a project's files import. */
export interface ModuleLoader {
  /** The summary of what `specifier` names from a file; `null` where it is no source file of the project. */
  load(fromFile: string, specifier: string): ModuleSummary | typeof INERT | null;
  /** The summary even of an inert module, for who asks how a value of it is written. */
  read?(fromFile: string, specifier: string): ModuleSummary | null;
  /** Why a specifier gave no summary. */
  whyNot?(fromFile: string, specifier: string): 'unresolvable' | 'outside-root' | 'budget';
  /** The text that the summary of a file was made from, by the name it goes by there; without a byte order mark. */
  textOf?(file: string): string | null;
  /** Whether what `specifier` names imports the file in turn, itself or through others; `null` where that cannot be seen. */
  importsBack?(fromFile: string, specifier: string): boolean | null;
}

const SPECIFIERS = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"`])([^'"`\n]+)\1/gu;
/** So many modules are looked at for an import that leads back. */
const MAX_LOOKED_AT = 1_000;
/** An editor's linter lives for days: what was asked of the disk is asked again after this time. */
const LIFETIME_MS = 5_000;

/** What is kept of one file while it stays the same. */
interface KeptFile {
  readonly stamp: string;
  summary?: ModuleSummary | null;
}

/** Answers about one project, kept for a short time: a run of the command line, or some keystrokes. */
class ProjectModules {
  readonly madeAt = performance.now();
  readonly #root: string;
  readonly #means = new Map<string, { readonly stamp: string; readonly means: boolean }>();

  constructor(readonly settings: ResolvedSettings) {
    this.#root = realPath(settings.root) ?? settings.root;
  }

  load(fromFile: string, specifier: string): ModuleSummary | typeof INERT | null {
    const file = this.#named(fromFile, specifier);
    if (file === null) return null;
    return this.#meansSomething(file) ? this.#summary(file) : INERT;
  }

  read(fromFile: string, specifier: string): ModuleSummary | null {
    const file = this.#named(fromFile, specifier);
    return file === null ? null : this.#summary(file);
  }

  #named(fromFile: string, specifier: string): string | null {
    return this.#resolve(isAbsolute(fromFile) ? fromFile : join(this.settings.root, fromFile), specifier);
  }

  whyNot(fromFile: string, specifier: string): 'unresolvable' | 'outside-root' | 'budget' {
    const file = resolveImport(isAbsolute(fromFile) ? fromFile : join(this.settings.root, fromFile), specifier);
    if (file === null) return 'unresolvable';
    if (!isProjectFile(this.#root, file)) return 'outside-root';
    return keptFile(file) ? 'unresolvable' : 'budget';
  }

  textOf(file: string): string | null {
    const path = join(this.#root, file);
    return isProjectFile(this.#root, path) ? readText(path) : null;
  }

  importsBack(fromFile: string, specifier: string): boolean | null {
    const from = isAbsolute(fromFile) ? fromFile : join(this.settings.root, fromFile);
    const target = realPath(from) ?? from;
    const first = this.#resolve(from, specifier);
    if (first === null) return null;
    const reached = new Set([first]);
    for (const file of reached) {
      if (file === target) return true;
      const text = reached.size > MAX_LOOKED_AT ? null : readText(file);
      if (text === null) return null;
      for (const [, , imported = ''] of text.matchAll(SPECIFIERS)) {
        const next = this.#resolve(file, imported);
        if (next !== null) reached.add(next);
      }
    }
    return false;
  }

  /** The source file of the project that a specifier names, by its real path. */
  #resolve(from: string, specifier: string): string | null {
    const file = resolveImport(from, specifier);
    return file !== null && isProjectFile(this.#root, file) ? file : null;
  }

  /** Whether a module, or one that it imports, however far away, may give something a meaning. */
  #meansSomething(file: string): boolean {
    const known = this.#means.get(file);
    const kept = keptFile(file);
    if (!kept) return false;
    if (known?.stamp === kept.stamp) return known.means;
    const reached = new Map([[file, kept]]);
    const means = this.#reachesMeaning(reached);
    // what was reached in vain gives no meaning to whoever starts from there; what gave one says so of the start alone
    const judged = means ? [[file, kept] as const] : reached;
    for (const [path, { stamp }] of judged) this.#means.set(path, { stamp, means });
    return means;
  }

  /** Adds to some files what they import, until one may give a meaning. */
  #reachesMeaning(reached: Map<string, KeptFile>): boolean {
    for (const file of reached.keys()) {
      const text = readText(file) ?? '';
      if (mayMeanSomething(text, this.settings)) return true;
      for (const [, , specifier = ''] of text.matchAll(SPECIFIERS)) {
        const imported = this.#resolve(file, specifier);
        const next = imported === null || reached.has(imported) ? null : keptFile(imported);
        if (imported === null || next === null) continue;
        const known = this.#means.get(imported);
        if (known?.stamp !== next.stamp) reached.set(imported, next);
        else if (known.means) return true;
      }
    }
    return false;
  }

  /** The summary of a file; a file that cannot be read or parsed has none. */
  #summary(file: string): ModuleSummary | null {
    const kept = keptFile(file);
    if (!kept) return null;
    const name = relative(this.#root, file).split(sep).join('/');
    if (kept.summary === undefined || (kept.summary && kept.summary.file !== name)) {
      kept.summary = summaryOf(name, readText(file) ?? '');
    }
    return kept.summary;
  }
}

const projects = new Map<string, ProjectModules>();

/** A loader for one project. Files outside the root, and installed packages, are not followed. */
export function projectLoader(settings: ResolvedSettings): ModuleLoader {
  const key = JSON.stringify([settings.root, settings.vocabulary, settings.toolFiles]);
  const known = projects.get(key);
  if (known && performance.now() - known.madeAt < LIFETIME_MS) return known;
  const made = new ProjectModules(settings);
  projects.set(key, made);
  return made;
}

function isProjectFile(root: string, file: string): boolean {
  const path = relative(root, file);
  return path !== '' && !path.startsWith('..') && !isAbsolute(path) && !path.split(sep).includes('node_modules');
}

const files = new Map<string, KeptFile>();

function keptFile(file: string): KeptFile | null {
  try {
    const { mtimeMs, size } = statSync(file);
    if (size > MAX_SOURCE_BYTES) return null;
    const stamp = `${String(mtimeMs)} ${String(size)}`;
    const known = files.get(file);
    if (known?.stamp === stamp) return known;
    const kept: KeptFile = { stamp };
    files.set(file, kept);
    return kept;
  } catch {
    return null;
  }
}

function readText(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8');
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  } catch {
    return null;
  }
}

function summaryOf(name: string, text: string): ModuleSummary | null {
  try {
    return summarise(parseModule(name, text));
  } catch {
    return null;
  }
}

/** A loader that gives a module as it is open in an editor, or as a codemod has left it, instead of as it is on the disk. */
export function withOpenModule(loader: ModuleLoader, open: ModuleSummary): ModuleLoader {
  return {
    ...(loader.whyNot ? { whyNot: loader.whyNot.bind(loader) } : {}),
    ...(loader.textOf ? { textOf: loader.textOf.bind(loader) } : {}),
    read(fromFile, specifier) {
      const found = loader.read?.(fromFile, specifier) ?? null;
      return found?.file === open.file ? open : found;
    },
    ...(loader.importsBack ? { importsBack: loader.importsBack.bind(loader) } : {}),
    load(fromFile, specifier) {
      const found = loader.load(fromFile, specifier);
      return found && found !== INERT && found.file === open.file ? open : found;
    },
  };
}
