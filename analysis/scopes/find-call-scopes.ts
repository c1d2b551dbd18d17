import type { CallScopeKind } from '../finding.js';
import { calleesOf } from '../link/callee-meanings.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { readMember } from '../link/member-read.js';
import { typeMeanings } from '../link/type-meanings.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { Range, ValueNode } from '../summary/module-summary.js';
import type { CallbackPosition } from '../vocabulary/shape.js';
import type { DeclaredScope } from './call-scope.js';
import { REGISTRATION_FORM, SHORTHAND_FORM } from '../vocabulary/registration-form.js';
import {
  functionsAt,
  functionsBehind,
  objectKeys,
  type FoundFunction,
  type FunctionMeaning,
} from './callback-functions.js';
import { exposureOf, type Exposure } from './exposure.js';

/** What a tool is called whose name is known only when the program runs. */
const COMPUTED_NAME = '(computed)';

type CallNode = ValueNode & { op: 'call' };

/** Every call scope that a module declares, each function once. */
export function findCallScopes(
  resolver: ValueResolver,
  module: LinkedModule,
  options: { readonly toolFile: boolean },
): DeclaredScope[] {
  const scopes = new Map<string, DeclaredScope>();
  const add = (scope: DeclaredScope): void => {
    // a function that a wrapper makes is another one for each call of the wrapper
    const made = scope.throughWrapper ? scope.declaredBy.id : '';
    const key = `${scope.fn.module.summary.file}\0${scope.fn.fn.id}\0${made}`;
    const known = scopes.get(key);
    if (!known || (known.exposure === 'unknown' && scope.exposure !== 'unknown')) scopes.set(key, scope);
  };
  for (const scope of declaredByTypes(resolver, module)) add(scope);
  module.summary.values.forEach((node, id) => {
    if (node.op !== 'call') return;
    const call = { module, id };
    for (const scope of fromCall(resolver, call, node, null)) add(scope);
    for (const scope of fromWrapper(resolver, call, node)) add(scope);
  });
  if (options.toolFile) for (const scope of fromExports(resolver, module)) add(scope);
  return [...scopes.values()].filter((one) => one.exposure !== 'not-a-tool' && !declaresItself(resolver, module, one));
}

/** Whether a function of another module has a type there that declares it: then it is reported there, and not where it is used. */
function declaresItself(resolver: ValueResolver, module: LinkedModule, { fn }: DeclaredScope): boolean {
  if (fn.module === module) return false;
  return declaredByTypes(resolver, fn.module).some((one) => one.fn.module === fn.module && one.fn.fn.id === fn.fn.id);
}

/** Whether a function is a hook by the type that its own module gives it. */
export function isHookByType(resolver: ValueResolver, { module, fn }: FunctionMeaning): boolean {
  return declaredByTypes(resolver, module).some(
    (one) => one.kind === 'tool-hook' && one.fn.module === module && one.fn.fn.id === fn.id,
  );
}

/** What a module declares by the types of its objects, functions and classes. */
function declaredByTypes(resolver: ValueResolver, module: LinkedModule): readonly DeclaredScope[] {
  const typed = module.summary.values.flatMap((node, id) =>
    node.op === 'typed' ? fromType(resolver, { module, id }, node) : [],
  );
  return [...typed, ...fromReturnTypes(resolver, module), ...fromImplements(resolver, module)];
}

function fromCall(resolver: ValueResolver, call: Ref, node: CallNode, frame: Frame | null): DeclaredScope[] {
  return calleesOf(resolver, call, node, frame).flatMap((known) => {
    const callee = known.is === 'shape' ? known : registrationByForm(resolver, call, node, known);
    if (!callee) return [];
    return resolver.vocabulary.callbacks(callee.shape).flatMap((position) => {
      if (!position.scope || !applies(resolver, call, node, position, frame)) return [];
      const kind = position.scope;
      return functionsAt(resolver, call, frame, position.at).map((found) =>
        declared(resolver, kind, found, position, call, {
          name: scopeName(resolver, call, node, position, found, frame),
          exposure: exposureAt(resolver, call, node, callee, position, found, frame),
        }),
      );
    });
  });
}

/**
 * A function of another module that declares scopes of what it is given, such as `register(server, name, run)`: they run functions of the
 * module that calls it.
 */
