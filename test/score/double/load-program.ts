import { createRequire, SourceMap } from 'node:module';
import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import vm from 'node:vm';
import { ResolverFactory } from 'oxc-resolver';
import ts from 'typescript';
import type { CorpusInput } from '../../../bench/score/corpus.js';
import { SourceLines } from './source-lines.js';

/** What a module exports. */
export type Exports = Record<string, unknown>;

/** Gives the modules that are no files of the program. */
export type Imported = (specifier: string) => unknown;

const PREFIX = 'corpus:/';
const nodeRequire = createRequire(import.meta.url);

const resolver = new ResolverFactory({
  tsconfig: 'auto',
  extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
  extensionAlias: { '.js': ['.ts', '.tsx', '.js'], '.mjs': ['.mts', '.mjs'], '.cjs': ['.cts', '.cjs'] },
  conditionNames: ['source', 'import', 'require', 'node', 'default'],
  mainFields: ['module', 'main'],
});

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  jsx: ts.JsxEmit.React,
  jsxFactory: 'element',
  jsxFragmentFactory: 'null',
  esModuleInterop: true,
  experimentalDecorators: true,
  allowJs: true,
  sourceMap: true,
};

/** A statement of a module's own that waits; what stands in functions is indented. */
const WAITS_AT_TOP = /^(?:(?:const|let|var) [^=]+= |exports\.\w+ = )?\(?await\b|^for await\b/mu;

/** The compiler's helper, which takes this one where it is there: what decorators do is not looked at. */
const WITHOUT_DECORATORS = { __decorate: (_decorators: unknown, target: unknown) => target };

/** Loads the files of one labelled input and knows, of each place where they run, its line. */
export class LoadedProgram {
  /** Modules that wait for something before they are done. */
  readonly pending: Promise<unknown>[] = [];
  readonly #modules = new Map<string, { exports: Exports }>();
  readonly #maps = new Map<string, SourceMap>();
  readonly #sources = new Map<string, SourceLines>();
  readonly #files: ReadonlyMap<string, string>;

  readonly #root: string;

  constructor(
    input: CorpusInput,
    readonly imported: Imported,
    readonly globals: Readonly<Record<string, unknown>>,
  ) {
    this.#root = realpathSync(input.root);
    this.#files = new Map(input.files.map(({ path, text }) => [path, text]));
  }

  /** @throws whatever the module throws while it is evaluated */
  load(path: string): Exports {
    const known = this.#modules.get(path);
    if (known) return known.exports;
    const module = { exports: {} as Exports };
    this.#modules.set(path, module);
    const { outputText, sourceMapText } = ts.transpileModule((this.#files.get(path) ?? '').replace(/^#!/u, '//'), {
      fileName: path.replace(/\.[cm](?=[jt]s$)/u, '.'),
      compilerOptions: OPTIONS,
    });
    this.#maps.set(
      path,
      new SourceMap(JSON.parse(sourceMapText ?? '{}') as ConstructorParameters<typeof SourceMap>[0]),
    );
    const names = Object.keys(this.globals);
    const waits = WAITS_AT_TOP.test(outputText) ? 'async ' : '';
    const wrapped = `(${waits}function (exports, require, module, ${names.join(', ')}) { {\n${outputText.replace(/\bimport\.meta\b/gu, 'importMeta')}\n} })`;
    const run = vm.runInThisContext(wrapped, { filename: `${PREFIX}${path}` }) as (
      this: object,
      ...given: unknown[]
    ) => unknown;
    const require = (specifier: string): unknown => this.#require(path, specifier);
    const evaluated = run.call(WITHOUT_DECORATORS, module.exports, require, module, ...Object.values(this.globals));
    if (evaluated instanceof Promise) this.pending.push(evaluated);
    return module.exports;
  }

  #require(from: string, specifier: string): unknown {
    if (specifier === 'node:test') return this.imported(specifier);
    if (specifier === 'node:process') return this.globals['process'];
    if (specifier.startsWith('node:')) return nodeRequire(specifier);
    const path = this.#fileAt(from, specifier);
    return path === null ? this.imported(specifier) : this.load(path);
  }

  /** The file of the program that a specifier names. */
  #fileAt(from: string, specifier: string): string | null {
    const { path } = resolver.resolveFileSync(join(this.#root, from), specifier);
    const file = path === undefined ? '' : relative(this.#root, realpathSync(path)).split(sep).join('/');
    return this.#files.has(file) ? file : null;
  }

  /** The places of the program that are on the stack now, as `file:line`, innermost first. */
  stack(): string[] {
    const { prepareStackTrace, stackTraceLimit } = Error;
    Error.stackTraceLimit = 60;
    Error.prepareStackTrace = (_error, sites) => sites.flatMap((site) => this.#placeOf(site) ?? []);
    const { stack } = new Error() as unknown as { stack: string[] };
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
    return stack;
  }

  /** The lines of the call that the innermost running function of the program makes, as `file:line`. */
  callLines(): string[] {
    const [innermost] = this.stack();
    if (innermost === undefined) return [];
    const [file = '', line = ''] = innermost.split(/:(?=\d+$)/u);
    const { from, to } = this.linesIn(file).ofCall(Number(line));
    return Array.from({ length: to - from + 1 }, (_, index) => `${file}:${String(from + index)}`);
  }

  linesIn(file: string): SourceLines {
    const known = this.#sources.get(file);
    if (known) return known;
    const lines = new SourceLines(file, this.#files.get(file) ?? '');
    this.#sources.set(file, lines);
    return lines;
  }

  #placeOf(site: NodeJS.CallSite): string | null {
    const file = site.getFileName() ?? '';
    const map = file.startsWith(PREFIX) ? this.#maps.get(file.slice(PREFIX.length)) : undefined;
    if (!map) return null;
    const entry = map.findEntry((site.getLineNumber() ?? 2) - 2, (site.getColumnNumber() ?? 1) - 1);
    return 'originalLine' in entry ? `${file.slice(PREFIX.length)}:${String(entry.originalLine + 1)}` : null;
  }
}
