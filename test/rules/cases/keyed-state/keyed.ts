import { hit, type RuleCase } from '../../rule-case.js';
import { contractHandler, rawTool, runtimeTool, sdkTool, sdkToolCommonJs } from '../../templates/scopes.js';

const TRACE = `import { getTraceId } from 'stitchkit/observability';`;
const BOTH = `import { getRequestContext, getTraceId } from 'stitchkit/observability';`;
const MAP = 'const started = new Map<string, number>();';

/** Hooks of a mount that keep state between before and after. */
function hooks(before: string, after: string, top = MAP, imports = BOTH): string {
  return `${imports}
import { mountAgent } from 'stitchkit/tools';
import { metrics } from './metrics';
import { kilnService } from './kilns';
${top}
export const openTools = () =>
  mountAgent(kilnService, {
    hooks: {
      beforeToolCall: ({ toolName, args }) => {
        ${before}
      },
      afterToolCall: ({ toolName }) => {
        ${after}
      },
    },
  });
`;
}

const AFTER = `metrics.timing(toolName, performance.now() - (started.get(getTraceId() ?? '') ?? 0));`;

const inHooks: readonly RuleCase[] = [
  hit('a start by trace id', 'hooks.ts', hooks(`§started.set(getTraceId() ?? '', performance.now());`, AFTER)),
  hit(
    'a start by trace id of the context',
    'hooks.ts',
    hooks(
      'const ctx = getRequestContext();\n        if (ctx) §started.set(ctx.trace.traceId, performance.now());',
      AFTER,
    ),
  ),
  hit(
    'a start by span id',
    'hooks.ts',
    hooks(
      '§started.set(getRequestContext()!.trace.spanId, performance.now());',
      'metrics.timing(toolName, performance.now() - started.get(getRequestContext()!.trace.spanId)!);',
    ),
  ),
  hit(
    'a start by a key in a variable',
    'hooks.ts',
    hooks(`const key = getTraceId();\n        if (key) §started.set(key, performance.now());`, AFTER),
  ),
  hit(
    'a start by a destructured key',
    'hooks.ts',
    hooks(
      'const { trace: { traceId } } = getRequestContext()!;\n        §started.set(traceId, performance.now());',
      AFTER,
    ),
  ),
  hit(
    'a start in a record',
    'hooks.ts',
    hooks(
      '§started[getTraceId()!] = performance.now();',
      'metrics.timing(toolName, performance.now() - started[getTraceId()!]);',
      'const started: Record<string, number> = {};',
    ),
  ),
  hit(
    'a start in an object without a prototype',
    'hooks.js',
    hooks(
      '§started[getTraceId()] = performance.now();',
      'metrics.timing(toolName, performance.now() - started[getTraceId()]);',
      'const started = Object.create(null);',
    ),
  ),
  hit(
    'calls in flight in a set',
    'hooks.ts',
    hooks(
      `§inFlight.add(getTraceId() ?? '');`,
      `inFlight.delete(getTraceId() ?? '');\n        metrics.count(toolName);`,
      'const inFlight = new Set<string>();',
    ),
  ),
  hit(
    'a template that only wraps the id',
    'hooks.ts',
    hooks('§started.set(`trace:${getTraceId()}`, performance.now());', AFTER),
  ),
  hit('a joined key', 'hooks.ts', hooks(`§started.set('call/' + getTraceId(), performance.now());`, AFTER)),
  hit('String() around the id', 'hooks.ts', hooks('§started.set(String(getTraceId()), performance.now());', AFTER)),
  hit(
    'arguments of the call',
    'hooks.ts',
    hooks(
      '§pending.set(getTraceId()!, args);',
      'metrics.record(toolName, pending.get(getTraceId()!));',
      'const pending = new Map<string, unknown>();',
    ),
  ),
  hit(
    'state of the call in an object',
    'hooks.ts',
    hooks(
      '§calls.set(getTraceId()!, { toolName, at: Date.now() });',
      'const call = calls.get(getTraceId()!);\n        metrics.timing(toolName, Date.now() - call!.at);',
      'const calls = new Map<string, { toolName: string; at: number }>();',
    ),
  ),
  hit(
    'the id under another name',
    'hooks.ts',
    hooks(
      `§started.set(currentTrace() ?? '', performance.now());`,
      'metrics.count(toolName);',
      MAP,
      `import { getTraceId as currentTrace } from 'stitchkit/observability';`,
    ),
  ),
  hit(
    'the id through a namespace',
    'hooks.ts',
    hooks(
      `§started.set(o.getTraceId() ?? '', performance.now());`,
      'metrics.count(toolName);',
      MAP,
      `import * as o from 'stitchkit/observability';`,
    ),
  ),
  hit(
    'hooks typed as such',
    'hooks.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
${TRACE}
const started = new Map<string, number>();
export const timing: ToolCallHooks = {
  beforeToolCall: () => {
    §started.set(getTraceId()!, Date.now());
  },
  afterToolCall: () => {
    started.delete(getTraceId()!);
  },
};
`,
  ),
  hit(
    'hooks that a function returns',
    'hooks.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
${TRACE}
export function timing(): ToolCallHooks {
  const started = new Map<string, number>();
  return {
    beforeToolCall: () => void §started.set(getTraceId()!, Date.now()),
    afterToolCall: () => void started.delete(getTraceId()!),
  };
}
`,
  ),
  hit(
    'a class of hooks with a map',
    'hooks.ts',
    `import type { ToolCallHooks } from 'stitchkit/tools';
${TRACE}
export class Timing implements ToolCallHooks {
  readonly #started = new Map<string, number>();
  beforeToolCall() {
    §this.#started.set(getTraceId()!, Date.now());
  }
  afterToolCall() {
    this.#started.delete(getTraceId()!);
  }
}
`,
  ),
  hit(
    'hooks in CommonJS',
    'hooks.cjs',
    `'use strict'
const { getTraceId } = require('stitchkit/observability')
const { mountMcp } = require('stitchkit/tools')
const started = new Map()
exports.attach = (server, services) =>
  mountMcp(server, services, {
    hooks: {
      beforeToolCall() {
        §started.set(getTraceId(), Date.now())
      },
    },
  })
`,
  ),
];

