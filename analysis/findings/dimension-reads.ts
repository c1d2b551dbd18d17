import type { Finding } from '../finding.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import { objectKeys } from '../scopes/callback-functions.js';
import { EVENT_FIELDS } from '../vocabulary/event-fields.js';
import type { Role } from '../vocabulary/shape.js';
import { satisfies } from '../vocabulary/version-range.js';
import { placeOfRef } from './finding-builder.js';
import { NEVER_FORKED } from './scope-labels.js';

const RULE = 'no-tool-dimensions-on-request-row';
/** From this version on, what a tool writes stays on its own row (facts, section F). */
const ROWS_OF_THEIR_OWN = '0.36.0';

/** Reads of a dimension that only tools write, where it no longer arrives: a request's row or context, or another tool. */
export function findDimensionReads(
  resolver: ValueResolver,
  module: LinkedModule,
  scopes: readonly DeclaredScope[],
): Finding[] {
  if (!satisfies(resolver.vocabulary.version, { since: ROWS_OF_THEIR_OWN })) return [];
  const writers = writersByKey(resolver, module, scopes);
  return [...writers].flatMap(([key, written]) => {
    if (written.includes(null)) return [];
    return module.readsOf(key).flatMap((id) => judgeRead(resolver, { module, id }, key, written, scopes));
  });
}

/** Who writes each key: a managed scope, or `null` for anything that reaches a request's row. */
function writersByKey(
  resolver: ValueResolver,
  module: LinkedModule,
  scopes: readonly DeclaredScope[],
): Map<string, (DeclaredScope | null)[]> {
  const found = new Map<string, (DeclaredScope | null)[]>();
  module.summary.values.forEach((node, id) => {
    const argument = node.op === 'call' ? node.args[0] : undefined;
    if (node.op !== 'call' || argument === undefined) return;
    const writes = resolver
      .resolve({ module, id: node.callee }, null)
      .some((one) => one.is === 'shape' && resolver.vocabulary.shape(one.shape).writes === EVENT_FIELDS.dimensions);
    if (!writes) return;
    const scope = scopeOf({ module, id }, scopes);
    const reaches = scope && !NEVER_FORKED.has(scope.kind) && scope.exposure === 'tool-only' ? scope : null;
    const managed = scope && scope.kind !== 'contract-handler' && !NEVER_FORKED.has(scope.kind) ? scope : reaches;
    for (const one of resolver.resolve({ module, id: argument }, null)) {
      if (one.is !== 'object') continue;
      for (const key of objectKeys(resolver, one, 0)) found.set(key, [...(found.get(key) ?? []), managed]);
    }
  });
  return found;
}

function scopeOf(ref: Ref, scopes: readonly DeclaredScope[]): DeclaredScope | null {
  const { fn } = ref.module.value(ref.id);
  return scopes.find((one) => one.fn.module === ref.module && ref.module.isInside(fn, one.fn.fn.id)) ?? null;
}

function judgeRead(
  resolver: ValueResolver,
  ref: Ref,
  key: string,
  writers: readonly (DeclaredScope | null)[],
  scopes: readonly DeclaredScope[],
): Finding[] {
  const node = ref.module.value(ref.id);
  if (node.op !== 'get') return [];
  const role = roleOf(resolver, { module: ref.module, id: node.object });
  const scope = scopeOf(ref, scopes);
  const messageId = messageFor(resolver, ref, role, scope, writers);
  if (!messageId) return [];
  const writer = writers.find((one) => one !== null);
  return [
    {
      rule: RULE,
      messageId,
      data: { key, writer: writer?.name ?? '' },
      place: placeOfRef(ref),
      scope: null,
      path: [],
      repairs: [],
    },
  ];
}

function messageFor(
  resolver: ValueResolver,
  ref: Ref,
  role: Role | undefined,
  scope: DeclaredScope | null,
  writers: readonly (DeclaredScope | null)[],
): string | null {
  if (role === 'request-dimensions') return 'requestRow';
  if (role === 'event-dimensions') return isNarrowed(resolver, ref) ? 'requestRow' : null;
  if (role !== 'context-part') return null;
  if (!scope) return 'requestContext';
  if (NEVER_FORKED.has(scope.kind) || isSameTool(scope, writers)) return null;
  return 'otherTool';
}

/** A key that the same tool, or a hook or lifecycle around every tool, writes is there to be read. */
function isSameTool(scope: DeclaredScope, writers: readonly (DeclaredScope | null)[]): boolean {
  const isTool = (one: DeclaredScope): boolean => one.kind === 'contract-handler' || one.kind === 'runtime-tool';
  return !isTool(scope) || writers.some((one) => one === null || one === scope || !isTool(one));
}

function roleOf(resolver: ValueResolver, ref: Ref): Role | undefined {
  for (const one of resolver.resolve(ref, null)) {
    const role = one.is === 'shape' ? resolver.vocabulary.shape(one.shape).role : undefined;
    if (role) return role;
  }
  return undefined;
}

/** Whether a read of an event stands where the event can only be a request's: `if (event.toolName == null)`, `path === '/mcp'`. */
function isNarrowed(resolver: ValueResolver, ref: Ref): boolean {
  const { module } = ref;
  for (let id = module.value(ref.id).guard; id !== undefined;) {
    const guard = module.summary.guards[id];
    if (!guard) return false;
    if (narrows(resolver, { module, id: guard.test }, guard.truthy)) return true;
    id = guard.parent ?? undefined;
  }
  return false;
}

function narrows(resolver: ValueResolver, test: Ref, truthy: boolean): boolean {
  const { module } = test;
  const node = module.value(test.id);
  const at = (id: number): Ref => ({ module, id });
  if (node.op === 'unary' && node.operator === '!') return narrows(resolver, at(node.argument), !truthy);
  if (node.op === 'get') return node.key === EVENT_FIELDS.toolName && !truthy;
  if (node.op !== 'binary') return false;
  const equal = node.operator === '===' || node.operator === '==';
  const unequal = node.operator === '!==' || node.operator === '!=';
  if (!(equal && truthy) && !(unequal && !truthy)) return false;
  return [
    [node.left, node.right],
    [node.right, node.left],
  ].some(([field, value]) => field !== undefined && value !== undefined && saysRequest(resolver, at(field), at(value)));
}

function saysRequest(resolver: ValueResolver, field: Ref, value: Ref): boolean {
  const get = field.module.value(field.id);
  if (get.op !== 'get' || get.key === null) return false;
  const other = value.module.value(value.id);
  const nothing = other.op === 'global' && other.name === 'undefined';
  return resolver.resolve(value, null).some((one) => {
    if (get.key === EVENT_FIELDS.toolName) return nothing || (one.is === 'literal' && one.value === null);
    if (one.is !== 'literal') return false;
    if (get.key === EVENT_FIELDS.path) return EVENT_FIELDS.mcpPath.test(String(one.value));
    const wanted = EVENT_FIELDS.requestValues[get.key as keyof typeof EVENT_FIELDS.requestValues] as string | undefined;
    return wanted !== undefined && one.value === wanted;
  });
}
