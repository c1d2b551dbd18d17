import { hit, type RuleCase } from '../../rule-case.js';
import { sdkTool, sdkToolCommonJs } from '../../templates/scopes.js';

/** The ways a module takes the context getter in. */
export function importForms(path: string): RuleCase[] {
  const named = (imports: string, getter: string, filename = 'sheep.ts'): [string, string] => [
    filename,
    sdkTool({ imports, body: `note(§${getter}?${path});` }),
  ];
  const required = (imports: string, getter: string): [string, string] => [
    'sheep.cjs',
    sdkToolCommonJs({ imports, body: `note(§${getter}?${path});` }),
  ];
  const module = 'stitchkit/observability';
  return [
    hit('import: renamed', ...named(`import { getRequestContext as ambient } from '${module}';`, 'ambient()')),
    hit('import: namespace', ...named(`import * as obs from '${module}';`, 'obs.getRequestContext()', 'sheep.js')),
    hit(
      'import: namespace, destructured',
      ...named(
        `import * as obs from '${module}';\nconst { getRequestContext: ambient } = obs;`,
        'ambient()',
        'sheep.js',
      ),
    ),
    hit(
      'import: namespace, called through a sequence',
      ...named(`import * as obs from '${module}';`, '(0, obs.getRequestContext)()', 'sheep.js'),
    ),
    hit('import: default', ...named(`import obs from '${module}';`, 'obs.getRequestContext()', 'sheep.mjs')),
    hit(
      'import: default by name',
      ...named(`import { default as obs } from '${module}';`, 'obs.getRequestContext()', 'sheep.mjs'),
    ),
    hit(
      'import: string name',
      ...named(`import { 'getRequestContext' as ambient } from '${module}';`, 'ambient()', 'sheep.mjs'),
    ),
    hit(
      'import: beside a type',
      ...named(`import { type RequestContext, getRequestContext } from '${module}';`, 'getRequestContext()'),
    ),
    hit(
      'import: equals require',
      ...named(`import obs = require('${module}');`, 'obs.getRequestContext()', 'sheep.cts'),
    ),
    hit('require: plain', ...required(`const obs = require('${module}');`, 'obs.getRequestContext()')),
    hit(
      'require: destructured',
      ...required(`const { getRequestContext } = require('${module}');`, 'getRequestContext()'),
    ),
    hit(
      'require: destructured and renamed',
      ...required(`const { getRequestContext: ambient } = require('${module}');`, 'ambient()'),
    ),
    hit('require: member', ...required(`const ambient = require('${module}').getRequestContext;`, 'ambient()')),
    hit('require: in the call itself', ...required('', `require('${module}').getRequestContext()`)),
    hit('require: with a template', ...required('const obs = require(`' + module + '`);', 'obs.getRequestContext()')),
    hit(
      'require: made by createRequire',
      ...named(
        `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nconst obs = require('${module}');`,
        'obs.getRequestContext()',
        'sheep.mjs',
      ),
    ),
    hit(
      'import(): awaited into a namespace',
      'sheep.js',
      sdkTool({
        imports: '',
        body: `const obs = await import('${module}');\n    note(§obs.getRequestContext()?${path});`,
      }),
    ),
    hit(
      'import(): awaited and destructured',
      'sheep.ts',
      sdkTool({
        imports: '',
        body: `const { getRequestContext } = await import('${module}');\n    note(§getRequestContext()?${path});`,
      }),
    ),
    hit(
      'import(): in then',
      'sheep.js',
      sdkTool({
        imports: '',
        body: `await import('${module}').then((obs) => note(§obs.getRequestContext()?${path}));`,
      }),
    ),
    hit(
      'import(): in then, destructured',
      'sheep.js',
      sdkTool({
        imports: '',
        body: `await import('${module}').then(({ getRequestContext: g }) => note(§g()?${path}));`,
      }),
    ),
    hit(
      'import(): at the top of the module',
      ...named(`const obs = await import('${module}');`, 'obs.getRequestContext()', 'sheep.mjs'),
    ),
    hit(
      'vocabulary: a wrapper of the user',
      ...named(`import { currentContext } from '@acme/context';`, 'currentContext()'),
      { settings: { vocabulary: [{ module: '@acme/context', export: 'currentContext', as: 'getRequestContext' }] } },
    ),
    hit(
      'vocabulary: another specifier for the same module',
      ...named(`import { getRequestContext } from 'npm:stitchkit/observability';`, 'getRequestContext()'),
      {
        settings: {
          vocabulary: [{ module: 'npm:stitchkit/observability', export: 'getRequestContext', as: 'getRequestContext' }],
        },
      },
    ),
  ];
}
