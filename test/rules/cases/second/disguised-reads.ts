import { clean, hit, type RuleCase } from '../../rule-case.js';
import { CONTEXT_IMPORT, contractHandler, rawTool, sdkTool } from '../../templates/scopes.js';

const KILNS = `import { defineContract } from 'stitchkit/contract';
${CONTEXT_IMPORT}
import { implement } from 'stitchkit/server';
import { note } from './notes';
`;

const TOOL_CONTRACT = `const kilns = defineContract({ prefix: 'kilns' }, { fire: { method: 'POST', path: '/fire', desc: 'Fire', expose: ['MCP'] } });
`;

/** Reads that hide behind ordinary structure, and their innocent twins. `read` is a member path such as `.startedAt`. */
export function disguisedReads(path: string): RuleCase[] {
  const read = `getRequestContext()?${path}`;
  return [...handlerTables(read), ...heldContexts(path), ...toolShapes(read), ...exposures(read)];
}

function handlerTables(read: string): RuleCase[] {
  const wrong = `note(§${read})`;
  return [
    hit(
      'second: handlers made by a function of their dependencies',
      'kilns.ts',
      `${KILNS}${TOOL_CONTRACT}
function createHandlers(prefix: string) {
  return {
    fire: async () => {
      note(prefix);
      ${wrong};
    },
  };
}
export const service = implement(kilns, createHandlers('k'));
`,
    ),
    hit(
      'second: handlers made by an arrow of their dependencies',
      'kilns.js',
      `${KILNS}${TOOL_CONTRACT}
const fireKiln = async (deps) => ${wrong};
const makeHandlers = (deps) => ({ fire: () => fireKiln(deps) });
export const makeService = (deps) => implement(kilns, makeHandlers(deps));
`,
    ),
    hit(
      'second: handlers are an instance with arrow fields',
      'kilns.ts',
      `${KILNS}${TOOL_CONTRACT}
class KilnHandlers {
  fire = async () => {
    ${wrong};
  };
}
export const service = implement(kilns, new KilnHandlers());
`,
    ),
    hit(
      'second: handlers are an instance with methods',
      'kilns.ts',
      `${KILNS}${TOOL_CONTRACT}
class KilnHandlers {
  async fire() {
    ${wrong};
  }
}
export const service = implement(kilns, new KilnHandlers());
`,
    ),
    hit(
      'second: frozen handlers',
      'kilns.js',
      `${KILNS}${TOOL_CONTRACT}export const service = implement(kilns, Object.freeze({ fire: async () => ${wrong} }));\n`,
    ),
    hit(
      'second: handlers filled in one by one',
      'kilns.js',
      `${KILNS}${TOOL_CONTRACT}const handlers = {};\nhandlers.fire = async () => ${wrong};\nexport const service = implement(kilns, handlers);\n`,
    ),
    hit(
      'second: one function for a tool and for the web, once',
      'kilns.ts',
      `${KILNS}
const kilns = defineContract(
  { prefix: 'kilns' },
  {
    fire: { method: 'POST', path: '/fire', desc: 'Fire', expose: ['MCP'] },
    look: { method: 'GET', path: '/look', desc: 'Look', expose: ['HTTP'] },
  },
);
const run = async () => ${wrong};
export const service = implement(kilns, { fire: run, look: run });
`,
    ),
    hit(
      'second: a function for a hook and for a handler',
      'kilns.ts',
      `${KILNS}import { mountAgent } from 'stitchkit/tools';
${TOOL_CONTRACT}
const stamp = () => ${wrong};
export const service = implement(kilns, { fire: async () => stamp() });
export const tools = mountAgent(service, { hooks: { beforeToolCall: () => stamp() } });
`,
    ),
  ];
}

