import type { LinkedModule, Ref } from './linked-module.js';
import type { Frame } from './meaning.js';
import type { ValueResolver } from './value-resolver.js';

const MAX_DEPTH = 6;

/** Whether a value is only computed where there is no request context: `if (!parent) return run();`. */
export function runsWithoutParent(resolver: ValueResolver, ref: Ref, frame: Frame | null): boolean {
  const { module } = ref;
  for (let id = module.value(ref.id).guard; id !== undefined;) {
    const guard = module.summary.guards[id];
    if (!guard) return false;
    if (provesAbsence(resolver, { module, id: guard.test }, guard.truthy, frame)) return true;
    id = guard.parent ?? undefined;
  }
  return false;
}

/** Whether a condition that holds (`truthy`), or fails, says that there is no request context. */
export function provesAbsence(resolver: ValueResolver, test: Ref, truthy: boolean, frame: Frame | null): boolean {
  const { module } = test;
  const node = module.value(test.id);
  const at = (id: number): Ref => ({ module, id });
  if (node.op === 'unary' && node.operator === '!') return provesAbsence(resolver, at(node.argument), !truthy, frame);
  if (node.op === 'binary') {
    const equal = node.operator === '===' || node.operator === '==';
    const unequal = node.operator === '!==' || node.operator === '!=';
    if (!(equal && truthy) && !(unequal && !truthy)) return false;
    const [context, nothing] = isNothing(at(node.right)) ? [node.left, node.right] : [node.right, node.left];
    return isNothing(at(nothing)) && isContext(resolver, at(context), frame);
  }
  return !truthy && isContext(resolver, test, frame);
}

function isNothing(ref: Ref): boolean {
  const node = ref.module.value(ref.id);
  return (node.op === 'literal' && node.value === null) || (node.op === 'global' && node.name === 'undefined');
}

/** What was asked of a program: a condition may hang on itself, and many hang on the same. */
const asked = new WeakMap<ValueResolver, Map<string, boolean>>();

/** Whether a value is missing only where there is no context: the context itself, or what is made of it where it is there. */
function isContext(resolver: ValueResolver, ref: Ref, frame: Frame | null, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const answers = asked.get(resolver) ?? new Map<string, boolean>();
  asked.set(resolver, answers);
  const key = `${ref.module.serial}:${ref.id}:${frame?.id ?? 0}`;
  const known = answers.get(key);
  if (known !== undefined) return known;
  // nothing is proved by what it is to prove
  answers.set(key, false);
  const answer = readsAsContext(resolver, ref, frame, depth);
  answers.set(key, answer);
  return answer;
}

function readsAsContext(resolver: ValueResolver, ref: Ref, frame: Frame | null, depth: number): boolean {
  const { module } = ref;
  const node = module.value(ref.id);
  if (node.op === 'typed' && isContext(resolver, { module, id: node.of }, frame, depth + 1)) return true;
  const [only, ...others] = node.op === 'variable' || node.op === 'either' ? node.from : [];
  if (only !== undefined && others.length === 0) {
    const one = { module, id: only };
    const alone = node.op === 'variable' || isGuardedByContext(resolver, one, frame);
    return alone && (isMade(one) || isContext(resolver, one, frame, depth + 1));
  }
  const meanings = resolver.resolve(ref, frame);
  if (meanings.some((one) => one.is === 'shape' && resolver.vocabulary.shape(one.shape).role === 'context'))
    return true;
  if (node.op === 'call') return callGivesContext(resolver, ref, node.callee, frame, depth);
  return node.op === 'either' && isContextOrNothing(resolver, module, node.from, frame, depth);
}

/** Whether a call of functions of the project gives nothing only where there is no context. */
function callGivesContext(
  resolver: ValueResolver,
  call: Ref,
  callee: number,
  frame: Frame | null,
  depth: number,
): boolean {
  const callees = resolver.resolve({ module: call.module, id: callee }, frame);
  return (
    callees.length > 0 &&
    callees.every((one) => {
      const opened = one.is === 'function' ? resolver.enter(one, call, frame) : null;
      if (one.is !== 'function' || !opened) return false;
      const [only, ...others] = one.fn.returns;
      return only !== undefined && others.length === 0
        ? isContext(resolver, { module: one.module, id: only }, opened, depth + 1)
        : isContextOrNothing(resolver, one.module, one.fn.returns, opened, depth);
    })
  );
}

/** `parent ? { ...parent } : undefined`: some alternatives are for where there is no context, and all others are there. */
function isContextOrNothing(
  resolver: ValueResolver,
  module: LinkedModule,
  alternatives: readonly number[],
  frame: Frame | null,
  depth: number,
): boolean {
  const refs = alternatives.map((id) => ({ module, id }));
  const without = refs.filter((one) => runsWithoutParent(resolver, one, frame));
  if (without.length === 0) return false;
  return refs.every((one) => without.includes(one) || isMade(one) || isContext(resolver, one, frame, depth + 1));
}

function isGuardedByContext(resolver: ValueResolver, ref: Ref, frame: Frame | null): boolean {
  const { guard: id } = ref.module.value(ref.id);
  const guard = id === undefined ? undefined : ref.module.summary.guards[id];
  return guard !== undefined && provesAbsence(resolver, { module: ref.module, id: guard.test }, !guard.truthy, frame);
}

/** Whether a value is there whatever happens. */
function isMade({ module, id }: Ref): boolean {
  return module.value(id).op === 'object';
}