function fromWrapper(resolver: ValueResolver, call: Ref, node: CallNode): DeclaredScope[] {
  return calleesOf(resolver, call, node).flatMap((callee) => {
    if (callee.is !== 'function' || callee.module === call.module) return [];
    const { module, fn } = callee;
    const inside = declaringCalls(resolver, module).filter((id) => module.isInside(module.value(id).fn, fn.id));
    const frame = inside.length > 0 ? resolver.enter(callee, call, null) : null;
    if (!frame) return [];
    return inside.flatMap((id) => {
      const declaring = module.value(id);
      const scopes = declaring.op === 'call' ? fromCall(resolver, { module, id }, declaring, frame) : [];
      return scopes.map((one) => throughWrapper(one, call));
    });
  });
}

function throughWrapper(scope: DeclaredScope, call: Ref): DeclaredScope {
  const reference = call.module.value(call.id).at;
  return { ...scope, module: call.module, declaredBy: call, reference, throughWrapper: true };
}

const declaring = new WeakMap<ValueResolver, Map<LinkedModule, readonly number[]>>();

/** The calls of a module that declare scopes inside functions, whoever calls those. */
function declaringCalls(resolver: ValueResolver, module: LinkedModule): readonly number[] {
  const known = declaring.get(resolver) ?? new Map<LinkedModule, readonly number[]>();
  declaring.set(resolver, known);
  const calls =
    known.get(module) ??
    module.summary.values.flatMap((node, id) => {
      if (node.op !== 'call' || node.fn === 0) return [];
      const isDeclaring = calleesOf(resolver, { module, id }, node).some((one) => {
        const shape = one.is === 'shape' ? one : registrationByForm(resolver, { module, id }, node, one);
        return shape && resolver.vocabulary.callbacks(shape.shape).some((position) => position.scope !== undefined);
      });
      return isDeclaring ? [id] : [];
    });
  known.set(module, calls);
  return calls;
}

/** `server.registerTool(name, { inputSchema }, callback)` on a server whose type cannot be seen: its form says what it is. */
function registrationByForm(
  resolver: ValueResolver,
  call: Ref,
  node: CallNode,
  callee: Meaning,
): (Meaning & { is: 'shape' }) | null {
  if (unseenMember(callee) === SHORTHAND_FORM.method) return shorthandByForm(resolver, call, node);
  const { method, shape, optionKeys, arguments: count } = REGISTRATION_FORM;
  const options = node.args[1];
  if (unseenMember(callee) !== method || node.args.length !== count || options === undefined) return null;
  if (isOfPackage(resolver, call, node)) return null;
  const keys = resolver
    .resolve({ module: call.module, id: options }, null)
    .flatMap((one) => (one.is === 'object' ? objectKeys(resolver, one, 0) : []));
  return keys.some((one) => optionKeys.includes(one)) ? { is: 'shape', shape, origin: null } : null;
}

/** `server.tool(name, shape, callback)`, where the callback gives what an MCP tool gives. */
function shorthandByForm(resolver: ValueResolver, call: Ref, node: CallNode): (Meaning & { is: 'shape' }) | null {
  const { minArguments, resultKey, shape } = SHORTHAND_FORM;
  const name = node.args[0];
  if (name === undefined || node.args.length < minArguments || isOfPackage(resolver, call, node)) return null;
  if (call.module.value(name).op !== 'literal') return null;
  const givesContent = functionsAt(resolver, call, null, String(node.args.length - 1)).some(({ fn }) =>
    fn.fn.returns.some((id) => {
      const returned = fn.module.value(id);
      return returned.op === 'object' && returned.entries.some((entry) => entry.key === resultKey);
    }),
  );
  return givesContent ? { is: 'shape', shape, origin: null } : null;
}

/** Whether the receiver of a call has a type of another package. */
function isOfPackage(resolver: ValueResolver, call: Ref, node: CallNode): boolean {
  const access = call.module.value(node.callee);
  return access.op === 'get' && resolver.packageTypesOf(call.module, access).length > 0;
}

/** The name of a member of something that cannot be seen. */
function unseenMember(callee: Meaning): string | undefined {
  if (callee.is === 'method') return callee.on.is === 'opaque' ? callee.name : undefined;
  return callee.is === 'parameter' || callee.is === 'foreign' ? callee.path.at(-1) : undefined;
}