const inTools: readonly RuleCase[] = [
  hit(
    'a lifecycle of a mount',
    'mount.ts',
    `${TRACE}
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const current = new Map<string, string>();
export const openTools = () =>
  mountAgent(kilnService, {
    lifecycle: { beforeHandle: (ctx) => void §current.set(getTraceId()!, ctx.kiln) },
  });
`,
  ),
  hit(
    'a contract handler',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      top: 'const state = new Map<string, string>();',
      body: '§state.set(getTraceId()!, input.kilnId);\n    await note(state.get(getTraceId()!));',
    }),
  ),
  hit(
    'a runtime tool',
    'tides.ts',
    runtimeTool({
      top: 'const state = new Map<string, string>();',
      body: 'const id = getRequestContext()?.trace.traceId;\n    if (id) §state.set(id, harbour);\n    await note(id && state.get(id));',
    }),
  ),
  hit(
    'a hand-written tool',
    'sheep.ts',
    sdkTool({
      imports: TRACE,
      top: 'const pens: Record<string, string> = {};',
      body: '§pens[getTraceId()!] = pen;\n    await note(pens[getTraceId()!]);',
    }),
  ),
  hit(
    'a hand-written tool in CommonJS',
    'sheep.cjs',
    sdkToolCommonJs({
      imports: `const { getTraceId } = require('stitchkit/observability');`,
      top: 'const pens = {};',
      body: '§pens[getTraceId()] = pen;\n    await note(pens[getTraceId()]);',
    }),
  ),
  hit(
    'a raw tool',
    'mcp.ts',
    rawTool({
      imports: TRACE,
      top: 'const looms2 = new Map<string, string>();',
      body: '§looms2.set(getTraceId()!, loomId);',
    }),
  ),
  hit(
    'a store that a helper writes',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      top: 'const state = new Map<string, string>();\nconst keep = (kiln: string) => §state.set(getTraceId()!, kiln);',
      body: 'keep(input.kilnId);\n    await note(state.get(getTraceId()!));',
    }),
  ),
  hit(
    'a key that a helper makes',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      top: `const state = new Map<string, string>();\nconst key = () => getTraceId() ?? 'none';`,
      body: '§state.set(key(), input.kilnId);\n    await note(state.get(key()));',
    }),
  ),
  hit(
    'a map of a class',
    'kilns.ts',
    contractHandler({
      imports: TRACE,
      top: `class Calls {
  private readonly byTrace = new Map<string, string>();
  begin(kiln: string) {
    §this.byTrace.set(getTraceId()!, kiln);
  }
}
const calls = new Calls();`,
      body: 'calls.begin(input.kilnId);',
    }),
  ),
  hit(
    'a tool beside a component',
    'tides.tsx',
    runtimeTool({
      imports: TRACE,
      top: 'const state = new Map<string, string>();\nexport const Tide = () => <b>tide</b>;',
      body: '§state.set(getTraceId()!, harbour);\n    await note(state.get(getTraceId()!));',
    }),
  ),
  hit(
    'windows line ends',
    'tides.ts',
    runtimeTool({
      imports: TRACE,
      top: 'const state = new Map<string, string>();',
      body: '§state.set(getTraceId()!, harbour);\n    await note(state.get(getTraceId()!));',
    }).replaceAll('\n', '\r\n'),
  ),
  hit(
    'in every version',
    'tides.ts',
    contractHandler({
      imports: TRACE,
      top: 'const state = new Map<string, string>();',
      body: '§state.set(getTraceId()!, input.kilnId);',
    }),
    { version: '0.35.0' },
  ),
];

const mergedTables: readonly RuleCase[] = [
  hit(
    'a record that is made anew with an entry',
    'tides.ts',
    runtimeTool({
      imports: TRACE,
      top: 'let state: Record<string, string> = {};',
      body: 'state = §{ ...state, [getTraceId()!]: harbour };\n    await note(state[getTraceId()!]);',
    }),
  ),
  hit(
    'a record that gets an entry by Object.assign',
    'tides.ts',
    runtimeTool({
      imports: TRACE,
      top: 'const state: Record<string, string> = {};',
      body: 'const key = getTraceId()!;\n    §Object.assign(state, { [key]: harbour });\n    await note(state[key]);',
    }),
  ),
  hit(
    'a field of a class that is made anew with an entry',
    'hooks.ts',
    `import { getTraceId } from 'stitchkit/observability';
import type { ToolCallHooks } from 'stitchkit/tools';
export class Timings implements ToolCallHooks {
  private began: Record<string, number> = {};
  beforeToolCall() {
    this.began = §{ ...this.began, [getTraceId() ?? '']: performance.now() };
  }
}
`,
  ),
];

export const keyed: readonly RuleCase[] = [...inHooks, ...inTools, ...mergedTables];
