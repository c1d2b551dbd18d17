import type { TSESTree } from '@typescript-eslint/types';
import type { ObjectEntry } from './module-summary.js';
import type { SummaryBuilder } from './summary-builder.js';
import { lowerExpression } from './lower-expression.js';
import { lowerStatement, lowerStatements } from './lower-statement.js';
import { importedName, lowerTypeName } from './lower-type.js';

/** Reads what only stands at the top of a module or namespace. False where the node is something else. */
export function lowerModuleStatement(builder: SummaryBuilder, node: TSESTree.Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
      lowerImport(builder, node);
      return true;
    case 'TSImportEqualsDeclaration':
      lowerImportEquals(builder, node);
      return true;
    case 'ExportNamedDeclaration':
      lowerNamedExport(builder, node);
      return true;
    case 'ExportDefaultDeclaration':
      lowerDefaultExport(builder, node);
      return true;
    case 'ExportAllDeclaration':
      lowerExportAll(builder, node);
      return true;
    case 'TSExportAssignment':
      builder.exports.push({ kind: 'value', name: 'module.exports', value: lowerExpression(builder, node.expression) });
      return true;
    case 'TSModuleDeclaration':
      lowerNamespace(builder, node);
      return true;
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSNamespaceExportDeclaration':
      return true;
    default:
      return false;
  }
}

/** A namespace is an object of what it exports. */
function lowerNamespace(builder: SummaryBuilder, node: TSESTree.TSModuleDeclaration): void {
  const body = node.body as { readonly body?: readonly TSESTree.Node[] } | null | undefined;
  if (!body?.body) return;
  const before = builder.exports.length;
  lowerStatements(builder, body.body);
  const own = builder.exports.splice(before);
  const entries = own.flatMap((one): ObjectEntry[] =>
    one.kind === 'value'
      ? [{ key: one.name, kind: 'init', shorthand: false, value: one.value, at: node.range, keyAt: node.range }]
      : [],
  );
  builder.declare(node.id, builder.add(node.range, { op: 'object', entries }));
}

function lowerImport(builder: SummaryBuilder, node: TSESTree.ImportDeclaration): void {
  if (node.importKind === 'type') return;
  // an import for its effects names nothing, but what it leads to belongs to the program
  if (node.specifiers.length === 0) builder.add(node.range, { op: 'import', module: node.source.value, name: '*' });
  for (const one of node.specifiers) {
    if (one.type === 'ImportSpecifier' && one.importKind === 'type') continue;
    const name =
      one.type === 'ImportSpecifier' ? importedName(one) : one.type === 'ImportDefaultSpecifier' ? 'default' : '*';
    bind(builder, one.local, builder.add(one.range, { op: 'import', module: node.source.value, name }));
  }
}

function lowerImportEquals(builder: SummaryBuilder, node: TSESTree.TSImportEqualsDeclaration): void {
  const source = node.moduleReference;
  if (source.type === 'TSExternalModuleReference') {
    const { expression } = source;
    if (expression.type === 'Literal' && typeof expression.value === 'string') {
      bind(builder, node.id, builder.add(node.range, { op: 'import', module: expression.value, name: '*' }));
    }
    return;
  }
  if (source.type === 'Identifier') bind(builder, node.id, lowerExpression(builder, source));
  else if (source.type === 'TSQualifiedName') bind(builder, node.id, qualified(builder, source));
}

function qualified(builder: SummaryBuilder, node: TSESTree.TSQualifiedName): number {
  const object =
    node.left.type === 'TSQualifiedName' ? qualified(builder, node.left) : lowerExpression(builder, node.left);
  return builder.add(node.range, { op: 'get', object, key: node.right.name, pattern: false });
}

function bind(builder: SummaryBuilder, name: TSESTree.Identifier, value: number): void {
  const variable = builder.variableOf(name);
  if (variable) builder.assignVariable(variable, value);
}

function exportedName(node: TSESTree.Node): string {
  return node.type === 'Identifier' ? node.name : (node as TSESTree.StringLiteral).value;
}

function lowerNamedExport(builder: SummaryBuilder, node: TSESTree.ExportNamedDeclaration): void {
  if (node.source) {
    for (const one of node.specifiers) {
      builder.exports.push({
        kind: 'from',
        name: exportedName(one.exported),
        module: node.source.value,
        from: exportedName(one.local),
      });
    }
    return;
  }
  for (const one of node.specifiers) {
    if (one.local.type === 'Identifier') exportType(builder, exportedName(one.exported), one.local);
    if (one.exportKind === 'type' || node.exportKind === 'type') continue;
    const value = lowerExpression(builder, one.local);
    builder.exports.push({ kind: 'value', name: exportedName(one.exported), value });
  }
  if (!node.declaration) return;
  const { declaration } = node;
  if (declaration.type === 'TSTypeAliasDeclaration' || declaration.type === 'TSInterfaceDeclaration') {
    exportType(builder, declaration.id.name, declaration.id);
  }
  lowerStatement(builder, declaration);
  for (const name of declaredNames(node.declaration)) {
    const variable = builder.variableOf(name);
    if (variable) builder.exports.push({ kind: 'value', name: name.name, value: builder.variable(variable) });
  }
}

/** Files the type that a name stands for, where it can name something that was imported. */
function exportType(builder: SummaryBuilder, name: string, local: TSESTree.Identifier): void {
  const type = lowerTypeName(builder, local);
  if (type.t !== 'other') builder.exports.push({ kind: 'type', name, type });
}

function lowerDefaultExport(builder: SummaryBuilder, node: TSESTree.ExportDefaultDeclaration): void {
  const { declaration } = node;
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
    const before = builder.values.length;
    lowerStatement(builder, declaration);
    const value = builder.values.findIndex(
      (one, index) =>
        index >= before && (one.op === 'function' || one.op === 'class') && one.at[0] === declaration.range[0],
    );
    if (value >= 0) builder.exports.push({ kind: 'value', name: 'default', value });
    return;
  }
  if (declaration.type === 'TSInterfaceDeclaration' || declaration.type === 'TSDeclareFunction') return;
  builder.exports.push({ kind: 'value', name: 'default', value: lowerExpression(builder, declaration) });
}

function lowerExportAll(builder: SummaryBuilder, node: TSESTree.ExportAllDeclaration): void {
  const module = node.source.value;
  if (node.exported) builder.exports.push({ kind: 'from', name: exportedName(node.exported), module, from: '*' });
  else builder.exports.push({ kind: 'all', module });
}

function declaredNames(node: TSESTree.Node): TSESTree.Identifier[] {
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap((one) => patternNames(one.id));
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return node.id ? [node.id] : [];
  return [];
}

/** Every name that a pattern binds. */
export function patternNames(node: TSESTree.Node): TSESTree.Identifier[] {
  switch (node.type) {
    case 'Identifier':
      return [node];
    case 'ObjectPattern':
      return node.properties.flatMap((one) => patternNames(one.type === 'RestElement' ? one.argument : one.value));
    case 'ArrayPattern':
      return node.elements.flatMap((one) => (one ? patternNames(one) : []));
    case 'AssignmentPattern':
      return patternNames(node.left);
    case 'RestElement':
      return patternNames(node.argument);
    default:
      return [];
  }
}
