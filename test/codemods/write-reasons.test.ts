import { describe, expect, it } from 'vitest';
import { migrateModule, type MigrateResult } from '../../codemods/index.js';
import { fixtureCases, settingsFor } from './fixture-cases.js';

const LATEST = '0.104.2';

function withReasons(text: string, file = 'input.ts'): MigrateResult {
  return migrateModule({
    file,
    text,
    settings: settingsFor(LATEST),
    options: { from: LATEST, to: LATEST, todo: true },
  });
}

const STORED = `import { getRequestContext } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { contract } from './contract.js';

export const pens = implement(contract, {
  count: async () => {
    return { startedAt: getRequestContext()!.startedAt, plain: true };
  },
});
`;

describe('reasons written above the sites that are left', () => {
  it('stand above the line, indented like it', () => {
    const { text, left } = withReasons(STORED);
    const lines = text.split('\n');
    expect(left).toMatchObject([{ line: 7, reason: 'start-stored' }]);
    expect(lines[6]).toMatch(/^ {4}\/\/ TODO stitchkit call-timing \(start-stored\): The request's start is kept/u);
    expect(lines[7]).toBe(STORED.split('\n')[6]);
  });

  it('are written once', () => {
    const once = withReasons(STORED).text;
    expect(withReasons(once).text).toBe(once);
  });

  it('end lines as the file does', () => {
    const { text } = withReasons(STORED.replace(/\n/gu, '\r\n'));
    expect(text.split('\r\n')).toHaveLength(STORED.split('\n').length + 1);
    expect(text.replace(/\r\n/gu, '')).not.toContain('\n');
  });

  it('stand above the statement where the line is inside a text', () => {
    const inText = STORED.replace(
      `return { startedAt: getRequestContext()!.startedAt, plain: true };`,
      'return `at\n${getRequestContext()!.startedAt}`;',
    );
    const { text } = withReasons(inText);
    expect(text.split('\n')[6]).toMatch(/^ {4}\/\/ TODO stitchkit call-timing/u);
    expect(text.split('\n').slice(7, 9)).toEqual(['    return `at', '${getRequestContext()!.startedAt}`;']);
  });

  it('do not come between a disable comment and its line', () => {
    const disabled = STORED.replace(
      '    return',
      '    // eslint-disable-next-line stitchkit/no-request-start-in-tool\n    return',
    );
    const { text, left } = withReasons(disabled);
    expect(text).toBe(disabled);
    expect(left).toMatchObject([{ line: 8, reason: 'disabled-by-comment' }]);
  });

  it.each(['mount-to-runner', 'executor-to-runner', 'call-timing'])('of %s are stable for every fixture', (codemod) => {
    for (const one of fixtureCases(codemod)) {
      const run = (text: string) =>
        migrateModule({
          file: one.file,
          text,
          settings: settingsFor(one.options.from),
          options: { ...one.options, todo: true },
        });
      const first = run(one.input);
      const second = run(first.text);
      expect(second.text, one.name).toBe(first.text);
      expect(
        second.left.map(({ reason }) => reason),
        one.name,
      ).toEqual(first.left.map(({ reason }) => reason));
      const undecided = first.left.filter(({ reason }) => reason !== 'disabled-by-comment');
      expect(first.text.split('TODO stitchkit').length - 1, one.name).toBe(
        new Set(undecided.map(({ line, reason }) => `${line} ${reason}`)).size,
      );
    }
  });
});
