import { clean, type RuleCase } from '../../rule-case.js';

const TOOL = `export const shipOrder = defineRuntimeTool({
  name: 'orders_ship',
  handler: async ({ orderId }) => {
    setRequestDimensions({ orderId });
    return { shipped: true };
  },
});`;

function withTool(rest: string, imports = 'createObservability, setRequestDimensions', more = ''): string {
  return `import { ${imports} } from 'stitchkit/observability';
import { defineRuntimeTool } from 'stitchkit/tools';
import { alerts } from './alerts';
${more}
${TOOL}
${rest}
`;
}

const audit = (body: string, more = ''): string =>
  withTool(
    `export const audit = createAuditHook({
  write: (event) => {
    ${body}
  },
});`,
    'createAuditHook, setRequestDimensions',
    more,
  );

const AUDIT = { version: '0.42.0' };
const OLD = { version: '0.35.0' };

const toolRows: readonly RuleCase[] = [
  clean(
    'a sink of tool rows',
    'rows.ts',
    withTool(`export const observability = createObservability({
  tools: { write: (event) => alerts.push(event.dimensions?.orderId) },
});`),
  ),
  clean(
    'a row with a tool name',
    'rows.ts',
    audit('if (event.toolName) alerts.push(event.dimensions?.orderId);'),
    AUDIT,
  ),
  clean(
    'a row with a tool name, by null',
    'rows.ts',
    audit('if (event.toolName != null) alerts.push(event.dimensions?.orderId);'),
    AUDIT,
  ),
  clean(
    'a row after the requests have left',
    'rows.ts',
    audit('if (!event.toolName) return;\n    alerts.push(event.dimensions?.orderId);'),
    AUDIT,
  ),
  clean('a row of any kind', 'rows.ts', audit('alerts.push(event.dimensions?.orderId);'), AUDIT),
  clean(
    'a row of a tool by its path',
    'rows.ts',
    audit(`if (event.path === '/mcp/orders_ship') alerts.push(event.dimensions?.orderId);`),
    AUDIT,
  ),
  clean(
    'the branch of tools',
    'rows.ts',
    audit('if (!event.toolName) alerts.count(event.path);\n    else alerts.push(event.dimensions?.orderId);'),
    AUDIT,
  ),
  clean(
    'a row of a job',
    'rows.ts',
    withTool(`export const observability = createObservability({
  request: { write: (event) => { if (event.kind === 'job') alerts.push(event.dimensions?.region); } },
});`),
  ),
  clean(
    'all dimensions of a request row',
    'rows.ts',
    audit('if (!event.toolName) alerts.push(event.dimensions);'),
    AUDIT,
  ),
  clean(
    'the user of a request row',
    'rows.ts',
    audit(`if (event.path === '/mcp') alerts.push(event.userId, event.traceId);`),
    AUDIT,
  ),
  clean(
    'one function for both sinks',
    'rows.ts',
    withTool(
      `const write = (event: RequestEvent) => void alerts.push(event.dimensions?.orderId);
export const observability = createObservability({ request: { write }, tools: { write } });`,
      'createObservability, setRequestDimensions, type RequestEvent',
    ),
  ),
  clean(
    'rows of tools of a list',
    'report.ts',
    withTool(
      `export const ids = (rows: RequestEvent[]) =>
  rows.filter((row) => row.toolName).map((row) => row.dimensions?.orderId);`,
      'setRequestDimensions, type RequestEvent',
    ),
  ),
  clean(
    'a request row joined to its tools',
    'report.ts',
    withTool(
      `export function idOf(rows: readonly RequestEvent[]) {
  const request = rows.find((row) => row.toolName == null);
  const tools = rows.filter((row) => row.toolName != null && row.traceId === request?.traceId);
  return tools.map((row) => row.dimensions?.orderId);
}`,
      'setRequestDimensions, type RequestEvent',
    ),
  ),
];

