import type { Decisions } from './random.js';

/** The languages a program is written in. */
export type Language = 'ts' | 'js' | 'cjs';

/** How a program is written; none of it changes what is right or wrong in it. */
export interface Style {
  readonly language: Language;
  /** Whether names, wraps and forms are varied at all. */
  readonly varied: boolean;
  readonly decide: Decisions;
  /** Names given away in the whole program, so that none is given twice. */
  readonly used: { names: number };
}

const NAMES = ['item', 'ctx', 'value', '$', '_held', 'été', 'trace', 'row', 'getTraceId', 'spanIdOf', 'x'] as const;

/** Collects the text of one module: imports, declarations, and names that clash with nothing. */
export class ModuleWriter {
  readonly #imports = new Map<string, string>();
  readonly #namespaces = new Map<string, string>();
  readonly #head: string[] = [];
  readonly #body: string[] = [];

  constructor(readonly style: Style) {}

  get decide(): Decisions {
    return this.style.decide;
  }

  get typed(): boolean {
    return this.style.language === 'ts';
  }

  /** A name that nothing else in the program has. */
  name(base: string): string {
    this.style.used.names += 1;
    return `${this.style.varied ? this.decide.of(NAMES) : base}${String(this.style.used.names)}`;
  }

  /** An expression for an export of a module, which is imported in one of the ways people write. */
  imported(module: string, name: string): string {
    const key = `${module} ${name}`;
    const known = this.#imports.get(key);
    if (known !== undefined) return known;
    const made = this.#import(module, name);
    this.#imports.set(key, made);
    return made;
  }

  #import(module: string, name: string): string {
    const cjs = this.style.language === 'cjs';
    const isDefault = name === 'default';
    const form = this.style.varied ? this.decide.below(5) : 0;
    if (form === 1 && !isDefault) return `${this.namespace(module)}.${name}`;
    const local = form === 2 || isDefault ? this.name('imported') : name;
    if (form === 3 && !cjs && !isDefault && !this.style.decide.onceIn(2)) {
      this.#head.push(`const { ${binding(name, local, ':')} } = await import('${module}');`);
    } else if (cjs) {
      this.#head.push(`const { ${binding(name, local, ':')} } = require('${module}');`);
    } else if (isDefault) {
      this.#head.push(`import ${local} from '${module}';`);
    } else {
      this.#head.push(`import { ${binding(name, local, ' as')} } from '${module}';`);
    }
    return local;
  }

  /** The local name of a whole module. */
  namespace(module: string): string {
    const known = this.#namespaces.get(module);
    if (known !== undefined) return known;
    const local = this.name('all');
    this.#namespaces.set(module, local);
    this.#head.push(
      this.style.language === 'cjs'
        ? `const ${local} = require('${module}');`
        : `import * as ${local} from '${module}';`,
    );
    return local;
  }

  /** Puts a statement at the module's top level. */
  add(statement: string): void {
    this.#body.push(statement);
  }

  /** Puts an exported `const` at the top level. */
  exportConst(name: string, value: string): void {
    if (this.style.language === 'cjs') this.add(`const ${name} = ${value};\nmodule.exports.${name} = ${name};`);
    else this.add(`export const ${name} = ${value};`);
  }

  /** Exports what is declared already, under a name. */
  exportAs(local: string, name: string): void {
    if (this.style.language === 'cjs') this.add(`module.exports.${name} = ${local};`);
    else if (name === 'default') this.add(`export default ${local};`);
    else this.add(`export { ${binding(local, name, ' as')} };`);
  }

  /** Passes an export of another module on. */
  reexport(module: string, name: string, as: string): void {
    if (this.style.language === 'cjs') this.add(`module.exports.${as} = require('${module}').${name};`);
    else if (as === name && this.decide.onceIn(2)) this.add(`export * from '${module}';`);
    else this.add(`export { ${binding(name, as, ' as')} } from '${module}';`);
  }

  /** A value in a wrapping that changes nothing. */
  wrapped(expression: string): string {
    if (!this.style.varied) return expression;
    const one = expression.includes('=>') ? `(${expression})` : expression;
    const forms = [
      expression,
      expression,
      `(${expression})`,
      `((${expression}))`,
      `(() => ${expression})()`,
      ...(this.typed ? [`(${one} as any)`, `(${one} satisfies unknown)`, `${one}!`] : []),
    ] as [string, ...string[]];
    return this.decide.of(forms);
  }

  /** Statements in a wrapping that changes nothing. */
  wrappedStatements(statements: string): string {
    if (!this.style.varied) return statements;
    return this.decide.of([
      statements,
      statements,
      `{ ${statements} }`,
      `try { ${statements} } finally { void 0; }`,
      `(() => { ${statements} })();`,
      `if (Date.now() > 0) { ${statements} }`,
    ]);
  }

  /** A type annotation, where the language has any. */
  type(annotation: string): string {
    return this.typed ? `: ${annotation}` : '';
  }

  /** Access to a member of what may be absent. */
  get access(): string {
    if (!this.style.varied) return '?.';
    return this.decide.of(this.typed ? ['?.', '!.', '.'] : ['?.', '.']);
  }

  toString(): string {
    return `${[...this.#head, ...this.#body].join('\n')}\n`;
  }
}

function binding(name: string, local: string, separator: string): string {
  return name === local ? `${name} ` : `${name}${separator} ${local}`;
}
