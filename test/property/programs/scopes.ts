import type { ScopeKind } from './answer.js';
import type { ModuleWriter } from './module-writer.js';
import type { ProgramFiles } from './places.js';

const TOOLS = 'stitchkit/tools';

/** Declares a function of a kind in a module. `body` is its statements. */
export type Declare = (module: ModuleWriter, files: ProgramFiles, body: string) => void;

/** A property that holds a function, in one of the ways to write it. */
function property(m: ModuleWriter, key: string, body: string): string {
  const input = m.name('input');
  const parameter = `${input}${m.type('any')}`;
  const whole = `${body} return { ok: Boolean(${input}) };`;
  const form = m.style.varied ? m.decide.below(5) : 0;
  if (form === 1) return `async ${key}(${parameter}) { ${whole} }`;
  if (form === 2) return `${key}: function (${parameter}) { ${whole} }`;
  if (form === 3) {
    const own = m.name('handle');
    m.add(`async function ${own}(${parameter}) { ${whole} }`);
    return `${key}: ${m.wrapped(own)}`;
  }
  return `${key}: ${m.wrapped(`async (${parameter}) => { ${whole} }`)}`;
}

/** The function alone. */
function callback(m: ModuleWriter, body: string): string {
  const input = m.name('input');
  return m.wrapped(`async (${input}${m.type('any')}) => { ${body} return { ok: Boolean(${input}) }; }`);
}

function endpoint(expose: string): Declare {
  return (m, files, body) => {
    const elsewhere = m.style.varied && m.decide.onceIn(3) ? files.open('contract') : null;
    const holder = elsewhere?.module ?? m;
    const contract = holder.name('contract');
    const define = holder.imported('stitchkit/contract', 'defineContract');
    const options = `{ method: 'POST', path: '/fire', desc: 'Fires'${expose} }`;
    holder.add(`const ${contract} = ${define}({ prefix: 'kilns' }, { fire: ${options} });`);
    if (elsewhere) elsewhere.module.exportAs(contract, contract);
    const given = elsewhere ? m.imported(elsewhere.specifier, contract) : contract;
    const implement = m.imported('stitchkit/server', 'implement');
    m.exportConst(m.name('service'), `${implement}(${given}, { ${property(m, 'fire', body)} })`);
  };
}

function mountOption(option: (held: string) => string, key: string): Declare {
  return (m, _files, body) => {
    const mount = m.imported(TOOLS, 'mountAgent');
    const service = m.imported('./surface.js', 'services');
    m.exportConst(m.name('tools'), `${mount}(${service}, { ${option(property(m, key, body))} })`);
  };
}

/** How each kind of function is declared. */
export const SCOPES: Readonly<Record<ScopeKind, Declare>> = {
  'tool endpoint': endpoint(`, expose: ['MCP', 'AGENT']`),
  'endpoint of tools and HTTP': endpoint(''),
  'HTTP endpoint': endpoint(`, expose: ['HTTP']`),
  'native tool': (m, _files, body) => {
    const mount = m.imported(TOOLS, 'mountWait');
    const [own, server] = [m.name('mount'), m.name('server')];
    const options = `description: 'Waits', inputSchema: {}, ${property(m, 'poll', body)}, done: () => true`;
    m.add(`function ${own}(${server}${m.type('any')}) { ${mount}(${server}, { ${options} }); }`);
    m.exportAs(own, own);
  },
  'raw tool': (m, _files, body) => {
    const made = m.imported('@modelcontextprotocol/sdk/server/mcp.js', 'McpServer');
    const server = m.name('server');
    m.add(`const ${server} = new ${made}({ name: 'kilns', version: '1.0.0' });`);
    m.add(`${server}.registerTool('fire', { description: 'Fires', inputSchema: {} }, ${callback(m, body)});`);
  },
  'SDK tool': (m, _files, body) => {
    const options = `description: 'Fires', inputSchema: {}, ${property(m, 'execute', body)}`;
    m.exportConst(m.name('fire'), `${m.imported('ai', 'tool')}({ ${options} })`);
  },
  lifecycle: mountOption((held) => `lifecycle: { ${held} }`, 'beforeHandle'),
  'tool hook': mountOption((held) => `hooks: { ${held} }`, 'afterToolCall'),
  'extension resolver': mountOption((held) => `extend: { schema: {}, ${held} }`, 'resolve'),
  'runtime tool': (m, _files, body) => {
    const options = `name: 'fire', description: 'Fires', ${property(m, 'handler', body)}`;
    m.exportConst(m.name('fire'), `${m.imported(TOOLS, 'defineRuntimeTool')}({ ${options} })`);
  },
  'unit of work': (m, _files, body) => {
    const run = m.imported('stitchkit/observability', 'runUnitOfWork');
    m.exportConst(m.name('job'), `() => ${run}({ name: 'nightly' }, ${callback(m, body)})`);
  },
  'plain function': (m, _files, body) => {
    const own = m.name('plain');
    m.add(`function ${own}() { ${body} }`);
    m.exportAs(own, own);
  },
};
