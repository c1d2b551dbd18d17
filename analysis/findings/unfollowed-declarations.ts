import type { Unknown, UnknownReason } from '../finding.js';
import { calleesOf } from '../link/callee-meanings.js';
import type { LinkedModule, Ref } from '../link/linked-module.js';
import type { Frame, Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import { placeOf } from '../source-text.js';
import type { ObjectEntry, Range, ValueNode } from '../summary/module-summary.js';
import type { CallbackPosition } from '../vocabulary/shape.js';
import { SCOPE_LABELS } from './scope-labels.js';
import { reasonOf, sourceText } from './unfollowed-reason.js';

const MAX_SPREADS = 4;

/** Where a module hands the framework functions, or objects of them, that could not be followed: call scopes that nobody looked at. */
export function unfollowedDeclarations(resolver: ValueResolver, module: LinkedModule): Unknown[] {
  return module.summary.values.flatMap((node, id): Unknown[] => {
    if (node.op !== 'call') return [];
    const call = { module, id };
    return calleesOf(resolver, call, node).flatMap((callee): Unknown[] => {
      if (callee.is !== 'shape') return [];
      const { role, arguments: roles } = resolver.vocabulary.shape(callee.shape);
      const record = role === 'fork-runner' ? node.args[roles?.['context'] ?? 0] : undefined;
      const positions = resolver.vocabulary.callbacks(callee.shape).filter((one) => mayHoldScope(resolver, one));
      return [
        ...positions.flatMap((position) => unfollowedAt(resolver, call, node, position)),
        ...(record === undefined ? [] : unfollowedRecord(resolver, call, record)),
      ];
    });
  });
}

/** A position of call scopes, or of a function that is given a server to register them on. */
function mayHoldScope({ vocabulary }: ValueResolver, { scope, params, when }: CallbackPosition): boolean {
  if (when) return false;
  if (scope !== undefined) return true;
  return (params ?? []).some((param) => {
    const members = param === null ? [] : Object.values(vocabulary.shape(param).members ?? {});
    return members.some((member) => vocabulary.callbacks(member).some((one) => one.scope !== undefined));
  });
}

/** Where an argument stands; a name's value stands where it is declared, which is not here. */
function rangeIn(call: Ref, argument: number): Range {
  const around = call.module.value(call.id).at;
  const { at } = call.module.value(argument);
  return around[0] <= at[0] && at[1] <= around[1] ? at : around;
}

function unfollowedRecord(resolver: ValueResolver, call: Ref, record: number): Unknown[] {
  const { file, lineStarts } = call.module.summary;
  return resolver.resolve({ module: call.module, id: record }, null).flatMap((one): Unknown[] => {
    if (one.is !== 'foreign') return [];
    const message = `the record of this fork comes from ${sourceText(one)} and was not followed`;
    return [
      {
        reason: reasonOf(resolver, call.module, one),
        message,
        place: placeOf(file, lineStarts, rangeIn(call, record)),
      },
    ];
  });
}

/** A place on the way to a position. */
interface Spot {
  readonly value: Ref;
  readonly frame: Frame | null;
  readonly at: Range;
  readonly rest: readonly string[];
}

function unfollowedAt(
  resolver: ValueResolver,
  call: Ref,
  node: ValueNode & { op: 'call' },
  position: CallbackPosition,
): Unknown[] {
  const [argument, ...rest] = position.at.split('.');
  const index = argument === 'last' ? node.args.length - 1 : Number(argument);
  const id = node.args[index];
  if (id === undefined) return [];
  const value = { module: call.module, id };
  const at = rangeIn(call, id);
  const what = position.scope ? `the ${SCOPE_LABELS[position.scope]} given here` : 'the registration given here';
  const file = call.module;
  const isSpread = node.spreadAt >= 0 && index >= node.spreadAt;
  const found = isSpread
    ? [said('too-dynamic', 'is among arguments that are spread')]
    : unseen(resolver, { value, frame: null, at, rest });
  return found.map(({ reason, text, range, whole }) => ({
    reason,
    message: `${whole ? 'what is given here' : what} ${text}`,
    place: placeOf(file.summary.file, file.summary.lineStarts, range ?? at),
  }));
}

interface Unseen {
  readonly reason: UnknownReason;
  readonly text: string;
  readonly range?: Range;
  /** Whether it stands above the position, so that more may hang on it. */
  readonly whole?: boolean;
}

function said(reason: UnknownReason, text: string): Unseen {
  return { reason, text };
}

function unseen(resolver: ValueResolver, spot: Spot): Unseen[] {
  return resolver.resolve(spot.value, spot.frame).flatMap((one) => unseenMeaning(resolver, spot, one, 0));
}

function unseenMeaning(resolver: ValueResolver, spot: Spot, one: Meaning, spreads: number): Unseen[] {
  const more = { range: spot.at, whole: spot.rest.length > 0 };
  if (one.is === 'foreign') {
    const text = `comes from ${sourceText(one)} and was not followed`;
    return [{ ...said(reasonOf(resolver, spot.value.module, one), text), ...more }];
  }
  if (one.is === 'parameter')
    return [{ ...said('too-dynamic', 'is given from outside and was not followed'), ...more }];
  const [step, ...rest] = spot.rest;
  if (step === undefined || one.is !== 'object') return [];
  const { module, id } = one.ref;
  const node = module.value(id);
  if (node.op !== 'object') return [];
  const isHere = module === spot.value.module;
  const entryAt = (entry: ObjectEntry): Range => (isHere ? entry.at : spot.at);
  return node.entries.flatMap((entry): Unseen[] => {
    const value = { module, id: entry.value };
    if (entry.kind === 'spread') {
      if (spreads > MAX_SPREADS) return [];
      const inner: Spot = { value, frame: one.frame, at: entryAt(entry), rest: spot.rest };
      return resolver.resolve(value, one.frame).flatMap((each) => unseenMeaning(resolver, inner, each, spreads + 1));
    }
    if (step !== '*' && step !== entry.key) return [];
    return unseen(resolver, { value, frame: one.frame, at: entryAt(entry), rest });
  });
}
