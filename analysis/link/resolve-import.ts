import { realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { NapiResolveOptions, ResolverFactory } from 'oxc-resolver';

const SOURCE = /\.[cm]?[jt]sx?$/u;
const DECLARATION = /\.d\.[cm]?ts$/u;
const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
/** A specifier names the output; the source may have another ending. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};
/** An editor's linter lives for days: what was asked of the disk is asked again after this time. */
const LIFETIME_MS = 5_000;
/** What the resolver says of a specifier that leads nowhere. Anything else it says is of a file on the way that is broken. */
const LEADS_NOWHERE = /^Cannot find module/u;

interface Resolvers {
  readonly madeAt: number;
  readonly usual: ResolverFactory;
  readonly withoutConfiguration: ResolverFactory;
}

let made: Resolvers | null = null;

function resolvers(): Resolvers {
  const now = performance.now();
  if (made && now - made.madeAt < LIFETIME_MS) return made;
  const require = createRequire(import.meta.url);
  const { ResolverFactory: Factory } = require('oxc-resolver') as typeof import('oxc-resolver');
  const options: NapiResolveOptions = {
    extensions: ENDINGS,
    extensionAlias: Object.fromEntries(Object.entries(SOURCES_OF).map(([ending, sources]) => [ending, [...sources]])),
    conditionNames: ['source', 'import', 'require', 'node', 'default'],
    mainFields: ['module', 'main'],
  };
  const usual = new Factory({ ...options, tsconfig: 'auto' });
  made = { madeAt: now, usual, withoutConfiguration: usual.cloneWithOptions(options) };
  return made;
}

/**
 * The source file that a specifier names, by its real path; `null` where it names none. Never throws: past a tsconfig that cannot be
 * read, or one that extends what is not there, the way is found without it; past a broken manifest only to relative specifiers.
 *
 * @param from absolute path of the importing file
 */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('node:')) return null;
  const path = askResolvers(from, specifier);
  return path !== null && SOURCE.test(path) && !DECLARATION.test(path) ? (realPath(path) ?? path) : null;
}

function askResolvers(from: string, specifier: string): string | null {
  const { usual, withoutConfiguration } = resolvers();
  for (const resolver of [usual, withoutConfiguration]) {
    const { path, error } = ask(resolver, from, specifier);
    if (path !== undefined) return path;
    if (error === undefined || LEADS_NOWHERE.test(error)) return null;
  }
  return specifier.startsWith('.') ? fileBeside(from, specifier) : null;
}

function ask(resolver: ResolverFactory, from: string, specifier: string): { path?: string; error?: string } {
  try {
    return resolver.resolveFileSync(from, specifier);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** What a relative specifier names where nothing but the files themselves can be read. */
function fileBeside(from: string, specifier: string): string | null {
  const named = resolve(dirname(from), specifier);
  const ending = /\.[cm]?jsx?$/u.exec(named)?.[0] ?? '';
  const stem = named.slice(0, named.length - ending.length);
  const candidates = [
    ...(SOURCES_OF[ending] ?? []).map((source) => stem + source),
    named,
    ...ENDINGS.map((one) => named + one),
    ...ENDINGS.map((one) => `${named}/index${one}`),
  ];
  return candidates.find((one) => isFile(one)) ?? null;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A path without links in it; `null` where it leads nowhere. */
export function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
