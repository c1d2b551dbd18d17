/** Ordinary programs that run tools themselves, run before and after `migrate`: they do the same, and each call has a context of its own. */
import { beforeAll, describe, expect, it } from 'vitest';
import { programNames, runBeforeAndAfter, type ProgramPair } from './executor-programs.js';

/** How the sites of a program end. */
interface Expected {
  readonly migrated?: number;
  /** Sites that a person is told to look at. */
  readonly checked?: number;
  readonly left?: readonly string[];
  /** What the program gives afterwards, where that differs; then a site has a check. */
  readonly value?: unknown;
}

const MIGRATED: Expected = { migrated: 1 };

const PROGRAMS: Readonly<Record<string, Expected>> = {
  'agent-loop.ts': MIGRATED,
  'all-settled.ts': MIGRATED,
  'arguments-split-by-hand.ts': MIGRATED,
  'batch-by-key.ts': MIGRATED,
  'batch-of-services.ts': { left: ['unknown-service'] },
  'catch-on-the-promise.ts': MIGRATED,
  'changing-context.ts': MIGRATED,
  'changing-parameter.js': MIGRATED,
  'check-in-the-executor.ts': { left: ['extra-work-in-executor'] },
  'comments-in-the-call.ts': MIGRATED,
  'computed-context-key.ts': { left: ['spread-or-computed'] },
  'conditional-flat-map.ts': MIGRATED,
  'context-overrides-the-input.ts': { left: ['spread-or-computed'] },
  'contract-violation-check.ts': { left: ['extra-work-in-executor'] },
  'default-arguments.ts': MIGRATED,
  // what is filled with all tools by their names is known; what is filled with some is not
  'endpoints-filled-in-a-loop.ts': { migrated: 2, left: ['tool-name-unknown'] },
  'entry-taken-out.ts': MIGRATED,
  'entry-under-an-alias.ts': MIGRATED,
  'envelope-with-a-check.ts': MIGRATED,
  'error-code-is-read.ts': {
    migrated: 1,
    checked: 1,
    value: [{ refused: 'CONFLICT' }, { refused: 'INTERNAL_SERVER_ERROR' }],
  },
  'error-is-counted.ts': MIGRATED,
  'error-text.ts': { migrated: 1, checked: 1, value: [{ refunded: 'A' }, { error: 'INTERNAL_SERVER_ERROR' }] },
  'events-of-the-emitter.ts': { left: ['absent-endpoint-skipped'] },
  'executor-narrows-the-context.ts': { left: ['extra-work-in-executor'] },
  // the project refuses unused names: the executor goes, its comments stay, and a person is told
  'executor-under-a-comment.ts': { migrated: 2, checked: 1 },
  'executor-with-a-user.ts': { left: ['extra-work-in-executor'] },
  'fallback-to-other-service.ts': MIGRATED,
  'fallback-tool.ts': MIGRATED,
  'filled-in-a-loop.ts': MIGRATED,
  'filter-in-a-constant.ts': { migrated: 2 },
  'find-with-a-condition.ts': MIGRATED,
  'first-tools-only.ts': MIGRATED,
  'generator.ts': MIGRATED,
  'handler-taken-out.ts': { left: ['unknown-service'] },
  'imported-executor.ts': { left: ['extra-work-in-executor'] },
  'imported-plain-executor.ts': MIGRATED,
  'in-chunks.ts': MIGRATED,
  'keyed-results.ts': MIGRATED,
  'keys-from-a-queue.ts': MIGRATED,
  'limiter.js': MIGRATED,
  'lookup-refuses-first.ts': { migrated: 2 },
  'lookup-under-a-name.ts': { migrated: 3 },
  'map-of-allowed-tools.ts': MIGRATED,
  'mcp-by-hand.ts': MIGRATED,
  'memoised-results.ts': MIGRATED,
  'method-in-a-constant.ts': MIGRATED,
  'methods-by-name.ts': { left: ['tool-name-unknown'] },
  'mutated-context.ts': { left: ['type-error-after-edit'] },
  'name-changes-meanwhile.ts': { left: ['evaluation-order'] },
  'names-from-a-queue.ts': { left: ['evaluation-order'] },
  'names-with-a-prefix.ts': MIGRATED,
  'namespace-import.ts': MIGRATED,
  'order-of-reads.ts': { left: ['evaluation-order'] },
  'own-envelope.ts': { left: ['custom-result-shape'] },
  'parsed-json-arguments.ts': MIGRATED,
  // what `reduce` makes is not followed: no site, and nothing changed
  'plain-javascript.js': {},
  // a map that a constructor fills is not followed: no site, and nothing changed
  'private-method-runs-it.ts': {},
  'queue.ts': MIGRATED,
  'record-filled-in-a-loop.ts': { migrated: 2 },
  'retry.ts': MIGRATED,
  'role-check-on-the-entry.ts': MIGRATED,
  'service-given-to-a-class.ts': { left: ['unknown-service'] },
  'signal-of-the-call.ts': MIGRATED,
  'skip-unknown.ts': MIGRATED,
  'service-imports-its-agent.ts': MIGRATED,
  'service-made-later.ts': { migrated: 2 },
  'some-tools-in-a-literal.ts': MIGRATED,
  // endpoints called by their fixed keys, one after the other: no site
  'switch-over-endpoints.ts': {},
  'timed-executor.ts': MIGRATED,
  'timeout-race.ts': MIGRATED,
  'tools-in-a-class-field.ts': MIGRATED,
  'tools-in-a-class.ts': MIGRATED,
  'tools-without-a-contract.ts': { left: ['unknown-service'] },
  'two-services.ts': MIGRATED,
  'user-defaults.ts': MIGRATED,
  'validated-by-hand.ts': MIGRATED,
  'with-hooks.ts': MIGRATED,
  'worker-pool.ts': MIGRATED,
};

let pairs: ReadonlyMap<string, ProgramPair> = new Map();

beforeAll(() => {
  pairs = runBeforeAndAfter();
}, 240_000);

function pair(name: string): ProgramPair {
  const found = pairs.get(name);
  if (!found) throw new Error(`no program ${name}`);
  return found;
}

/** Calls whose context names the order of another call. */
function misattributed(one: ProgramPair['before']): string[] {
  return one.attributed.filter((line) => new Set(line.split(' ')).size > 1);
}

it('names every program', () => {
  expect(Object.keys(PROGRAMS).sort()).toEqual(programNames().sort());
});

describe.each(Object.entries(PROGRAMS))('%s', (name, expected) => {
  it('does the same after the migration, in the same order', () => {
    const { before, after } = pair(name);
    expect(after.events).toEqual(before.events);
    expect(after.outcome).toEqual('value' in expected ? { value: expected.value } : before.outcome);
  });

  it('ends its sites as the table says', () => {
    const { migrated, left } = pair(name);
    expect(left.map((one) => one.reason)).toEqual(expected.left ?? []);
    expect(migrated).toHaveLength(expected.migrated ?? 0);
    expect(migrated.filter((one) => one.check !== null)).toHaveLength(expected.checked ?? 0);
  });
});

it('every call of a migrated program has a context of its own', () => {
  const migrated = [...pairs].filter(([, one]) => one.migrated.length > 0);
  expect(migrated.flatMap(([, { after }]) => misattributed(after))).toEqual([]);
});

it('the programs with calls at once had the fault before', () => {
  const faulty = [...pairs].filter(([, { before }]) => misattributed(before).length > 0).map(([name]) => name);
  expect(faulty).toEqual(
    expect.arrayContaining(['agent-loop.ts', 'all-settled.ts', 'batch-by-key.ts', 'timeout-race.ts']),
  );
});
