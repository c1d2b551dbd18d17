import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import ts from 'typescript';
import { type Form, inForm } from './instrumented-source.js';

type Exports = Record<string, unknown>;
type Wrapped = (exports: Exports, load: (specifier: string) => unknown, importMeta: { readonly url: string }) => void;

/** How the compiler writes an import. */
const IMPORTED =
  /^((?:(?:const|var) \w+ = |exports\.\w+ = |__exportStar\()?(?:__importStar\(|__importDefault\()?)require\((?=")/gmu;

/**
 * The modules of a project, made from their sources in this process. What stands in one folder, `renewed`, can be made anew: the
 * modules outside of it then see the new ones, without being loaded again themselves.
 */
export class MutatedModules {
  readonly #scripts = new Map<string, Script>();
  readonly #kept = new Map<string, Exports>();
  readonly #views = new Map<string, Exports>();
  #fresh = new Map<string, Exports>();
  #formOf: (file: string) => Form = () => 'plain';
  readonly #folder: string;

  /**
   * @param root the project
   * @param renewed its folder of modules that `renew` makes anew
   * @param provided what a specifier gives instead of a package
   */
  constructor(
    readonly root: string,
    renewed: string,
    readonly provided: ReadonlyMap<string, unknown>,
  ) {
    this.#folder = join(root, renewed) + sep;
  }

  /** Forgets what the modules of the renewed folder hold; each is run again, in the form given, when it is next asked for. */
  renew(formOf: (file: string) => Form): void {
    this.#fresh = new Map();
    this.#formOf = formOf;
  }

  /** Runs every module of the renewed folder that was ever asked for. */
  runAll(): void {
    for (const file of this.#views.keys()) this.#run(file, this.#fresh);
  }

  /** The exports of a module, by its absolute path. */
  load(file: string): Exports {
    return file.startsWith(this.#folder) ? this.#view(file) : this.#run(file, this.#kept);
  }

  #run(file: string, registry: Map<string, Exports>): Exports {
    const known = registry.get(file);
    if (known) return known;
    const exports: Exports = {};
    registry.set(file, exports);
    const wrapped = this.#script(file).runInThisContext() as Wrapped;
    const fromPackage = createRequire(file);
    const required = (specifier: string): unknown => {
      if (!specifier.startsWith('.')) return this.provided.get(specifier) ?? fromPackage(specifier);
      const target = sourceOf(resolve(dirname(file), specifier));
      if (target.endsWith('.json')) return JSON.parse(readFileSync(target, 'utf8'));
      return file.startsWith(this.#folder) && target.startsWith(this.#folder)
        ? this.#run(target, this.#fresh)
        : this.load(target);
    };
    wrapped(exports, required, { url: pathToFileURL(file).href });
    return exports;
  }

  /** An object that gives at every read what the module exports now. */
  #view(file: string): Exports {
    const known = this.#views.get(file);
    if (known) return known;
    const view: Exports = {};
    this.#views.set(file, view);
    for (const name of Reflect.ownKeys(this.#run(file, this.#fresh))) {
      if (typeof name === 'symbol') continue;
      Object.defineProperty(view, name, { enumerable: true, get: () => this.#run(file, this.#fresh)[name] });
    }
    return view;
  }

  #script(file: string): Script {
    const form = this.#formOf(file);
    const key = `${form} ${file}`;
    const known = this.#scripts.get(key);
    if (known) return known;
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      fileName: file,
      transformers: { before: [withoutImportMeta, inForm(form)] },
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true },
    });
    // a module may have a `require` of its own
    const body = outputText.replaceAll(IMPORTED, '$1__load(');
    const script = new Script(`(function (exports, __load, __importMeta) {${body}\n})`, { filename: file });
    this.#scripts.set(key, script);
    return script;
  }
}

function sourceOf(path: string): string {
  return path.replace(/\.js$/u, '.ts');
}

const withoutImportMeta: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const visit = (node: ts.Node): ts.Node =>
    ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword
      ? context.factory.createIdentifier('__importMeta')
      : ts.visitEachChild(node, visit, context);
  return ts.visitNode(file, visit, ts.isSourceFile);
};
