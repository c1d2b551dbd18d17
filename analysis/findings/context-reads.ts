import type { Finding, Repair, Unknown } from '../finding.js';
import type { Ref } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { Visit } from '../scopes/walk-scope.js';
import type { Role } from '../vocabulary/shape.js';
import { placeOfRef, scopeFinding } from './finding-builder.js';
import { SEES_PARENT } from './scope-labels.js';
import { ValueUses, type ValueUse } from './value-uses.js';
import { enclosingSpan, enclosingStart, spanSource } from './version-truth.js';

const SPAN_RULE = 'no-request-span-in-tool';
const START_RULE = 'no-request-start-in-tool';
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

function roleOf(resolver: ValueResolver, visit: Visit): Role | undefined {
  for (const one of resolver.resolve(visit.ref, visit.frame)) {
    if (one.is !== 'shape') continue;
    const { role } = resolver.vocabulary.shape(one.shape);
    if (role?.startsWith('enclosing-')) return role;
  }
  return undefined;
}

function judgeSpan(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): ReadReports {
  const uses = new ValueUses(resolver, false).of(visit.ref, visit.frame);
  const faults = uses.filter((one) => isFault(one));
  if (uses.length > 0 && faults.length === 0) return { findings: [], unknown: [] };
  const { version } = resolver.vocabulary;
  const data = {
    read: keyOf(visit),
    enclosing: enclosingSpan(version, scope.kind),
    source: spanSource(version),
  };
  const repairs = keyOf(visit) === 'spanId' ? faults.flatMap((one) => rowRepair(visit.ref, one)) : [];
  return { findings: [scopeFinding(SPAN_RULE, 'span', visit.ref, scope, visit.path, data, repairs)], unknown: [] };
}

function judgeTrace(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): ReadReports {
  const uses = new ValueUses(resolver, true, SPAN_MEMBERS).of(visit.ref, visit.frame);
  const faults = uses.filter((one) => isFault(one));
  const { version } = resolver.vocabulary;
  const data = { read: keyOf(visit), enclosing: enclosingSpan(version, scope.kind), source: spanSource(version) };
  const findings =
    faults.length > 0 ? [scopeFinding(SPAN_RULE, 'trace', visit.ref, scope, visit.path, data)] : [];
  const unknown = uses
    .filter((one) => one.kind === 'foreign')
    .map((one): Unknown => ({
      reason: 'other-module',
      message: 'the whole trace is handed to another module, and what is read of it there was not followed',
      place: placeOfRef(one.at),
    }));
  return { findings, unknown };
}

function judgeStart(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): ReadReports {
  const uses = new ValueUses(resolver, false).of(visit.ref, visit.frame);
  const isHook = SEES_PARENT.has(scope.kind);
  const faults = uses.filter((one) => (isHook ? one.kind === 'difference' : isFault(one)));
  if (faults.length === 0 && (isHook || uses.length > 0)) return { findings: [], unknown: [] };
  const { version } = resolver.vocabulary;
  const data = { read: keyOf(visit), enclosing: enclosingStart(version, scope.kind) };
  const repairs = isHook ? [] : startRepair(scope, visit);
  const id = isHook ? 'differenceInHook' : 'start';
  return { findings: [scopeFinding(START_RULE, id, visit.ref, scope, visit.path, data, repairs)], unknown: [] };
}

function isFault(use: ValueUse): boolean {
  return use.kind === 'row' || use.kind === 'used' || use.kind === 'difference';
}

function keyOf(visit: Visit): string {
  return visit.node.op === 'get' ? (visit.node.key ?? '') : '';
}

function rowRepair(read: Ref, use: ValueUse): Repair[] {
  if (!use.property || use.property.object.module !== read.module) return [];
  const { entry, object } = use.property;
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
