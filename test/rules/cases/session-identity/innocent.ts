import { clean, type RuleCase } from '../../rule-case.js';

const CONTEXT = `import { getRequestContext, getUserId } from 'stitchkit/observability';`;
const OLD = { version: '0.35.0' };

function mcp(options: string, top = ''): string {
  return `import { createMcpHandler } from 'stitchkit/tools';
import { authenticate, services } from './surface';
${top}
export const mcp = createMcpHandler({
  serverInfo: { name: 'kilns', version: '1.0.0' },
  services,
  auth: authenticate,
  ${options}
});
`;
}

function agent(context: string, top = ''): string {
  return `import { mountAgent } from 'stitchkit/tools';
${top}
import { kilnService } from './kilns';
export const tools = mountAgent(kilnService, { context: ${context} });
`;
}

const USER = 'context: (auth) => ({ userId: auth.userId }),';

const isolated: readonly RuleCase[] = [
  clean('a stateless handler before 0.37', 'mcp.ts', mcp(`stateless: true,\n  ${USER}`), OLD),
  clean('the default of 0.37', 'mcp.ts', mcp(USER), { version: '0.37.0' }),
  clean('the default of 0.43', 'mcp.ts', mcp(USER), { version: '0.43.0' }),
  clean('a stateless mode', 'mcp.ts', mcp(`sessionMode: 'stateless',\n  ${USER}`), { version: '0.40.0' }),
  clean('the newest version', 'mcp.ts', mcp(USER)),
  clean('0.44 knows no sessions', 'mcp.ts', mcp(USER), { version: '0.44.0' }),
  clean('a left-over mode in 0.44', 'mcp.ts', mcp(`sessionMode: 'stateful',\n  ${USER}`), { version: '0.44.0' }),
  clean('a left-over stateless: false in 0.40', 'mcp.ts', mcp(`stateless: false,\n  ${USER}`), { version: '0.40.0' }),
  clean(
    'a mode that cannot be seen',
    'mcp.ts',
    mcp(`sessionMode: config.mode,\n  ${USER}`, `import { config } from './config';`),
    { version: '0.40.0' },
  ),
  clean(
    'a stateless flag that cannot be seen',
    'mcp.ts',
    mcp(`stateless: config.stateless,\n  ${USER}`, `import { config } from './config';`),
    OLD,
  ),
  clean(
    'options that may hold the mode',
    'mcp.ts',
    mcp(`${USER}\n  ...defaults,`, `import { defaults } from './config';`),
    OLD,
  ),
  clean('a session without identity', 'mcp.ts', mcp('context: () => ({ region: "north" }),'), OLD),
  clean('a session without a context', 'mcp.ts', mcp(''), OLD),
  clean('a session with a service account', 'mcp.ts', mcp(`context: () => ({ userId: 'kiln-service' }),`), OLD),
  clean(
    'a session with an account of the environment',
    'mcp.ts',
    mcp(`sessionMode: 'stateful',\n  context: () => ({ userId: process.env.SERVICE_USER ?? 'kiln-service' }),`),
    { version: '0.40.0' },
  ),
  clean(
    'a stateless handler in CommonJS',
    'mcp.cjs',
    `const { createMcpHandler } = require('stitchkit/tools');
const { services, authenticate } = require('./surface');
exports.mcp = createMcpHandler({
  services,
  auth: authenticate,
  stateless: true,
  context: (auth) => ({ userId: auth.sub }),
});
`,
    OLD,
  ),
  clean(
    'a read of the request in an isolated handler',
    'mcp.ts',
    mcp('context: () => ({ userId: getUserId() }),', CONTEXT),
  ),
];

