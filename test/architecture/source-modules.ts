import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The four parts that are published. */
export const PARTS = ['analysis', 'rules', 'codemods', 'cli'] as const;
export type Part = (typeof PARTS)[number];

/** One module that a source file names, in whatever form. */
export interface NamedModule {
  readonly specifier: string;
  /** `type` is gone after compiling; `lazy` is loaded when its statement runs. */
  readonly kind: 'static' | 'lazy' | 'type';
}

/** A published source file. Its path is relative to the repository, with `/`. */
export interface SourceModule {
  readonly path: string;
  readonly part: Part;
  readonly tree: ts.SourceFile;
  readonly named: readonly NamedModule[];
}

/** Every source file of the published parts. */
export function sourceModules(): SourceModule[] {
  return PARTS.flatMap((part) =>
    readdirSync(join(repository, part), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.[cm]?ts$/u.test(file))
      .map((file) => moduleAt(part, `${part}/${file.replaceAll('\\', '/')}`)),
  );
}

function moduleAt(part: Part, path: string): SourceModule {
  const text = readFileSync(join(repository, path), 'utf8');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return { path, part, tree, named: namedModules(tree) };
}

/** Visits every node of a file. */
export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => {
    visit(child, see);
  });
}

/** The modules that a file names by import, export, type, `import()` or `require`. */
export function namedModules(tree: ts.SourceFile): NamedModule[] {
  const named: NamedModule[] = [];
  const add = (specifier: ts.Node | undefined, kind: NamedModule['kind']): void => {
    if (specifier && ts.isStringLiteralLike(specifier)) named.push({ specifier: specifier.text, kind });
  };
  visit(tree, (node) => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'static');
    } else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'static');
    else if (ts.isExternalModuleReference(node)) add(node.expression, 'static');
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, 'type');
    else if (ts.isCallExpression(node) && isLoad(node.expression)) add(node.arguments[0], 'lazy');
  });
  return named;
}

function isLoad(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
}

/** The folder at the top of the repository that a relative specifier leads into; `null` for a package. */
export function topFolder(path: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.join(dirname(path), specifier).split('/')[0] ?? null;
}
