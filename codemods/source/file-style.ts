import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from './source-view.js';

/** How a file is written; inserted code follows it. */
export interface FileStyle {
  readonly quote: "'" | '"';
  readonly semicolon: '' | ';';
  /** One level of indentation. */
  readonly indent: string;
  readonly eol: string;
  readonly trailingComma: boolean;
  /** `{ a }` rather than `{a}`. */
  readonly spacedBraces: boolean;
}

/** Reads the style off the file itself; where the file does not say, the most common habits hold. */
export function fileStyleOf(view: SourceView): FileStyle {
  return {
    quote: quoteOf(view),
    semicolon: semicolonOf(view),
    indent: indentOf(view),
    eol: eolOf(view.text),
    trailingComma: trailingCommaOf(view),
    spacedBraces: spacedBracesOf(view),
  };
}

function eolOf(text: string): string {
  const windows = text.match(/\r\n/gu)?.length ?? 0;
  const unix = (text.match(/\n/gu)?.length ?? 0) - windows;
  return windows > unix ? '\r\n' : '\n';
}

function quoteOf(view: SourceView): "'" | '"' {
  const literals = view.nodes.filter(
    (node): node is TSESTree.StringLiteral => node.type === 'Literal' && typeof node.value === 'string',
  );
  const sources = literals.filter((node) => isModuleSource(view, node));
  for (const group of [sources, literals.filter((node) => view.parentOf(node)?.type !== 'JSXAttribute')]) {
    const double = group.filter((node) => view.text[node.range[0]] === '"').length;
    const single = group.length - double;
    if (double !== single) return double > single ? '"' : "'";
  }
  return "'";
}

function isModuleSource(view: SourceView, node: TSESTree.StringLiteral): boolean {
  const parent = view.parentOf(node);
  if (parent?.type === 'CallExpression') {
    return parent.callee.type === 'Identifier' && parent.callee.name === 'require' && parent.arguments[0] === node;
  }
  return parent?.type === 'ImportDeclaration' || parent?.type === 'ExportNamedDeclaration';
}

const TERMINATED = new Set([
  'ImportDeclaration',
  'ExpressionStatement',
  'VariableDeclaration',
  'ReturnStatement',
  'ThrowStatement',
  'ExportAllDeclaration',
]);

function semicolonOf(view: SourceView): '' | ';' {
  let with_ = 0;
  let without = 0;
  for (const node of view.nodes) {
    if (!TERMINATED.has(node.type) || isLoopHead(view, node)) continue;
    if (view.text[node.range[1] - 1] === ';') with_ += 1;
    else without += 1;
  }
  return without > with_ ? '' : ';';
}

function isLoopHead(view: SourceView, node: TSESTree.Node): boolean {
  const parent = view.parentOf(node);
  if (node.type !== 'VariableDeclaration') return false;
  if (parent?.type === 'ForStatement') return parent.init === node;
  return (parent?.type === 'ForOfStatement' || parent?.type === 'ForInStatement') && parent.left === node;
}

function indentOf(view: SourceView): string {
  const votes = new Map<string, number>();
  for (const node of view.nodes) {
    if (node.type !== 'BlockStatement' && node.type !== 'ObjectExpression' && node.type !== 'ClassBody') continue;
    const first = node.type === 'ObjectExpression' ? node.properties[0] : node.body[0];
    if (!first || view.lineStartOf(first.range[0]) === view.lineStartOf(node.range[0])) continue;
    const outer = view.indentationOf(node.range[0]);
    const inner = view.indentationOf(first.range[0]);
    if (!inner.startsWith(outer) || inner.length === outer.length) continue;
    const unit = inner.slice(outer.length);
    votes.set(unit, (votes.get(unit) ?? 0) + 1);
  }
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? (/^\t/mu.test(view.text) ? '\t' : '  ');
}

function trailingCommaOf(view: SourceView): boolean {
  let with_ = 0;
  let without = 0;
  for (const node of view.nodes) {
    const last = lastElementOf(node);
    if (!last) continue;
    const tail = view.text.slice(last.range[1], node.range[1]);
    if (!/[\n\r]/u.test(tail)) continue;
    if (tail.trimStart().startsWith(',')) with_ += 1;
    else without += 1;
  }
  return without === 0 || with_ >= without;
}

function lastElementOf(node: TSESTree.Node): TSESTree.Node | null | undefined {
  if (node.type === 'ObjectExpression') return node.properties.at(-1);
  if (node.type === 'ArrayExpression') return node.elements.at(-1);
  if (node.type === 'ImportDeclaration') {
    const last = node.specifiers.at(-1);
    return last?.type === 'ImportSpecifier' ? last : undefined;
  }
  return undefined;
}

function spacedBracesOf(view: SourceView): boolean {
  let spaced = 0;
  let tight = 0;
  for (const node of view.nodes) {
    const first =
      node.type === 'ImportDeclaration'
        ? node.specifiers.find((one) => one.type === 'ImportSpecifier')
        : node.type === 'ObjectExpression' || node.type === 'ObjectPattern'
          ? node.properties[0]
          : undefined;
    if (!first) continue;
    const before = view.text.slice(0, first.range[0]);
    if (/\{[ \t]+$/u.test(before)) spaced += 1;
    else if (before.endsWith('{')) tight += 1;
  }
  return spaced >= tight;
}