const accounts: readonly RuleCase[] = [
  clean('a literal', 'tools.ts', agent(`{ userId: 'kiln-service' }`)),
  clean('a constant', 'tools.ts', agent('{ userId: SERVICE }', `const SERVICE = 'kiln-service';`)),
  clean('the environment', 'tools.ts', agent('{ userId: process.env.SERVICE_USER }')),
  clean('the environment of Vite', 'tools.ts', agent('{ userId: import.meta.env.VITE_USER }')),
  clean('the environment of Bun', 'tools.ts', agent('{ userId: Bun.env.SERVICE_USER ?? "kiln-service" }')),
  clean(
    'an imported constant',
    'tools.ts',
    agent('{ userId: SERVICE_USER }', `import { SERVICE_USER } from './config';`),
  ),
  clean(
    'configuration that is read once',
    'tools.ts',
    agent('{ userId: config.serviceUser }', `import { readConfig } from './config';\nconst config = readConfig();`),
  ),
  clean('a template of constants', 'tools.ts', agent('{ userId: `service-${process.pid}` }')),
  clean(
    'no context',
    'tools.js',
    `import { mountAgent } from 'stitchkit/tools';\nimport { s } from './s.js';\nexport const tools = mountAgent(s, {});\n`,
  ),
  clean('a context without identity', 'tools.ts', agent('{ region: getRequestContext()?.path }', CONTEXT)),
  clean('a let that is set once', 'tools.ts', agent('{ userId }', `let userId = 'kiln-service';`)),
  clean(
    'a service account on stdio',
    'stdio.ts',
    `import { createStdioMcpServer } from 'stitchkit/tools';
import { services } from './surface';
export const server = createStdioMcpServer({
  services,
  context: () => ({ userId: process.env.SERVICE_USER ?? 'kiln-service' }),
});
`,
  ),
  clean(
    'the user of the machine on stdio',
    'stdio.ts',
    `import { userInfo } from 'node:os';
import { createStdioMcpServer } from 'stitchkit/tools';
import { services } from './surface';
export const server = createStdioMcpServer({ services, context: () => ({ userId: userInfo().username }) });
`,
  ),
  clean(
    'the token of the process on stdio',
    'stdio.cjs',
    `const { createStdioMcpServer } = require('stitchkit/tools');
const { services, whoHas } = require('./surface');
createStdioMcpServer({
  services,
  auth: whoHas(process.env.TOKEN),
  context: (auth) => ({ userId: auth.userId }),
});
`,
  ),
];

