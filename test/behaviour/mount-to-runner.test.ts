import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrateToolboxes, programName, TOOLBOXES, type Migrated, type Shown } from './toolboxes.js';

/** How a program ends: its loop is a mount, the framework's runner took the handler call's place, or it is as it was. */
type End = 'mount' | 'runner' | 'untouched';

interface Expected {
  /** For a version at which a mounted agent tool rejects where its call fails. */
  readonly latest: End;
  /** For one at which it gives the failure back as its result. */
  readonly old: End;
  /** Calls whose arguments do not fit were let through before, and are refused now: the framework validates. */
  readonly newlyRefused?: readonly string[];
}

const MOUNT: Expected = { latest: 'mount', old: 'mount' };
const AGENT_MOUNT: Expected = { latest: 'mount', old: 'runner' };
const RUNNER: Expected = { latest: 'runner', old: 'runner' };

const UNTOUCHED: Expected = { latest: 'untouched', old: 'untouched' };

const PROGRAMS: Readonly<Record<string, Expected>> = {
  'agent-approval': RUNNER,
  'agent-by-generator': RUNNER,
  'agent-cached-by-session': RUNNER,
  'agent-catch-method': RUNNER,
  'agent-commented-loop': AGENT_MOUNT,
  'agent-commonjs': RUNNER,
  'agent-context-of-the-tool': RUNNER,
  'agent-counted-calls': RUNNER,
  'agent-default-description': RUNNER,
  'agent-deleted-afterwards': AGENT_MOUNT,
  'agent-described-elsewhere': RUNNER,
  'agent-destructured-handler': AGENT_MOUNT,
  'agent-dynamic-tools': RUNNER,
  'agent-error-in-words': RUNNER,
  'agent-executor-envelope': RUNNER,
  'agent-executor-unwrapped': RUNNER,
  // the analysis does not follow the tool's function out of the function that makes it
  'agent-factory-of-functions': UNTOUCHED,
  'agent-factory-of-tools': RUNNER,
  'agent-filtered': RUNNER,
  'agent-finally': RUNNER,
  'agent-for-each-async': AGENT_MOUNT,
  'agent-from-entries-class-field': RUNNER,
  'agent-handler-constant': RUNNER,
  'agent-imported-session': RUNNER,
  'agent-index-loop': RUNNER,
  'agent-javascript': AGENT_MOUNT,
  'agent-json-schema': { ...AGENT_MOUNT, newlyRefused: ['call-2'] },
  'agent-loop': AGENT_MOUNT,
  'agent-made-once': AGENT_MOUNT,
  'agent-map-then-record': RUNNER,
  'agent-methods-table': RUNNER,
  'agent-module-state': RUNNER,
  'agent-no-description': RUNNER,
  'agent-numbered': RUNNER,
  'agent-object-of-tools': RUNNER,
  'agent-options-of-the-sdk': RUNNER,
  'agent-pairs-in-a-block': RUNNER,
  'agent-parts-in-constants': AGENT_MOUNT,
  'agent-plain-objects': AGENT_MOUNT,
  'agent-reduce': AGENT_MOUNT,
  'agent-registry-member': RUNNER,
  'agent-renamed': RUNNER,
  'agent-request-user': RUNNER,
  'agent-result-limited': RUNNER,
  'agent-retried': RUNNER,
  'agent-services-added-later': RUNNER,
  'agent-session-parameter': RUNNER,
  'agent-several-services': AGENT_MOUNT,
  'agent-skipped': RUNNER,
  'agent-spread-parameter': AGENT_MOUNT,
  'agent-spread-with-others': AGENT_MOUNT,
  'agent-text-results': RUNNER,
  'agent-then-chain': RUNNER,
  'agent-timed-out': RUNNER,
  'agent-two-tools': RUNNER,
  'agent-with-a-signal': RUNNER,
  'agent-wrapped-tools': RUNNER,
  'agent-yielding': RUNNER,
  'mcp-added-to-a-set': MOUNT,
  'mcp-annotations': RUNNER,
  'mcp-client-of-the-call': RUNNER,
  'mcp-error-in-words': RUNNER,
  'mcp-executor': RUNNER,
  'mcp-factory-of-callbacks': UNTOUCHED,
  'mcp-loop': MOUNT,
  'mcp-object-entries': RUNNER,
  'mcp-sdk1-loop': MOUNT,
  'mcp-sdk1-tool-method': RUNNER,
  'mcp-several-services': MOUNT,
  'mcp-structured': RUNNER,
  'mcp-text-helper': RUNNER,
  'mcp-titles-and-words': RUNNER,
};

function endOf(text: string): End {
  if (/mount(?:Agent|Mcp)\(/u.test(text)) return 'mount';
  return text.includes('createToolInvoker(') ? 'runner' : 'untouched';
}

const wrongRows = ({ rows }: Shown): unknown[] => rows.filter((row) => row.asked !== row.says);
const withoutCalls = (answers: readonly unknown[], ids: readonly string[]): unknown[] =>
  answers.filter((one) => !ids.includes((one as { id: string }).id));

it('runs every program of the folder', () => {
  const files = readdirSync(`${TOOLBOXES}/src/programs`).map(programName);
  expect(files.sort()).toEqual(Object.keys(PROGRAMS).sort());
});

describe.each([
  ['latest', '0.104.2'],
  ['old', '0.43.0'],
] as const)('programs that mount tools by hand, on the %s release', (age, version) => {
  let done: Migrated;

  beforeAll(() => {
    done = migrateToolboxes(version);
  }, 180_000);

  it('are migrated without a file that fails, and without a site that is left', () => {
    expect(done.failed).toEqual([]);
    expect(done.left).toEqual([]);
  });

  it.each(Object.entries(PROGRAMS))('%s shows its callers the same, and its rows are right', (name, expected) => {
    const before = done.before[name]!;
    const after = done.after[name]!;
    const refused = expected.newlyRefused ?? [];
    expect(endOf(done.texts.get(name)!)).toBe(expected[age]);
    expect(before.answers).not.toEqual([]);
    expect(after.tools).toEqual(before.tools);
    expect(withoutCalls(after.answers, refused)).toEqual(withoutCalls(before.answers, refused));
    const answered = new Map(after.answers.map((one) => [(one as { id: string }).id, one]));
    for (const id of refused) expect(answered.get(id)).toMatchObject({ failed: true });
    expect(wrongRows(before)).not.toEqual([]);
    if (expected[age] === 'untouched') expect(wrongRows(after)).toEqual(wrongRows(before));
    else expect(wrongRows(after)).toEqual([]);
  });
});
