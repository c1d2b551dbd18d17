import { calleesOf } from '../link/callee-meanings.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { FunctionId, ValueNode } from '../summary/module-summary.js';
import { framesOf, type ForkSite } from './fork-site.js';

type CallNode = ValueNode & { op: 'call' };
type FunctionMeaning = Meaning & { is: 'function' };

/** How many helpers a function is followed through. */
const MAX_HELPERS = 3;

/** A call that hands a function to a helper of another module, which runs it in one of some forks. */
export interface HandedForks {
  readonly call: Ref;
  readonly sites: readonly ForkSite[];
}

/** The forks that helpers of other modules make for functions of this module, by the calls of the helpers. */
export function forksOfHelpers(resolver: ValueResolver, module: LinkedModule): HandedForks[] {
  return module.summary.values.flatMap((node, id): HandedForks[] => {
    if (node.op !== 'call' || node.args.length === 0) return [];
    const call = { module, id };
    if (helpersAt(resolver, call, node, null).length === 0) return [];
    const sites = framesOf(resolver, module, node.args).flatMap((frame) => sitesAt(resolver, call, node, frame));
    return sites.length > 0 ? [{ call, sites }] : [];
  });
}

function helpersAt(resolver: ValueResolver, call: Ref, node: CallNode, frame: Frame | null): FunctionMeaning[] {
  return calleesOf(resolver, call, node, frame).filter(
    (one): one is FunctionMeaning => one.is === 'function' && one.module !== call.module,
  );
}

function sitesAt(resolver: ValueResolver, call: Ref, node: CallNode, frame: Frame | null): ForkSite[] {
  const { module } = call;
  return node.args.flatMap((argument): ForkSite[] => {
    const body = { module, id: argument };
    const functions = functionsOf(resolver, body, frame).filter((one) => one.module === module);
    if (functions.length === 0) return [];
    return helpersAt(resolver, call, node, frame).flatMap((helper) => {
      const opened = resolver.enter(helper, call, frame);
      if (!opened) return [];
      return forksIn(resolver, opened, functions, 0).map(({ fork, context }) => ({
        call,
        fork,
        context,
        body,
        functions,
      }));
    });
  });
}

/** The forks that an activation of a helper runs some functions in, itself or by a helper of its own. */
function forksIn(
  resolver: ValueResolver,
  frame: Frame,
  functions: readonly FunctionMeaning[],
  depth: number,
): Pick<ForkSite, 'fork' | 'context'>[] {
  const { module } = frame;
  const runs = (id: number): boolean =>
    functionsOf(resolver, { module, id }, frame).some((one) => runsOneOf(resolver, one, functions));
  return callsWithin(module, frame.fn.id).flatMap(({ ref, node }): Pick<ForkSite, 'fork' | 'context'>[] => {
    if (node.args.length === 0) return [];
    return resolver.resolve({ module, id: node.callee }, frame).flatMap((callee) => {
      if (callee.is === 'shape') {
        const { role, arguments: roles } = resolver.vocabulary.shape(callee.shape);
        const context = node.args[roles?.['context'] ?? 0];
        const body = node.args[roles?.['body'] ?? 1];
        if (role !== 'fork-runner' || context === undefined || body === undefined || !runs(body)) return [];
        return [{ fork: ref, context: { ref: { module, id: context }, frame, at: node.at[0] } }];
      }
      if (callee.is !== 'function' || depth >= MAX_HELPERS || !node.args.some(runs)) return [];
      const opened = resolver.enter(callee, ref, frame);
      return opened ? forksIn(resolver, opened, functions, depth + 1) : [];
    });
  });
}

/** Whether a function is one of those that a helper was handed, or is written in a helper and calls one. */
function runsOneOf(resolver: ValueResolver, one: FunctionMeaning, functions: readonly FunctionMeaning[]): boolean {
  if (isOneOf(functions, one)) return true;
  const { module, fn, closure } = one;
  if (!closure) return false;
  return callsWithin(module, fn.id).some(({ node }) =>
    functionsOf(resolver, { module, id: node.callee }, closure).some((each) => isOneOf(functions, each)),
  );
}

/** The calls of a function and of the functions written in it. */
function callsWithin(module: LinkedModule, fn: FunctionId): { ref: Ref; node: CallNode }[] {
  const own = module.valuesOf(fn).flatMap((id) => {
    const node = module.value(id);
    return node.op === 'call' ? [{ ref: { module, id }, node }] : [];
  });
  return [...own, ...module.functionsIn(fn).flatMap((inner) => callsWithin(module, inner))];
}

function functionsOf(resolver: ValueResolver, ref: Ref, frame: Frame | null): FunctionMeaning[] {
  return resolver.resolve(ref, frame).filter((one): one is FunctionMeaning => one.is === 'function');
}

function isOneOf(functions: readonly FunctionMeaning[], { module, fn }: FunctionMeaning): boolean {
  return functions.some((one) => one.module === module && one.fn.id === fn.id);
}