const perRequest: readonly RuleCase[] = [
  clean(
    'a mount in a handler of a request',
    'chat.ts',
    `import { mountAgent } from 'stitchkit/tools';
${CONTEXT}
import { kilnService } from './kilns';
export async function POST(request: Request) {
  const tools = mountAgent(kilnService, { context: { userId: getUserId() } });
  return Response.json(Object.keys(tools));
}
`,
  ),
  clean(
    'a mount in a function with a user',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export const toolsFor = (userId: string) => mountAgent(kilnService, { context: { userId } });
`,
  ),
  clean(
    'a mount in a wrapper of fetch',
    'server.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { getUserId, wrapInRequestContext } from 'stitchkit/observability';
import { kilnService } from './kilns';
export const fetch = wrapInRequestContext(async () => {
  const tools = mountAgent(kilnService, { context: { userId: getUserId() } });
  return Response.json(Object.keys(tools));
});
`,
  ),
  clean(
    'a mount in a method',
    'agent.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export class Agent {
  constructor(private readonly userId: string) {}
  tools() {
    return mountAgent(kilnService, { context: { userId: this.userId } });
  }
}
`,
  ),
  clean(
    'a mount of one agent of one user',
    'agent.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export class Agent {
  readonly tools;
  constructor(userId: string) {
    this.tools = mountAgent(kilnService, { context: { userId } });
  }
}
`,
  ),
  clean(
    'a component that makes a mount',
    'panel.tsx',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export async function Panel({ userId }: { userId: string }) {
  const tools = mountAgent(kilnService, { context: { userId } });
  return <b>{Object.keys(tools).length}</b>;
}
`,
  ),
  clean(
    'a mount kept by user',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const byUser = new Map<string, ReturnType<typeof mountAgent>>();
export function toolsFor(userId: string) {
  let tools = byUser.get(userId);
  if (!tools) {
    tools = mountAgent(kilnService, { context: { userId } });
    byUser.set(userId, tools);
  }
  return tools;
}
`,
  ),
  clean(
    'a mount memoised by user',
    'tools.ts',
    `import { memoize } from 'lodash-es';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export const toolsFor = memoize((userId: string) => mountAgent(kilnService, { context: { userId } }));
`,
  ),
  clean(
    'a memoised service account',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
let tools: ReturnType<typeof mountAgent> | undefined;
export const openTools = () => (tools ??= mountAgent(kilnService, { context: { userId: 'kiln-service' } }));
`,
  ),
  clean(
    'a local that is filled with ??=',
    'tools.js',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns.js';
export function toolsFor(userId, given) {
  let tools = given;
  tools ??= mountAgent(kilnService, { context: { userId } });
  return tools;
}
`,
  ),
  clean(
    'the user of one call of an invoker',
    'invoke.ts',
    `import { createToolInvoker } from 'stitchkit/tools';
${CONTEXT}
import { services } from './surface';
const invoker = createToolInvoker(services, { transport: 'AGENT' });
export const run = (name: string) => invoker.invoke(name, {}, { context: { userId: getUserId() } });
`,
  ),
  clean(
    'a mount in a test',
    'tools.test.ts',
    `import { test } from 'vitest';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
test('mounts', () => {
  mountAgent(kilnService, { context: { userId: 'ada' } });
});
`,
  ),
  clean(
    'a mount kept by user in a record',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const byUser: Record<string, unknown> = {};
export const toolsFor = (userId: string) => (byUser[userId] ??= mountAgent(kilnService, { context: { userId } }));
`,
  ),
  clean(
    'a mount kept by tenant and user',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const cache = new Map<string, unknown>();
export function toolsFor(tenant: string, user: { id: string }) {
  const key = \`\${tenant}:\${user.id}\`;
  const known = cache.get(key);
  if (known) return known;
  const made = mountAgent(kilnService, { context: { tenant, userId: user.id } });
  cache.set(key, made);
  return made;
}
`,
  ),
  clean(
    'a mount kept by the user of the request',
    'tools.ts',
    `import { getUserId } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const cache = new Map<string, unknown>();
export function openTools() {
  const key = getUserId() ?? '';
  if (!cache.has(key)) cache.set(key, mountAgent(kilnService, { context: { userId: getUserId() } }));
  return cache.get(key);
}
`,
  ),
  clean(
    'a mount kept for one user each',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export function agentOf(userId: string) {
  let tools: unknown;
  return { tools: () => (tools ??= mountAgent(kilnService, { context: { userId } })) };
}
`,
  ),
  clean(
    'a mount kept in the agent of one user',
    'agent.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export class Agent {
  #tools: unknown;
  constructor(private readonly userId: string) {}
  get tools() {
    return (this.#tools ??= mountAgent(kilnService, { context: { userId: this.userId } }));
  }
}
`,
  ),
  clean(
    'an argument of the process on stdio',
    'stdio.ts',
    `import { parseArgs } from 'node:util';
import { createStdioMcpServer } from 'stitchkit/tools';
import { services } from './surface';
const { values } = parseArgs({ options: { user: { type: 'string' } } });
export const server = createStdioMcpServer({ services, context: () => ({ userId: values.user }) });
`,
  ),
];

