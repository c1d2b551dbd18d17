import type { ClassNode, ObjectEntry, ValueNode } from '../summary/module-summary.js';
import type { LinkedModule } from './linked-module.js';
import { copyOf, OPAQUE, type Frame, type Meaning } from './meaning.js';
import { typeMeanings } from './type-meanings.js';
import { isConcrete, type ValueResolver } from './value-resolver.js';

const PROMISE_METHODS = new Set(['then', 'catch', 'finally']);
const FUNCTION_METHODS = new Set(['bind', 'call', 'apply']);

/** What reading a member gives. A `null` key is one that is computed: any member it may be. */
export function readMember(resolver: ValueResolver, on: Meaning, key: string | null): readonly Meaning[] {
  const found = resolver.bounded(() => memberOf(resolver, on, key));
  const isDeepCopy = (on.is === 'shape' || on.is === 'object') && on.own === 'all';
  return isDeepCopy ? found.map((one) => copyOf(one, 'all')) : found;
}

function memberOf(resolver: ValueResolver, on: Meaning, key: string | null): readonly Meaning[] {
  switch (on.is) {
    case 'shape':
      return shapeMember(resolver, on, key);
    case 'object':
      return objectMember(resolver, on, key);
    case 'array':
    case 'many':
      return listMember(resolver, on, key);
    case 'pair':
      return key === '1' ? on.value() : [OPAQUE];
    case 'class':
      return classMember(resolver, on.module, on.cls, key, true);
    case 'instance':
      return classMember(resolver, on.module, on.cls, key, false);
    case 'function':
      return key !== null && FUNCTION_METHODS.has(key) ? [{ is: 'method', on, name: key }] : [OPAQUE];
    case 'foreign':
      return foreignMember(resolver, on, key);
    case 'namespace':
      return namespaceMember(resolver, on, key);
    case 'global':
      return [{ is: 'global', path: `${on.path}.${key ?? '*'}` }];
    case 'parameter':
      return [{ ...on, path: [...on.path, key ?? '*'] }];
    case 'type':
      return typeMember(resolver, on, key);
    default:
      return key === null ? [OPAQUE] : [{ is: 'method', on, name: key }];
  }
}

function shapeMember(resolver: ValueResolver, on: Meaning & { is: 'shape' }, key: string | null): readonly Meaning[] {
  const { members, elements } = resolver.vocabulary.shape(on.shape);
  const shape = (key === null ? undefined : members?.[key]) ?? members?.['*'];
  if (shape) return [{ is: 'shape', shape, origin: on.origin, receiver: on }];
  if (elements && key !== null && !/^\d+$/u.test(key)) return [{ is: 'method', on, name: key }];
  if (elements) return [{ is: 'shape', shape: elements, origin: on.origin, receiver: on }];
  return key === null ? [OPAQUE] : [{ is: 'method', on, name: key }];
}

function objectMember(resolver: ValueResolver, on: Meaning & { is: 'object' }, key: string | null): readonly Meaning[] {
  const { module, id } = on.ref;
  const node = module.value(id);
  if (node.op === 'rest') return restMember(resolver, on, node, key);
  if (node.op !== 'object') return [OPAQUE];
  const found: Meaning[] = [];
  for (const store of module.storesOf(id)) {
    if (store.key === key || store.key === null || key === null) {
      found.push(...resolver.resolve({ module, id: store.value }, on.frame));
    }
  }
  for (const source of module.assignedTo(id)) {
    found.push(...resolver.resolve({ module, id: source }, on.frame).flatMap((one) => readMember(resolver, one, key)));
  }
  for (const entry of node.entries.toReversed()) {
    if (entry.kind === 'set') continue;
    const value = { module, id: entry.value };
    if (entry.kind === 'spread') {
      found.push(...resolver.resolve(value, on.frame).flatMap((one) => readMember(resolver, one, key)));
      continue;
    }
    const names = key === null ? null : entryNames(resolver, module, entry, on.frame);
    if (key !== null && names?.includes(key) === false) continue;
    found.push(...resolver.resolve(value, on.frame));
    if (key !== null && names?.length === 1) break;
  }
  return found.length > 0 ? found : [OPAQUE];
}

/** The names that an entry of an object literal, or what is stored, has: the one written down or those of constants; `null` where they cannot be seen. */
export function entryNames(
  resolver: ValueResolver,
  module: LinkedModule,
  { key, keyValue }: Pick<ObjectEntry, 'key' | 'keyValue'>,
  frame: Frame | null,
): readonly string[] | null {
  if (key !== null) return [key];
  if (keyValue === undefined) return null;
  const values = resolver.resolve({ module, id: keyValue }, frame);
  const names = values.flatMap((one) => (one.is === 'literal' && one.value !== null ? [String(one.value)] : []));
  return names.length > 0 && names.length === values.length ? names : null;
}

