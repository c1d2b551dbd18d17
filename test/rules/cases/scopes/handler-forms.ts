import { clean, hit, type RuleCase } from '../../rule-case.js';
import { CONTEXT_IMPORT } from '../../templates/scopes.js';

const CONTRACT = `import { defineContract } from 'stitchkit/contract';
${CONTEXT_IMPORT}
import * as server from 'stitchkit/server';
import { createImplement, createScopedImplement, implement, implementRegistry } from 'stitchkit/server';
import { note } from './notes';

const kilns = defineContract({ prefix: 'kilns' }, { fire: { method: 'POST', path: '/fire', desc: 'Fire', expose: ['MCP'] } });
`;

/** The ways a handler of a contract is written. */
export function handlerForms(read: string): RuleCase[] {
  const body = `note(§${read})`;
  return [
    hit(
      'handler: a method',
      'kilns.ts',
      `${CONTRACT}\nexport const s = implement(kilns, { async fire() { ${body}; } });\n`,
    ),
    hit(
      'handler: a function expression',
      'kilns.js',
      `${CONTRACT}\nexport const s = implement(kilns, { fire: async function () { ${body}; } });\n`,
    ),
    hit(
      'handler: endpoints under constant names, each with its own exposure',
      'kilns.ts',
      `${CONTRACT}
const LIGHT = 'light';
const COOL = 'cool';
const ovens = defineContract({ prefix: 'ovens' }, {
  [LIGHT]: { method: 'POST', path: '/light', desc: 'Light', expose: ['MCP'] },
  [COOL]: { method: 'POST', path: '/cool', desc: 'Cool', expose: ['HTTP'] },
});
export const s = implement(ovens, { [LIGHT]: async () => ${body}, [COOL]: async () => note(${read}) });
`,
    ),
    hit(
      'handler: a hoisted function by shorthand',
      'kilns.js',
      `${CONTRACT}\nexport const s = implement(kilns, { fire });\nasync function fire() {\n  ${body};\n}\n`,
    ),
    hit(
      'handler: a constant by name',
      'kilns.ts',
      `${CONTRACT}\nconst start = async () => ${body};\nexport const s = implement(kilns, { fire: start });\n`,
    ),
    hit(
      'handler: a string key',
      'kilns.ts',
      `${CONTRACT}\nexport const s = implement(kilns, { ['fire']: async () => ${body} });\n`,
    ),
    hit(
      'handler: an object held in a constant',
      'kilns.ts',
      `${CONTRACT}\nconst handlers = { fire: async () => ${body} };\nexport const s = implement(kilns, handlers);\n`,
    ),
    hit(
      'handler: an object with satisfies',
      'kilns.ts',
      `${CONTRACT}import type { Handlers } from 'stitchkit/server';\nexport const s = implement(kilns, { fire: async () => ${body} } satisfies Handlers<typeof kilns>);\n`,
    ),
    hit(
      'handler: an object spread in',
      'kilns.js',
      `${CONTRACT}\nconst base = { fire: async () => ${body} };\nexport const s = implement(kilns, { ...base });\n`,
    ),
    hit(
      'handler: wrapped by a local function',
      'kilns.js',
      `${CONTRACT}\nconst logged = (fn) => async (ctx) => fn(ctx);\nexport const s = implement(kilns, { fire: logged(async () => ${body}) });\n`,
    ),
    hit(
      'handler: wrapped by an imported function',
      'kilns.js',
      `${CONTRACT}import { logged } from './logged';\nexport const s = implement(kilns, { fire: logged(async () => ${body}) });\n`,
    ),
    hit(
      'handler: a method of an instance',
      'kilns.ts',
      `${CONTRACT}\nclass Kilns {\n  async fire() {\n    ${body};\n  }\n}\nconst impl = new Kilns();\nexport const s = implement(kilns, { fire: () => impl.fire() });\n`,
    ),
    hit(
      'handler: a bound method of an instance',
      'kilns.ts',
      `${CONTRACT}\nclass Kilns {\n  async fire() {\n    ${body};\n  }\n}\nconst impl = new Kilns();\nexport const s = implement(kilns, { fire: impl.fire.bind(impl) });\n`,
    ),
    hit(
      'handler: a decorated method of an exported class',
      'kilns.ts',
      `${CONTRACT}import { Traced } from './traced';\n@Traced()\nexport class Kilns {\n  @Traced({ name: 'fire' })\n  async fire() {\n    ${body};\n  }\n}\nexport const s = implement(kilns, { fire: () => new Kilns().fire() });\n`,
    ),
    hit(
      'handler: createImplement',
      'kilns.ts',
      `${CONTRACT}\nconst impl = createImplement<{ userId: string }>();\nexport const s = impl(kilns, { fire: async () => ${body} });\n`,
    ),
    hit(
      'handler: createImplement called at once',
      'kilns.js',
      `${CONTRACT}\nexport const s = createImplement()(kilns, { fire: async () => ${body} });\n`,
    ),
    hit(
      'handler: scoped implement, declared',
      'kilns.ts',
      `${CONTRACT}\nconst impl = createScopedImplement<{ staff: { id: string } }>();\nexport const s = impl.declare(kilns)({ fire: async () => ${body} });\n`,
    ),
    hit(
      'handler: a registry',
      'kilns.ts',
      `${CONTRACT}\nexport const s = implementRegistry({ kilns }, { kilns: { fire: async () => ${body} } });\n`,
    ),
    hit(
      'handler: implement of a namespace',
      'kilns.ts',
      `${CONTRACT}\nexport const s = server.implement(kilns, { fire: async () => ${body} });\n`,
    ),
    hit(
      'handler: implement from the node entry',
      'kilns.js',
      `${CONTEXT_IMPORT}\nimport { implement } from 'stitchkit/node';\nimport { kilns } from './contracts';\nimport { note } from './notes';\nexport const s = implement(kilns, { fire: () => ${body} });\n`,
    ),
    hit(
      'handler: in CommonJS',
      'kilns.cjs',
      `const { implement } = require('stitchkit/server');\nconst { getRequestContext } = require('stitchkit/observability');\nconst { kilns } = require('./contracts');\nconst { note } = require('./notes');\nmodule.exports = implement(kilns, { fire: async () => ${body} });\n`,
    ),
    hit(
      'handler: in TSX',
      'kilns.tsx',
      `${CONTRACT}\nconst same = <T,>(x: T): T => x;\nexport const Panel = () => <p data-kiln="1">{'kiln'}</p>;\nexport const s = implement(kilns, { fire: async () => same(${body}) });\n`,
    ),
    hit(
      'handler: made by a local factory',
      'kilns.ts',
      `${CONTRACT}\nconst makeFire = (name: string) => async () => {\n  note(name);\n  ${body};\n};\nexport const s = implement(kilns, { fire: makeFire('north') });\n`,
    ),
    hit(
      'handler: inside a function that builds the service',
      'kilns.ts',
      `${CONTRACT}\nexport function build() {\n  return implement(kilns, { fire: async () => ${body} });\n}\n`,
    ),
    clean(
      'handler: implement of another library',
      'kilns.ts',
      `${CONTEXT_IMPORT}\nimport { implement } from '@orpc/server';\nimport { kilns } from './contracts';\nimport { note } from './notes';\nexport const s = implement(kilns, { fire: () => note(${read}) });\n`,
    ),
    clean(
      'handler: implement is a parameter',
      'kilns.ts',
      `${CONTRACT}\nexport const build = (implement: (c: unknown, h: object) => object) => implement(kilns, { fire: () => note(${read}) });\n`,
    ),
    clean(
      'handler: a function beside the handlers',
      'kilns.ts',
      `${CONTRACT}\nexport const s = implement(kilns, { fire: async () => note(1) });\nexport const serveFire = () => note(${read});\n`,
    ),
    hit(
      'handler: transformArgs of a remote service',
      'remote.ts',
      `${CONTEXT_IMPORT}\nimport { implementRemote } from 'stitchkit/remote';\nimport { kilns } from './contracts';\nimport { note } from './notes';\nexport const s = implementRemote(kilns, { baseUrl: 'http://kilns', transformArgs: (args) => {\n  ${body};\n  return args;\n} });\n`,
    ),
  ];
}