function declared(
  resolver: ValueResolver,
  kind: CallScopeKind,
  found: FoundFunction,
  position: { readonly forkedSince?: string; readonly at?: string },
  declaredBy: Ref,
  said: { readonly name: string; readonly exposure: Exposure },
): DeclaredScope {
  const forked = resolver.vocabulary.isForked(position);
  const held = found.held?.module === declaredBy.module ? found.held.range : null;
  const reference = held ?? nameAt(declaredBy, position.at) ?? declaredBy.module.value(declaredBy.id).at;
  return { kind, ...said, module: declaredBy.module, fn: found.fn, forked, declaredBy, reference };
}

/** The name that is given at a position itself, and not at a property inside it. */
function nameAt({ module, id }: Ref, at: string | undefined): Range | null {
  const node = module.value(id);
  if (node.op !== 'call' || at === undefined) return null;
  return node.namesAt?.[at === 'last' ? node.args.length - 1 : Number(at)] ?? null;
}

/** Whether a position with a condition on another argument counts for this call. */
function applies(
  resolver: ValueResolver,
  call: Ref,
  node: CallNode,
  position: CallbackPosition,
  frame: Frame | null,
): boolean {
  if (!position.when) return true;
  const { argument, isOneOf } = position.when;
  const id = node.args[argument];
  if (id === undefined) return false;
  return resolver.resolve({ module: call.module, id }, frame).some((one) => {
    if (one.is === 'literal') return isOneOf.includes(String(one.value));
    return one.is === 'foreign' && isOneOf.includes(one.path.at(-1) ?? one.name);
  });
}

function exposureAt(
  resolver: ValueResolver,
  call: Ref,
  node: CallNode,
  callee: Meaning & { is: 'shape' },
  position: CallbackPosition,
  found: FoundFunction,
  frame: Frame | null,
): Exposure {
  const { contract } = position;
  if (!contract) return 'tool';
  const keys = contract.registry ? found.keys : found.keys.slice(-1);
  const wanted = position.at.includes('*') ? keys : ['*'];
  if (contract.of === 'call') {
    const id = node.args[contract.argument];
    return id === undefined ? 'unknown' : exposureOf(resolver, { ref: { module: call.module, id }, frame }, wanted);
  }
  const made = callee.origin && callee.origin.ref.module.value(callee.origin.ref.id);
  const id = made?.op === 'call' ? made.args[contract.argument] : undefined;
  if (id === undefined || !callee.origin) return 'unknown';
  return exposureOf(resolver, { ref: { module: callee.origin.ref.module, id }, frame: callee.origin.frame }, wanted);
}

/** What a person would call the scope: the tool's name, the endpoint, or the property it stands under. */
function scopeName(
  resolver: ValueResolver,
  call: Ref,
  node: CallNode,
  position: CallbackPosition,
  found: FoundFunction,
  frame: Frame | null,
): string {
  const last = found.keys.at(-1);
  const own = last !== undefined && last !== '*' ? last : (found.fn.fn.name ?? 'anonymous');
  if (position.scope === 'contract-handler' || position.scope === 'tool-hook' || position.scope === 'lifecycle')
    return own;
  const named =
    position.nameArgument === undefined ? null : literalName(resolver, call, node, position.nameArgument, frame);
  if (named !== null) return named;
  if (position.when) return givenName(resolver, call, node, position.when.argument, frame) ?? own;
  if (position.nameArgument !== undefined && found.fn.fn.name === null) return COMPUTED_NAME;
  const key = position.at.includes('.*.') ? found.keys.at(-2) : undefined;
  return key ?? heldAs(call) ?? own;
}

/** What an argument is called: the text it is, or the export of another package. */
function givenName(
  resolver: ValueResolver,
  call: Ref,
  node: CallNode,
  argument: number,
  frame: Frame | null,
): string | null {
  const id = node.args[argument];
  const meanings = id === undefined ? [] : resolver.resolve({ module: call.module, id }, frame);
  for (const one of meanings) {
    if (one.is === 'literal') return String(one.value);
    if (one.is === 'foreign') return one.path.at(-1) ?? one.name;
  }
  return null;
}

