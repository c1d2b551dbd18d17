import { hit, type RuleCase } from '../../rule-case.js';
import { rawTool, sdkTool, sdkToolCommonJs } from '../../templates/scopes.js';
import { OBSERVABILITY, SETTERS } from './imports.js';

export const setters: readonly RuleCase[] = [
  hit('setRequestDimensions', 'sheep.ts', sdkTool({ imports: SETTERS, body: '§setRequestDimensions({ pen });' })),
  hit(
    'setRequestDimensions with a collision',
    'sheep.ts',
    sdkTool({ imports: SETTERS, body: `§setRequestDimensions({ pen }, { collision: 'preserve' });` }),
  ),
  hit(
    'setRequestUser',
    'mcp.ts',
    rawTool({ imports: `import { setRequestUser } from '${OBSERVABILITY}';`, body: '§setRequestUser(loomId);' }),
  ),
  hit(
    'setRequestError',
    'mcp.ts',
    rawTool({
      imports: `import { setRequestError } from '${OBSERVABILITY}';`,
      body: `§setRequestError({ code: 'NO_LOOM' });`,
    }),
  ),
  hit(
    'setRequestEndpoint',
    'sheep.js',
    sdkTool({
      imports: `import { setRequestEndpoint } from '${OBSERVABILITY}';`,
      body: `§setRequestEndpoint('sheep', 'count');`,
    }),
  ),
  hit(
    'two setters, one report each',
    'sheep.ts',
    sdkTool({
      imports: `import { setRequestDimensions, setRequestUser } from '${OBSERVABILITY}';`,
      body: '§setRequestDimensions({ pen });\n    §setRequestUser(pen);',
    }),
  ),
  hit(
    'a renamed setter',
    'sheep.ts',
    sdkTool({ imports: `import { setRequestDimensions as stamp } from '${OBSERVABILITY}';`, body: '§stamp({ pen });' }),
  ),
  hit(
    'a setter of a namespace',
    'sheep.js',
    sdkTool({ imports: `import * as obs from '${OBSERVABILITY}';`, body: '§obs.setRequestDimensions({ pen });' }),
  ),
  hit(
    'a setter of a default import',
    'sheep.mjs',
    sdkTool({ imports: `import obs from '${OBSERVABILITY}';`, body: '§obs.setRequestUser(pen);' }),
  ),
  hit(
    'a setter of import equals',
    'sheep.cts',
    sdkTool({ imports: `import obs = require('${OBSERVABILITY}');`, body: '§obs.setRequestUser(pen);' }),
  ),
  hit(
    'a setter of require',
    'sheep.cjs',
    sdkToolCommonJs({
      imports: `const obs = require('${OBSERVABILITY}');`,
      body: '§obs.setRequestDimensions({ pen });',
    }),
  ),
  hit(
    'a setter destructured from require',
    'sheep.cjs',
    sdkToolCommonJs({
      imports: `const { setRequestDimensions: stamp } = require('${OBSERVABILITY}');`,
      body: '§stamp({ pen });',
    }),
  ),
  hit(
    'a setter of import()',
    'sheep.js',
    sdkTool({
      imports: '',
      body: `const { setRequestDimensions } = await import('${OBSERVABILITY}');\n    §setRequestDimensions({ pen });`,
    }),
  ),
  hit(
    'a setter in then of import()',
    'sheep.js',
    sdkTool({
      imports: '',
      body: `await import('${OBSERVABILITY}').then((obs) => §obs.setRequestDimensions({ pen }));`,
    }),
  ),
  hit(
    'a setter under a local name',
    'sheep.js',
    sdkTool({ imports: SETTERS, top: 'const stamp = setRequestDimensions;', body: '§stamp({ pen });' }),
  ),
  hit(
    'a setter in an object',
    'sheep.js',
    sdkTool({
      imports: SETTERS,
      top: 'const audit = { stamp: setRequestDimensions };',
      body: '§audit.stamp({ pen });',
    }),
  ),
  hit(
    'a setter bound',
    'sheep.js',
    sdkTool({
      imports: SETTERS,
      top: `const stamp = setRequestDimensions.bind(null, { kind: 'sheep' });`,
      body: '§stamp();',
    }),
  ),
  hit(
    'a setter run by call',
    'sheep.js',
    sdkTool({ imports: SETTERS, body: '§setRequestDimensions.call(null, { pen });' }),
  ),
  hit(
    'a setter through a thin wrapper, where it writes',
    'sheep.ts',
    sdkTool({
      imports: SETTERS,
      top: 'const stamp = (pen: string) => §setRequestDimensions({ pen });',
      body: 'stamp(pen);',
    }),
  ),
  hit(
    'a setter two helpers deep',
    'mcp.ts',
    rawTool({
      imports: SETTERS,
      top: 'function inner(id: string) {\n  §setRequestDimensions({ id });\n}\nconst outer = (id: string) => inner(id);',
      body: 'outer(loomId);',
    }),
  ),
  hit(
    'a setter in a callback',
    'sheep.js',
    sdkTool({ imports: SETTERS, body: '[pen].forEach((p) => §setRequestDimensions({ pen: p }));' }),
  ),
  hit(
    'a setter as the callback itself',
    'sheep.js',
    sdkTool({ imports: SETTERS, body: '[{ pen }].forEach(§setRequestDimensions);' }),
  ),
  hit(
    'a setter in then',
    'sheep.js',
    sdkTool({ imports: SETTERS, body: 'await note(pen).then(() => §setRequestDimensions({ pen }));' }),
  ),
  hit(
    'a setter in a microtask',
    'sheep.js',
    sdkTool({ imports: SETTERS, body: 'queueMicrotask(() => {\n      §setRequestDimensions({ pen });\n    });' }),
  ),
  hit(
    'a setter in a method of a class',
    'sheep.ts',
    sdkTool({
      imports: SETTERS,
      top: 'class Audit {\n  stamp(pen: string) {\n    §setRequestDimensions({ pen });\n  }\n}\nconst audit = new Audit();',
      body: 'audit.stamp(pen);',
    }),
  ),
  hit(
    'a setter kept in a private field',
    'sheep.ts',
    sdkTool({
      imports: SETTERS,
      top: 'class Audit {\n  #stamp = setRequestDimensions;\n  pen(pen: string) {\n    §this.#stamp({ pen });\n  }\n}',
      body: 'new Audit().pen(pen);',
    }),
  ),
  hit(
    'a setter only on failure',
    'sheep.ts',
    sdkTool({
      imports: `import { setRequestError } from '${OBSERVABILITY}';`,
      body: `try {\n      note(pen);\n    } catch (cause) {\n      §setRequestError({ code: 'NO_SHEEP', message: String(cause) });\n      throw cause;\n    }`,
    }),
  ),
  hit(
    'a setter behind a condition',
    'sheep.js',
    sdkTool({ imports: SETTERS, body: 'pen && §setRequestDimensions({ pen });' }),
  ),
  hit(
    'a setter called optionally',
    'sheep.js',
    sdkTool({ imports: `import * as obs from '${OBSERVABILITY}';`, body: '§obs.setRequestDimensions?.({ pen });' }),
  ),
  hit(
    'a setter of the user by the vocabulary',
    'sheep.ts',
    sdkTool({ imports: `import { stampRow } from '@acme/context';`, body: '§stampRow({ pen });' }),
    {
      settings: { vocabulary: [{ module: '@acme/context', export: 'stampRow', as: 'setRequestDimensions' }] },
    },
  ),
  hit(
    'a projector, its request member',
    'sheep.ts',
    sdkTool({
      imports: `import { createDimensionsProjector } from '${OBSERVABILITY}';`,
      top: 'const project = createDimensionsProjector({ request: (ctx: { pen: string }) => ({ pen: ctx.pen }) });',
      body: '§project.request({ pen });',
    }),
  ),
  hit(
    'a projector, destructured',
    'sheep.js',
    sdkTool({
      imports: `import { createDimensionsProjector } from '${OBSERVABILITY}';`,
      top: 'const { result } = createDimensionsProjector({ result: (r) => ({ total: String(r) }) });',
      body: '§result(pen);',
    }),
  ),
  hit(
    'a projector, its error member',
    'mcp.ts',
    rawTool({
      imports: `import { createDimensionsProjector } from '${OBSERVABILITY}';`,
      top: 'const project = createDimensionsProjector({ error: () => ({ failed: "yes" }) });',
      body: 'try {\n          note(1);\n        } catch (cause) {\n          §project.error(cause);\n        }',
    }),
  ),
];
