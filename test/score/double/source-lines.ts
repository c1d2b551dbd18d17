import ts from 'typescript';

/** Lines of one source file, from 1. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

/** Tells which lines a call or a function takes up. */
export class SourceLines {
  readonly #source: ts.SourceFile;

  constructor(path: string, text: string) {
    const kind = /\.[jt]sx$/u.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    this.#source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, false, kind);
  }

  /** The call whose callee ends on a line; the line itself where there is none. */
  ofCall(line: number): Lines {
    let found: Lines = { from: line, to: line };
    this.#visit((node) => {
      if (!ts.isCallExpression(node) || this.#lineOf(node.expression.end) !== line) return;
      const lines = this.#linesOf(node);
      found = { from: lines.from, to: Math.max(found.to, lines.to) };
    });
    return found;
  }

  /** The innermost function around a line that is not written on that line alone. */
  ofFunction(line: number): Lines {
    let found: Lines = { from: line, to: line };
    this.#visit((node) => {
      const lines = this.#linesOf(node);
      if (ts.isFunctionLike(node) && lines.from < line && line <= lines.to) found = lines;
    });
    return found;
  }

  #visit(use: (node: ts.Node) => void): void {
    const visit = (node: ts.Node): void => {
      use(node);
      ts.forEachChild(node, visit);
    };
    visit(this.#source);
  }

  #linesOf(node: ts.Node): Lines {
    return { from: this.#lineOf(node.getStart(this.#source)), to: this.#lineOf(node.end) };
  }

  #lineOf(at: number): number {
    return this.#source.getLineAndCharacterOfPosition(at).line + 1;
  }
}