function literalName(
  resolver: ValueResolver,
  call: Ref,
  node: CallNode,
  argument: number,
  frame: Frame | null,
): string | null {
  const id = node.args[argument];
  if (id === undefined) return null;
  const meanings = resolver.resolve({ module: call.module, id }, frame);
  const names = [
    ...meanings,
    ...meanings.flatMap((one) => (one.is === 'object' ? readMember(resolver, one, 'name') : [])),
  ];
  for (const one of names) if (one.is === 'literal' && typeof one.value === 'string') return one.value;
  return null;
}

/** The variable or property that a call's result is put under. */
function heldAs(call: Ref): string | null {
  for (const use of call.module.consumersOf(call.id)) {
    const node = call.module.value(use.id);
    if (node.op === 'variable') return node.name;
    if (node.op === 'object') return node.entries[use.index]?.key ?? null;
    if (node.op === 'store') return node.key;
    if (node.op === 'typed') return heldAs({ module: call.module, id: use.id });
  }
  return null;
}

function fromType(resolver: ValueResolver, ref: Ref, node: ValueNode & { op: 'typed' }): DeclaredScope[] {
  const types = typeMeanings(resolver, ref.module, node.type);
  return types.flatMap((type) => declaredByType(resolver, type, { module: ref.module, id: node.of }, ref));
}

/** A function annotated to return hooks declares those it returns. */
function fromReturnTypes(resolver: ValueResolver, module: LinkedModule): DeclaredScope[] {
  return module.summary.functions.flatMap((fn) => {
    if (!fn.returnType) return [];
    const types = typeMeanings(resolver, module, fn.returnType);
    return types.flatMap((type) =>
      fn.returns.flatMap((id) => declaredByType(resolver, type, { module, id }, { module, id: fn.value })),
    );
  });
}

/** A class that implements hooks declares its methods. */
function fromImplements(resolver: ValueResolver, module: LinkedModule): DeclaredScope[] {
  return module.summary.classes.flatMap((cls) => {
    const types = cls.implements.flatMap((one) => typeMeanings(resolver, module, one));
    const id = module.summary.values.findIndex((one) => one.op === 'class' && one.class === cls.id);
    return types.flatMap((type): DeclaredScope[] => {
      const declares = type.is === 'shape' ? resolver.vocabulary.shape(type.shape).declares : undefined;
      return Object.entries(declares ?? {}).flatMap(([key, position]) =>
        readMember(resolver, { is: 'instance', module, cls, origin: null }, key).flatMap((one) =>
          one.is === 'function'
            ? [
                declared(
                  resolver,
                  position.scope,
                  { fn: one, keys: [key], held: null },
                  position,
                  { module, id },
                  {
                    name: key,
                    exposure: 'tool',
                  },
                ),
              ]
            : [],
        ),
      );
    });
  });
}

function declaredByType(resolver: ValueResolver, type: Meaning, value: Ref, declaredBy: Ref): DeclaredScope[] {
  if (type.is !== 'shape') return [];
  const { declares } = resolver.vocabulary.shape(type.shape);
  if (!declares) return [];
  return Object.entries(declares).flatMap(([path, position]) =>
    functionsBehind(resolver, value, null, path.split('.')).map((found) =>
      declared(resolver, position.scope, found, position, declaredBy, {
        name: (path.startsWith('*.') ? found.keys.at(-2) : found.keys.at(-1)) ?? path,
        exposure: 'tool',
      }),
    ),
  );
}

/** In a file that the settings name as a tool file, every exported function is a call scope. */
function fromExports(resolver: ValueResolver, module: LinkedModule): DeclaredScope[] {
  return module.summary.exports.flatMap((one): DeclaredScope[] => {
    if (one.kind !== 'value') return [];
    const ref = { module, id: one.value };
    const own = functionsBehind(resolver, ref, null, []);
    const members = functionsBehind(resolver, ref, null, ['*']);
    return [...own, ...members].map((found) => ({
      kind: 'tool-file' as const,
      name: nameOfExport(one.name, found.fn, found.keys),
      module,
      fn: found.fn,
      forked: true,
      exposure: 'tool' as const,
      declaredBy: ref,
      reference: found.held?.module === module ? found.held.range : module.value(one.value).at,
    }));
  });
}

function nameOfExport(name: string, fn: FunctionMeaning, keys: readonly string[]): string {
  return keys.at(-1) ?? (name === 'default' || name === 'module.exports' ? (fn.fn.name ?? name) : name);
}
