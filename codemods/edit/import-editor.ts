import type { TSESTree } from '@typescript-eslint/types';
import type { FileStyle } from '../source/file-style.js';
import { wholeLinesOf } from '../source/lines.js';
import { moduleBindingsOf, type ModuleBinding } from '../source/module-bindings.js';
import type { SourceComment, SourceView } from '../source/source-view.js';
import { unusedAfter } from './became-unused.js';
import { importInsertion, isCommonJs } from './import-insertion.js';
import { listEdits } from './list-edits.js';
import type { EditList, TextEdit } from './text-edit.js';
import { uniqueName } from './unique-name.js';

interface Addition {
  readonly module: string;
  readonly name: string;
  readonly local: string;
}

/** Brings names into a file and takes out those that became unused. */
export class ImportEditor {
  readonly #additions: Addition[] = [];
  readonly #bindings: readonly ModuleBinding[];

  constructor(
    readonly view: SourceView,
    readonly style: FileStyle,
  ) {
    this.#bindings = moduleBindingsOf(view);
  }

  /**
   * The expression that names an export at a place, importing it where the file does not have it yet.
   *
   * @param modules entry points that offer the export; the first is the one a new import names
   * @param at the node that will use the name: a binding hidden there by another is not reused
   */
  use(name: string, modules: readonly string[], at: TSESTree.Node): string {
    const known = this.#reusable(name, modules, at);
    if (known) return known;
    const added = this.#additions.find((one) => one.name === name && modules.includes(one.module));
    if (added) return added.local;
    const taken = new Set(this.#additions.map((one) => one.local));
    const local = uniqueName(this.view, this.view.ast, name, taken);
    this.#additions.push({ module: modules[0] ?? name, name, local });
    return local;
  }

  #reusable(name: string, modules: readonly string[], at: TSESTree.Node): string | undefined {
    const usable = this.#bindings.filter(
      (one) => !one.typeOnly && one.syntax !== 'dynamic' && modules.includes(one.module) && this.#visible(one, at),
    );
    const named = usable.find((one) => one.imported === name);
    if (named) return named.local;
    const whole = usable.find((one) => one.imported === '*');
    return whole && `${whole.local}.${name}`;
  }

  #visible(binding: ModuleBinding, at: TSESTree.Node): boolean {
    const around = new Set<TSESTree.Node>([at, ...this.view.ancestorsOf(at)]);
    if (!around.has(binding.variable.scope)) return false;
    return !this.view.variables.some(
      (one) =>
        one.name === binding.local &&
        one !== binding.variable &&
        around.has(one.scope) &&
        contains(binding.variable.scope, one.scope),
    );
  }

  /** The edits for all imports asked for, and for those that `edits` leaves without a use. */
  finish(edits: EditList): TextEdit[] {
    const unused = new Set(unusedAfter(this.view, edits));
    const gone = this.#bindings.filter(
      (one) => unused.has(one.variable) && !edits.covers(one.statement.range[0], one.statement.range[1]),
    );
    const fresh = this.#additions.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
    const result: TextEdit[] = [];
    const removed: TSESTree.Node[] = [];
    for (const statement of new Set(this.#bindings.map((one) => one.statement))) {
      const own = this.#bindings.filter((one) => one.statement === statement);
      result.push(
        ...this.#statementEdits(
          statement,
          own,
          own.filter((one) => gone.includes(one)),
          fresh,
          removed,
        ),
      );
    }
    if (fresh.length > 0) result.push(this.#newStatements(fresh));
    const insertions = [...edits.ordered, ...result].filter((one) => one.start === one.end).map((one) => one.start);
    return [...result, ...removed.map((one) => this.#removal(one, insertions))];
  }

  /** Takes out a statement with its line; the break before it rather than the one after where something is put there. */
  #removal(statement: TSESTree.Node, insertions: readonly number[]): TextEdit {
    const { text } = this.view;
    const [start, end] = statement.range;
    const comments = this.view.commentsWithin(start, end);
    if (comments.length > 0) return { start, end, text: this.#asLines(comments) };
    const lines = wholeLinesOf(text, start, end);
    if (!insertions.some((one) => lines.start < one && one < lines.end)) return { ...lines, text: '' };
    const breakBefore = /(?:\r\n|\n|\r)$/u.exec(text.slice(0, lines.start))?.[0].length ?? 0;
    return { start: lines.start - breakBefore, end, text: '' };
  }

  /** Edits of one import statement; takes from `fresh` what it can hold. */
  #statementEdits(
    statement: TSESTree.Node,
    own: readonly ModuleBinding[],
    gone: readonly ModuleBinding[],
    fresh: Addition[],
    removed: TSESTree.Node[],
  ): TextEdit[] {
    const list = bracedListOf(statement);
    const holds = list !== null && this.#canHoldValues(statement);
    const added = holds ? takeWhere(fresh, (one) => one.module === own[0]?.module) : [];
    if (gone.length === own.length && added.length === 0 && gone.length > 0) {
      if (!isWholeStatement(statement, own)) return [];
      removed.push(statement);
      return [];
    }
    if (!list) return [];
    const clauses = added.map((one) => clauseOf(one, statement.type));
    const items = gone.filter((one) => list.items.includes(one.specifier)).map((one) => one.specifier);
    const edits = listEdits(this.view, this.style, list, items, clauses);
    return clauses.length === 0 ? [...edits, ...this.#asTypeImport(statement, items)] : edits;
  }

  /** `import type { A }` where what stays of an import are types: `import { type A }` would still load the module. */
  #asTypeImport(statement: TSESTree.Node, gone: readonly TSESTree.Node[]): TextEdit[] {
    if (gone.length === 0 || statement.type !== 'ImportDeclaration' || statement.importKind === 'type') return [];
    const kept = statement.specifiers.filter((one) => !gone.includes(one));
    const marks = kept.flatMap((one): TextEdit[] => {
      const isType = one.type === 'ImportSpecifier' && one.importKind === 'type';
      const mark = isType ? /^type\s+/u.exec(this.view.textOf(one)) : null;
      const [start] = one.range;
      return mark ? [{ start, end: start + mark[0].length, text: '' }] : [];
    });
    if (marks.length < kept.length) return [];
    const [start] = statement.range;
    const keyword = start + 'import'.length;
    return [{ start: keyword, end: keyword, text: ' type' }, ...marks];
  }

  #asLines(comments: readonly SourceComment[]): string {
    const texts = comments.map((one) => this.view.text.slice(one.start, one.end));
    const open = comments.at(-1)?.type === 'Line' ? this.style.eol : '';
    return texts.join(this.style.eol) + open;
  }

  /** False for `import type`, for an import with attributes, and for one inside a function. */
  #canHoldValues(statement: TSESTree.Node): boolean {
    if (this.view.parentOf(statement)?.type !== 'Program') return false;
    return (
      statement.type !== 'ImportDeclaration' || (statement.importKind !== 'type' && statement.attributes.length === 0)
    );
  }

  #newStatements(additions: readonly Addition[]): TextEdit {
    const { quote, semicolon, spacedBraces } = this.style;
    const pad = spacedBraces ? ' ' : '';
    const commonJs = isCommonJs(this.view);
    const modules = [...new Set(additions.map((one) => one.module))];
    const lines = modules.map((module) => {
      const own = additions.filter((one) => one.module === module);
      const names = own.map((one) => clauseOf(one, commonJs ? 'VariableDeclaration' : 'ImportDeclaration')).join(', ');
      const source = `${quote}${module}${quote}`;
      return commonJs
        ? `const {${pad}${names}${pad}} = require(${source})${semicolon}`
        : `import {${pad}${names}${pad}} from ${source}${semicolon}`;
    });
    const family = modules.map((one) => one.split('/')[0] ?? one);
    const near = this.#bindings.map((one) => one.module).filter((one) => family.includes(one.split('/')[0] ?? one));
    return importInsertion(this.view, this.style, lines, near);
  }
}

