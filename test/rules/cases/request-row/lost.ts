import { hit, type RuleCase } from '../../rule-case.js';

const SHIP = `export const shipOrder = defineRuntimeTool({
  name: 'orders_ship',
  handler: async ({ orderId }) => {
    setRequestDimensions({ orderId });
    return { shipped: true };
  },
});`;

/** A module with a tool that writes `orderId`, and what reads it. */
function withTool(rest: string, imports = 'createObservability, setRequestDimensions', more = ''): string {
  return `import { ${imports} } from 'stitchkit/observability';
import { defineRuntimeTool } from 'stitchkit/tools';
import { alerts } from './alerts';
${more}
${SHIP}
${rest}
`;
}

/** An audit hook whose sink takes `event`; one sink sees requests and tools. */
const audit = (body: string): string =>
  withTool(
    `export const audit = createAuditHook({
  write: (event) => {
    ${body}
  },
});`,
    'createAuditHook, setRequestDimensions',
  );

const AUDIT = { version: '0.42.0' };

/** A request sink; from 0.43 requests have a sink of their own. */
const sink = (body: string): string =>
  withTool(`export const observability = createObservability({
  request: {
    write: (event) => {
      ${body}
    },
  },
});`);

const rows: readonly RuleCase[] = [
  hit(
    'a row narrowed by its path',
    'rows.ts',
    sink(`if (event.path === '/mcp') {\n        alerts.push(§event.dimensions?.orderId);\n      }`),
    { says: [/orderId/] },
  ),
  hit(
    'a row narrowed by its path, one sink for all',
    'rows.ts',
    audit(`if (event.path === '/mcp') alerts.push(§event.dimensions?.orderId);`),
    AUDIT,
  ),
  hit(
    'a row without a tool name',
    'rows.ts',
    audit('if (event.toolName == null) alerts.push(§event.dimensions?.orderId);'),
    AUDIT,
  ),
  hit(
    'a row narrowed by a condition with a name',
    'rows.ts',
    audit(
      'const isRequest = event.toolName === undefined;\n    if (isRequest) alerts.push(§event.dimensions?.orderId);',
    ),
    AUDIT,
  ),
  hit(
    'a row without a tool name, by !',
    'rows.ts',
    audit('if (!event.toolName) alerts.push(§event.dimensions?.orderId);'),
    AUDIT,
  ),
  hit(
    'a row without a tool name, by undefined',
    'rows.ts',
    audit('if (event.toolName === undefined) alerts.push(§event.dimensions!.orderId);'),
    AUDIT,
  ),
  hit(
    'a row after the tools have left',
    'rows.ts',
    audit('if (event.toolName) return;\n    alerts.push(§event.dimensions?.orderId);'),
    AUDIT,
  ),
  hit(
    'a row after the others have left',
    'rows.ts',
    audit(`if (event.path !== '/mcp') return;\n    alerts.push(§event.dimensions?.orderId);`),
    AUDIT,
  ),
  hit(
    'the other branch',
    'rows.ts',
    audit('if (event.toolName) alerts.count(event.toolName);\n    else alerts.push(§event.dimensions?.orderId);'),
    AUDIT,
  ),
  hit(
    'a conditional expression',
    'rows.ts',
    audit('alerts.push(event.toolName ? event.toolName : §event.dimensions?.orderId);'),
    AUDIT,
  ),
  hit(
    'a condition with &&',
    'rows.ts',
    audit(`if (event.path === '/mcp' && §event.dimensions?.orderId) alerts.push(event);`),
    AUDIT,
  ),
  hit('a literal key', 'rows.ts', audit(`if (!event.toolName) alerts.push(§event.dimensions?.['orderId']);`), AUDIT),
  hit(
    'destructured dimensions',
    'rows.ts',
    audit(
      `if (!event.toolName) {\n      const { §orderId } = event.dimensions ?? {};\n      alerts.push(orderId);\n    }`,
    ),
    AUDIT,
  ),
  hit(
    'dimensions in a variable',
    'rows.ts',
    audit('const dimensions = event.dimensions;\n    if (!event.toolName) alerts.push(§dimensions?.orderId);'),
    AUDIT,
  ),
  hit(
    'a destructured row',
    'rows.ts',
    withTool(
      `export const audit = createAuditHook({
  write: ({ path, dimensions }) => {
    if (path === '/mcp') alerts.push(§dimensions?.orderId);
  },
});`,
      'createAuditHook, setRequestDimensions',
    ),
    AUDIT,
  ),
  hit(
    'a filter of the request sink',
    'rows.ts',
    withTool(`export const observability = createObservability({
  request: {
    filter: (event) => event.path === '/mcp' && §event.dimensions?.orderId !== undefined,
    write: (event) => alerts.push(event),
  },
});`),
  ),
  hit(
    'a filter of an audit hook',
    'rows.js',
    withTool(
      `export const audit = createAuditHook({
  filter: (event) => !event.toolName && Boolean(§event.dimensions.orderId),
  write: (event) => alerts.push(event),
});`,
      'createAuditHook, setRequestDimensions',
    ),
    AUDIT,
  ),
  hit(
    'rows narrowed with filter',
    'report.ts',
    withTool(
      `export const ids = (rows: RequestEvent[]) =>
  rows.filter((row) => row.path === '/mcp').map((row) => §row.dimensions?.orderId);`,
      'setRequestDimensions, type RequestEvent',
    ),
  ),
  ...['slice()', 'toSorted()', 'sort()', 'reverse()', 'toReversed()', 'filter(Boolean)'].map((method) =>
    hit(
      `rows narrowed with filter, then ${method}`,
      'report.ts',
      withTool(
        `export const ids = (rows: RequestEvent[]) =>
  rows.filter((row) => row.path === '/mcp').${method}.map((row) => §row.dimensions?.orderId);`,
        'setRequestDimensions, type RequestEvent',
      ),
    ),
  ),
  ...['at(0)', 'pop()', 'shift()'].map((method) =>
    hit(
      `a narrowed row taken with ${method}`,
      'report.ts',
      withTool(
        `export const first = (rows: RequestEvent[]) => §rows.filter((row) => row.toolName == null).${method}?.dimensions?.orderId;`,
        'setRequestDimensions, type RequestEvent',
      ),
    ),
  ),
  hit(
    'the last row found among rows',
    'report.ts',
    withTool(
      `export const last = (rows: RequestEvent[]) => §rows.findLast((row) => row.toolName == null)?.dimensions?.orderId;`,
      'setRequestDimensions, type RequestEvent',
    ),
  ),
  hit(
    'a row found among rows',
    'report.ts',
    withTool(
      `export function idOf(rows: readonly RequestEvent[]) {
  const request = rows.find((row) => row.toolName == null);
  return §request?.dimensions?.orderId;
}`,
      'setRequestDimensions, type RequestEvent',
    ),
  ),
  hit(
    'a function typed for rows',
    'report.ts',
    withTool(
      `export function alertOn(event: RequestEvent) {
  if (event.path !== '/mcp') return;
  alerts.push(§event.dimensions?.orderId);
}`,
      'setRequestDimensions, type RequestEvent',
    ),
  ),
  hit(
    'CommonJS',
    'rows.cjs',
    `'use strict'
const { createObservability, setRequestDimensions } = require('stitchkit/observability')
const { defineRuntimeTool } = require('stitchkit/tools')
const { alerts } = require('./alerts')
exports.ship = defineRuntimeTool({
  name: 'ship',
  handler: async ({ orderId }) => {
    setRequestDimensions({ orderId })
  },
})
exports.observability = createObservability({
  request: {
    write(event) {
      if (event.path === '/mcp') alerts.push(§event.dimensions.orderId)
    },
  },
})
`,
  ),
  hit(
    'a component of a report',
    'report.tsx',
    withTool(
      `export const Row = ({ row }: { row: RequestEvent }) =>
  row.path === '/mcp' ? <b>{§row.dimensions?.orderId}</b> : null;`,
      'setRequestDimensions, type RequestEvent',
    ),
  ),
  hit(
    'a row of the first version with runtime tools',
    'rows.ts',
    audit('if (!event.toolName) alerts.push(§event.dimensions?.orderId);'),
    { version: '0.39.0' },
  ),
  hit(
    'windows line ends',
    'rows.ts',
    audit('if (!event.toolName) alerts.push(§event.dimensions?.orderId);').replaceAll('\n', '\r\n'),
    AUDIT,
  ),
];

