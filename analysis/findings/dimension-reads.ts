import type { Finding } from '../finding.js';
import { importedModules } from '../link/imported-modules.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { ValueId } from '../summary/module-summary.js';
import { findCallScopes } from '../scopes/find-call-scopes.js';
import { EVENT_FIELDS } from '../vocabulary/event-fields.js';
import type { Role } from '../vocabulary/shape.js';
import { satisfies } from '../vocabulary/version-range.js';
import { isContextDimensions } from './context-dimensions.js';
import { dimensionWriters, servesHttp, type DimensionWriters, type Writer } from './dimension-writers.js';
import { placeOfRef } from './finding-builder.js';
import { isRequestCode } from './request-code.js';
import { isNarrowedToMcp, isNarrowedToRequest } from './row-narrowing.js';
import { runningScopes } from './running-scopes.js';

const RULE = 'no-tool-dimensions-on-request-row';
/** From this version on, what a tool writes stays on its own row (facts, section F). */
const ROWS_OF_THEIR_OWN = '0.36.0';
const MAX_STEPS = 6;
const ROW_ROLES: readonly Role[] = ['request-dimensions', 'event-dimensions'];
const CONTEXT_ROLES: readonly Role[] = ['context-part', 'http-dimensions'];

/** Reads of a dimension that only tools write, where it no longer arrives: a request's row or context, or another tool. */
export function findDimensionReads(
  resolver: ValueResolver,
  module: LinkedModule,
  scopes: readonly DeclaredScope[],
): Finding[] {
  if (!satisfies(resolver.vocabulary.version, { since: ROWS_OF_THEIR_OWN })) return [];
  if (module.readsOf(EVENT_FIELDS.dimensions).length === 0) return [];
  const { byKey, ofAnyKey } = writersInSight(resolver, module, scopes);
  const computed = computedReads(resolver, module);
  return [...byKey].flatMap(([key, seen]) => {
    const writers = [...seen, ...ofAnyKey];
    if (writers.includes(null)) return [];
    return [...module.readsOf(key), ...(computed.get(key) ?? [])].flatMap((id): Finding[] => {
      const ref = { module, id };
      const messageId = judge(resolver, ref, writers, scopes);
      if (!messageId) return [];
      const data = { key, writer: seen.find((one) => one !== null)?.name ?? '' };
      return [{ rule: RULE, messageId, data, place: placeOfRef(ref), scope: null, path: [], repairs: [] }];
    });
  });
}

/** Reads of members whose names are constants, by name. */
function computedReads(resolver: ValueResolver, module: LinkedModule): ReadonlyMap<string, readonly ValueId[]> {
  const reads = new Map<string, ValueId[]>();
  module.summary.values.forEach((node, id) => {
    if (node.op !== 'get' || node.key !== null) return;
    for (const name of resolver.keysOf({ module, id }, node, null)) {
      if (name !== null) reads.set(name, [...(reads.get(name) ?? []), id]);
    }
  });
  return reads;
}

/** Who writes a dimension in a module, or in one that it imports. */
function writersInSight(
  resolver: ValueResolver,
  module: LinkedModule,
  scopes: readonly DeclaredScope[],
): DimensionWriters {
  const imported = resolver.graph ? importedModules(resolver.graph.loader, module) : [];
  const all = [
    dimensionWriters(resolver, module, scopes),
    ...imported.map((one) => dimensionWriters(resolver, one, findCallScopes(resolver, one, { toolFile: false }))),
  ];
  const byKey = new Map<string, readonly Writer[]>();
  for (const one of all)
    for (const [key, writers] of one.byKey) byKey.set(key, [...(byKey.get(key) ?? []), ...writers]);
  return { byKey, ofAnyKey: all.flatMap((one) => one.ofAnyKey) };
}

function judge(
  resolver: ValueResolver,
  ref: Ref,
  writers: readonly Writer[],
  scopes: readonly DeclaredScope[],
): string | null {
  const { module } = ref;
  const node = module.value(ref.id);
  if (node.op !== 'get') return null;
  const dimensions = { module, id: node.object };
  const roles = rolesOf(resolver, dimensions);
  if (writers.some(servesHttp)) return isMcpRowRead(resolver, ref, dimensions, roles) ? 'requestRow' : null;
  if (ROW_ROLES.some((one) => roles.has(one))) {
    if (roles.size === 1 && roles.has('request-dimensions')) return 'requestRow';
    const row = rowOf(dimensions, 0);
    return row && isNarrowedToRequest(resolver, ref, row) ? 'requestRow' : null;
  }
  const readers = runningScopes(resolver, module, node.fn, scopes);
  if (readers.every((one) => one === null)) {
    const isContext = CONTEXT_ROLES.some((one) => roles.has(one)) || isContextDimensions(resolver, dimensions);
    return isContext && isRequestCode(resolver, ref) ? 'requestContext' : null;
  }
  if (!roles.has('context-part')) return null;
  return readers.every((one) => one !== null && isTool(one) && !writes(one, writers)) ? 'otherTool' : null;
}

/** A read off the row of a request that MCP came in by, which no HTTP endpoint's own request is. */
function isMcpRowRead(resolver: ValueResolver, read: Ref, dimensions: Ref, roles: ReadonlySet<Role>): boolean {
  const row = ROW_ROLES.some((one) => roles.has(one)) ? rowOf(dimensions, 0) : null;
  return row !== null && isNarrowedToMcp(resolver, read, row);
}

function isTool(scope: DeclaredScope): boolean {
  return scope.kind === 'contract-handler' || scope.kind === 'runtime-tool';
}

/** A key that the same tool, or a hook or lifecycle around every tool, writes is there to be read. */
function writes(scope: DeclaredScope, writers: readonly Writer[]): boolean {
  return writers.some((one) => one === null || one === scope || !isTool(one));
}

function rolesOf(resolver: ValueResolver, ref: Ref): ReadonlySet<Role> {
  const roles = resolver.resolve(ref, null).flatMap((one): Role[] => {
    const role = one.is === 'shape' ? resolver.vocabulary.shape(one.shape).role : undefined;
    return role ? [role] : [];
  });
  return new Set(roles);
}

/** The row that dimensions were taken from. */
function rowOf(dimensions: Ref, depth: number): Ref | null {
  const { module } = dimensions;
  const node = module.value(dimensions.id);
  if (depth > MAX_STEPS) return null;
  if (node.op === 'get') return { module, id: node.object };
  if (node.op === 'typed') return rowOf({ module, id: node.of }, depth + 1);
  if (node.op !== 'variable' && node.op !== 'either') return null;
  for (const id of node.from) {
    const row = rowOf({ module, id }, depth + 1);
    if (row) return row;
  }
  return null;
}
