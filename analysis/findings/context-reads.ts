import type { Finding, Place, Repair, Unknown } from '../finding.js';
import type { Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { Visit } from '../scopes/walk-scope.js';
import { placeOf } from '../source-text.js';
import type { ValueId, ValueNode } from '../summary/module-summary.js';
import type { Role } from '../vocabulary/shape.js';
import { HOOKS_WITH_DURATION } from '../vocabulary/tool-call-words.js';
import { placeOfRef, scopeFinding, scopeUnknown } from './finding-builder.js';
import { isOnlyKey } from './keyed-call-state.js';
import { SEES_PARENT } from './scope-labels.js';
import { reasonOf, sourceText, type Foreign } from './unfollowed-reason.js';
import { ValueUses, type ValueUse } from './value-uses.js';
import { enclosingSpan, enclosingStart, spanSource } from './version-truth.js';

const SPAN_RULE = 'no-request-span-in-tool';
const START_RULE = 'no-request-start-in-tool';
const MAX_COPIES = 4;
const SPAN_MEMBERS: ReadonlySet<string> = new Set(['spanId', 'parentSpanId']);

/** What a read found in a scope says. */
export interface ReadReports {
  readonly findings: Finding[];
  readonly unknown: Unknown[];
}

/** Judges one read of the context that a scope makes: of a span, of the whole trace, or of the start. */
export function judgeRead(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): ReadReports {
  const none: ReadReports = { findings: [], unknown: [] };
  if (visit.node.op !== 'get') return none;
  switch (roleOf(resolver, visit)) {
    case 'enclosing-span':
      return SEES_PARENT.has(scope.kind) ? none : judgeSpan(resolver, scope, visit);
    case 'enclosing-trace':
      return SEES_PARENT.has(scope.kind) ? none : judgeTrace(resolver, scope, visit);
    case 'enclosing-start':
      return judgeStart(resolver, scope, visit);
    default:
      return none;
  }
}

/** The role of the member that is read, where it is a member of the context itself. */
function roleOf(resolver: ValueResolver, visit: Visit): Role | undefined {
  const { node, ref, frame } = visit;
  if (node.op !== 'get') return undefined;
  const keys = resolver.keysOf(ref, node, frame);
  for (const one of resolver.resolve({ module: ref.module, id: node.object }, frame)) {
    for (const key of keys) {
      const role = key === null ? undefined : memberRole(resolver, one, key, 0);
      if (role?.startsWith('enclosing-')) return role;
    }
  }
  return undefined;
}

/** The role of a member that an object has of the context's own: its record, or a copy made by spreading it. */
function memberRole(resolver: ValueResolver, on: Meaning, key: string, depth: number): Role | undefined {
  if (on.is === 'shape') {
    const member = resolver.vocabulary.shape(on.shape).members?.[key];
    return member === undefined ? undefined : resolver.vocabulary.shape(member).role;
  }
  if (on.is !== 'object' || depth > MAX_COPIES) return undefined;
  const { module, id } = on.ref;
  if (module.storesOf(id).some((one) => one.key === key)) return undefined;
  for (const source of copiedFrom(module.value(id), key)) {
    for (const one of resolver.resolve({ module, id: source }, on.frame)) {
      const role = memberRole(resolver, one, key, depth + 1);
      if (role) return role;
    }
  }
  return undefined;
}

/** What an object has a member from that is not written into it: what it spreads, or what a pattern took it out of. */
function copiedFrom(node: ValueNode, key: string): readonly ValueId[] {
  if (node.op === 'rest') return node.without.includes(key) ? [] : [node.object];
  if (node.op !== 'object' || node.entries.some((one) => one.key === key)) return [];
  return node.entries.flatMap((one) => (one.kind === 'spread' ? [one.value] : []));
}

/** Whether a read only keeps a member out of what a pattern leaves over: `const { startedAt: _, ...rest } = context`. */
function isOmission({ module, id }: Ref): boolean {
  const node = module.value(id);
  if (node.op !== 'get' || !node.pattern) return false;
  return module.consumersOf(node.object).some((use) => {
    const other = module.value(use.id);
    return other.op === 'rest' && node.at[1] <= other.at[0] && other.without.includes(node.key ?? '');
  });
}

function judgeSpan(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): ReadReports {
  const follower = new ValueUses(resolver, false);
  const uses = follower.of(visit.ref, visit.frame);
  const faults = uses.filter((one) => isFault(one));
  const isUnused = follower.leftBehind || isOmission(visit.ref);
  if (faults.length === 0 && (uses.length > 0 || isUnused)) return { findings: [], unknown: [] };
  const places = faults.map((one) => one.at);
  if (isOnlyKey(resolver, scope, visit, places)) return { findings: [], unknown: [] };
  const { version } = resolver.vocabulary;
  const data = {
    read: keyOf(resolver, visit),
    enclosing: enclosingSpan(version, scope.kind),
    source: spanSource(version),
  };
  const repairs = keyOf(resolver, visit) === 'spanId' ? faults.flatMap((one) => rowRepair(visit.ref, one)) : [];
  return { findings: [scopeFinding(SPAN_RULE, 'span', visit.ref, scope, visit.path, data, repairs)], unknown: [] };
}

function judgeTrace(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): ReadReports {
  const uses = new ValueUses(resolver, true, SPAN_MEMBERS).of(visit.ref, visit.frame);
  const faults = uses.filter((one) => isFault(one));
  const { version } = resolver.vocabulary;
  const data = {
    read: keyOf(resolver, visit),
    enclosing: enclosingSpan(version, scope.kind),
    source: spanSource(version),
  };
  const findings = faults.map((one) => {
    const at = one.property?.object ?? one.at;
    const found = scopeFinding(SPAN_RULE, 'trace', at, scope, visit.path, data);
    return at.module === scope.module ? { ...found, place: placeOfUse(one) } : found;
  });
  const unknown = uses
    .filter((one) => one.kind === 'foreign')
    .map((one) => handedTrace(resolver, one.at, scope, visit));
  return { findings, unknown };
}

function handedTrace(resolver: ValueResolver, call: Ref, scope: DeclaredScope, visit: Visit): Unknown {
  const node = call.module.value(call.id);
  const callees = node.op === 'call' ? resolver.resolve({ module: call.module, id: node.callee }, null) : [];
  const foreign = callees.find((one): one is Foreign => one.is === 'foreign');
  const to = foreign ? sourceText(foreign) : 'something that cannot be seen';
  const reason = foreign ? reasonOf(resolver, call.module, foreign) : 'too-dynamic';
  const message = `the whole trace is handed to ${to}, and what is read of it there was not followed`;
  return scopeUnknown(reason, message, call, scope, visit.path);
}

function judgeStart(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): ReadReports {
  const follower = new ValueUses(resolver, false);
  const uses = follower.of(visit.ref, visit.frame);
  const isUnused = follower.leftBehind || isOmission(visit.ref);
  const isHook = SEES_PARENT.has(scope.kind);
  const faults = uses.filter((one) => (isHook ? one.kind === 'difference' : isFault(one)));
  if (faults.length === 0 && (isHook || uses.length > 0 || isUnused)) return { findings: [], unknown: [] };
  const { version } = resolver.vocabulary;
  const data = {
    read: keyOf(resolver, visit),
    enclosing: enclosingStart(version, scope.kind),
    instead: durationSource(scope),
  };
  const repairs = isHook ? [] : startRepair(scope, visit);
  const id = isHook ? 'differenceInHook' : 'start';
  return { findings: [scopeFinding(START_RULE, id, visit.ref, scope, visit.path, data, repairs)], unknown: [] };
}

/** Where a hook or a sink finds the call's duration. */
function durationSource(scope: DeclaredScope): string {
  return scope.kind === 'audit-sink' || HOOKS_WITH_DURATION.has(scope.name)
    ? '`durationMs` is at hand there'
    : 'The row of the call has its duration';
}

function isFault(use: ValueUse): boolean {
  return use.kind === 'row' || use.kind === 'used' || use.kind === 'difference';
}

/** A whole trace is reported where it is put, not where it is read: reading it for its trace id is right. */
function placeOfUse(use: ValueUse): Place {
  if (!use.property) return placeOfRef(use.at);
  const { file, lineStarts } = use.property.object.module.summary;
  return placeOf(file, lineStarts, use.property.entry.at);
}

function rowRepair(read: Ref, use: ValueUse): Repair[] {
  if (!use.property || use.property.object.module !== read.module) return [];
  const { entry, object } = use.property;
  const { at } = read.module.value(read.id);
  const node = object.module.value(object.id);
  if (node.op !== 'object' || entry.kind !== 'init' || entry.key === null) return [];
  return [
    {
      kind: 'row-property',
      start: entry.at[0],
      end: entry.at[1],
      key: { start: entry.keyAt[0], end: entry.keyAt[1] },
      shorthand: entry.shorthand,
      to: 'parentSpanId',
      siblingTaken: node.entries.some((one) => one.key === 'parentSpanId'),
      holdsRead: entry.at[0] <= at[0] && at[1] <= entry.at[1],
    },
  ];
}

/** A read that stands in the scope's own body can become a start taken at its top. */
function startRepair(scope: DeclaredScope, visit: Visit): Repair[] {
  const { node, ref } = visit;
  const { fn, module } = scope.fn;
  if (node.op !== 'get' || node.pattern || ref.module !== module || !module.isInside(node.fn, fn.id)) return [];
  return [
    {
      kind: 'local-start',
      start: node.at[0],
      end: node.at[1],
      body: { start: fn.body[0], end: fn.body[1], block: fn.block },
      clock: 'process.hrtime.bigint()',
    },
  ];
}

function keyOf(resolver: ValueResolver, visit: Visit): string {
  return visit.node.op === 'get' ? (resolver.keysOf(visit.ref, visit.node, visit.frame)[0] ?? '') : '';
}
