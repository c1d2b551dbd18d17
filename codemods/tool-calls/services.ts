import type { TSESTree } from '@typescript-eslint/types';
import type { MeaningIndex } from '../meaning/meaning-index.js';
import type { SourceView } from '../source/source-view.js';
import { keyName } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { isNeverReassigned } from '../source/variable.js';
import { walkedListOf, type Endpoint } from './endpoint.js';

/** The services a runner or mount is built from, and the surface whose tools it takes. */
export interface Services {
  /** The expression, as the file writes it or made of those in it. */
  readonly text: string;
  /** The expressions of the file that the text is made of. */
  readonly nodes: readonly TSESTree.Expression[];
  /** Those of them that are lists of services. */
  readonly lists: readonly TSESTree.Expression[];
  readonly transport: string;
  /** True where the expression is a list of services. */
  readonly many: boolean;
}

/** The services behind an endpoint; `null` where the file does not say. */
export function servicesOf(
  view: SourceView,
  meaning: MeaningIndex,
  endpoint: Endpoint,
  fallbackTransport: string,
): Services | null {
  if (endpoint.collectors.length > 0) {
    return together(endpoint.collectors.map((one) => servicesOfCollector(view, meaning, one)));
  }
  if (!endpoint.service) return null;
  const node = endpoint.service;
  return isStable(view, node)
    ? { text: view.textOf(node), nodes: [node], lists: [], transport: fallbackTransport, many: false }
    : null;
}

/** One list of all the services, where each is known and all have the same surface. */
function together(parts: readonly (Services | null)[]): Services | null {
  const [first] = parts;
  const known = parts.filter((one) => one !== null);
  if (!first || known.length < parts.length || known.some((one) => one.transport !== first.transport)) return null;
  const texts = [...new Set(known.map((one) => (one.many ? `...${one.text}` : one.text)))];
  if (texts.length === 1) return first;
  return {
    ...first,
    text: `[${texts.join(', ')}]`,
    nodes: known.flatMap((one) => one.nodes),
    lists: known.flatMap((one) => one.lists),
    many: true,
  };
}

/** The services whose tools a collecting call lists: its own, or the whole list it walks. */
function servicesOfCollector(view: SourceView, meaning: MeaningIndex, call: TSESTree.CallExpression): Services | null {
  const shape = meaning.shapesOf(call.callee)[0];
  const index = (shape && meaning.vocabulary.shape(shape.shape).arguments?.['service']) ?? 0;
  const service = call.arguments[index];
  const surface = call.arguments[index + 1];
  if (!service || service.type === 'SpreadElement') return null;
  if (surface?.type !== 'Literal' || typeof surface.value !== 'string') return null;
  const transport = surface.value;
  const list = service.type === 'Identifier' ? listOfServices(view, service) : null;
  if (list)
    return isStable(view, list)
      ? { text: view.textOf(list), nodes: [list], lists: [list], transport, many: true }
      : null;
  return isStable(view, service)
    ? { text: view.textOf(service), nodes: [service], lists: [], transport, many: false }
    : null;
}

function listOfServices(view: SourceView, node: TSESTree.Identifier): TSESTree.Expression | null {
  const name = view.variableOf(node)?.defs[0]?.name;
  return name ? walkedListOf(view, name) : null;
}

/** True for names, `this`, their members and lists of them, which mean the same wherever they are visible. */
export function isStable(view: SourceView, node: TSESTree.Node): boolean {
  const inner = unwrap(node);
  switch (inner.type) {
    case 'Identifier': {
      const variable = view.variableOf(inner);
      return variable !== undefined && isNeverReassigned(variable);
    }
    case 'MemberExpression':
      return (keyName(inner) !== null || inner.property.type === 'PrivateIdentifier') && isStable(view, inner.object);
    case 'ArrayExpression':
      return inner.elements.every((one) => one !== null && one.type !== 'SpreadElement' && isStable(view, one));
    case 'ThisExpression':
      return true;
    default:
      return false;
  }
}