const otherKeys: readonly RuleCase[] = [
  clean(
    'a key that no tool writes',
    'rows.ts',
    audit('if (!event.toolName) alerts.push(event.dimensions?.region);'),
    AUDIT,
  ),
  clean(
    'a key that HTTP code writes too',
    'rows.ts',
    withTool(
      `export const fetch = wrapInRequestContext(async (request) => {
  setRequestDimensions({ orderId: new URL(request.url).pathname });
  return new Response('ok');
});
export const observability = createObservability({
  request: { write: (event) => { if (event.path === '/mcp') alerts.push(event.dimensions?.orderId); } },
});`,
      'createObservability, setRequestDimensions, wrapInRequestContext',
    ),
  ),
  clean(
    'a key that a hook of the server writes too',
    'rows.ts',
    withTool(
      `export const server = createServer({
  services,
  hooks: { beforeHandle: (ctx) => setRequestDimensions({ orderId: ctx.params.orderId }) },
});
export const observability = createObservability({
  request: { write: (event) => { if (event.path === '/mcp') alerts.push(event.dimensions?.orderId); } },
});`,
      'createObservability, setRequestDimensions',
      `import { createServer } from 'stitchkit/server';\nimport { services } from './services';`,
    ),
  ),
  clean(
    'a key of a function that anyone may call',
    'rows.ts',
    withTool(`export const stamp = (orderId: string) => setRequestDimensions({ orderId });
export const observability = createObservability({
  request: { write: (event) => { if (event.path === '/mcp') alerts.push(event.dimensions?.orderId); } },
});`),
  ),
  clean(
    'HTTP code that writes keys that cannot be seen',
    'rows.ts',
    withTool(
      `export const fetch = wrapInRequestContext(async (request) => {
  setRequestDimensions(dimensionsOf(request));
  return new Response('ok');
});
export const observability = createObservability({
  request: { write: (event) => { if (event.path === '/mcp') alerts.push(event.dimensions?.orderId); } },
});`,
      'createObservability, setRequestDimensions, wrapInRequestContext',
      `import { dimensionsOf } from './dimensions';`,
    ),
  ),
  clean(
    'a handler that serves HTTP too',
    'rows.ts',
    `import { defineContract } from 'stitchkit/contract';
import { createObservability, setRequestDimensions } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { alerts } from './alerts';
const orders = defineContract({ prefix: 'orders' }, {
  ship: { method: 'POST', path: '/ship', desc: 'Ship', expose: ['HTTP', 'MCP'] },
});
export const service = implement(orders, {
  ship: async ({ input }) => {
    setRequestDimensions({ orderId: input.orderId });
    return {};
  },
});
export const observability = createObservability({
  request: { write: (event) => { if (event.toolName == null) alerts.push(event.dimensions?.orderId); } },
});
`,
  ),
  clean(
    'a handler of unknown exposure may serve HTTP',
    'rows.ts',
    `import { createObservability, setRequestDimensions } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { alerts } from './alerts';
import { orders } from './contract';
export const service = implement(orders, {
  ship: async ({ input }) => {
    setRequestDimensions({ orderId: input.orderId });
    return {};
  },
});
export const observability = createObservability({
  request: { write: (event) => { if (event.toolName == null) alerts.push(event.dimensions?.orderId); } },
});
`,
  ),
  clean(
    'a raw tool writes on the request',
    'rows.ts',
    `import { createMcpHandler } from 'stitchkit/tools';
import { createObservability, setRequestDimensions } from 'stitchkit/observability';
import { alerts, services } from './surface';
export const mcp = createMcpHandler({
  services,
  rawTools: (server) => {
    server.registerTool('ship', { description: 'Ship', inputSchema: {} }, async ({ orderId }) => {
      setRequestDimensions({ orderId });
      return { content: [] };
    });
  },
});
export const observability = createObservability({
  request: { write: (event) => { if (event.path === '/mcp') alerts.push(event.dimensions?.orderId); } },
});
`,
  ),
  clean(
    'a hand-written tool writes on the request',
    'rows.ts',
    `import { tool } from 'ai';
import { createObservability, setRequestDimensions } from 'stitchkit/observability';
import { alerts } from './alerts';
export const ship = tool({ inputSchema: {}, execute: async ({ orderId }) => setRequestDimensions({ orderId }) });
export const observability = createObservability({
  request: { write: (event) => { if (event.toolName == null) alerts.push(event.dimensions?.orderId); } },
});
`,
  ),
  clean(
    'a lifecycle shared with a server',
    'rows.ts',
    `import { createServer } from 'stitchkit/server';
import { mountAgent } from 'stitchkit/tools';
import { createObservability, setRequestDimensions } from 'stitchkit/observability';
import { alerts, orders } from './surface';
const lifecycle = { beforeHandle: (ctx) => setRequestDimensions({ tenant: ctx.tenant }) };
export const server = createServer({ services: [orders], hooks: lifecycle });
export const openTools = () => mountAgent(orders, { lifecycle });
export const observability = createObservability({
  request: { write: (event) => { if (event.toolName == null) alerts.push(event.dimensions?.tenant); } },
});
`,
  ),
];

