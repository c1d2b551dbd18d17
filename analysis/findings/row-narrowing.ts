import type { Ref } from '../link/linked-module.js';
import { ELEMENT_CALLBACKS } from '../link/method-calls.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { ValueNode } from '../summary/module-summary.js';
import { EVENT_FIELDS } from '../vocabulary/event-fields.js';

const MAX_STEPS = 8;
const SAME_LIST = new Set(['slice', 'toSorted', 'sort', 'reverse', 'toReversed', 'filter']);
const FINDERS = new Set(['find', 'findLast']);
const TAKERS = new Set(['at', 'pop', 'shift']);

/** What a row is narrowed to: any request's, or only one of those that MCP came in by. */
interface Narrowing {
  readonly resolver: ValueResolver;
  readonly mcpOnly: boolean;
}

/**
 * Whether a value is computed only where an audit row can only be a request's: behind `event.toolName == null` or
 * `path === '/mcp'`, or where the row `of` came out of a list that was filtered so.
 */
export function isNarrowedToRequest(resolver: ValueResolver, read: Ref, row: Ref): boolean {
  const by: Narrowing = { resolver, mcpOnly: false };
  return isGuarded(by, read) || isNarrowedRow(by, row, 0);
}

/** As `isNarrowedToRequest`, where the request is surely one that MCP came in by: behind `path === '/mcp'`. */
export function isNarrowedToMcp(resolver: ValueResolver, read: Ref, row: Ref): boolean {
  const by: Narrowing = { resolver, mcpOnly: true };
  return isGuarded(by, read) || isNarrowedRow(by, row, 0);
}

function isGuarded(by: Narrowing, { module, id: read }: Ref): boolean {
  for (let id = module.value(read).guard; id !== undefined;) {
    const guard = module.summary.guards[id];
    if (!guard) return false;
    if (narrows(by, { module, id: guard.test }, guard.truthy, 0)) return true;
    id = guard.parent ?? undefined;
  }
  return false;
}

function narrows(by: Narrowing, test: Ref, truthy: boolean, depth: number): boolean {
  const { module } = test;
  const node = module.value(test.id);
  const at = (id: number): Ref => ({ module, id });
  if (depth > MAX_STEPS) return false;
  if (node.op === 'unary' && node.operator === '!') return narrows(by, at(node.argument), !truthy, depth + 1);
  if (node.op === 'variable') {
    const [only, ...more] = node.from;
    if (only !== undefined && more.length === 0 && narrows(by, at(only), truthy, depth + 1)) return true;
  }
  if (node.op === 'either') return isNarrowedByParts(by, test, node, truthy, depth);
  if (fieldOf(by, test) === EVENT_FIELDS.toolName) return !truthy && !by.mcpOnly;
  if (node.op !== 'binary') return false;
  const equal = node.operator === '===' || node.operator === '==';
  const unequal = node.operator === '!==' || node.operator === '!=';
  if (!(equal && truthy) && !(unequal && !truthy)) return false;
  return saysRequest(by, at(node.left), at(node.right)) || saysRequest(by, at(node.right), at(node.left));
}

/** `a && b` holds where both do, and stands here as `b` under the condition `a`; `a || b` fails where both do. */
function isNarrowedByParts(
  by: Narrowing,
  { module }: Ref,
  node: ValueNode & { op: 'either' },
  truthy: boolean,
  depth: number,
): boolean {
  const [only] = node.from;
  if (node.from.length > 1) {
    return !truthy && node.from.some((id) => narrows(by, { module, id }, false, depth + 1));
  }
  if (!truthy || only === undefined) return false;
  return narrows(by, { module, id: only }, true, depth + 1) || isGuarded(by, { module, id: only });
}

function saysRequest(by: Narrowing, field: Ref, value: Ref): boolean {
  const key = fieldOf(by, field);
  if (key === null || (by.mcpOnly && key !== EVENT_FIELDS.path)) return false;
  const other = value.module.value(value.id);
  const nothing = other.op === 'global' && other.name === 'undefined';
  return by.resolver.resolve(value, null).some((one) => {
    if (key === EVENT_FIELDS.toolName) return nothing || (one.is === 'literal' && one.value === null);
    if (one.is !== 'literal') return false;
    if (key === EVENT_FIELDS.path) return EVENT_FIELDS.mcpPath.test(String(one.value));
    const wanted = EVENT_FIELDS.requestValues[key as keyof typeof EVENT_FIELDS.requestValues] as string | undefined;
    return wanted !== undefined && one.value === wanted;
  });
}

