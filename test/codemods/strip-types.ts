import MagicString from 'magic-string';
import type { TSESTree } from '@typescript-eslint/types';
import { parseModule } from '../../analysis/index.js';

type Node = TSESTree.Node;

/** Takes TypeScript out of a source by removing ranges, so that what is left keeps its bytes. */
export function stripTypes(file: string, text: string): string {
  const { ast, visitorKeys } = parseModule(file, text);
  const out = new MagicString(text);
  const removed: [number, number][] = [];
  const remove = (start: number, end: number): void => {
    if (removed.some(([from, to]) => from <= start && end <= to)) return;
    removed.push([start, end]);
    out.remove(start, end);
  };
  const visit = (node: Node): void => {
    if (isTypeOnly(node)) {
      removeStatement(text, node, remove);
      return;
    }
    removeTypesOf(text, node, remove);
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[key];
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one);
    }
  };
  visit(ast);
  return out.toString();
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

const DECLARATIONS = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'TSDeclareFunction']);

function isTypeOnly(node: Node): boolean {
  if (DECLARATIONS.has(node.type)) return true;
  if (node.type === 'ImportDeclaration') return node.importKind === 'type';
  if (node.type !== 'ExportNamedDeclaration') return false;
  return node.exportKind === 'type' || (node.declaration !== null && isTypeOnly(node.declaration));
}

function removeStatement(text: string, node: Node, remove: (start: number, end: number) => void): void {
  const [start, end] = node.range;
  const rest = /^[^\S\n]*\r?\n/u.exec(text.slice(end));
  remove(start, end + (rest?.[0].length ?? 0));
}

function removeTypesOf(text: string, node: Node, remove: (start: number, end: number) => void): void {
  switch (node.type) {
    case 'TSTypeAnnotation':
      remove(text[node.range[0] - 1] === '?' ? node.range[0] - 1 : node.range[0], node.range[1]);
      return;
    case 'TSTypeParameterInstantiation':
    case 'TSTypeParameterDeclaration':
      remove(...node.range);
      return;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      remove(node.expression.range[1], node.range[1]);
      return;
    case 'Identifier':
      if (node.optional) remove(text.indexOf('?', node.range[0]), text.indexOf('?', node.range[0]) + 1);
      return;
    case 'PropertyDefinition':
      if (text.startsWith('readonly ', node.range[0])) remove(node.range[0], node.range[0] + 'readonly '.length);
      return;
    case 'ImportDeclaration':
      removeTypeSpecifiers(text, node, remove);
      return;
  }
}

function removeTypeSpecifiers(
  text: string,
  node: TSESTree.ImportDeclaration,
  remove: (start: number, end: number) => void,
): void {
  const specifiers = node.specifiers;
  const types = specifiers.filter((one) => one.type === 'ImportSpecifier' && one.importKind === 'type');
  if (types.length > 0 && types.length === specifiers.length) {
    removeStatement(text, node, remove);
    return;
  }
  for (const one of types) {
    const comma = /^\s*,\s*/u.exec(text.slice(one.range[1]));
    if (comma) remove(one.range[0], one.range[1] + comma[0].length);
    else remove((specifiers[specifiers.indexOf(one) - 1] ?? one).range[1], one.range[1]);
  }
}