const ownCall: readonly RuleCase[] = [
  clean(
    'a tool that reads its own key',
    'orders.ts',
    `import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { defineRuntimeTool } from 'stitchkit/tools';
export const ship = defineRuntimeTool({
  name: 'ship',
  handler: async ({ orderId }) => {
    setRequestDimensions({ orderId });
    return { stamped: getRequestContext()?.dimensions?.orderId };
  },
});
`,
  ),
  clean(
    'a tool that reads a key of its lifecycle',
    'orders.ts',
    `import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { defineRuntimeTool, mountAgent } from 'stitchkit/tools';
import { orders } from './orders';
export const ship = defineRuntimeTool({
  name: 'ship',
  handler: async () => ({ tenant: getRequestContext()?.dimensions?.tenant }),
});
export const openTools = () =>
  mountAgent(orders, {
    runtimeTools: [ship],
    lifecycle: { beforeHandle: (ctx) => setRequestDimensions({ tenant: ctx.tenant }) },
  });
`,
  ),
  clean(
    'a hook that reads what its call wrote',
    'orders.ts',
    withTool(
      `export const openTools = () =>
  mountAgent(orders, {
    hooks: { afterToolCall: () => alerts.push(getRequestContext()?.dimensions?.orderId) },
  });`,
      'getRequestContext, setRequestDimensions',
      `import { mountAgent } from 'stitchkit/tools';\nimport { orders } from './orders';`,
    ),
  ),
  clean(
    'a tool that reads a key of the request',
    'orders.ts',
    `import { getRequestContext, setRequestDimensions, wrapInRequestContext } from 'stitchkit/observability';
import { defineRuntimeTool } from 'stitchkit/tools';
export const ship = defineRuntimeTool({
  name: 'ship',
  handler: async () => ({ tenant: getRequestContext()?.dimensions?.tenant }),
});
export const fetch = wrapInRequestContext(async (request) => {
  setRequestDimensions({ tenant: request.headers.get('x-tenant') });
  return new Response('ok');
});
`,
  ),
  clean(
    'two tools that write and read the same key',
    'orders.ts',
    `import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { defineRuntimeTool } from 'stitchkit/tools';
export const ship = defineRuntimeTool({ name: 'ship', handler: async ({ id }) => setRequestDimensions({ orderId: id }) });
export const bill = defineRuntimeTool({
  name: 'bill',
  handler: async ({ id }) => {
    setRequestDimensions({ orderId: id });
    return getRequestContext()?.dimensions?.orderId;
  },
});
`,
  ),
  clean(
    'a helper that reads for the tool that wrote',
    'orders.ts',
    `import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { defineRuntimeTool } from 'stitchkit/tools';
const stamped = () => getRequestContext()?.dimensions?.orderId;
export const ship = defineRuntimeTool({
  name: 'ship',
  handler: async ({ id }) => {
    setRequestDimensions({ orderId: id });
    return stamped();
  },
});
`,
  ),
];

const elsewhere: readonly RuleCase[] = [
  clean(
    'before 0.36 the row had it',
    'rows.ts',
    audit('if (!event.toolName) alerts.push(event.dimensions?.orderId);'),
    OLD,
  ),
  clean(
    'before 0.36 a tool saw what another wrote',
    'orders.ts',
    `import { defineContract } from 'stitchkit/contract';
import { getRequestContext, setRequestDimensions } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
const orders = defineContract({ prefix: 'orders' }, {
  ship: { method: 'POST', path: '/ship', desc: 'Ship', expose: ['MCP'] },
  bill: { method: 'POST', path: '/bill', desc: 'Bill', expose: ['MCP'] },
});
export const service = implement(orders, {
  ship: async ({ input }) => setRequestDimensions({ orderId: input.orderId }),
  bill: async () => getRequestContext()?.dimensions?.orderId,
});
`,
    OLD,
  ),
  clean(
    'a row of another kind',
    'rows.ts',
    withTool(
      `export function chart(point: { path: string; dimensions: Record<string, string> }) {
  if (point.path === '/mcp') alerts.push(point.dimensions.orderId);
}`,
      'setRequestDimensions',
    ),
  ),
  clean(
    'a setter of another package',
    'rows.ts',
    `import { createAuditHook } from 'stitchkit/observability';
import { defineRuntimeTool } from 'stitchkit/tools';
import { setRequestDimensions } from './telemetry';
import { alerts } from './alerts';
export const ship = defineRuntimeTool({ name: 'ship', handler: async ({ id }) => setRequestDimensions({ orderId: id }) });
export const audit = createAuditHook({
  write: (event) => { if (!event.toolName) alerts.push(event.dimensions?.orderId); },
});
`,
    AUDIT,
  ),
  clean(
    'a sink whose keys are written elsewhere',
    'rows.cjs',
    `const { createAuditHook } = require('stitchkit/observability');
const { alerts } = require('./alerts');
exports.audit = createAuditHook({
  write(event) {
    if (event.path === '/mcp') alerts.push(event.dimensions.orderId);
  },
});
`,
    AUDIT,
  ),
  clean(
    'dimensions of a product',
    'box.tsx',
    `import { setRequestDimensions } from 'stitchkit/observability';
import { defineRuntimeTool } from 'stitchkit/tools';
export const pack = defineRuntimeTool({ name: 'pack', handler: async ({ width }) => setRequestDimensions({ width }) });
export const Box = ({ box }: { box: { path: string; dimensions: { width: string } } }) =>
  box.path === '/mcp' ? <b>{box.dimensions.width}</b> : null;
`,
  ),
  clean(
    'a request row in JavaScript that writes a key',
    'rows.js',
    audit('if (!event.toolName) event.dimensions = { region: "north" };'),
    AUDIT,
  ),
  clean(
    'mentions in comments and strings',
    'rows.ts',
    audit(`// if (!event.toolName) event.dimensions.orderId\n    alerts.push('event.dimensions.orderId');`),
    AUDIT,
  ),
];

