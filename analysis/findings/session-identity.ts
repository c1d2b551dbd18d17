import type { Finding } from '../finding.js';
import { calleesOf } from '../link/callee-meanings.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import { readMember } from '../link/member-read.js';
import { instancesOf } from '../link/parameter-sources.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { FunctionId, Range, ValueNode } from '../summary/module-summary.js';
import type { Shape } from '../vocabulary/shape.js';
import { SESSION_OPTIONS } from '../vocabulary/session-options.js';
import { satisfies } from '../vocabulary/version-range.js';
import { placeOf } from '../source-text.js';
import { instanceMaking, keptIn, keysOf, rootsOf } from './kept-value.js';

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

/** How long a mount keeps its context, and what differs from request to request meanwhile. */
interface Lifetime {
  readonly of: 'request' | 'session' | 'process' | 'kept';
  /** Whether the parameters of a function do. */
  readonly differs: (module: LinkedModule, fn: FunctionId) => boolean;
  /** The call that fills the parameters of a function that makes the mount. */
  readonly fills: ReadonlyMap<FunctionId, number>;
  /** What it is kept by, each apart. */
  readonly keyed: ReadonlySet<string>;
}

const ONE_REQUEST: Lifetime = { of: 'request', differs: () => false, fills: new Map(), keyed: new Set() };

function lifetimeOf(resolver: ValueResolver, ref: Ref, node: CallNode, shape: Shape, options: ObjectMeaning): Lifetime {
  const { module } = ref;
  if (shape.perRequest) {
    return isStateful(resolver, options) ? { ...ONE_REQUEST, of: 'session', differs: () => true } : ONE_REQUEST;
  }
  const instance = instanceMaking(module, ref.id);
  if ((node.fn === 0 && !instance) || shape.oncePerProcess) return { ...ONE_REQUEST, of: 'process' };
  const kept = keptIn(resolver, ref);
  if (kept) {
    const { home, fills } = kept;
    const keys = [ref.id, ...fills.values()].flatMap((id) => keysOf({ module, id }));
    const keyed = new Set(keys.flatMap((key) => rootsOf(module, key)));
    const differs = (of: LinkedModule, fn: FunctionId): boolean =>
      of === module && fn !== home && module.isInside(fn, home);
    return { of: 'kept', differs, fills, keyed };
  }
  const made = instance ? instancesOf(resolver, module, instance.owner).find((id) => module.value(id).fn === 0) : null;
  return instance && made ? { ...ONE_REQUEST, of: 'process', fills: new Map([[instance.runs, made]]) } : ONE_REQUEST;
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
  return contexts.flatMap((one) =>
    varying(resolver, one, lifetime, messageId).map((found) =>
      isOf(ref.module, found) ? found : handedOver(ref, options, found),
    ),
  );
}

function isOf(module: LinkedModule, { place }: Finding): boolean {
  return place.file === module.summary.file;
}

