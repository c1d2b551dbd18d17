import { sdkTool } from '../../templates/scopes.js';
import { clean, hit, type RuleCase } from '../../rule-case.js';

/** List methods that give the same elements, and those that give one of them: a context among them stays one. */
const LISTS = [
  'filter(Boolean)',
  'slice()',
  'concat([])',
  'toSorted()',
  'sort()',
  'reverse()',
  'toReversed()',
  'flat()',
] as const;
const ELEMENTS = ['find(Boolean)', 'findLast(Boolean)', 'at(0)', 'pop()', 'shift()'] as const;
const CALLBACKS = ['map', 'flatMap', 'forEach', 'filter', 'some', 'every', 'find', 'findLast', 'findIndex'] as const;

/** Calls that give back what they were given, or a copy of it. */
const PASSED = [
  'Object.freeze(getRequestContext())',
  'Object.seal(getRequestContext())',
  'structuredClone(getRequestContext())',
  'Object.assign({}, getRequestContext())',
  '(await Promise.resolve(getRequestContext()))',
  '(await Promise.all([getRequestContext()]))[0]',
  'Array.from([getRequestContext()])[0]',
  'Object.values({ a: getRequestContext() })[0]',
  '[...new Set([getRequestContext()])][0]',
  "new Map([['a', getRequestContext()]]).get('a')",
  'Object.fromEntries([["a", getRequestContext()]]).a',
  'globalThis.structuredClone(getRequestContext())',
] as const;

/** What is made of a span before it takes the place of a parent. */
const CONVERSIONS = [
  'String(SPAN)',
  'structuredClone(SPAN)',
  'await Promise.resolve(SPAN)',
  'JSON.stringify(SPAN)',
  'Number(SPAN)',
  'BigInt(SPAN)',
  'parseInt(SPAN)',
  'Object.freeze(SPAN)',
] as const;

/** The same through what the language has built in: the context is what it was, and so is the span. */
export const builtIns: readonly RuleCase[] = [
  ...LISTS.map((method) =>
    hit(
      `an element of a list after ${method}`,
      'kilns.js',
      sdkTool({ body: `const [ctx] = [getRequestContext()].${method};\n    note(§ctx.trace.spanId);` }),
    ),
  ),
  ...ELEMENTS.map((method) =>
    hit(
      `the element that ${method} gives`,
      'kilns.js',
      sdkTool({ body: `const kept = [getRequestContext()];\n    note(§kept.${method}.trace.spanId);` }),
    ),
  ),
  ...CALLBACKS.map((method) =>
    hit(
      `the element that ${method} hands on`,
      'kilns.js',
      sdkTool({ body: `[getRequestContext()].${method}((one) => note(§one.trace.spanId));` }),
    ),
  ),
  ...PASSED.map((expression) =>
    hit(
      `through ${expression}`,
      'kilns.js',
      sdkTool({ body: `const ctx = ${expression};\n    note(§ctx.trace.spanId);` }),
    ),
  ),
  ...CONVERSIONS.flatMap((conversion) => {
    const span = conversion.replace('SPAN', 'getRequestContext().trace.spanId');
    return [
      clean(`a parent by way of ${conversion}`, 'kilns.js', sdkTool({ body: `note({ parentSpanId: ${span} });` })),
      hit(`a row by way of ${conversion}`, 'kilns.js', sdkTool({ body: `note({ span: §${span} });` })),
    ];
  }),
];