const INVOKER_IMPORTS = `import { createToolInvoker } from 'stitchkit/tools';
import { services, starts, bus } from './services';
const invoker = createToolInvoker(services);`;

const besideCalls: readonly RuleCase[] = [
  clean(
    'a read before a call for each of a list',
    'ship.ts',
    withTool(
      `export async function shipAll() {
  const before = getRequestContext()?.dimensions?.orderId;
  await Promise.all(starts.map((one) => invoker.invoke('orders_ship', one, {})));
  return before;
}`,
      'getRequestContext, setRequestDimensions',
      INVOKER_IMPORTS,
    ),
  ),
  clean(
    'a read where a listener was set that calls tools some day',
    'ship.ts',
    withTool(
      `export function listen() {
  bus.on('start', (one) => invoker.invoke('orders_ship', one, {}));
  return getRequestContext()?.dimensions?.orderId;
}`,
      'getRequestContext, setRequestDimensions',
      INVOKER_IMPORTS,
    ),
  ),
  clean(
    'another key after a call for each of a list',
    'ship.ts',
    withTool(
      `export async function shipAll() {
  await Promise.all(starts.map((one) => invoker.invoke('orders_ship', one, {})));
  return getRequestContext()?.dimensions?.region;
}`,
      'getRequestContext, setRequestDimensions',
      INVOKER_IMPORTS,
    ),
  ),
];

const afterCalls = (read: string, more = ''): string =>
  withTool(
    `${more}export async function shipAll() {
  const given = await Promise.all(starts.map((one) => invoker.invoke('orders_ship', one, {})));
  ${read}
}`,
    'childSpan, getRequestContext, getTraceId, runWithRequestContext, setRequestDimensions',
    INVOKER_IMPORTS,
  );

const afterwardsRight: readonly RuleCase[] = [
  clean('what the calls gave back, after them', 'ship.ts', afterCalls('return given.map((one) => one.orderId);')),
  clean(
    'the trace of the request, after calls',
    'ship.ts',
    afterCalls('return { traceId: getTraceId(), count: given.length };'),
  ),
  clean(
    'a member of that name of another record, after calls',
    'ship.ts',
    afterCalls('return bus.dimensions?.orderId;'),
  ),
  clean(
    'a dimension that the function writes itself, after calls',
    'ship.ts',
    afterCalls(`setRequestDimensions({ orderId: 'many' });
  return getRequestContext()?.dimensions?.orderId;`),
  ),
  clean(
    'dimensions that are handed on whole, after calls',
    'ship.ts',
    afterCalls('bus.emit(getRequestContext()?.dimensions);'),
  ),
  clean(
    'a dimension inside a fork that is opened after calls and has it',
    'ship.ts',
    afterCalls(`const parent = getRequestContext();
  return runWithRequestContext({ ...parent, dimensions: { orderId: 'all' }, error: undefined }, () =>
    getRequestContext()?.dimensions?.orderId,
  );`),
  ),
  clean(
    'a dimension of rows that were read back from a table, after calls',
    'ship.ts',
    afterCalls('const rows = await bus.rows(getTraceId());\n  return rows.map((row) => row.dimensions?.orderId);'),
  ),
  clean(
    'the type of a dimension, after calls',
    'ship.ts',
    afterCalls(
      `const ids: NonNullable<ReturnType<typeof getRequestContext>>['dimensions'][] = [];
  return ids.concat(given);`,
    ),
  ),
  clean(
    'dimensions that are only counted, after calls',
    'ship.js',
    afterCalls('return Object.keys(getRequestContext()?.dimensions ?? {}).length;'),
  ),
  clean(
    'a function that shadows the getter, after calls',
    'ship.ts',
    afterCalls(`const getRequestContext = () => ({ dimensions: { orderId: given.length } });
  return getRequestContext().dimensions.orderId;`),
  ),
];

export const innocent: readonly RuleCase[] = [
  ...toolRows,
  ...otherKeys,
  ...ownCall,
  ...elsewhere,
  ...besideCalls,
  ...afterwardsRight,
];