function heldContexts(path: string): RuleCase[] {
  return [
    hit(
      'second: a cloned context',
      'kilns.ts',
      contractHandler({ body: `note(§structuredClone(getRequestContext()!)${path});` }),
    ),
    hit(
      'second: a frozen context',
      'sheep.js',
      sdkTool({ body: `const ctx = Object.freeze(getRequestContext());\n    note(§ctx${path});` }),
    ),
    hit(
      'second: a curried logger',
      'sheep.js',
      sdkTool({
        top: `const log = (ctx) => (message) => note(message, §ctx${path});`,
        body: 'const say = log(getRequestContext());\n    say(pen);',
      }),
    ),
    hit(
      'second: a fluent builder',
      'kilns.ts',
      contractHandler({
        imports: `import { getRequestContext, type RequestContext } from 'stitchkit/observability';`,
        top: `class Row {
  private ctx?: RequestContext;
  under(ctx: RequestContext) {
    this.ctx = ctx;
    return this;
  }
  write() {
    note(§this.ctx?${path});
  }
}`,
        body: 'new Row().under(getRequestContext()!).write();',
      }),
    ),
    hit(
      'second: an inherited field',
      'kilns.ts',
      contractHandler({
        top: `class Base {
  protected readonly ctx = getRequestContext();
}
class Probe extends Base {
  read() {
    return §this.ctx?${path};
  }
}`,
        body: 'note(new Probe().read());',
      }),
    ),
    hit(
      'second: a namespace of the file',
      'kilns.ts',
      contractHandler({
        top: `namespace Probe {\n  export const read = () => §getRequestContext()?${path};\n}`,
        body: 'note(Probe.read());',
      }),
    ),
    hit(
      'second: inside Promise.all',
      'kilns.ts',
      contractHandler({ body: `await Promise.all([note(§getRequestContext()?${path}), note(input.kilnId)]);` }),
    ),
    hit(
      'second: in a tick',
      'sheep.js',
      sdkTool({ body: `process.nextTick(() => note(§getRequestContext()?${path}));` }),
    ),
    hit(
      'second: in an event listener set by the call',
      'sheep.ts',
      sdkTool({
        top: `import { EventEmitter } from 'node:events';`,
        body: `const events = new EventEmitter();\n    events.once('done', () => note(§getRequestContext()?${path}));\n    events.emit('done');`,
      }),
    ),
    hit(
      'second: a recursive helper',
      'sheep.js',
      sdkTool({
        top: `function walk(n) {\n  if (n > 0) walk(n - 1);\n  else note(§getRequestContext()?${path});\n}`,
        body: 'walk(3);',
      }),
    ),
    hit(
      'second: optional call of a helper kept in an object',
      'sheep.js',
      sdkTool({
        top: `const probes = { read: () => §getRequestContext()?${path} };`,
        body: 'note(probes.read?.());',
      }),
    ),
    hit(
      'second: a tagged template',
      'sheep.js',
      sdkTool({ top: `const tag = () => §getRequestContext()?${path};`, body: 'note(tag`x`);' }),
    ),
    hit(
      'second: a labelled loop and a switch',
      'sheep.js',
      sdkTool({
        body: `outer: for (const p of [pen]) {\n      switch (p) {\n        case 'a':\n          note(§getRequestContext()?${path});\n          break outer;\n      }\n    }`,
      }),
    ),
  ];
}

