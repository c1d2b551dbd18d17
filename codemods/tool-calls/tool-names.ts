import type { TSESTree } from '@typescript-eslint/types';
import type { MeaningIndex } from '../meaning/meaning-index.js';
import type { SourceView } from '../source/source-view.js';
import { declaredAs, keyName } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';

/** Names that the file's own contract gives the tools of a service, by endpoint key; `null` where it does not say. */
export function toolNamesOf(
  view: SourceView,
  meaning: MeaningIndex,
  service: TSESTree.Expression,
): ReadonlyMap<string, string> | null {
  const implemented = unwrap(declaredAs(view, unwrap(service)) ?? service);
  if (implemented.type !== 'CallExpression') return null;
  const [contract] = implemented.arguments;
  const defined = contract && unwrap(declaredAs(view, unwrap(contract)) ?? contract);
  if (defined?.type !== 'CallExpression' || !meaning.hasRole(defined.callee, 'contract-definer')) return null;
  const endpoints = defined.arguments[1] && unwrap(defined.arguments[1]);
  if (endpoints?.type !== 'ObjectExpression') return null;
  const names = new Map<string, string>();
  for (const one of endpoints.properties) {
    const key = one.type === 'Property' ? keyName(one) : null;
    const name = one.type === 'Property' ? statedName(one.value) : null;
    if (key === null || name === null) return null;
    names.set(key, name);
  }
  return names;
}

/** The fields of an endpoint that name its tool: from 0.94.0 an object, before that a text (facts, section C). */
const NAME_FIELDS: Readonly<Record<string, (node: TSESTree.Node) => string | null>> = {
  tool: nameIn,
  toolName: literalOf,
};

/** The tool name that an endpoint states. */
function statedName(node: TSESTree.Node): string | null {
  const endpoint = unwrap(node);
  if (endpoint.type !== 'ObjectExpression') return null;
  for (const one of endpoint.properties) {
    const read = one.type === 'Property' ? NAME_FIELDS[keyName(one) ?? ''] : undefined;
    if (read && one.type === 'Property') return read(one.value);
  }
  return null;
}

function nameIn(node: TSESTree.Node): string | null {
  if (node.type !== 'ObjectExpression') return null;
  const name = node.properties.find((one) => one.type === 'Property' && keyName(one) === 'name');
  return name?.type === 'Property' ? literalOf(name.value) : null;
}

function literalOf(node: TSESTree.Node): string | null {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}
