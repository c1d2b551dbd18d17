import type { Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import { readMember } from '../link/member-read.js';
import type { ValueResolver } from '../link/value-resolver.js';
import { EXPOSURE_OPTIONS } from '../vocabulary/exposure-options.js';
import { satisfies } from '../vocabulary/version-range.js';

/** Whether an endpoint is a tool: yes (beside HTTP, or alone), no, or it cannot be seen from here. */
export type Exposure = 'tool' | 'tool-only' | 'not-a-tool' | 'unknown';

/** The exposure of one endpoint of a contract. `keys` lead to the endpoint: its name, behind the contract's in a registry. */
export function exposureOf(
  resolver: ValueResolver,
  contract: { readonly ref: Ref; readonly frame: Frame | null },
  keys: readonly string[],
): Exposure {
  const [endpoint, ...outer] = keys.toReversed();
  let contracts: readonly Meaning[] = resolver.resolve(contract.ref, contract.frame);
  for (const key of outer.toReversed()) contracts = contracts.flatMap((one) => readMember(resolver, one, key));
  return combine(contracts.map((one) => contractExposure(resolver, one, endpoint ?? '*')));
}

function combine(found: readonly Exposure[]): Exposure {
  if (found.includes('tool')) return 'tool';
  if (found.includes('tool-only')) return found.every((one) => one === 'tool-only') ? 'tool-only' : 'tool';
  if (found.length === 0 || found.includes('unknown')) return 'unknown';
  return 'not-a-tool';
}

function contractExposure(resolver: ValueResolver, contract: Meaning, endpoint: string): Exposure {
  if (contract.is !== 'shape' || resolver.vocabulary.shape(contract.shape).role !== 'contract') return 'unknown';
  const definer = contract.receiver;
  const call = contract.origin && contract.origin.ref.module.value(contract.origin.ref.id);
  if (call?.op !== 'call' || definer?.is !== 'shape') return 'unknown';
  const wanted = resolver.vocabulary.shape(definer.shape).arguments?.['endpoints'] ?? 0;
  const argument = call.args[Math.min(wanted, call.args.length - 1)];
  if (argument === undefined || !contract.origin) return 'unknown';
  const table = resolver.resolve({ module: contract.origin.ref.module, id: argument }, contract.origin.frame);
  const key = endpoint === '*' ? null : endpoint;
  const endpoints = table.flatMap((one) => readMember(resolver, one, key));
  const explicit = isExplicit(resolver, definer);
  return combine(endpoints.map((one) => endpointExposure(resolver, one, explicit)));
}

function isExplicit(resolver: ValueResolver, definer: Meaning & { is: 'shape' }): boolean | null {
  const { factory } = EXPOSURE_OPTIONS;
  if (!definer.origin) return false;
  if (!satisfies(resolver.vocabulary.version, { since: factory.since })) return false;
  const call = definer.origin.ref.module.value(definer.origin.ref.id);
  const argument = call.op === 'call' ? call.args[0] : undefined;
  if (argument === undefined) return false;
  const options = resolver.resolve({ module: definer.origin.ref.module, id: argument }, definer.origin.frame);
  const values = options.flatMap((one) => readMember(resolver, one, factory.key));
  if (values.some((one) => one.is === 'literal' && one.value === factory.value)) return true;
  return options.every((one) => one.is === 'object') ? false : null;
}

function endpointExposure(resolver: ValueResolver, endpoint: Meaning, explicit: boolean | null): Exposure {
  if (endpoint.is !== 'object') return 'unknown';
  if (isNeverTool(resolver, endpoint)) return 'not-a-tool';
  const listed = readMember(resolver, endpoint, EXPOSURE_OPTIONS.list).filter((one) => one.is !== 'opaque');
  if (listed.length > 0) return listExposure(resolver, listed);
  if (!isClosed(resolver, endpoint) || explicit === null) return 'unknown';
  return explicit ? 'not-a-tool' : 'tool';
}

/** Whether every spread in an endpoint is an object that can be seen. */
function isClosed(resolver: ValueResolver, endpoint: Meaning & { is: 'object' }): boolean {
  const { module, id } = endpoint.ref;
  const node = module.value(id);
  if (node.op !== 'object') return false;
  return node.entries.every(
    (one) =>
      one.key !== EXPOSURE_OPTIONS.list &&
      (one.kind !== 'spread' ||
        resolver
          .resolve({ module, id: one.value }, endpoint.frame)
          .every((spread) => spread.is === 'object' && isClosed(resolver, spread))),
  );
}

function listExposure(resolver: ValueResolver, lists: readonly Meaning[]): Exposure {
  const transports: readonly string[] = EXPOSURE_OPTIONS.toolTransports;
  return combine(
    lists.map((list): Exposure => {
      if (list.is === 'literal') return list.value === null ? 'unknown' : 'not-a-tool';
      if (list.is !== 'array' && list.is !== 'many') return 'unknown';
      const entries = resolver.elementsOf(list);
      if (entries.some((one) => one.is === 'literal' && transports.includes(String(one.value)))) {
        const closed = entries.every((one) => one.is === 'literal' && one.value !== EXPOSURE_OPTIONS.http);
        return closed ? 'tool-only' : 'tool';
      }
      return entries.every((one) => one.is === 'literal') ? 'not-a-tool' : 'unknown';
    }),
  );
}

function isNeverTool(resolver: ValueResolver, endpoint: Meaning): boolean {
  return EXPOSURE_OPTIONS.never.some((option) => {
    if (!satisfies(resolver.vocabulary.version, 'since' in option ? { since: option.since } : {})) return false;
    const values = readMember(resolver, endpoint, option.key).filter((one) => one.is !== 'opaque');
    return values.some((one) =>
      'value' in option
        ? one.is === 'literal' && one.value === option.value
        : !(one.is === 'literal' && (one.value === false || one.value === null)),
    );
  });
}
