import type { LinkedModule, Ref } from '../link/linked-module.js';
import { placementsOf } from '../link/placements.js';
import type { ValueNode } from '../summary/module-summary.js';
import { TOOL_CALL_WORDS } from '../vocabulary/tool-call-words.js';

type CallNode = ValueNode & { op: 'call' };

/** How a call picks a function by name: `table[call.name](call.args)`, `table.get(call.name)(call.args)`. */
export interface Dispatch {
  readonly table: Ref;
  readonly key: Ref;
  /** The member of the table's entry that is called, or `null` where the entry itself is. */
  readonly member: string | null;
}

/** Reads a call as a dispatch by a computed name, or `null`. */
export function dispatchOf(ref: Ref, node: CallNode): Dispatch | null {
  const { module } = ref;
  const run = calleeOf(module, node);
  const picked = pick(module, run, 0);
  if (picked) return { ...picked, member: null };
  const callee = behindVariable(module, run);
  const read = module.value(callee);
  if (read.op !== 'get' || read.key === null) return null;
  const inner = pick(module, read.object, 0);
  return inner ? { ...inner, member: read.key } : null;
}

/** What a call runs: its callee, or what `Reflect.apply` is given. */
export function calleeOf(module: LinkedModule, node: CallNode): number {
  const callee = module.value(node.callee);
  const [first] = node.args;
  if (callee.op !== 'get' || callee.key !== 'apply' || first === undefined) return node.callee;
  const holder = module.value(callee.object);
  return holder.op === 'global' && holder.name === 'Reflect' ? first : node.callee;
}

/** The entry of a table under a computed key. */
function pick(module: LinkedModule, id: number, depth: number): { table: Ref; key: Ref } | null {
  const node = module.value(id);
  if (depth > 6) return null;
  if (node.op === 'get' && node.key === null && node.keyValue !== undefined) {
    return { table: { module, id: node.object }, key: { module, id: node.keyValue } };
  }
  if (node.op === 'call') return pickFromMap(module, node);
  if (node.op === 'typed') return pick(module, node.of, depth + 1);
  if (node.op === 'variable' || node.op === 'either') {
    for (const one of node.from) {
      const found = pick(module, one, depth + 1);
      if (found) return found;
    }
  }
  return null;
}

function pickFromMap(module: LinkedModule, node: CallNode): { table: Ref; key: Ref } | null {
  const callee = module.value(node.callee);
  const key = node.args[0];
  if (callee.op !== 'get' || key === undefined || node.args.length !== 1) return null;
  if (callee.key !== 'get' && callee.key !== 'find') return null;
  return { table: { module, id: callee.object }, key: { module, id: key } };
}

function behindVariable(module: LinkedModule, id: number): number {
  const node = module.value(id);
  if (node.op === 'variable' && node.from.length === 1 && node.from[0] !== undefined)
    return behindVariable(module, node.from[0]);
  return node.op === 'typed' ? behindVariable(module, node.of) : id;
}

/** Whether a dispatch reads like one of a tool call: its name picks the function, its input is what the function gets. */
export function isToolCall(node: CallNode, dispatch: Dispatch): boolean {
  const { module } = dispatch.key;
  return isNamed(module, dispatch.key.id) && node.args.some((id) => mentions(module, id, TOOL_CALL_WORDS.input, 0));
}

/** Whether a table's name says that its entries do something about a tool call other than run it: `validators`, `renderers`. */
export function isBesideCalls({ table }: Dispatch): boolean {
  const [name] = namesIn(table.module, table.id, 0);
  return name !== undefined && TOOL_CALL_WORDS.beside.test(name);
}

