import { clean, hit, type RuleCase } from '../../rule-case.js';

const IMPORTS = `const { tool } = require('ai');
const { getRequestContext } = require('stitchkit/observability');
const { note } = require('./notes');
`;

/** CommonJS code that goes through what its own module exports. */
export function ownExports(read: string): RuleCase[] {
  const path = read.replace(/^getRequestContext\(\)/u, '');
  return [
    hit(
      'own exports: module.exports.name is called',
      'flock.cjs',
      `${IMPORTS}
module.exports.look = () => note(§${read});
module.exports.count = tool({ description: 'Count', execute: async () => module.exports.look() });
`,
    ),
    hit(
      'own exports: exports.name is called',
      'flock.js',
      `${IMPORTS}
exports.current = getRequestContext;
exports.count = tool({ description: 'Count', execute: async () => note(§exports.current()${path}) });
`,
    ),
    hit(
      'own exports: a member of the exported object is called',
      'flock.cjs',
      `${IMPORTS}
module.exports = {
  look: () => note(§${read}),
  count: tool({ description: 'Count', execute: async () => module.exports.look() }),
};
`,
    ),
    clean(
      'own exports: another member',
      'flock.cjs',
      `${IMPORTS}
exports.look = () => note(${read});
exports.see = () => note(1);
exports.count = tool({ description: 'Count', execute: async () => exports.see() });
`,
    ),
    clean(
      'own exports: a parameter is called exports',
      'flock.cjs',
      `${IMPORTS}
exports.look = () => note(${read});
module.exports.make = (exports) => tool({ description: 'Count', execute: async () => exports.look() });
`,
    ),
  ];
}