function toolShapes(read: string): RuleCase[] {
  const wrong = `note(§${read})`;
  const ai = `import { tool } from 'ai';\n${CONTEXT_IMPORT}\nimport { note } from './notes';\n`;
  return [
    hit(
      'second: a spread specification with an execute',
      'sheep.js',
      `${ai}const base = { description: 'Sheep', inputSchema: {} };\nexport const t = tool({ ...base, execute: async () => ${wrong} });\n`,
    ),
    hit(
      'second: a spread specification that holds the execute',
      'sheep.js',
      `${ai}const base = { inputSchema: {}, execute: async () => ${wrong} };\nexport const t = tool({ ...base, description: 'Sheep' });\n`,
    ),
    hit(
      'second: an execute that yields',
      'sheep.js',
      `${ai}export const t = tool({ inputSchema: {}, async *execute() {\n  yield ${wrong};\n} });\n`,
    ),
    hit(
      'second: a factory of tools',
      'sheep.js',
      `${ai}const make = (description, execute) => tool({ description, inputSchema: {}, execute });\nexport const t = make('Sheep', async () => ${wrong});\n`,
    ),
    hit(
      'second: tools pushed to a list',
      'sheep.js',
      `${ai}export const tools = [];\ntools.push(tool({ inputSchema: {}, execute: async () => ${wrong} }));\n`,
    ),
    hit(
      'second: raw tools out of a table',
      'mcp.ts',
      `import { createMcpHandler } from 'stitchkit/tools';
${CONTEXT_IMPORT}
import { note } from './notes';
import { services } from './surface';

const rawTable = {
  loom: async () => ${wrong},
};

export const mcp = createMcpHandler({
  services,
  rawTools: (server) => {
    for (const [name, run] of Object.entries(rawTable)) server.registerTool(name, {}, run);
  },
});
`,
    ),
    hit(
      'second: a raw tool registered by a class',
      'mcp.ts',
      `import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
${CONTEXT_IMPORT}
import { note } from './notes';

export class Looms {
  constructor(server: McpServer) {
    server.registerTool('loom', {}, this.run.bind(this));
  }

  async run() {
    ${wrong};
  }
}
`,
    ),
    hit(
      'second: options of a mount in a constant',
      'mount.ts',
      `import { createMcpHandler } from 'stitchkit/tools';
${CONTEXT_IMPORT}
import { note } from './notes';
import { services } from './surface';
const lifecycle = { beforeHandle: async () => ${wrong} };
const options = { services, lifecycle };
export const mcp = createMcpHandler({ ...options });
`,
    ),
    hit(
      'second: options of a mount made by a function',
      'mount.js',
      `import { mountAgent } from 'stitchkit/tools';
${CONTEXT_IMPORT}
import { note } from './notes';
import { services } from './surface';
const options = (name) => ({ lifecycle: { beforeHandle: () => ${wrong} }, name });
export const tools = mountAgent(services, options('x'));
`,
    ),
    hit(
      'second: a class that implements the lifecycle',
      'lifecycle.ts',
      `${CONTEXT_IMPORT}
import type { ToolLifecycle } from 'stitchkit/tools';
import { note } from './notes';
export class Stamp implements ToolLifecycle {
  beforeHandle() {
    ${wrong};
  }
}
`,
    ),
    clean(
      'second: a class that implements hooks reads the parent',
      'hooks.ts',
      `${CONTEXT_IMPORT}
import type { ToolCallHooks } from 'stitchkit/tools';
import { note } from './notes';
export class Stamp implements ToolCallHooks {
  afterToolCall() {
    note(${read});
  }
}
`,
    ),
    hit(
      'second: a method of the base class',
      'sheep.ts',
      `${ai}class Base {
  read() {
    return ${wrong};
  }
}
class Sheep extends Base {
  read() {
    return super.read();
  }
}
export const t = tool({ inputSchema: {}, execute: async () => new Sheep().read() });
`,
    ),
    hit(
      'second: a template method of a subclass',
      'sheep.ts',
      `${ai}abstract class BaseTool {
  abstract run(): Promise<unknown>;
  build() {
    return tool({ inputSchema: {}, execute: () => this.run() });
  }
}
class Sheep extends BaseTool {
  async run() {
    return ${wrong};
  }
}
export const t = new Sheep().build();
`,
    ),
    hit(
      'second: a raw tool on a parameter without a type',
      'mcp.js',
      `${CONTEXT_IMPORT}
import { note } from './notes';
export function addLooms(server) {
  server.registerTool('loom', { description: 'A loom', inputSchema: {} }, async () => {
    ${wrong};
    return { content: [] };
  });
}
`,
    ),
    clean(
      'second: a registration of another kind on a parameter without a type',
      'plugins.js',
      `${CONTEXT_IMPORT}
import { note } from './notes';
export function addPlugin(registry) {
  registry.registerTool('loom', { icon: 'loom.svg' }, () => note(${read}));
}
`,
    ),
    clean(
      'second: hooks made by a function read the parent',
      'mount.ts',
      `import { mountAgent, type ToolCallHooks } from 'stitchkit/tools';
${CONTEXT_IMPORT}
import { note } from './notes';
import { services } from './surface';
const makeHooks = (): ToolCallHooks => ({ afterToolCall: () => note(${read}) });
export const tools = mountAgent(services, { hooks: { ...makeHooks() } });
`,
    ),
    clean(
      'second: a tool that is only typed',
      'sheep.ts',
      `import type { Tool } from 'ai';
${CONTEXT_IMPORT}
import { note } from './notes';
export type Count = Tool<{ pen: string }, number>;
export const page = () => note(${read});
`,
    ),
    clean(
      'second: a raw tool table that is not registered',
      'mcp.ts',
      `import { createMcpHandler } from 'stitchkit/tools';
${CONTEXT_IMPORT}
import { note } from './notes';
import { services } from './surface';
const routes = { loom: async () => note(${read}) };
export const route = (name: keyof typeof routes) => routes[name]();
export const mcp = createMcpHandler({ services });
`,
    ),
  ];
}

