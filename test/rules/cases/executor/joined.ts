import { clean, hit, type RuleCase } from '../../rule-case.js';
import { DIMENSIONS, TABLE } from './sources.js';

const ONE = 'handlers[call.name](call.args)';

function program(body: string): string {
  return `${DIMENSIONS}${TABLE}
export async function run(toolCalls) {
  ${body}
}
`;
}

/** Every way to have the promises of many calls at once, and to wait for them. */
export const joined: readonly RuleCase[] = [
  ...['all', 'allSettled', 'any', 'race'].map((join) =>
    hit(`joined by Promise.${join}`, 'bells.js', program(`return §Promise.${join}(toolCalls.map((call) => ${ONE}));`)),
  ),
  ...[
    `toolCalls.flatMap((call) => [${ONE}])`,
    `Array.from(toolCalls, (call) => ${ONE})`,
    `[...toolCalls.map((call) => ${ONE})]`,
    `toolCalls.filter((call) => call.name).map((call) => ${ONE})`,
    `toolCalls.reduce((all, call) => [...all, ${ONE}], [])`,
  ].map((list) => hit(`the promises of ${list}`, 'bells.js', program(`return §Promise.all(${list});`))),
  ...['push', 'unshift'].map((method) =>
    hit(
      `gathered with ${method}`,
      'bells.js',
      program(
        `const pending = [];\n  for (const call of toolCalls) pending.${method}(${ONE});\n  return §Promise.all(pending);`,
      ),
    ),
  ),
  hit(
    'gathered in a set',
    'bells.js',
    program(
      `const pending = new Set();\n  toolCalls.forEach((call) => { pending.add(${ONE}); });\n  return §Promise.all(pending);`,
    ),
  ),
  clean('one call in a join of one', 'bells.js', program(`const [call] = toolCalls;\n  return Promise.all([${ONE}]);`)),
  clean(
    'one call and its deadline',
    'bells.js',
    program(
      `const out = [];\n  for (const call of toolCalls) out.push(await Promise.race([${ONE}, new Promise((done) => setTimeout(done, 9))]));\n  return out;`,
    ),
  ),
];
