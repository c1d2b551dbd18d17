import MagicString from 'magic-string';
import type { TSESTree } from '@typescript-eslint/types';
import { parseModule } from '../../analysis/index.js';
import { stripTypes } from './strip-types.js';

/** The same source in another dress; made by one function for inputs and outputs alike. */
export interface Variant {
  readonly name: string;
  /** The file name of the variant. */
  readonly file: (file: string) => string;
  readonly make: (file: string, text: string) => string;
}

const same = (file: string): string => file;

/** The file as a source of plain JavaScript. */
function asJavaScript(file: string): string {
  return file.replace(/\.tsx$/u, '.jsx').replace(/\.([cm]?)ts$/u, '.$1js');
}

export const VARIANTS: readonly Variant[] = [
  { name: 'as it is', file: same, make: (_file, text) => text },
  { name: 'byte order mark', file: same, make: (_file, text) => `\uFEFF${text}` },
  { name: 'CRLF', file: same, make: (_file, text) => text.replace(/\r?\n/gu, '\r\n') },
  { name: 'tabs', file: same, make: (_file, text) => withTabs(text) },
  { name: 'no semicolons', file: same, make: withoutSemicolons },
  { name: 'double quotes', file: same, make: withDoubleQuotes },
  { name: 'plain JavaScript', file: asJavaScript, make: stripTypes },
];

function withTabs(text: string): string {
  return text.replace(/^(?: {2})+/gmu, (blanks) => '\t'.repeat(blanks.length / 2));
}

const TERMINATED = new Set([
  'ImportDeclaration',
  'TSImportEqualsDeclaration',
  'ExportNamedDeclaration',
  'ExportDefaultDeclaration',
  'ExpressionStatement',
  'VariableDeclaration',
  'ReturnStatement',
  'ThrowStatement',
  'TSTypeAliasDeclaration',
  'ContinueStatement',
]);

/** Takes out every semicolon that the next line does not need. */
function withoutSemicolons(file: string, text: string): string {
  const { ast, visitorKeys } = parseModule(file, text);
  const out = new MagicString(text);
  const removed = new Set<number>();
  const visit = (node: TSESTree.Node): void => {
    const end = node.range[1] - 1;
    const ownLine = /^\s*(?:\/\/[^\n]*)?(?:\r?\n|$)/u.test(text.slice(end + 1));
    const needed = /^[[(`+\-/*]/u.test(text.slice(end + 1).replace(/^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/u, ''));
    if (TERMINATED.has(node.type) && text[end] === ';' && ownLine && !needed && !removed.has(end)) {
      removed.add(end);
      out.remove(end, end + 1);
    }
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[key];
      for (const one of Array.isArray(child) ? child : [child]) {
        if (typeof one === 'object' && one !== null && 'range' in one) visit(one as TSESTree.Node);
      }
    }
  };
  visit(ast);
  return out.toString();
}

function withDoubleQuotes(file: string, text: string): string {
  const { ast, visitorKeys } = parseModule(file, text);
  const out = new MagicString(text);
  const visit = (node: TSESTree.Node): void => {
    const raw = text.slice(node.range[0], node.range[1]);
    if (node.type === 'Literal' && raw.startsWith("'") && !raw.includes('"')) {
      out.overwrite(node.range[0], node.range[1], `"${raw.slice(1, -1)}"`);
    }
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[key];
      for (const one of Array.isArray(child) ? child : [child]) {
        if (typeof one === 'object' && one !== null && 'range' in one) visit(one as TSESTree.Node);
      }
    }
  };
  visit(ast);
  return out.toString();
}
