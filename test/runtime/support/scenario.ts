import { generateText, stepCountIs } from 'ai';
import type { RequestEvent } from 'stitchkit/observability';
import { createServer, type ServiceDef } from 'stitchkit/server';
import {
  createMcpHandler,
  mountAgent,
  type McpServer,
  type RuntimeToolDef,
  type ToolExtend,
  type ToolLifecycle,
} from 'stitchkit/tools';
import { currentPolicy } from '../../../fixtures/runtime/line.js';
import { hooksOf, openAudit, type Audit, type HookParts } from './audit.js';
import { postBatch, type BatchOptions, type McpAnswer } from './mcp-batch.js';
import { scriptedModel, type ScriptedCall } from './scripted-model.js';

export type Surface = 'agent' | 'mcp';
export const SURFACES: readonly Surface[] = ['agent', 'mcp'];

/** One request that carries tool calls, and what stands around and inside them. */
export interface Scenario {
  readonly service: ServiceDef;
  /** Calls of one step, run at once; on the agent also several steps. */
  readonly steps: readonly (readonly ScriptedCall[])[];
  readonly hooks?: HookParts;
  readonly lifecycle?: ToolLifecycle;
  readonly extend?: ToolExtend;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly runtimeTools?: readonly RuntimeToolDef[];
  readonly rawTools?: (server: McpServer) => void;
  /** Runs inside the request, before the calls. */
  readonly before?: () => void;
  /** Stands around the agent loop. */
  readonly around?: (loop: () => Promise<void>) => Promise<void>;
  readonly mcp?: BatchOptions;
}

export interface Outcome {
  readonly request: RequestEvent;
  readonly tools: readonly RequestEvent[];
  readonly answers: readonly McpAnswer[];
  /** The row of the call whose arguments have this ticket. */
  row(ticket: string): RequestEvent;
}

function outcomeOf(rows: readonly RequestEvent[], answers: readonly McpAnswer[]): Outcome {
  const [request, ...others] = rows.filter((row) => row.toolName === undefined);
  if (!request || others.length > 0) throw new Error('one request row was expected');
  const tools = rows.filter((row) => row.toolName !== undefined);
  return {
    request,
    tools,
    answers,
    row(ticket) {
      const row = tools.find(({ payload }) => (payload as { ticket?: unknown }).ticket === ticket);
      if (!row) throw new Error(`no row for the ticket "${ticket}"`);
      return row;
    },
  };
}

function mountOptions(scenario: Scenario, audit: Audit) {
  return {
    hooks: hooksOf(scenario.hooks ?? {}, audit),
    ...(scenario.lifecycle && { lifecycle: scenario.lifecycle }),
    ...(scenario.extend && { extend: scenario.extend }),
    ...(scenario.context && { context: { ...scenario.context } }),
    ...(scenario.runtimeTools && { runtimeTools: scenario.runtimeTools }),
  };
}

export async function runLoop(scenario: Scenario, audit: Audit): Promise<void> {
  const loop = async (): Promise<void> => {
    await generateText({
      model: scriptedModel(scenario.steps),
      prompt: 'work',
      tools: mountAgent(scenario.service, mountOptions(scenario, audit)),
      stopWhen: stepCountIs(scenario.steps.length),
    });
  };
  await (scenario.around ? scenario.around(loop) : loop());
}

export function mcpHandlerOf(scenario: Scenario, audit: Audit) {
  return createMcpHandler({
    serverInfo: { name: 'scenario', version: '1.0.0' },
    services: scenario.service,
    ...mountOptions(scenario, audit),
    ...(scenario.rawTools && nativeOption(scenario.rawTools)),
    ...(currentPolicy().mcpSession === 'stateful-default' && { stateless: true }),
  });
}

/** Raw registration under the option that the release has for it. */
function nativeOption(register: (server: McpServer) => void): object {
  const fromRegistrar = ({ rawServer }: { rawServer: McpServer }): void => {
    register(rawServer);
  };
  return {
    server: { nativeTools: register },
    registrar: { nativeTools: fromRegistrar },
    raw: { rawTools: register },
  }[currentPolicy().nativeRegistration];
}

/** Runs the scenario in one real request on the loopback address, and gives the rows it wrote. */
export async function runScenario(surface: Surface, scenario: Scenario): Promise<Outcome> {
  const audit = openAudit();
  const mcp = mcpHandlerOf(scenario, audit);
  const app = createServer({
    services: [],
    ...audit.server,
    routes: {
      '/agent': async () => {
        scenario.before?.();
        await runLoop(scenario, audit);
        return new Response('done');
      },
      '/mcp': (request) => {
        scenario.before?.();
        return mcp.fetch(request);
      },
    },
  });
  const server = await app.listen();
  try {
    const answers = await send(surface, server.url, scenario);
    return outcomeOf(audit.rows, answers);
  } finally {
    await server.stop();
  }
}

async function send(surface: Surface, url: string, scenario: Scenario): Promise<readonly McpAnswer[]> {
  if (surface === 'mcp') return postBatch(`${url}/mcp`, scenario.steps.flat(), scenario.mcp);
  const response = await fetch(`${url}/agent`, { method: 'POST' });
  if (!response.ok) throw new Error(`the agent's endpoint answered ${String(response.status)}`);
  return [];
}