const HTTP_IMPORTS = 'getRequestContext, setRequestDimensions, wrapInRequestContext';

const afterwards: readonly RuleCase[] = [
  hit(
    'a wrapper of fetch after its calls',
    'server.ts',
    withTool(
      `export const fetch = wrapInRequestContext(async () => {
  await answer();
  alerts.push(§getRequestContext()?.dimensions?.orderId);
  return new Response('ok');
});`,
      HTTP_IMPORTS,
      `import { answer } from './loop';`,
    ),
  ),
  hit(
    'a hook of the server',
    'server.ts',
    withTool(
      `export const server = createServer({
  services,
  hooks: { afterHandle: () => alerts.push(§getRequestContext()?.dimensions?.orderId) },
});`,
      'getRequestContext, setRequestDimensions',
      `import { createServer } from 'stitchkit/server';\nimport { services } from './services';`,
    ),
  ),
  hit(
    'the context in a variable',
    'server.js',
    withTool(
      `export const fetch = wrapInRequestContext(async () => {
  const ctx = getRequestContext();
  await answer();
  alerts.push(§ctx.dimensions.orderId);
  return new Response('ok');
});`,
      HTTP_IMPORTS,
      `import { answer } from './loop.js';`,
    ),
  ),
  hit(
    'an HTTP handler after a call of a mounted tool',
    'orders.ts',
    withTool(
      `const contract = defineContract({ prefix: 'chat' }, {
  ask: { method: 'POST', path: '/ask', desc: 'Ask', expose: ['HTTP'] },
});
export const chat = implement(contract, {
  ask: async () => {
    await answer();
    return { orderId: §getRequestContext()?.dimensions?.orderId };
  },
});`,
      'getRequestContext, setRequestDimensions',
      `import { defineContract } from 'stitchkit/contract';
import { implement } from 'stitchkit/server';
import { answer } from './loop';`,
    ),
  ),
];

