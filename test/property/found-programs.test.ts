import { describe, expect, it } from 'vitest';
import { judge } from './programs/program.js';

/** Programs that the property found to be judged wrongly, each kept for good. */
function answer(main: string, helper: string): readonly string[] {
  return judge(
    new Map([
      ['main.ts', main],
      ['helper.ts', helper],
    ]),
    '0.104.2',
  );
}

const RUNTIME_TOOL = (body: string): string => `import { defineRuntimeTool } from 'stitchkit/tools';
export const fire = defineRuntimeTool({ name: 'fire', handler: async () => {
  ${body}
} });
`;
const SETTERS = `import { getRequestContext, setRequestUser } from 'stitchkit/observability';\n`;

describe('a method of a class or an object that is exported', () => {
  it.each([
    ['a class', 'class Helper { go() { setRequestUser("u"); } }\nexport { Helper };', 'new Helper().go();'],
    ['an exported class', 'export class Helper { go() { setRequestUser("u"); } }', 'new Helper().go();'],
    ['an object', 'export const Helper = { go: () => { setRequestUser("u"); } };', 'Helper.go();'],
    ['a shorthand', 'export const Helper = { go() { setRequestUser("u"); } };', 'Helper.go();'],
  ])('of %s is followed from the call in a tool, where it is reported', (_name, helper, call) => {
    const main = `import { Helper } from './helper.js';\n${RUNTIME_TOOL(call)}`;
    expect(answer(main, SETTERS + helper)).toEqual(['main.ts:4:3 no-ineffective-context-write']);
  });

  it.each([
    'export class Helper { go() { setRequestUser("u"); } }',
    'export const Helper = class { go() { setRequestUser("u"); } };',
  ])('may serve HTTP too, where it stands in the file of the tool: %s', (helper) =>
    expect(answer(`${SETTERS}${helper}\n${RUNTIME_TOOL('new Helper().go();')}`, '')).toEqual([]),
  );

  it('which is not exported serves the tool alone', () => {
    const main = `${SETTERS}class Helper { go() { setRequestUser("u"); } }\n${RUNTIME_TOOL('new Helper().go();')}`;
    expect(answer(main, '')).toEqual(['main.ts:2:23 no-ineffective-context-write']);
  });
});

it('a method is not taken for the one of the same name and position in another module', () => {
  const main = `import { other } from './helper.js';
${SETTERS}class Helper { go() { setRequestUser("u"); } }
${RUNTIME_TOOL('new Helper().go(); other.go();')}`;
  const helper = `${SETTERS}export const other = { go: () => getRequestContext()?.userId };\n`;
  expect(answer(main, helper)).toEqual(['main.ts:3:23 no-ineffective-context-write']);
});
