import { calleesOf } from '../link/callee-meanings.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import { entryNames, readMember } from '../link/member-read.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import { objectKeys } from '../scopes/callback-functions.js';
import type { ValueNode } from '../summary/module-summary.js';
import { EVENT_FIELDS } from '../vocabulary/event-fields.js';
import { isContextDimensions, isCurrentContext } from './context-dimensions.js';
import { isHandedElsewhere } from './lifecycle-placements.js';
import { runningScopes } from './running-scopes.js';
import { NEVER_FORKED } from './scope-labels.js';

/** The managed scopes that write a dimension, or `null` for anything whose write reaches a request's row. */
export type Writer = DeclaredScope | null;

/** Who writes which dimension. */
export interface DimensionWriters {
  readonly byKey: ReadonlyMap<string, readonly Writer[]>;
  /** Who writes dimensions whose names cannot be seen. */
  readonly ofAnyKey: readonly Writer[];
}

/** The writers of a module's dimensions. */
export function dimensionWriters(
  resolver: ValueResolver,
  module: LinkedModule,
  scopes: readonly DeclaredScope[],
): DimensionWriters {
  const byKey = new Map<string, Writer[]>();
  const ofAnyKey: Writer[] = [];
  module.summary.values.forEach((node, id) => {
    const keys = writtenKeys(resolver, { module, id }, node);
    if (!keys) return;
    const writers = keys.reachesRow ? [null] : writersAt(resolver, module, node, scopes);
    for (const key of keys.names) byKey.set(key, [...(byKey.get(key) ?? []), ...writers]);
    if (keys.open) ofAnyKey.push(...writers);
  });
  return { byKey, ofAnyKey };
}

interface WrittenKeys {
  readonly names: readonly string[];
  /** Whether there may be more names than can be seen. */
  readonly open: boolean;
  /** Whether the write makes a context of its own, whose row has it. */
  readonly reachesRow: boolean;
}

function writtenKeys(resolver: ValueResolver, ref: Ref, node: ValueNode): WrittenKeys | null {
  const at = (id: number): Ref => ({ module: ref.module, id });
  if (node.op === 'store') return storedKeys(resolver, ref, node);
  if (node.op !== 'call') return null;
  for (const callee of calleesOf(resolver, ref, node)) {
    if (callee.is !== 'shape') continue;
    const { role, writes, arguments: roles } = resolver.vocabulary.shape(callee.shape);
    if (role === 'context-writer' && writes === EVENT_FIELDS.dimensions) {
      return { ...keysOf(resolver, writesOf(resolver, ref, callee, node)), reachesRow: false };
    }
    const context = role === 'fork-runner' ? node.args[roles?.['context'] ?? 0] : undefined;
    if (context === undefined) continue;
    const dimensions = resolver
      .resolve(at(context), null)
      .flatMap((one) => (one.is === 'object' ? readMember(resolver, one, EVENT_FIELDS.dimensions) : []));
    return { names: keysOf(resolver, dimensions).names, open: false, reachesRow: true };
  }
  return null;
}

/** What a writer is given; of a projector's member, whatever its function gives, which is not followed. */
function writesOf(
  resolver: ValueResolver,
  ref: Ref,
  callee: Meaning & { is: 'shape' },
  node: ValueNode & { op: 'call' },
): readonly Meaning[] {
  const [first] = node.args;
  if (first === undefined || callee.receiver) return [{ is: 'opaque' }];
  return resolver.resolve({ module: ref.module, id: first }, null);
}

/** `ctx.dimensions = { key }`, `ctx.dimensions.key = …` */
function storedKeys(resolver: ValueResolver, ref: Ref, node: ValueNode & { op: 'store' }): WrittenKeys | null {
  const object = { module: ref.module, id: node.object };
  if (isContextDimensions(resolver, object)) {
    const names = entryNames(resolver, ref.module, node, null);
    return { names: names ?? [], open: names === null, reachesRow: false };
  }
  if (node.key !== EVENT_FIELDS.dimensions || !isCurrentContext(resolver, object)) return null;
  const given = resolver.resolve({ module: ref.module, id: node.value }, null);
  return { ...keysOf(resolver, given), reachesRow: false };
}

function keysOf(resolver: ValueResolver, meanings: readonly Meaning[]): { names: string[]; open: boolean } {
  const objects = meanings.filter((one): one is Meaning & { is: 'object' } => one.is === 'object');
  return {
    names: objects.flatMap((one) => objectKeys(resolver, one, 0)),
    open: objects.length < meanings.length || objects.some((one) => !isClosed(resolver, one)),
  };
}

/** Whether all names of an object literal can be seen. */
function isClosed(resolver: ValueResolver, { ref, frame }: Meaning & { is: 'object' }): boolean {
  const node = ref.module.value(ref.id);
  return (
    node.op === 'object' &&
    node.entries.every((one) => {
      if (one.kind !== 'spread') return entryNames(resolver, ref.module, one, frame) !== null;
      const spread = resolver.resolve({ module: ref.module, id: one.value }, frame);
      return spread.every((from) => from.is === 'object' && isClosed(resolver, from));
    })
  );
}

function writersAt(
  resolver: ValueResolver,
  module: LinkedModule,
  node: ValueNode,
  scopes: readonly DeclaredScope[],
): Writer[] {
  return runningScopes(resolver, module, node.fn, scopes).map((scope) =>
    scope && staysOnToolRow(resolver, scope) ? scope : null,
  );
}

/** Whether a writer also runs for HTTP requests of its own, whose rows do carry what it writes. */
export function servesHttp(writer: Writer): boolean {
  return writer?.kind === 'contract-handler' && writer.exposure !== 'tool-only';
}

/** Whether the framework runs a scope for tool calls, each in a fork of its own, and beside them at most for requests of its own. */
function staysOnToolRow(resolver: ValueResolver, scope: DeclaredScope): boolean {
  if (NEVER_FORKED.has(scope.kind) || scope.kind === 'tool-file' || scope.kind === 'audit-sink') return false;
  if (!scope.forked) return false;
  return scope.kind !== 'lifecycle' || !isHandedElsewhere(resolver, scope);
}
