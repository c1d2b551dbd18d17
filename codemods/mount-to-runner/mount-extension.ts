import type { TSESTree } from '@typescript-eslint/types';
import { compareVersions } from '../../analysis/vocabulary/version-range.js';
import type { FileContext } from '../codemod.js';
import type { SourceView } from '../source/source-view.js';
import { keyName, objectOfMember } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { contextText, type ContextMember } from '../tool-calls/handler-arguments.js';
import type { HandlerCall } from '../tool-calls/handler-calls.js';
import type { Registration } from './registration.js';

/** From this version on an extension's resolver runs inside the fork (facts, section 0). */
const RESOLVER_FORKS_SINCE = '0.36.1';

/** The options of a listing that a mount takes too; `null` where there are others. */
export function extensionOf(context: FileContext, options: TSESTree.Node | null): TSESTree.Property[] | null {
  if (options?.type !== 'ObjectExpression') return null;
  const known = options.properties.filter(
    (one): one is TSESTree.Property =>
      one.type === 'Property' && ['extend', 'flattenUnionInput'].includes(keyName(one) ?? ''),
  );
  const { to } = context.options;
  const forked = compareVersions(to, RESOLVER_FORKS_SINCE) >= 0;
  return known.length === options.properties.length && forked ? known : null;
}

/** The call without what the extension's resolver gave it: the mount calls the resolver itself. */
export function withoutResolver(
  context: FileContext,
  call: HandlerCall,
  registration: Registration,
  extension: readonly TSESTree.Property[],
): HandlerCall | null {
  const { given } = call;
  const extend = extension.find((one) => keyName(one) === 'extend');
  const [input] = registration.callback.params;
  if (!given || !extend) return extend ? null : call;
  const { view } = context;
  const isResolved = ({ node, spread }: ContextMember): boolean => {
    const resolver = spread ? unwrap(node) : null;
    if (resolver?.type !== 'CallExpression') return false;
    const owner = objectOfMember(resolver.callee, 'resolve');
    const [first] = resolver.arguments;
    const same = owner !== null && view.textOf(owner) === view.textOf(extend.value);
    return same && first !== undefined && input !== undefined && sameName(view, first, input);
  };
  const members = given.members.filter((one) => !isResolved(one));
  if (members.length === given.members.length) return null;
  return { ...call, given: { ...given, members, context: contextText(view, members) } };
}

function sameName(view: SourceView, a: TSESTree.Node, b: TSESTree.Node): boolean {
  const left = unwrap(a);
  return left.type === 'Identifier' && b.type === 'Identifier' && view.variableOf(left) === view.variableOf(b);
}
