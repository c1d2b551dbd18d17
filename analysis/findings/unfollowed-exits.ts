import type { Unknown, UnknownReason } from '../finding.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { Visit } from '../scopes/walk-scope.js';
import type { ValueNode } from '../summary/module-summary.js';
import { scopeText, scopeUnknown } from './finding-builder.js';
import { SEES_PARENT } from './scope-labels.js';
import { isOwn, reasonOf, sourceText, type Foreign } from './unfollowed-reason.js';

const MAX_STEPS = 8;
const EVALUATORS = new Set(['eval', 'Function']);

/**
 * What a scope runs that was not followed and may read or write the context: functions of the project that could not be found, those that are computed or
 * given from outside, and whatever is handed the context itself.
 */
export function unfollowedExits(resolver: ValueResolver, scope: DeclaredScope, visit: Visit): Unknown[] {
  const { node, ref } = visit;
  const say = (reason: UnknownReason, message: string): Unknown =>
    scopeUnknown(reason, message, ref, scope, visit.path);
  if (node.op === 'get') return computedMember(resolver, visit).map((message) => say('computed', message));
  if (node.op !== 'call') return [];
  const callees = resolver.resolve({ module: ref.module, id: node.callee }, visit.frame);
  const into = scopeText(scope);
  const foreign = callees.filter((one): one is Foreign => one.is === 'foreign');
  const own = foreign.filter((one) => isOwn(one) && isMadeOutside(ref.module, node.callee, one));
  const exits = own.map((one) =>
    say(reasonOf(resolver, ref.module, one), `${sourceText(one)} runs in ${into} and was not followed`),
  );
  if (exits.length > 0) return exits;
  const unseen = unseenCallee(scope, ref.module, node, callees);
  if (unseen) return [say(unseen.reason, `${unseen.text} runs in ${into} and was not followed`)];
  if (SEES_PARENT.has(scope.kind) || !handsContextOn(resolver, visit, node)) return [];
  const [package_] = foreign;
  if (package_) {
    const text = `${sourceText(package_)} is handed the context in ${into}, and what it reads or writes was not followed`;
    return [say(reasonOf(resolver, ref.module, package_), text)];
  }
  return callees.every((one) => isUnseen(one))
    ? [say('too-dynamic', `the context is handed on in ${into} to something that cannot be seen`)]
    : [];
}

/** What came out of a call that a scope makes itself was named there: `rows.map(…)` of `rows = await all()`. */
function isMadeOutside(module: LinkedModule, callee: number, { path }: Foreign): boolean {
  if (!path.includes('()')) return true;
  const root = module.value(rootOf(module, callee, 0));
  return root.op !== 'call' || root.fn === 0;
}

/** The value that a chain of members starts with. */
function rootOf(module: LinkedModule, id: number, depth: number): number {
  const node = module.value(id);
  if (depth > MAX_STEPS) return id;
  if (node.op === 'get') return rootOf(module, node.object, depth + 1);
  if (node.op === 'typed') return rootOf(module, node.of, depth + 1);
  const only = (node.op === 'variable' || node.op === 'either') && node.from[0];
  return typeof only === 'number' ? rootOf(module, only, depth + 1) : id;
}

interface UnseenCallee {
  readonly reason: UnknownReason;
  readonly text: string;
}

function unseenCallee(
  scope: DeclaredScope,
  module: LinkedModule,
  node: ValueNode & { op: 'call' },
  callees: readonly Meaning[],
): UnseenCallee | null {
  if (callees.some((one) => one.is === 'global' && EVALUATORS.has(one.path))) {
    return { reason: 'too-dynamic', text: 'code that is made from a text' };
  }
  if (!callees.every((one) => isUnseen(one))) return null;
  const callee = module.value(node.callee);
  const given = callees.some((one) => one.is === 'parameter' || one.is === 'type');
  const root = module.value(rootOf(module, node.callee, 0));
  const isInjected = root.op === 'param' ? !isInsideScope(scope, module, root.function) : root.op === 'this' && given;
  const name = memberText(module, node.callee, 0);
  if (callee.op === 'get' && callee.keyValue !== undefined && (isInjected || root.op !== 'param')) {
    return {
      reason: 'computed',
      text: `a member of \`${memberText(module, callee.object, 0)}\` whose name is computed`,
    };
  }
  return given && isInjected ? { reason: 'too-dynamic', text: `\`${name}\`, which is given from outside,` } : null;
}

function isUnseen(one: Meaning): boolean {
  return (
    one.is === 'opaque' || one.is === 'parameter' || one.is === 'type' || (one.is === 'method' && isUnseen(one.on))
  );
}

function isInsideScope({ fn }: DeclaredScope, module: LinkedModule, inner: number): boolean {
  return fn.module !== module || module.isInside(inner, fn.fn.id);
}

/** A member as its source names it, as far as it can be said. */
function memberText(module: LinkedModule, id: number, depth: number): string {
  const node = module.value(id);
  if (depth > MAX_STEPS) return '…';
  if (node.op === 'variable') return node.name;
  if (node.op === 'this') return 'this';
  if (node.op === 'typed') return memberText(module, node.of, depth + 1);
  if (node.op !== 'get') return '…';
  const key = node.key ?? '[…]';
  const held = module.value(node.object);
  return node.pattern && held.op === 'param' ? key : `${memberText(module, node.object, depth + 1)}.${key}`;
}

/** Whether the context itself is among the arguments of a call, or in an object that is. */
function handsContextOn(resolver: ValueResolver, visit: Visit, node: ValueNode & { op: 'call' }): boolean {
  const { module } = visit.ref;
  const holds = (id: number, depth: number): boolean => {
    const value = module.value(id);
    if (value.op === 'object' && depth < 2) return value.entries.some((one) => holds(one.value, depth + 1));
    return isContext(resolver, { module, id }, visit);
  };
  return node.args.some((id) => holds(id, 0));
}

function isContext(resolver: ValueResolver, ref: Ref, { frame }: Visit): boolean {
  return resolver
    .resolve(ref, frame)
    .some((one) => one.is === 'shape' && resolver.vocabulary.shape(one.shape).role === 'context');
}

/** `context[name]`, where any member may be meant. */
function computedMember(resolver: ValueResolver, visit: Visit): string[] {
  const { node, ref, frame } = visit;
  if (node.op !== 'get' || node.keyValue === undefined || node.key !== null) return [];
  if (!resolver.keysOf(ref, node, frame).includes(null)) return [];
  const isOfContext = resolver.resolve({ module: ref.module, id: node.object }, frame).some((one) => {
    const role = one.is === 'shape' ? resolver.vocabulary.shape(one.shape).role : undefined;
    return role === 'context' || role === 'enclosing-trace';
  });
  return isOfContext ? ['a member of the context is read whose name is computed'] : [];
}