/** A member of what a pattern left over: stored later, or one that the pattern did not take out. */
function restMember(
  resolver: ValueResolver,
  { ref, frame }: Meaning & { is: 'object' },
  node: ValueNode & { op: 'rest' },
  key: string | null,
): readonly Meaning[] {
  const { module } = ref;
  const stored = module.storesOf(ref.id).filter((one) => key !== null && one.key === key);
  if (stored.length > 0) return stored.flatMap((one) => resolver.resolve({ module, id: one.value }, frame));
  if (key !== null && node.without.includes(key)) return [OPAQUE];
  return resolver.resolve({ module, id: node.object }, frame).flatMap((one) => readMember(resolver, one, key));
}

function listMember(
  resolver: ValueResolver,
  on: Meaning & { is: 'array' | 'many' },
  key: string | null,
): readonly Meaning[] {
  if (on.is === 'many' && on.record) return on.items();
  if (key === null) return resolver.elementsOf(on);
  if (!/^\d+$/u.test(key)) return [{ is: 'method', on, name: key }];
  if (on.is === 'array') {
    const node = on.ref.module.value(on.ref.id);
    const element = node.op === 'array' ? node.elements[Number(key)] : undefined;
    if (node.op === 'array' && element && !node.elements.some((one) => one.spread)) {
      return resolver.resolve({ module: on.ref.module, id: element.value }, on.frame);
    }
  }
  return resolver.elementsOf(on);
}

function classMember(
  resolver: ValueResolver,
  module: LinkedModule,
  cls: ClassNode,
  key: string | null,
  isStatic: boolean,
): readonly Meaning[] {
  const own = cls.members.filter((one) => one.static === isStatic && (key === null || one.key === key));
  const stored = isStatic ? [] : module.fieldStoresOf(cls.id).filter((one) => key === null || one.key === key);
  const found = [...stored, ...own].flatMap((one) => resolver.resolve({ module, id: one.value }, null));
  if (found.some(isConcrete) || cls.superclass === null) return found.length > 0 ? found : [OPAQUE];
  return resolver.resolve({ module, id: cls.superclass }, null).flatMap((parent): readonly Meaning[] => {
    if (parent.is === 'class') return classMember(resolver, parent.module, parent.cls, key, isStatic);
    if (parent.is !== 'shape') return found;
    const { returns } = resolver.vocabulary.shape(parent.shape);
    return returns ? readMember(resolver, { is: 'shape', shape: returns, origin: null }, key) : found;
  });
}

function namespaceMember(
  resolver: ValueResolver,
  on: Meaning & { is: 'namespace' },
  key: string | null,
): readonly Meaning[] {
  if (key === null) return resolver.graph?.allExported(resolver, on.module) ?? [OPAQUE];
  if (PROMISE_METHODS.has(key)) return [{ is: 'method', on, name: key }];
  return resolver.graph?.exported(resolver, on.module, key) ?? (key === 'default' ? [on] : [OPAQUE]);
}

function foreignMember(
  resolver: ValueResolver,
  on: Meaning & { is: 'foreign' },
  key: string | null,
): readonly Meaning[] {
  const isModule = on.path.length === 0 && (on.name === '*' || on.name === 'default');
  if (isModule && key !== null) {
    const shape = resolver.vocabulary.valueShape(on.module, key);
    if (shape !== null) return [{ is: 'shape', shape, origin: null }];
    if (on.name === '*' && PROMISE_METHODS.has(key)) return [{ is: 'method', on, name: key }];
    if (on.name === '*') return [{ is: 'foreign', module: on.module, name: key, path: [] }];
  }
  return [{ ...on, path: [...on.path, key ?? '*'] }];
}

function typeMember(resolver: ValueResolver, on: Meaning & { is: 'type' }, key: string | null): readonly Meaning[] {
  if (on.type.t === 'members' && key !== null) {
    const member = on.type.members[key];
    return member ? typeMeanings(resolver, on.module, member) : [OPAQUE];
  }
  if (on.type.t === 'array' && key !== null && !/^\d+$/u.test(key)) return [{ is: 'method', on, name: key }];
  if (on.type.t === 'array') return typeMeanings(resolver, on.module, on.type.of);
  return [OPAQUE];
}
