import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext } from '../codemod.js';
import type { TextEdit } from '../edit/text-edit.js';
import { frameworkExport } from '../meaning/framework-export.js';
import { wholeLinesOf } from '../source/lines.js';
import { unwrap } from '../source/unwrap.js';
import type { HandlerCall } from '../tool-calls/handler-calls.js';
import { startWithComments } from '../tool-calls/insert-statement.js';
import { keptComments } from './kept-comments.js';
import type { Target } from './mount-target.js';
import type { Registration } from './registration.js';
import type { WalkedTools } from './tool-loop.js';

const MOUNTS = { agent: 'AgentMount', mcp: 'McpMount' } as const;

/** What a mount is written from. */
export interface MountParts {
  readonly registration: Registration;
  readonly call: HandlerCall;
  readonly walked: WalkedTools;
  readonly target: Target;
  /** Options of the listing that the mount takes over. */
  readonly extension: readonly TSESTree.Property[];
}

/** The edits that put a mount in place of a loop. */
export function mountEdits(context: FileContext, parts: MountParts): TextEdit[] {
  const { call, walked, target, extension } = parts;
  const { view, style } = context;
  const node = walked.outer ?? target.node;
  const mount = mountText(context, parts);
  const kept = [...walked.services.nodes, ...(call.given?.members.map(({ node: part }) => part) ?? []), ...extension];
  if (target.form === 'value') {
    return [{ start: node.range[0], end: node.range[1], text: mount }, ...keptComments(context, node, node, kept)];
  }
  const empty = target.form === 'fill' ? emptySetBefore(context, target.into, node) : null;
  if (empty) {
    const loopWithComments = { range: [startWithComments(view, node), node.range[1]] as const };
    return [
      { start: empty.range[0], end: empty.range[1], text: mount },
      { ...wholeLinesOf(view.text, ...loopWithComments.range), text: '' },
      ...keptComments(context, loopWithComments, empty, kept),
    ];
  }
  const text = target.form === 'fill' ? `Object.assign(${view.textOf(target.into)}, ${mount})` : mount;
  return [
    { start: node.range[0], end: node.range[1], text: `${text}${style.semicolon}` },
    ...keptComments(context, node, node, kept),
  ];
}

function mountText(context: FileContext, parts: MountParts): string {
  const { registration, call, walked, target, extension } = parts;
  const { view, imports, options } = context;
  const mount = frameworkExport(MOUNTS[registration.surface], options.to);
  const callee = mount ? imports.use(mount.name, mount.modules, target.node) : '';
  const { given } = call;
  const fields = [
    ['context', given?.context],
    ['hooks', given?.hooks],
    ['lifecycle', given?.lifecycle],
  ].flatMap(([name, text]) => (text ? [text === name ? name : `${name ?? ''}: ${text}`] : []));
  fields.push(...extension.map((one) => view.textOf(one)));
  const config = fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
  const { text, many } = walked.services;
  const services = target.form === 'register' && !many ? `[${text}]` : text;
  return target.form === 'register'
    ? `${callee}(${view.textOf(target.server)}, ${services}, ${config})`
    : `${callee}(${services}, ${config})`;
}

/** The `{}` that declares a set right before the loop that fills it. */
function emptySetBefore(
  context: FileContext,
  into: TSESTree.Expression,
  loop: TSESTree.Node,
): TSESTree.ObjectExpression | null {
  const { view } = context;
  const block = view.parentOf(loop);
  if (into.type !== 'Identifier' || (block?.type !== 'BlockStatement' && block?.type !== 'Program')) return null;
  const statements: readonly TSESTree.Node[] = block.body;
  const before = statements[statements.indexOf(loop) - 1];
  if (before?.type !== 'VariableDeclaration' || before.declarations.length !== 1) return null;
  const [only] = before.declarations;
  const init = only.init ? unwrap(only.init) : null;
  const same = only.id.type === 'Identifier' && view.variableOf(only.id) === view.variableOf(into);
  return same && init?.type === 'ObjectExpression' && init.properties.length === 0 ? init : null;
}