/** A finding in another module, at what leads there: the mount's property, or the mount. */
function handedOver({ module, id }: Ref, options: ObjectMeaning, found: Finding): Finding {
  const { file, lineStarts } = module.summary;
  const entry = options.ref.module === module ? contextEntry(options) : null;
  const { place, data } = found;
  const path = [{ file: place.file, line: place.line, column: place.column, text: `\`${data['identity'] ?? ''}\`` }];
  return { ...found, place: placeOf(file, lineStarts, entry ?? module.value(id).at), path };
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
function varying(resolver: ValueResolver, context: Meaning, lifetime: Lifetime, messageId: string): Finding[] {
  if (context.is === 'function') {
    return resolver.resultOf(context, null, null, null).flatMap((one) => varying(resolver, one, lifetime, messageId));
  }
  if (context.is !== 'object') return [];
  const { module, id } = context.ref;
  const node = module.value(id);
  if (node.op !== 'object') return [];
  const identity: readonly string[] = SESSION_OPTIONS.identity;
  return node.entries.flatMap((entry): Finding[] => {
    if (entry.key === null || !identity.includes(entry.key)) return [];
    if (!varies(resolver, { module, id: entry.value }, lifetime, 0)) return [];
    if (isKeyed(module, entry.value, lifetime)) return [];
    return [finding(module, messageId, entry.key, entry.at)];
  });
}

/** Whether the mount is kept for each of a value's contents apart. */
function isKeyed(module: LinkedModule, id: number, { keyed }: Lifetime): boolean {
  return rootsOf(module, id).some((root) => keyed.has(root));
}

/** Whether a value comes from one request: its context, a parameter that carries it, or a binding that is written again. */
function varies(resolver: ValueResolver, ref: Ref, lifetime: Lifetime, depth: number): boolean {
  const node = ref.module.value(ref.id);
  const at = (id: number): Ref => ({ module: ref.module, id });
  if (depth > 8) return false;
  const isUser = resolver
    .resolve(ref, null)
    .some((one) => one.is === 'shape' && resolver.vocabulary.shape(one.shape).role === 'context-user');
  if (isUser) return true;
  switch (node.op) {
    case 'param': {
      const fill = lifetime.fills.get(node.function);
      if (fill === undefined) return lifetime.differs(ref.module, node.function);
      const call = ref.module.value(fill);
      const given = call.op === 'call' ? call.args[node.index] : undefined;
      if (given === undefined || isKeyed(ref.module, given, lifetime)) return false;
      return varies(resolver, at(given), lifetime, depth + 1);
    }
    case 'get':
      return isRestored(resolver, ref, node) || varies(resolver, at(node.object), lifetime, depth + 1);
    case 'variable':
      return isRewritten(ref, node) || node.from.some((one) => varies(resolver, at(one), lifetime, depth + 1));
    case 'import': {
      const exported = exportedBy(resolver, ref);
      const value = exported?.module.value(exported.id);
      return !!exported && value?.op === 'variable' && isRewritten(exported, value);
    }
    case 'either':
      return node.from.some((one) => varies(resolver, at(one), lifetime, depth + 1));
    case 'typed':
      return varies(resolver, at(node.of), lifetime, depth + 1);
    case 'call':
      return [node.callee, ...node.args].some((one) => varies(resolver, at(one), lifetime, depth + 1));
    case 'template':
      return node.parts.some((one) => varies(resolver, at(one), lifetime, depth + 1));
    default:
      return false;
  }
}

/** A binding of the module that functions write to. */
function isRewritten(ref: Ref, node: ValueNode & { op: 'variable' }): boolean {
  return node.fn === 0 && node.from.length > 1 && node.from.some((one) => ref.module.value(one).fn !== 0);
}

/** A field of an object of a module that functions write to. */
function isRestored(resolver: ValueResolver, ref: Ref, node: ValueNode & { op: 'get' }): boolean {
  const holder = { module: ref.module, id: node.object };
  const here = resolver.resolve(holder, null).flatMap((one) => (one.is === 'object' ? [one.ref] : []));
  return [...here, ...objectsExported(resolver, holder, 0)].some(({ module, id }) => {
    if (module.value(id).fn !== 0) return false;
    return module.storesOf(id).some((store) => store.key === node.key && module.value(store.value).fn !== 0);
  });
}

/** The objects of a module without any meaning of its own, which the resolver leaves unread. */
function objectsExported(resolver: ValueResolver, { module, id }: Ref, depth: number): readonly Ref[] {
  const node = module.value(id);
  if (depth > 8) return [];
  switch (node.op) {
    case 'object':
      return [{ module, id }];
    case 'import': {
      const exported = exportedBy(resolver, { module, id });
      return exported ? objectsExported(resolver, exported, depth + 1) : [];
    }
    case 'variable':
      return node.from.flatMap((one) => objectsExported(resolver, { module, id: one }, depth + 1));
    case 'typed':
      return objectsExported(resolver, { module, id: node.of }, depth + 1);
    default:
      return [];
  }
}

/** What an import stands for in the module of the project that writes it. */
function exportedBy(resolver: ValueResolver, { module, id }: Ref): Ref | null {
  const node = module.value(id);
  return node.op === 'import' ? (resolver.graph?.valueOf(module, node.module, node.name) ?? null) : null;
}
