import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';

interface Span {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** Tells which mutants the compiler refuses. Its questions are of the mutated file alone, which takes a fraction of the time. */
export class MutantTypes {
  readonly #changed = new Map<string, { readonly version: number; readonly text: string }>();
  readonly #service: ts.LanguageService;
  #version = 0;

  /**
   * @param configFile a tsconfig
   * @param roots the files whose mutants are asked about
   */
  constructor(configFile: string, roots: readonly string[]) {
    const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path)) as { config: unknown };
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configFile));
    this.#service = ts.createLanguageService({
      fileExists: (path) => ts.sys.fileExists(path),
      readFile: (path) => ts.sys.readFile(path),
      directoryExists: (path) => ts.sys.directoryExists(path),
      getDirectories: (path) => ts.sys.getDirectories(path),
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      getCompilationSettings: () => options,
      getScriptFileNames: () => [...roots],
      getScriptVersion: (file) => String(this.#changed.get(file)?.version ?? 0),
      getScriptSnapshot: (file) => {
        const text = this.#changed.get(file)?.text ?? ts.sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => dirname(configFile),
      getDefaultLibFileName: (of) => ts.getDefaultLibFilePath(of),
    });
  }

  /** What the compiler says of a file with a replacement in it; `null` where it takes it. Lines and columns count from 0. */
  refusal(file: string, { start, end }: Span, replacement: string): string | null {
    const text = readFileSync(file, 'utf8');
    const lines = ts.createSourceFile(file, text, ts.ScriptTarget.Latest).getLineStarts();
    const at = ({ line, column }: Span['start']): number => (lines[line] ?? 0) + column;
    this.#version += 1;
    this.#changed.set(file, {
      version: this.#version,
      text: text.slice(0, at(start)) + replacement + text.slice(at(end)),
    });
    const [first] = [...this.#service.getSyntacticDiagnostics(file), ...this.#service.getSemanticDiagnostics(file)];
    this.#changed.delete(file);
    return first ? ts.flattenDiagnosticMessageText(first.messageText, ' ') : null;
  }
}