const instances: readonly RuleCase[] = [
  clean(
    'a field of an instance that others make',
    'desk.ts',
    `import { mountAgent } from 'stitchkit/tools';
${CONTEXT}
import { kilnService } from './kilns';
export class Desk {
  readonly tools = mountAgent(kilnService, { context: { userId: getUserId() } });
}
`,
  ),
  clean(
    'a mount kept in a field of an instance for each request',
    'desk.ts',
    `import { mountAgent } from 'stitchkit/tools';
${CONTEXT}
import { kilnService } from './kilns';
class Desk {
  #tools: unknown;
  get tools() {
    return (this.#tools ??= mountAgent(kilnService, { context: { userId: getUserId() } }));
  }
}
export async function POST(request: Request) {
  const desk = new Desk();
  return Response.json(Object.keys(desk.tools as object));
}
`,
  ),
  clean(
    'a mount kept in a provider of the scope of a request',
    'desk.ts',
    `import { Injectable, Scope } from '@nestjs/common';
import { mountAgent } from 'stitchkit/tools';
${CONTEXT}
import { kilnService } from './kilns';
@Injectable({ scope: Scope.REQUEST })
export class Desk {
  #tools: unknown;
  get tools() {
    return (this.#tools ??= mountAgent(kilnService, { context: { userId: getUserId() } }));
  }
}
`,
  ),
  clean(
    'a kept instance of a service account',
    'desk.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { config } from './config';
import { kilnService } from './kilns';
export class Desk {
  static #desk: Desk | undefined;
  readonly tools;
  private constructor(userId: string) {
    this.tools = mountAgent(kilnService, { context: { userId } });
  }
  static get(): Desk {
    return (Desk.#desk ??= new Desk(config.serviceUser));
  }
}
`,
  ),
  clean(
    'a kept mount of a service account, by a maker',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const build = (userId: string) => mountAgent(kilnService, { context: { userId } });
let tools: ReturnType<typeof build> | undefined;
export const openTools = () => (tools ??= build(process.env.SERVICE_USER ?? 'kilns'));
`,
  ),
  clean(
    'an instance of the module with a service account',
    'desk.js',
    `import { mountAgent } from 'stitchkit/tools';
import { config } from './config.js';
import { kilnService } from './kilns.js';
class Desk {
  constructor(userId) {
    this.tools = mountAgent(kilnService, { context: { userId } });
  }
}
export const desk = new Desk(config.serviceUser);
`,
  ),
  clean(
    'a maker whose mounts are kept by user',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const build = (id: string) => mountAgent(kilnService, { context: { userId: id } });
const byUser: Record<string, unknown> = {};
export const toolsFor = (userId: string) => (byUser[userId] ??= build(userId));
`,
  ),
  clean(
    'an instance kept by user',
    'desk.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
class Desk {
  readonly tools;
  constructor(user: { id: string }) {
    this.tools = mountAgent(kilnService, { context: { userId: user.id } });
  }
}
const desks = new Map<string, Desk>();
export function deskOf(user: { id: string }): Desk {
  let desk = desks.get(user.id);
  if (!desk) {
    desk = new Desk(user);
    desks.set(user.id, desk);
  }
  return desk;
}
`,
  ),
];

const elsewhere: readonly RuleCase[] = [
  clean(
    'a mount of another package',
    'tools.ts',
    `import { mountAgent } from '@acme/agents';
${CONTEXT}
export const tools = mountAgent({}, { context: { userId: getUserId() } });
`,
  ),
  clean(
    'a name that hides the import',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
${CONTEXT}
export const used = mountAgent;
export const run = (mountAgent: (o: object) => unknown) => mountAgent({ context: { userId: getUserId() } });
`,
  ),
  clean(
    'a user read at the top for something else',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
${CONTEXT}
import { kilnService } from './kilns';
console.log(getRequestContext()?.userId, getUserId());
export const tools = mountAgent(kilnService, {});
`,
  ),
  clean(
    'mentions in comments and strings',
    'tools.ts',
    agent(`{ note: 'userId: getUserId()' }`, '// context: { userId: getUserId() }'),
  ),
];

export const innocent: readonly RuleCase[] = [...isolated, ...accounts, ...perRequest, ...instances, ...elsewhere];
