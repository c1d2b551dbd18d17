import type { Finding } from '../finding.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { readMember } from '../link/member-read.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import { isHookByType } from '../scopes/find-call-scopes.js';
import type { ValueNode } from '../summary/module-summary.js';
import { CONTEXT_FIELDS } from '../vocabulary/context-fields.js';
import { HOOK_NAMES } from '../vocabulary/tool-call-words.js';
import { placeOfRef } from './finding-builder.js';

const RULE = 'no-direct-tool-hook';
const MAX_WRAPPERS = 4;
const CALLERS = new Set(['call', 'apply']);
/** Specifiers of the project's own modules: relative, `#internal`, and the usual aliases. */
const OWN_MODULE = /^(?:\.|#|[@~]\/|src\/)/u;
const FRAMEWORK = /^stitchkit(?:\/|$)/u;

/** Hooks of a tool call that a test calls by hand. A hook that a mounted hook hands its call on to is right. */
export function findDirectHookCalls(
  resolver: ValueResolver,
  module: LinkedModule,
  scopes: readonly DeclaredScope[],
): Finding[] {
  return module.summary.values.flatMap((node, id): Finding[] => {
    const ref = { module, id };
    if (node.op !== 'call') return [];
    const hook = hookCalled(resolver, ref, node, scopes);
    if (hook === null || isDelegation(module, node.fn, scopes) || isInFork(resolver, ref)) return [];
    return [
      { rule: RULE, messageId: 'direct', data: { hook }, place: placeOfRef(ref), scope: null, path: [], repairs: [] },
    ];
  });
}

/** The name of the hook that a call runs, or `null`. */
function hookCalled(
  resolver: ValueResolver,
  ref: Ref,
  node: ValueNode & { op: 'call' },
  scopes: readonly DeclaredScope[],
): string | null {
  const meanings = resolver.resolve({ module: ref.module, id: node.callee }, null);
  const isHook = meanings.some((one) => isHookOfTools(resolver, ref.module, one, scopes));
  return isHook ? (nameOf(ref.module, node.callee, 0) ?? 'a hook') : null;
}

function isHookOfTools(
  resolver: ValueResolver,
  module: LinkedModule,
  meaning: Meaning,
  scopes: readonly DeclaredScope[],
): boolean {
  switch (meaning.is) {
    case 'shape':
      return isHookCall(resolver, meaning);
    case 'method':
      return CALLERS.has(meaning.name) && isHookOfTools(resolver, module, meaning.on, scopes);
    case 'function':
      return (
        isDeclaredHook(meaning, scopes) || isHookElsewhere(resolver, module, meaning) || handsOn(resolver, meaning)
      );
    case 'foreign':
      return isForeignHook(module, meaning);
    case 'parameter':
      // what a call of a parameter gives may be anything
      return (
        meaning.path.length > 0 && !meaning.path.includes('()') && isHookPath(meaning.path) && importsFramework(module)
      );
    default:
      return false;
  }
}

function isDeclaredHook(meaning: Meaning & { is: 'function' }, scopes: readonly DeclaredScope[]): boolean {
  return scopes.some(
    (one) => one.kind === 'tool-hook' && one.fn.module === meaning.module && one.fn.fn.id === meaning.fn.id,
  );
}

/** A hook of another module of the project: by its type there, or by its name where that module has to do with the framework. */
function isHookElsewhere(
  resolver: ValueResolver,
  module: LinkedModule,
  meaning: Meaning & { is: 'function' },
): boolean {
  if (meaning.module === module || !isNamedAsHook(meaning)) return false;
  return isHookByType(resolver, meaning) || importsFramework(meaning.module) || namesItsTypes(resolver, meaning.module);
}

function namesItsTypes(resolver: ValueResolver, module: LinkedModule): boolean {
  return module.summary.values.some((one) => one.op === 'typed' && resolver.vocabulary.knowsType(one.type));
}

function isNamedAsHook({ fn }: Meaning & { is: 'function' }): boolean {
  return fn.name !== null && HOOK_NAMES.has(fn.name);
}

/** A function with the name of a hook, which nothing declares as one but which hands its call on to a hook. */
function handsOn(resolver: ValueResolver, meaning: Meaning & { is: 'function' }, depth = 0): boolean {
  const { module, fn } = meaning;
  if (!isNamedAsHook(meaning) || depth > MAX_WRAPPERS) return false;
  return module.valuesOf(fn.id).some((id) => {
    const node = module.value(id);
    if (node.op !== 'call') return false;
    return resolver.resolve({ module, id: node.callee }, meaning.closure).some((one) => {
      if (one.is === 'function') return one.fn.id !== fn.id && handsOn(resolver, one, depth + 1);
      return one.is === 'shape' ? isHookCall(resolver, one) : one.is === 'foreign' && isForeignHook(module, one);
    });
  });
}

function isHookCall(resolver: ValueResolver, meaning: Meaning & { is: 'shape' }): boolean {
  return resolver.vocabulary.shape(meaning.shape).role === 'tool-hook-call';
}

/** A hook that another module of the project exports; one of a package counts where the framework is at hand. */
function isForeignHook(module: LinkedModule, meaning: Meaning & { is: 'foreign' }): boolean {
  if (!isHookPath([meaning.name, ...meaning.path])) return false;
  return OWN_MODULE.test(meaning.module) || importsFramework(module);
}

function isHookPath(path: readonly string[]): boolean {
  const last = path.at(-1) ?? '';
  return HOOK_NAMES.has(CALLERS.has(last) ? (path.at(-2) ?? '') : last);
}

function importsFramework(module: LinkedModule): boolean {
  return module.summary.values.some((one) => one.op === 'import' && FRAMEWORK.test(one.module));
}

function nameOf(module: LinkedModule, id: number, depth: number): string | null {
  const node = module.value(id);
  if (depth > 4) return null;
  if (node.op === 'get')
    return node.key !== null && CALLERS.has(node.key) ? nameOf(module, node.object, depth + 1) : node.key;
  if (node.op === 'typed') return nameOf(module, node.of, depth + 1);
  return node.op === 'variable' ? node.name : null;
}

/** Whether code stands in a function that is a hook itself. */
function isDelegation(module: LinkedModule, fn: number, scopes: readonly DeclaredScope[]): boolean {
  for (let at = module.fn(fn); at.id !== 0; at = module.fn(at.parent)) {
    if (at.name !== null && HOOK_NAMES.has(at.name)) return true;
    if (scopes.some((one) => one.kind === 'tool-hook' && one.fn.module === module && one.fn.fn.id === at.id))
      return true;
  }
  return false;
}

/**
 * Whether code runs in a fork of the current context, as a call of an executor does. A context made for the test is none, be it
 * by a function of another module that is not given the current one.
 */
function isInFork(resolver: ValueResolver, ref: Ref): boolean {
  const enclosure = resolver.ambient.enclosureOf(ref, null);
  if (enclosure?.kind !== 'fork' || !enclosure.context) return false;
  const { context, frame } = enclosure;
  return resolver.resolve(context, frame).some((one) => {
    if (one.is === 'foreign') return isGivenContext(resolver, context, frame);
    if (one.is !== 'object') return one.is !== 'shape';
    const node = one.ref.module.value(one.ref.id);
    const spreads = node.op === 'object' && node.entries.some((entry) => entry.kind === 'spread');
    return spreads && readMember(resolver, one, CONTEXT_FIELDS.trace).some((trace) => isEnclosing(resolver, trace));
  });
}

/** Whether a value is what a call gives that is handed the current context. */
function isGivenContext(resolver: ValueResolver, ref: Ref, frame: Frame | null): boolean {
  const { module } = ref;
  const node = module.value(ref.id);
  const at = (id: number): Ref => ({ module, id });
  if (node.op === 'variable' || node.op === 'either') {
    return node.from.some((one) => isGivenContext(resolver, at(one), frame));
  }
  if (node.op === 'typed') return isGivenContext(resolver, at(node.of), frame);
  if (node.op !== 'call') return false;
  return node.args.some((one) =>
    resolver
      .resolve(at(one), frame)
      .some((given) => given.is === 'shape' && resolver.vocabulary.shape(given.shape).role === 'context'),
  );
}

function isEnclosing(resolver: ValueResolver, trace: Meaning): boolean {
  return trace.is === 'shape' && resolver.vocabulary.shape(trace.shape).role === 'enclosing-trace';
}
