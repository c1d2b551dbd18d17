import { describe, expect, it } from 'vitest';
import { analyseModule, parseModule } from '../../analysis/index.js';
import type { Unknown } from '../../analysis/finding.js';
import { settingsFor } from './settings-for.js';

function unknownIn(code: string, filename = 'a.ts'): readonly Unknown[] {
  return analyseModule(parseModule(filename, code), settingsFor({ filename, code })).unknown;
}

const TOOL = (body: string, imports = ''): string => `
import { tool } from 'ai';
import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
${imports}
export const t = tool({ inputSchema: {} as never, execute: async ({ pen }: { pen: string }) => {
  ${body}
} });
`;

describe('what is said of exits that were not followed', () => {
  it('names a call into another module of the project', () => {
    const unknown = unknownIn(TOOL('return note(pen);', "import { note } from './notes';"));
    expect(unknown.map((one) => [one.reason, one.place.line])).toEqual([['other-module', 6]]);
    expect(unknown[0]?.message).toContain("`note` of './notes'");
    expect(unknown[0]?.message).toContain('hand-written SDK tool `t`');
  });

  it('says nothing of packages, built-ins and what other modules gave back', () => {
    expect(unknownIn(TOOL('return [pen].map((x) => pad(x)).join();', "import pad from 'left-pad';"))).toEqual([]);
    const chained = unknownIn(
      TOOL('const rows = await all(); return rows.map((x) => x);', "import { all } from './rows';"),
    );
    expect(chained).toHaveLength(1);
  });

  it('names a write that another module may run in a fork', () => {
    const unknown = unknownIn(
      TOOL('return scoped(() => setRequestDimensions({ pen }));', "import { scoped } from './scoped';"),
    );
    expect(unknown.map((one) => one.message)).toContainEqual(
      expect.stringMatching(/a context write runs inside `scoped`/u),
    );
  });

  it('names a whole trace handed to another module', () => {
    const unknown = unknownIn(TOOL('return report(getRequestContext()!.trace);', "import { report } from './report';"));
    expect(unknown.map((one) => one.message)).toContainEqual(expect.stringMatching(/the whole trace is handed/u));
  });

  it('gives no unknown for a file without call scopes', () => {
    expect(
      unknownIn(
        "import { note } from './notes';\nimport { getRequestContext } from 'stitchkit/observability';\nnote(getRequestContext());\n",
      ),
    ).toEqual([]);
  });
});
