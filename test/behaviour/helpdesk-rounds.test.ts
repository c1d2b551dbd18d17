import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyHelpdesk, runIn } from '../../scripts/demo/helpdesk-copy.js';

/** A row as the application's sinks got it. */
interface Row {
  readonly toolName?: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly userId?: string;
  readonly errorCode?: string;
  readonly dimensions?: Readonly<Record<string, string>>;
}

/** What the application did, wrote and answered at one of its routes. */
interface Round {
  readonly answer: unknown;
  readonly rows: readonly Row[];
  readonly notes: readonly Readonly<Record<string, unknown>>[];
}

let dir = '';
let rounds: Readonly<Record<string, Round>> = {};

beforeAll(() => {
  dir = copyHelpdesk();
  const { code, stdout, stderr } = runIn(dir, process.execPath, ['--import', 'tsx', 'src/rounds.ts']);
  if (code !== 0) throw new Error(`the application ended with ${String(code)}:\n${stderr}`);
  rounds = JSON.parse(stdout) as Readonly<Record<string, Round>>;
}, 180_000);

afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});

const roundOf = (name: string): Round => {
  const round = rounds[name];
  if (!round) throw new Error(`the application has no round "${name}"`);
  return round;
};
const callsOf = (name: string): readonly Row[] => roundOf(name).rows.filter((row) => row.toolName !== undefined);
const requestOf = (name: string): Row | undefined => roundOf(name).rows.find((row) => row.toolName === undefined);

/** What each call was asked, and what its row says it was about. */
function said(name: string, asked: string, dimension: string): string[] {
  return callsOf(name)
    .map((row) => `${String(row.payload?.[asked])}: ${row.dimensions?.[dimension] ?? '-'}`)
    .sort();
}

/** Whether the parent that the rows of the calls name has a row, or a line in the note book. */
function parentsAreKnown(name: string): boolean {
  const { rows, notes } = roundOf(name);
  const spans = new Set([...rows, ...notes.filter((note) => note['topic'] === 'booked')].map((one) => one.spanId));
  return callsOf(name).every((row) => row.parentSpanId === undefined || spans.has(row.parentSpanId));
}

/** By how much the hooks are wrong about the time that each call took, at most, in milliseconds. */
function timingError(name: string): number {
  const notes = roundOf(name).notes.filter((note) => note['topic'] === 'took');
  if (notes.length !== 2) throw new Error(`${String(notes.length)} calls were timed`);
  return Math.max(...notes.map((note) => Math.abs(Number(note['durationMs']) - Number(note['ms']))));
}