function exposures(read: string): RuleCase[] {
  const wrong = `note(§${read});`;
  const right = `note(${read});`;
  return [
    hit(
      'second: exposed to tools in one of two cases',
      'kilns.ts',
      contractHandler({ expose: `process.env.AGENTS ? ['HTTP', 'AGENT'] : ['HTTP']`, body: wrong }),
    ),
    clean(
      'second: HTTP in both cases',
      'kilns.ts',
      contractHandler({ expose: `process.env.AGENTS ? ['HTTP'] : []`, body: right }),
    ),
    clean(
      'second: explicit exposure by a constant',
      'kilns.ts',
      `import { createContractFactory } from 'stitchkit/contract';
${CONTEXT_IMPORT}
import { implement } from 'stitchkit/server';
import { note } from './notes';
const OPTIONS = { toolExposure: 'explicit' } as const;
const define = createContractFactory(OPTIONS);
const kilns = define({ prefix: 'kilns' }, { fire: { method: 'POST', path: '/fire', desc: 'Fire' } });
export const service = implement(kilns, { fire: async () => note(${read}) });
`,
    ),
    clean(
      'second: endpoints spread in, each its own exposure',
      'kilns.ts',
      `${KILNS}
const web = { look: { method: 'GET', path: '/look', desc: 'Look', expose: ['HTTP'] } } as const;
const kilns = defineContract({ prefix: 'kilns' }, { ...web, fire: { method: 'POST', path: '/fire', desc: 'Fire', expose: ['MCP'] } });
export const service = implement(kilns, { look: async () => note(${read}), fire: async () => note(1) });
`,
    ),
    clean(
      'second: two contracts with one endpoint name',
      'kilns.ts',
      `${KILNS}
const web = defineContract({ prefix: 'web' }, { fire: { method: 'POST', path: '/fire', desc: 'Fire', expose: ['HTTP'] } });
const agent = defineContract({ prefix: 'agent' }, { fire: { method: 'POST', path: '/agent/fire', desc: 'Fire', expose: ['AGENT'] } });
export const webService = implement(web, { fire: async () => note(${read}) });
export const agentService = implement(agent, { fire: async () => note(1) });
`,
    ),
    clean(
      'second: a raw tool that starts a unit of work',
      'mcp.ts',
      rawTool({
        imports: `import { getRequestContext, runUnitOfWork } from 'stitchkit/observability';`,
        body: `const body = async () => note(${read});\n        await runUnitOfWork({ name: 'snapshot' }, body);`,
      }),
    ),
  ];
}
