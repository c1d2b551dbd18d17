import type { Finding } from '../finding.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import { readMember } from '../link/member-read.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { ValueNode } from '../summary/module-summary.js';
import { SESSION_OPTIONS } from '../vocabulary/session-options.js';
import { satisfies } from '../vocabulary/version-range.js';
import { placeOf } from '../source-text.js';

const RULE = 'no-session-identity';

type CallNode = ValueNode & { op: 'call' };
type ObjectMeaning = Meaning & { is: 'object' };

/** Identity of one request that is kept for many: in a stateful session, or in a mount that is built once. */
export function findSessionIdentity(resolver: ValueResolver, module: LinkedModule): Finding[] {
  return module.summary.values.flatMap((node, id): Finding[] => {
    if (node.op !== 'call') return [];
    const ref = { module, id };
    return resolver.resolve({ module, id: node.callee }, null).flatMap((callee) => {
      if (callee.is !== 'shape') return [];
      const { role, arguments: roles, perRequest } = resolver.vocabulary.shape(callee.shape);
      const config = roles?.['config'] === undefined ? undefined : node.args[roles['config']];
      if (role !== 'mount' || config === undefined) return [];
      const options = resolver
        .resolve({ module, id: config }, null)
        .filter((one): one is ObjectMeaning => one.is === 'object');
      return options.flatMap((one) => judgeMount(resolver, ref, node, one, perRequest ?? false));
    });
  });
}

function judgeMount(
  resolver: ValueResolver,
  ref: Ref,
  node: CallNode,
  options: ObjectMeaning,
  perRequest: boolean,
): Finding[] {
  const contexts = readMember(resolver, options, SESSION_OPTIONS.context);
  if (perRequest)
    return isStateful(resolver, options) ? contexts.flatMap((one) => varying(resolver, one, true, 'session')) : [];
  if (node.fn !== 0) return [];
  return contexts.flatMap((one) => varying(resolver, one, false, 'module'));
}

function isStateful(resolver: ValueResolver, options: ObjectMeaning): boolean {
  return SESSION_OPTIONS.stateful.some((mode) => {
    const range = 'since' in mode ? { since: mode.since, until: mode.until } : { until: mode.until };
    if (!satisfies(resolver.vocabulary.version, range)) return false;
    const values = readMember(resolver, options, mode.key).filter((one) => one.is !== 'opaque');
    if (values.length === 0) return mode.byDefault && isClosed(options);
    return values.some((one) => one.is === 'literal' && one.value === mode.value);
  });
}

function isClosed(options: ObjectMeaning): boolean {
  const node = options.ref.module.value(options.ref.id);
  return node.op === 'object' && node.entries.every((one) => one.kind !== 'spread');
}

/** The identity properties of a context that differ from request to request. */
function varying(resolver: ValueResolver, context: Meaning, byParameter: boolean, messageId: string): Finding[] {
  if (context.is === 'function') {
    if (!byParameter) return [];
    return resolver
      .resultOf(context, null, null, null)
      .flatMap((one) => varying(resolver, one, byParameter, messageId));
  }
  if (context.is !== 'object') return [];
  const { module, id } = context.ref;
  const node = module.value(id);
  if (node.op !== 'object') return [];
  const identity: readonly string[] = SESSION_OPTIONS.identity;
  return node.entries.flatMap((entry): Finding[] => {
    if (entry.key === null || !identity.includes(entry.key)) return [];
    if (!varies(resolver, { module, id: entry.value }, byParameter, 0)) return [];
    return [
      {
        rule: RULE,
        messageId,
        data: { identity: entry.key },
        place: placeOf(module.summary.file, module.summary.lineStarts, entry.at),
        scope: null,
        path: [],
        repairs: [],
      },
    ];
  });
}

/** Whether a value comes from one request: its context, a parameter that carries it, or a binding that is written again. */
function varies(resolver: ValueResolver, ref: Ref, byParameter: boolean, depth: number): boolean {
  const node = ref.module.value(ref.id);
  const at = (id: number): Ref => ({ module: ref.module, id });
  if (depth > 8) return false;
  const isUser = resolver
    .resolve(ref, null)
    .some((one) => one.is === 'shape' && resolver.vocabulary.shape(one.shape).role === 'context-user');
  if (isUser) return true;
  switch (node.op) {
    case 'param':
      return byParameter;
    case 'get':
      return varies(resolver, at(node.object), byParameter, depth + 1);
    case 'variable':
      return isRewritten(ref, node) || node.from.some((one) => varies(resolver, at(one), byParameter, depth + 1));
    case 'either':
      return node.from.some((one) => varies(resolver, at(one), byParameter, depth + 1));
    case 'typed':
      return varies(resolver, at(node.of), byParameter, depth + 1);
    case 'template':
      return node.parts.some((one) => varies(resolver, at(one), byParameter, depth + 1));
    default:
      return false;
  }
}

/** A binding of the module that functions write to. */
function isRewritten(ref: Ref, node: ValueNode & { op: 'variable' }): boolean {
  return node.fn === 0 && node.from.length > 1 && node.from.some((one) => ref.module.value(one).fn !== 0);
}