function contains(outer: TSESTree.Node, inner: TSESTree.Node): boolean {
  return outer !== inner && outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];
}

function clauseOf(addition: Addition, statement: TSESTree.Node['type'] | string): string {
  if (addition.local === addition.name) return addition.name;
  return statement === 'ImportDeclaration'
    ? `${addition.name} as ${addition.local}`
    : `${addition.name}: ${addition.local}`;
}

function takeWhere<T>(items: T[], wanted: (item: T) => boolean): T[] {
  const taken = items.filter(wanted);
  for (const one of taken) items.splice(items.indexOf(one), 1);
  return taken;
}

function bracedListOf(statement: TSESTree.Node): { items: TSESTree.Node[]; owner: TSESTree.Node } | null {
  if (statement.type === 'ImportDeclaration') {
    const items = statement.specifiers.filter((one) => one.type === 'ImportSpecifier');
    return items.length > 0 ? { items, owner: statement } : null;
  }
  if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return null;
  const pattern = statement.declarations[0].id;
  const isSimple = pattern.type === 'ObjectPattern' && pattern.properties.every((one) => one.type === 'Property');
  return isSimple ? { items: pattern.properties, owner: pattern } : null;
}

/** True where taking out `own` takes out everything the statement declares. */
function isWholeStatement(statement: TSESTree.Node, own: readonly ModuleBinding[]): boolean {
  if (statement.type !== 'VariableDeclaration') return true;
  if (statement.declarations.length !== 1) return false;
  const [only] = statement.declarations;
  return only.id.type !== 'ObjectPattern' || only.id.properties.length === own.length;
}