/** The field of an audit row that a value is, also where it was taken out of the row before. */
function fieldOf(by: Narrowing, { module, id }: Ref): string | null {
  const node = module.value(id);
  if (node.op === 'variable') {
    const [only, ...more] = node.from;
    return only === undefined || more.length > 0 ? null : fieldOf(by, { module, id: only });
  }
  if (node.op !== 'get' || node.key === null) return null;
  const isRow = by.resolver.resolve({ module, id: node.object }, null).some((one) => {
    const members = one.is === 'shape' ? by.resolver.vocabulary.shape(one.shape).members : undefined;
    const dimensions = members?.[EVENT_FIELDS.dimensions];
    const role = dimensions === undefined ? undefined : by.resolver.vocabulary.shape(dimensions).role;
    return role === 'event-dimensions' || role === 'request-dimensions';
  });
  return isRow ? node.key : null;
}

/** A row that a list gave which was narrowed before: `rows.filter((row) => !row.toolName).map((row) => …)`. */
function isNarrowedRow(by: Narrowing, row: Ref, depth: number): boolean {
  const { module } = row;
  const node = module.value(row.id);
  const at = (id: number): Ref => ({ module, id });
  if (depth > MAX_STEPS) return false;
  switch (node.op) {
    case 'variable':
    case 'either':
      return node.from.length > 0 && node.from.every((id) => isNarrowedRow(by, at(id), depth + 1));
    case 'typed':
      return isNarrowedRow(by, at(node.of), depth + 1);
    case 'element':
      return isNarrowedList(by, at(node.of), depth + 1);
    case 'param':
      return node.index === 0 && listsOf(row, node).some((id) => isNarrowedList(by, at(id), depth + 1));
    case 'get':
      return node.key !== null && /^\d+$/u.test(node.key) && isNarrowedList(by, at(node.object), depth + 1);
    case 'call': {
      const callee = module.value(node.callee);
      if (callee.op !== 'get' || callee.key === null) return false;
      if (TAKERS.has(callee.key)) return isNarrowedList(by, at(callee.object), depth + 1);
      return FINDERS.has(callee.key) && isNarrowing(by, module, node.args[0]);
    }
    default:
      return false;
  }
}

/** The lists whose elements a callback is given. */
function listsOf({ module }: Ref, node: ValueNode & { op: 'param' }): number[] {
  return module.consumersOf(module.fn(node.function).value).flatMap((use) => {
    const call = module.value(use.id);
    if (call.op !== 'call' || use.role !== 'argument' || use.index !== 0) return [];
    const callee = module.value(call.callee);
    return callee.op === 'get' && callee.key !== null && ELEMENT_CALLBACKS.has(callee.key) ? [callee.object] : [];
  });
}

function isNarrowedList(by: Narrowing, list: Ref, depth: number): boolean {
  const { module } = list;
  const node = module.value(list.id);
  const at = (id: number): Ref => ({ module, id });
  if (depth > MAX_STEPS) return false;
  if (node.op === 'variable' || node.op === 'either') {
    return node.from.length > 0 && node.from.every((id) => isNarrowedList(by, at(id), depth + 1));
  }
  if (node.op === 'typed') return isNarrowedList(by, at(node.of), depth + 1);
  if (node.op !== 'call') return false;
  const callee = module.value(node.callee);
  if (callee.op !== 'get' || callee.key === null || !SAME_LIST.has(callee.key)) return false;
  if (callee.key === 'filter' && isNarrowing(by, module, node.args[0])) return true;
  return isNarrowedList(by, at(callee.object), depth + 1);
}

/** Whether a predicate lets only rows of requests through. */
function isNarrowing(by: Narrowing, module: Ref['module'], predicate: number | undefined): boolean {
  if (predicate === undefined) return false;
  return by.resolver.resolve({ module, id: predicate }, null).some((one) => {
    if (one.is !== 'function' || one.module !== module || one.fn.returns.length === 0) return false;
    return one.fn.returns.every((id) => narrows(by, { module, id }, true, 0) || isGuarded(by, { module, id }));
  });
}
