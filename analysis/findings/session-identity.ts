import type { Finding } from '../finding.js';
import { calleesOf } from '../link/callee-meanings.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import { readMember } from '../link/member-read.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { FunctionId, Range, ValueNode } from '../summary/module-summary.js';
import type { Shape } from '../vocabulary/shape.js';
import { SESSION_OPTIONS } from '../vocabulary/session-options.js';
import { satisfies } from '../vocabulary/version-range.js';
import { placeOf } from '../source-text.js';
import { keptIn, keysOf, rootsOf } from './kept-value.js';

const RULE = 'no-session-identity';

type CallNode = ValueNode & { op: 'call' };
type ObjectMeaning = Meaning & { is: 'object' };

/** Identity of one request that is kept for many: in a stateful session, or in a mount that is built once. */
export function findSessionIdentity(resolver: ValueResolver, module: LinkedModule): Finding[] {
  return module.summary.values.flatMap((node, id): Finding[] => {
    if (node.op !== 'call') return [];
    const ref = { module, id };
    return calleesOf(resolver, ref, node).flatMap((callee) => {
      if (callee.is !== 'shape') return [];
      const shape = resolver.vocabulary.shape(callee.shape);
      const config = shape.arguments?.['config'];
      const argument = config === undefined ? undefined : node.args[config];
      if (shape.role !== 'mount' || argument === undefined) return [];
      const options = resolver
        .resolve({ module, id: argument }, null)
        .filter((one): one is ObjectMeaning => one.is === 'object');
      return options.flatMap((one) => judgeMount(resolver, ref, one, lifetimeOf(resolver, ref, node, shape, one)));
    });
  });
}

/** How long a mount keeps its context, and which functions' parameters differ from request to request meanwhile. */
interface Lifetime {
  readonly of: 'request' | 'session' | 'process' | 'kept';
  readonly differs: (module: LinkedModule, fn: FunctionId) => boolean;
}

function lifetimeOf(resolver: ValueResolver, ref: Ref, node: CallNode, shape: Shape, options: ObjectMeaning): Lifetime {
  if (shape.perRequest) return { of: isStateful(resolver, options) ? 'session' : 'request', differs: () => true };
  if (node.fn === 0 || shape.oncePerProcess) return { of: 'process', differs: () => false };
  const home = keptIn(resolver, ref);
  if (home === null) return { of: 'request', differs: () => false };
  return { of: 'kept', differs: (module, fn) => module === ref.module && fn !== home && module.isInside(fn, home) };
}

function judgeMount(resolver: ValueResolver, ref: Ref, options: ObjectMeaning, lifetime: Lifetime): Finding[] {
  if (lifetime.of === 'request') return [];
  const messageId = lifetime.of === 'session' ? 'session' : 'module';
  const contexts = readMember(resolver, options, SESSION_OPTIONS.context);
  if (lifetime.of === 'session' && contexts.some((one) => handsOnAuth(resolver, one))) {
    return [
      finding(ref.module, messageId, SESSION_OPTIONS.context, contextEntry(options) ?? ref.module.value(ref.id).at),
    ];
  }
  const keyed = new Set(keysOf(ref).flatMap((key) => rootsOf(ref.module, key)));
  return contexts.flatMap((one) => varying(resolver, one, lifetime.differs, messageId, keyed));
}

/** `context: (auth) => auth`, `context: (auth) => ({ ...auth })`: whoever opened the session, as a whole. */
function handsOnAuth(resolver: ValueResolver, context: Meaning): boolean {
  if (context.is !== 'function') return false;
  const { module, fn } = context;
  const isParameter = (id: number): boolean => {
    const node = module.value(id);
    if (node.op === 'param') return node.function === fn.id;
    if (node.op === 'typed') return isParameter(node.of);
    return node.op === 'variable' && node.from.some(isParameter);
  };
  return fn.returns.some((id) => {
    const node = module.value(id);
    if (node.op !== 'object') return isParameter(id);
    return node.entries.some((one) => one.kind === 'spread' && isParameter(one.value));
  });
}

function contextEntry(options: ObjectMeaning): Range | null {
  const node = options.ref.module.value(options.ref.id);
  const entry = node.op === 'object' ? node.entries.findLast((one) => one.key === SESSION_OPTIONS.context) : undefined;
  return entry?.at ?? null;
}

function finding(module: LinkedModule, messageId: string, identity: string, at: Range): Finding {
  const place = placeOf(module.summary.file, module.summary.lineStarts, at);
  return { rule: RULE, messageId, data: { identity }, place, scope: null, path: [], repairs: [] };
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
function varying(
  resolver: ValueResolver,
  context: Meaning,
  differs: Lifetime['differs'],
  messageId: string,
  keyed: ReadonlySet<string>,
): Finding[] {
  if (context.is === 'function') {
    return resolver
      .resultOf(context, null, null, null)
      .flatMap((one) => varying(resolver, one, differs, messageId, keyed));
  }
  if (context.is !== 'object') return [];
  const { module, id } = context.ref;
  const node = module.value(id);
  if (node.op !== 'object') return [];
  const identity: readonly string[] = SESSION_OPTIONS.identity;
  return node.entries.flatMap((entry): Finding[] => {
    if (entry.key === null || !identity.includes(entry.key)) return [];
    if (!varies(resolver, { module, id: entry.value }, differs, 0)) return [];
    // kept for each of them apart
    if (rootsOf(module, entry.value).some((root) => keyed.has(root))) return [];
    return [finding(module, messageId, entry.key, entry.at)];
  });
}

/** Whether a value comes from one request: its context, a parameter that carries it, or a binding that is written again. */
function varies(resolver: ValueResolver, ref: Ref, differs: Lifetime['differs'], depth: number): boolean {
  const node = ref.module.value(ref.id);
  const at = (id: number): Ref => ({ module: ref.module, id });
  if (depth > 8) return false;
  const isUser = resolver
    .resolve(ref, null)
    .some((one) => one.is === 'shape' && resolver.vocabulary.shape(one.shape).role === 'context-user');
  if (isUser) return true;
  switch (node.op) {
    case 'param':
      return differs(ref.module, node.function);
    case 'get':
      return isRestored(resolver, ref, node) || varies(resolver, at(node.object), differs, depth + 1);
    case 'variable':
      return isRewritten(ref, node) || node.from.some((one) => varies(resolver, at(one), differs, depth + 1));
    case 'either':
      return node.from.some((one) => varies(resolver, at(one), differs, depth + 1));
    case 'typed':
      return varies(resolver, at(node.of), differs, depth + 1);
    case 'call':
      return [node.callee, ...node.args].some((one) => varies(resolver, at(one), differs, depth + 1));
    case 'template':
      return node.parts.some((one) => varies(resolver, at(one), differs, depth + 1));
    default:
      return false;
  }
}

/** A binding of the module that functions write to. */
function isRewritten(ref: Ref, node: ValueNode & { op: 'variable' }): boolean {
  return node.fn === 0 && node.from.length > 1 && node.from.some((one) => ref.module.value(one).fn !== 0);
}

/** A field of an object of the module that functions write to. */
function isRestored(resolver: ValueResolver, ref: Ref, node: ValueNode & { op: 'get' }): boolean {
  return resolver.resolve({ module: ref.module, id: node.object }, null).some((one) => {
    if (one.is !== 'object') return false;
    const { module, id } = one.ref;
    if (module.value(id).fn !== 0) return false;
    return module.storesOf(id).some((store) => store.key === node.key && module.value(store.value).fn !== 0);
  });
}