/** Whether a dispatch's names speak of tools at all. */
export function speaksOfTools(node: CallNode, dispatch: Dispatch, at: Ref): boolean {
  const { module } = at;
  const names = [dispatch.table, dispatch.key, ...node.args.map((id) => ({ module, id }))].flatMap((one) =>
    namesIn(module, one.id, 0),
  );
  const around: string[] = [];
  for (let fn = module.fn(module.value(at.id).fn); fn.id !== 0; fn = module.fn(fn.parent)) {
    if (fn.name) around.push(fn.name);
    for (const place of placementsOf(module, fn.value)) around.push(...receiverNames(module, place.call));
  }
  if (isProtocolCall(node, dispatch)) return true;
  return [...names, ...around, ...textsAround(module, at.id)].some(
    (one) => TOOL_CALL_WORDS.identifier.test(one) || TOOL_CALL_WORDS.call.test(one),
  );
}

/** `request.params.name` and `request.params.arguments`: a tool call as the protocol has it. */
function isProtocolCall(node: CallNode, { key }: Dispatch): boolean {
  const isOfParams = (id: number, name: string): boolean => {
    const get = key.module.value(id);
    const holder = get.op === 'get' && get.key === name ? key.module.value(get.object) : null;
    return holder?.op === 'get' && holder.key === 'params';
  };
  return isOfParams(key.id, 'name') && node.args.some((id) => isOfParams(id, 'arguments'));
}

/** The texts in the outermost function around a call: `block.type === 'tool_use'`. */
function textsAround(module: LinkedModule, id: number): string[] {
  let outer = module.fn(module.value(id).fn);
  while (outer.id !== 0 && outer.parent !== 0) outer = module.fn(outer.parent);
  if (outer.id === 0) return [];
  return module.summary.values.flatMap((node) =>
    node.op === 'literal' && typeof node.value === 'string' && module.isInside(node.fn, outer.id) ? [node.value] : [],
  );
}

/** The names of the list whose method a function is handed to, or that it is handed on with: `toolCalls.map(…)`, `pMap(toolCalls, …)`. */
function receiverNames(module: LinkedModule, id: number): string[] {
  const call = module.value(id);
  if (call.op !== 'call') return [];
  const callee = module.value(call.callee);
  const receiver = callee.op === 'get' ? namesIn(module, callee.object, 0) : [];
  return [...receiver, ...call.args.flatMap((one) => namesIn(module, one, 0))];
}

function isNamed(module: LinkedModule, id: number): boolean {
  return mentions(module, id, TOOL_CALL_WORDS.name, 0);
}

/** Whether a value is read from a member, or a destructured name, that is one of `words`. */
export function mentions(module: LinkedModule, id: number, words: ReadonlySet<string>, depth = 0): boolean {
  const node = module.value(id);
  if (depth > 6) return false;
  const into = (ids: readonly number[]): boolean => ids.some((one) => mentions(module, one, words, depth + 1));
  switch (node.op) {
    case 'get':
      return node.key !== null && words.has(node.key);
    case 'variable':
      return into(node.from) || (node.from.every((one) => module.value(one).op === 'param') && words.has(node.name));
    case 'either':
      return into(node.from);
    case 'typed':
      return into([node.of]);
    case 'call':
      return into(node.args);
    case 'binary':
      return into([node.left, node.right]);
    case 'function':
      return into(module.fn(node.function).returns);
    case 'object':
      return node.entries.some((one) => mentions(module, one.value, words, depth + 1));
    case 'array':
      return into(node.elements.map((one) => one.value));
    default:
      return false;
  }
}

function namesIn(module: LinkedModule, id: number, depth: number): string[] {
  const node = module.value(id);
  if (depth > 6) return [];
  switch (node.op) {
    case 'get':
      return [...(node.key === null ? [] : [node.key]), ...namesIn(module, node.object, depth + 1)];
    case 'variable':
      return [node.name, ...node.from.flatMap((one) => namesIn(module, one, depth + 1))];
    case 'element':
      return namesIn(module, node.of, depth + 1);
    case 'typed':
      return namesIn(module, node.of, depth + 1);
    default:
      return [];
  }
}
