import type { TypeNode } from '../summary/module-summary.js';
import type { LinkedModule } from './linked-module.js';
import type { Meaning } from './meaning.js';
import { readMember } from './member-read.js';
import type { ValueResolver } from './value-resolver.js';

/** What a value may be by its type alone. Empty where the type names nothing that is known. */
export function typeMeanings(resolver: ValueResolver, module: LinkedModule, type: TypeNode): readonly Meaning[] {
  switch (type.t) {
    case 'imported': {
      const shape = resolver.vocabulary.typeShape(type.module, type.name);
      if (shape !== null) return [{ is: 'shape', shape, origin: null }];
      return resolver.graph?.typed(resolver, module, type.module, type.name) ?? [];
    }
    case 'global':
      return globalType(resolver, module, type);
    case 'any-of':
      return type.of.flatMap((one) => typeMeanings(resolver, module, one));
    case 'member':
      return typeMeanings(resolver, module, type.of).flatMap((one) => readMember(resolver, one, type.key));
    case 'typeof':
      return resolver.resolve({ module, id: type.value }, null);
    case 'array':
    case 'members':
    case 'function':
      return [{ is: 'type', module, type }];
    default:
      return [];
  }
}

function globalType(
  resolver: ValueResolver,
  module: LinkedModule,
  type: TypeNode & { t: 'global' },
): readonly Meaning[] {
  const [first, second] = type.args;
  if (type.name === 'ReturnType' && first?.t === 'typeof') {
    return resolver.resolve({ module, id: first.value }, null).flatMap((one): readonly Meaning[] => {
      if (one.is === 'function') return resolver.resultOf(one, null, null, null);
      if (one.is !== 'shape') return [];
      const { returns } = resolver.vocabulary.shape(one.shape);
      return returns ? [{ is: 'shape', shape: returns, origin: null }] : [];
    });
  }
  if (type.name === 'InstanceType' && first?.t === 'typeof') {
    return instancesOf(resolver.resolve({ module, id: first.value }, null));
  }
  if ((type.name === 'Record' || type.name === 'Map' || type.name === 'ReadonlyMap') && second) {
    const value = second;
    return [{ is: 'many', record: type.name === 'Record', items: () => typeMeanings(resolver, module, value) }];
  }
  return [];
}

/** A class is the type of its instances. */
export function instancesOf(values: readonly Meaning[]): readonly Meaning[] {
  return values.flatMap((one): readonly Meaning[] =>
    one.is === 'class' ? [{ is: 'instance', module: one.module, cls: one.cls, origin: null }] : [],
  );
}
