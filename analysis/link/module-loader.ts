import { readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { ResolverFactory } from 'oxc-resolver';
import { parseModule } from '../parse-module.js';
import { BYTE_ORDER_MARK } from '../source-text.js';
import { summarise } from '../summary/summarise.js';
import type { ModuleSummary } from '../summary/module-summary.js';

/** Finds and summarises the modules that a project's files import. */
export interface ModuleLoader {
  /** The summary of what `specifier` names from a file; `null` where it is no source file of the project. */
  load(fromFile: string, specifier: string): ModuleSummary | null;
}

const SOURCE = /\.[cm]?[jt]sx?$/u;
const DECLARATION = /\.d\.[cm]?ts$/u;
/** A larger file is generated: what it exports is left unknown. */
const MAX_BYTES = 2_000_000;
/** An editor's linter lives for days: what was asked of the disk is asked again after this time. */
const LIFETIME_MS = 5_000;

interface KeptSummary {
  readonly stamp: string;
  readonly summary: ModuleSummary | null;
}

let resolverFactory: ResolverFactory | null = null;
let resolverMade = 0;

function resolver(): ResolverFactory {
  const now = performance.now();
  if (resolverFactory && now - resolverMade < LIFETIME_MS) return resolverFactory;
  const require = createRequire(import.meta.url);
  const { ResolverFactory: Factory } = require('oxc-resolver') as typeof import('oxc-resolver');
  resolverMade = now;
  resolverFactory = new Factory({
    tsconfig: 'auto',
    extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
    extensionAlias: {
      '.js': ['.ts', '.tsx', '.js', '.jsx'],
      '.jsx': ['.tsx', '.jsx'],
      '.mjs': ['.mts', '.mjs'],
      '.cjs': ['.cts', '.cjs'],
    },
    conditionNames: ['source', 'import', 'require', 'node', 'default'],
    mainFields: ['module', 'main'],
  });
  return resolverFactory;
}

const summaries = new Map<string, KeptSummary>();

/** A loader for one project. Files outside the root, and installed packages, are not followed. */
export function projectLoader(root: string): ModuleLoader {
  const realRoot = realPath(root) ?? root;
  return {
    load(fromFile, specifier) {
      const file = resolveFile(isAbsolute(fromFile) ? fromFile : join(root, fromFile), specifier);
      if (file === null || !isProjectFile(realRoot, file)) return null;
      return summaryOf(file, pathFrom(realRoot, file));
    },
  };
}

function resolveFile(from: string, specifier: string): string | null {
  try {
    const { path } = resolver().resolveFileSync(from, specifier);
    return path && SOURCE.test(path) && !DECLARATION.test(path) ? (realPath(path) ?? path) : null;
  } catch {
    return null;
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isProjectFile(root: string, file: string): boolean {
  const path = relative(root, file);
  return path !== '' && !path.startsWith('..') && !isAbsolute(path) && !path.split(sep).includes('node_modules');
}

function pathFrom(root: string, file: string): string {
  return relative(root, file).split(sep).join('/');
}

/** The summary of a file, kept while the file stays the same. A file that cannot be read or parsed has none. */
function summaryOf(file: string, name: string): ModuleSummary | null {
  const stamp = stampOf(file);
  if (stamp === null) return null;
  const key = `${name}\0${file}`;
  const known = summaries.get(key);
  if (known?.stamp === stamp) return known.summary;
  const summary = read(file, name);
  summaries.set(key, { stamp, summary });
  return summary;
}

function stampOf(file: string): string | null {
  try {
    const { mtimeMs, size } = statSync(file);
    return size > MAX_BYTES ? null : `${String(mtimeMs)} ${String(size)}`;
  } catch {
    return null;
  }
}

function read(file: string, name: string): ModuleSummary | null {
  try {
    const text = readFileSync(file, 'utf8');
    return summarise(parseModule(name, text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text));
  } catch {
    return null;
  }
}

/** A loader that gives a module as it is open in an editor, or as a codemod has left it, instead of as it is on the disk. */
export function withOpenModule(loader: ModuleLoader, open: ModuleSummary): ModuleLoader {
  return {
    load(fromFile, specifier) {
      const found = loader.load(fromFile, specifier);
      return found?.file === open.file ? open : found;
    },
  };
}