const INVOKER_IMPORTS = `import { createToolInvoker } from 'stitchkit/tools';
import { services, starts } from './services';
const invoker = createToolInvoker(services);`;

/** A function that reads the dimension after `work`. */
const afterWork = (work: string, more = ''): string =>
  withTool(
    `${more}export async function shipAll() {
  ${work}
  return { last: §getRequestContext()?.dimensions?.orderId };
}`,
    'getRequestContext, setRequestDimensions',
    INVOKER_IMPORTS,
  );

const afterMany: readonly RuleCase[] = [
  hit(
    'after a call for each of a list',
    'ship.ts',
    afterWork(`await Promise.all(starts.map(({ id }) => invoker.invoke('orders_ship', { id }, {})));`),
  ),
  hit(
    'after a call for each, by Array.from',
    'ship.ts',
    afterWork(`await Promise.allSettled(Array.from(starts, (one) => invoker.invoke('orders_ship', one, {})));`),
  ),
  hit(
    'after a function of the module that runs the tools',
    'ship.ts',
    afterWork(
      'await runAll();',
      `async function runAll() {
  for (const one of starts) await invoker.invoke('orders_ship', one, {});
}
`,
    ),
  ),
  hit(
    'after a function that calls for each in a callback with a name',
    'ship.ts',
    afterWork(
      'await runAll();',
      `const ship = (one: { id: string }) => invoker.invoke('orders_ship', one, {});
const runAll = () => Promise.all(starts.map(ship));
`,
    ),
  ),
];

const CONSTANT_KEY = (
  written: string,
  read: string,
): string => `import { createObservability, setRequestDimensions } from 'stitchkit/observability';
import { getRequestContext } from 'stitchkit/observability';
import { defineRuntimeTool } from 'stitchkit/tools';
import { alerts } from './alerts';
const ORDER = 'orderId';
export const ship = defineRuntimeTool({ name: 'ship', handler: async ({ id }) => { ${written}; } });
export const observability = createObservability({ request: { write: (event) => alerts.push(${read}) } });
`;

const constants: readonly RuleCase[] = [
  hit(
    'a key that is a constant, written and read',
    'rows.ts',
    CONSTANT_KEY('setRequestDimensions({ [ORDER]: id })', '§event.dimensions?.[ORDER]'),
  ),
  hit(
    'a key that is a constant where it is written',
    'rows.js',
    CONSTANT_KEY('setRequestDimensions({ [ORDER]: id })', '§event.dimensions?.orderId'),
  ),
  hit(
    'a key that is a constant where it is stored',
    'rows.js',
    CONSTANT_KEY('getRequestContext().dimensions[ORDER] = id', '§event.dimensions?.orderId'),
  ),
];

const between: readonly RuleCase[] = [
  hit(
    'a tool that reads what another wrote',
    'orders.ts',
    withTool(
      `export const bill = defineRuntimeTool({
  name: 'orders_bill',
  handler: async () => {
    return { billed: §getRequestContext()?.dimensions?.orderId };
  },
});`,
      'getRequestContext, setRequestDimensions',
    ),
  ),
  hit(
    'a handler that reads what another wrote',
    'orders.ts',
    `import { defineContract } from 'stitchkit/contract';
import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
const orders = defineContract({ prefix: 'orders' }, {
  ship: { method: 'POST', path: '/ship', desc: 'Ship', expose: ['MCP'] },
  bill: { method: 'POST', path: '/bill', desc: 'Bill', expose: ['MCP'] },
});
export const service = implement(orders, {
  ship: async ({ input }) => {
    setRequestDimensions({ orderId: input.orderId });
    return {};
  },
  bill: async () => {
    const last = §getRequestContext()?.dimensions?.orderId;
    return { last };
  },
});
`,
  ),
  hit(
    'a handler that reads a destructured key',
    'orders.ts',
    `import { defineContract } from 'stitchkit/contract';
import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
const orders = defineContract({ prefix: 'orders' }, {
  ship: { method: 'POST', path: '/ship', desc: 'Ship', expose: ['AGENT'] },
  bill: { method: 'POST', path: '/bill', desc: 'Bill', expose: ['AGENT'] },
});
export const service = implement(orders, {
  ship: async ({ input }) => {
    setRequestDimensions({ orderId: input.orderId });
    return {};
  },
  bill: async () => {
    const { dimensions } = getRequestContext()!;
    return { last: §dimensions?.orderId };
  },
});
`,
  ),
  hit(
    'a key written through a helper',
    'orders.ts',
    `import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { defineRuntimeTool } from 'stitchkit/tools';
const stamp = (orderId: string) => setRequestDimensions({ orderId });
export const ship = defineRuntimeTool({ name: 'ship', handler: async ({ id }) => stamp(id) });
export const bill = defineRuntimeTool({
  name: 'bill',
  handler: async () => §getRequestContext()?.dimensions?.orderId,
});
`,
  ),
];

export const lost: readonly RuleCase[] = [...rows, ...constants, ...afterwards, ...afterMany, ...between];
