import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { RULES } from '../../rules/rule-list.js';

const names = RULES.map(({ text }) => `stitchkit/${text.name}`);
const { recommended, strict, migration } = plugin.configs;

const FORK = `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { executors } from './executors.js';
export function runCall(call) {
  const parent = getRequestContext();
  return runWithRequestContext({ ...parent, dimensions: {}, error: undefined }, () => executors[call.name](call.args));
}
export const other = (call) => runWithRequestContext({ ...getRequestContext() }, () => executors[call.name](call.args));
`;

function lint(preset: Linter.Config): (readonly [line: number, severity: number])[] {
  const settings = { settings: { stitchkit: { version: 'latest' } } };
  return new Linter()
    .verify(FORK, [preset, settings], { filename: 'calls.js' })
    .map(({ line, severity }) => [line, severity] as const);
}

describe('presets', () => {
  it('recommended has the recommended rules as errors, with no option', () => {
    const wanted = RULES.filter(({ text }) => text.recommended).map(({ text }) => [`stitchkit/${text.name}`, 'error']);
    expect(recommended.rules).toEqual(Object.fromEntries(wanted));
  });

  it('strict has every rule as an error, with every option on that makes it stricter', () => {
    expect(Object.keys(strict.rules ?? {})).toEqual(names);
    expect(strict.rules?.['stitchkit/require-isolated-fork']).toEqual(['error', { describeCall: true }]);
    expect(strict.rules?.['stitchkit/no-child-span-fork']).toBe('error');
  });

  it('migration has every rule as a warning, one of them with the list of what was not followed', () => {
    expect(migration.rules).toEqual({
      ...Object.fromEntries(names.map((name) => [name, 'warn'])),
      'stitchkit/no-request-span-in-tool': ['warn', { reportUnknown: true }],
    });
  });

  it('migration alone lists what could not be followed', () => {
    const code = `import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
import { note } from './notes.js';
export const countSheep = tool({ execute: async ({ pen }) => note(pen, getRequestContext()?.traceId) });
`;
    const listed = (preset: Linter.Config): string[] =>
      new Linter()
        .verify(code, [preset, { settings: { stitchkit: { version: 'latest' } } }], { filename: 'sheep.js' })
        .map(({ line, messageId, message }) => `${line} ${messageId ?? ''} ${message}`);
    expect(listed(migration)).toEqual([
      expect.stringMatching(/^4 unknown Not followed \(unresolvable\).*`note` of '\.\/notes\.js' runs in/u),
    ]);
    expect(listed(strict)).toEqual([]);
    expect(listed(recommended)).toEqual([]);
  });

  it.each(Object.entries({ recommended, strict, migration }))(
    '%s names itself and declares the plugin',
    (name, preset) => {
      expect(preset.name).toBe(`stitchkit/${name}`);
      expect(preset.plugins?.['stitchkit']?.rules).toBe(plugin.rules);
    },
  );

  it('report as they say', () => {
    expect(lint(recommended)).toEqual([[7, 2]]);
    expect(lint(strict)).toEqual([
      [5, 2],
      [7, 2],
    ]);
    expect(lint(migration)).toEqual([[7, 1]]);
  });
});