describe('what each fault does when it runs, and its twin does not', () => {
  it('require-isolated-fork: two calls share their dimensions', () => {
    expect(said('side-by-side', 'item', 'item')).toEqual(['chair: chair', 'lamp: chair']);
    expect(said('side-by-side-apart', 'item', 'item')).toEqual(['chair: chair', 'lamp: lamp']);
    expect(requestOf('side-by-side')?.dimensions).toHaveProperty('item');
    expect(requestOf('side-by-side-apart')?.dimensions).not.toHaveProperty('item');
  });

  it('require-isolated-fork: the call does not know its user', () => {
    expect(roundOf('clean-record').answer).toMatchObject({ data: { by: 'nobody' } });
    expect(roundOf('copied-record').answer).toMatchObject({ data: { by: 'ada' } });
  });

  it('no-child-span-fork: rows name a parent that has no row', () => {
    expect({ own: parentsAreKnown('own-span'), booked: parentsAreKnown('booked-span') }).toEqual({
      own: false,
      booked: true,
    });
    expect({ numbered: parentsAreKnown('numbered'), labelled: parentsAreKnown('labelled') }).toEqual({
      numbered: false,
      labelled: true,
    });
  });

  it('no-hook-outside-fork: the row does not have what the handler wrote', () => {
    expect(said('then-tell', 'item', 'item')).toEqual(['lamp: -']);
    expect(said('and-tell', 'item', 'item')).toEqual(['lamp: lamp']);
  });

  it('no-resolve-outside-fork: what the extension writes is on the row of the request', () => {
    for (const [fault, twin] of [
      ['desk-first', 'desk-inside'],
      ['ask-first', 'ask-inside'],
    ] as const) {
      expect(requestOf(fault)?.dimensions, fault).toHaveProperty('desk', 'north');
      expect(requestOf(twin)?.dimensions, twin).not.toHaveProperty('desk');
      expect(callsOf(twin)[0]?.dimensions, twin).toHaveProperty('desk', 'north');
    }
  });

  it('no-invented-root: rows hang under a span that nobody wrote', () => {
    expect(parentsAreKnown('typed')).toBe(false);
    expect(parentsAreKnown('by-timer')).toBe(false);
    expect(parentsAreKnown('as-typed')).toBe(true);
  });

  it('no-ineffective-context-write: the row has no user, and the wrong error', () => {
    expect(callsOf('lifecycle').map((row) => row.userId)).toEqual([undefined]);
    expect(callsOf('personal').map((row) => row.userId)).toEqual(['grace']);
    // the tool marks a person and a room: the room arrives
    expect(callsOf('lend')).toMatchObject([{ userId: 'grace', dimensions: { room: 'shed' } }]);
    // the hook says BENCH, and no row does
    expect(requestOf('failing')?.errorCode).toBeUndefined();
    expect(callsOf('failing').map((row) => row.errorCode)).toEqual(['INTERNAL_SERVER_ERROR']);
  });

  it('no-tool-dimensions-on-request-row: what is read is not there', () => {
    expect(roundOf('start-one').answer).toEqual({ item: 'nothing', room: 'workshop' });
    expect(roundOf('start-both').answer).toEqual({ item: 'nothing' });
    const { requests, calls } = roundOf('alerts').answer as Readonly<Record<string, readonly { item?: string }[]>>;
    expect(requests?.map((one) => one.item)).toEqual([undefined]);
    expect(calls?.map((one) => one.item).sort()).toEqual(['chair', 'lamp']);
  });

  it('no-session-identity: the second caller is taken for the first', () => {
    expect(callsOf('counter').map((row) => row.userId)).toEqual(['ada', 'ada']);
    expect(callsOf('hatch').map((row) => row.userId)).toEqual(['ada', 'grace']);
    expect(callsOf('night').map((row) => row.userId)).toEqual([undefined]);
    expect(callsOf('caller').map((row) => row.userId)).toEqual(['ada']);
    expect(callsOf('robot').map((row) => row.userId)).toEqual(['robot']);
  });

  it('no-trace-keyed-call-state: one call finds what the other left', () => {
    const asked = (name: string): unknown => (roundOf(name).answer as { item: string }[]).map((one) => one.item);
    expect(asked('estimates')).toEqual(['chair', 'chair']);
    // the first call is timed from the start of the second, 20 ms later
    expect(timingError('timed')).toBeGreaterThan(15);
    expect(timingError('timed-apart')).toBeLessThan(15);
  });

  it('no-shared-context-write: on the older release, both rows say what the last call wrote', () => {
    expect(said('kiosk', 'slot', 'slot')).toEqual(['A1: B2', 'B2: B2']);
    expect(said('kiosk', 'slot', 'wished')).toEqual(['A1: {"slot":"B2"}', 'B2: {"slot":"B2"}']);
    expect(requestOf('kiosk')?.dimensions).toHaveProperty('slot', 'B2');
  });

  it('no-request-span-in-tool, by a function of another package: calls give the span of the request for theirs', () => {
    const spans = roundOf('start-one').notes.map((note) => note.spanId);
    expect(spans).toEqual([requestOf('start-one')?.spanId]);
    expect(callsOf('start-one').map((row) => row.spanId)).not.toEqual(spans);
  });

  it('no-context-write-in-native-tool, by a function of another package: the request has what the tool wrote', () => {
    expect(requestOf('open-hatch')?.dimensions).toEqual({ room: 'cellar' });
  });
});
