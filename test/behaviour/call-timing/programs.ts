import { handlerProgram, type TimingProgram } from './timing-program.js';

const NOW = 'process.hrtime.bigint()';
const START = 'getRequestContext()!.startedAt';

/** Programs of the kinds that people write, whose times are the call's own after the migration. */
export const timedPrograms: readonly TimingProgram[] = [
  {
    name: 'early returns',
    file: 'early-return.ts',
    migrated: 2,
    source: handlerProgram(`async ({ input }) => {
    const ctx = getRequestContext()!;
    await sleep(20);
    if (input.pen === 'north') return { pen: input.pen, tookMs: Number(${NOW} - ctx.startedAt) / 1e6 };
    return { tookMs: Number(${NOW} - ctx.startedAt) / 1e6 };
  }`),
  },
  {
    name: 'try and finally',
    file: 'try-finally.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    try {
      await sleep(20);
      return { pen: input.pen };
    } finally {
      rows.push({ pen: input.pen, tookMs: Number(${NOW} - ${START}) / 1e6 });
    }
  }`),
  },
  {
    name: 'a failing call is timed in catch',
    file: 'catch.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    try {
      await sleep(20);
      throw new Error('the gate is open');
    } catch (error) {
      rows.push({ error: String(error), tookMs: Number(${NOW} - ${START}) / 1e6 });
      return { pen: input.pen, failed: true };
    }
  }`),
  },
  {
    name: 'the start is read after an await',
    file: 'await-before-start.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    await sleep(10);
    const { startedAt } = getRequestContext()!;
    await sleep(10);
    return { pen: input.pen, tookMs: Number(${NOW} - startedAt) / 1e6 };
  }`),
  },
  {
    name: 'a nested function that is called at the end',
    file: 'nested-function.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    function elapsed(): number {
      return Number(${NOW} - ${START}) / 1e6;
    }
    await sleep(20);
    return { pen: input.pen, tookMs: elapsed() };
  }`),
  },
  {
    name: 'a closure that runs later',
    file: 'later-closure.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    const ctx = getRequestContext()!;
    const noted = new Promise<void>((done) => {
      setTimeout(() => {
        rows.push({ pen: input.pen, tookMs: Number(${NOW} - ctx.startedAt) / 1e6 });
        done();
      }, 20);
    });
    await noted;
    return { pen: input.pen };
  }`),
  },
  {
    name: 'a chain of promises without async',
    file: 'then.ts',
    migrated: 1,
    source: handlerProgram(`({ input }) =>
    sleep(20).then(() => ({ pen: input.pen, tookMs: Number(${NOW} - ${START}) / 1e6 }))`),
  },
  {
    name: 'a stream that is read to its end',
    file: 'stream.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    async function* sheep() {
      for (const one of ['a', 'b']) {
        await sleep(10);
        yield one;
      }
    }
    const seen: string[] = [];
    for await (const one of sheep()) seen.push(one);
    return { pen: input.pen, seen, tookMs: Number(${NOW} - ${START}) / 1e6 };
  }`),
  },
  {
    name: 'a let that is never written again',
    file: 'let-started.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    const ctx = getRequestContext()!;
    let started = ctx.startedAt;
    await sleep(20);
    const tookMs = Number(${NOW} - started) / 1e6;
    return { pen: input.pen, path: ctx.path, tookMs };
  }`),
  },
  {
    name: 'a text with the duration in it',
    file: 'template.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    await sleep(20);
    return { pen: input.pen, tookMs: \`\${(${NOW} - ${START}) / 1_000_000n}\` };
  }`),
  },
  {
    name: 'seconds, rounded milliseconds and nanoseconds',
    file: 'units.ts',
    migrated: 3,
    source: handlerProgram(`async ({ input }) => {
    const ctx = getRequestContext()!;
    await sleep(20);
    return {
      pen: input.pen,
      tookSec: Number(${NOW} - ctx.startedAt) / 1e9,
      tookMs: Math.round(Number((${NOW} - ctx.startedAt) / 1_000n) / 1000),
      tookNs: String(${NOW} - ctx.startedAt),
    };
  }`),
  },
  {
    name: 'a difference the other way round',
    file: 'negative.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    await sleep(20);
    return { pen: input.pen, tookMs: Math.abs(Number(${START} - ${NOW}) / 1e6) };
  }`),
  },
  {
    name: 'numbers that are subtracted',
    file: 'numbers.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    await sleep(20);
    return { pen: input.pen, tookMs: Number(${NOW}) / 1e6 - Number(${START}) / 1e6 };
  }`),
  },
  {
    name: 'the clock of the performance interface',
    file: 'performance.ts',
    migrated: 1,
    nonsenseBefore: true,
    source: handlerProgram(`async ({ input }) => {
    await sleep(20);
    return { pen: input.pen, tookMs: performance.now() - Number(${START}) / 1e6 };
  }`),
  },
  {
    name: 'the time of day',
    file: 'time-of-day.ts',
    migrated: 1,
    nonsenseBefore: true,
    source: handlerProgram(`async ({ input }) => {
    const ctx = getRequestContext()!;
    await sleep(20);
    const ended = Date.now();
    return { pen: input.pen, tookMs: ended - Number(ctx.startedAt) / 1_000_000 };
  }`),
  },
  {
    name: 'the time of day, in the unit of the start',
    file: 'scaled-clock.ts',
    migrated: 1,
    nonsenseBefore: true,
    source: handlerProgram(`async ({ input }) => {
    await sleep(20);
    return { pen: input.pen, tookMs: Number(BigInt(Date.now()) * 1_000_000n - ${START}) / 1e6 };
  }`),
  },
  {
    name: 'an imported clock object',
    file: 'clock-object.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    await sleep(20);
    return { pen: input.pen, tookMs: Number(clock.bigint() - ${START}) / 1e6 };
  }`),
  },
  {
    name: 'a clock that a factory is given',
    file: 'given-clock.ts',
    migrated: 1,
    source: handlerProgram(
      `handlerWith(() => process.hrtime.bigint())`,
      `
function handlerWith(now: () => bigint) {
  return async ({ input }: { input: { pen: string } }) => {
    await sleep(20);
    return { pen: input.pen, tookMs: Number(now() - ${START}) / 1e6 };
  };
}
`,
    ),
  },
  {
    name: 'a clock by a name of the call',
    file: 'named-clock.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    const { hrtime } = process;
    const now = (): bigint => hrtime.bigint();
    await sleep(20);
    const ended = now();
    return { pen: input.pen, tookMs: Number(ended - ${START}) / 1e6 };
  }`),
  },
  {
    name: 'a process of its own, declared later',
    file: 'own-process.ts',
    migrated: 1,
    source: handlerProgram(
      `async ({ input }) => {
    await sleep(20);
    const tookMs = elapsed(${START});
    const process = { pid: input.pen };
    return { pen: process.pid, tookMs };
  }`,
      `
const elapsed = (since: bigint): number => Number(${NOW} - since) / 1e6;
`,
    ),
  },
  {
    name: 'a function of the file that is given both times',
    file: 'both-times.ts',
    migrated: 1,
    source: handlerProgram(
      `async ({ input }) => {
    await sleep(20);
    return { pen: input.pen, tookMs: between(${START}, ${NOW}) };
  }`,
      `
function between(since: bigint, until: bigint): number {
  return Number(until - since) / 1e6;
}
`,
    ),
  },
  {
    name: 'a fallback for an absent context',
    file: 'fallback.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    await sleep(20);
    const now = ${NOW};
    return { pen: input.pen, tookMs: Number(now - (getRequestContext()?.startedAt ?? now)) / 1e6 };
  }`),
  },
  {
    name: 'a guard for an absent context',
    file: 'guard.ts',
    migrated: 1,
    source: handlerProgram(`async ({ input }) => {
    const ctx = getRequestContext();
    if (!ctx) return { pen: 'nowhere' };
    await sleep(20);
    return { pen: input.pen, source: ctx.source, tookMs: Number(${NOW} - ctx.startedAt) / 1e6 };
  }`),
  },
  {
    name: 'a reader that counts its calls',
    file: 'counted-reader.ts',
    migrated: 1,
    source: handlerProgram(
      `async ({ input }) => {
    const ctx = counted();
    await sleep(20);
    return { pen: input.pen, tookMs: Number(${NOW} - ctx.startedAt) / 1e6, reads };
  }`,
      `
let reads = 0;
function counted() {
  reads += 1;
  return getRequestContext()!;
}
`,
    ),
  },
  {
    name: 'a class that makes its service',
    file: 'class-service.ts',
    migrated: 1,
    source: `import { getRequestContext } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { penContract } from './contract.js';
import { callTool, sleep } from './world.js';

class Pens {
  constructor(private readonly now: () => bigint) {}

  service() {
    return implement(penContract, {
      count: async ({ input }) => {
        await sleep(20);
        return { pen: input.pen, tookMs: Number(this.now() - getRequestContext()!.startedAt) / 1e6 };
      },
    });
  }
}

export const run = () => callTool(new Pens(() => process.hrtime.bigint()).service());
`,
  },
  {
    name: 'a script in CommonJS',
    file: 'script.cjs',
    migrated: 1,
    source: `'use strict';
const { getRequestContext } = require('stitchkit/observability');
const { implement } = require('stitchkit/server');
const { penContract } = require('./contract.js');
const { callTool, sleep } = require('./world.js');

const pens = implement(penContract, {
  count: async function ({ input }) {
    const context = getRequestContext();
    await sleep(20);
    return { pen: input.pen, tookMs: Number(process.hrtime.bigint() - context.startedAt) / 1e6 };
  },
});

exports.run = () => callTool(pens);
`,
  },
  {
    name: 'an execute of the AI SDK',
    file: 'sdk-execute.ts',
    migrated: 1,
    source: `import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
import { z } from 'zod';
import { sleep } from './world.js';

const count = tool({
  description: 'Counts a pen',
  inputSchema: z.object({ pen: z.string() }),
  execute: async ({ pen }) => {
    await sleep(20);
    return { pen, tookMs: Number(process.hrtime.bigint() - getRequestContext()!.startedAt) / 1e6 };
  },
});

export const run = async () => ({ result: await count.execute?.({ pen: 'north' }, { toolCallId: '1', messages: [] }) });
`,
  },
  {
    name: 'a tool that streams its results',
    file: 'sdk-stream.ts',
    migrated: 1,
    source: `import { tool } from 'ai';
import { getRequestContext } from 'stitchkit/observability';
import { z } from 'zod';
import { sleep } from './world.js';

const count = tool({
  description: 'Counts a pen',
  inputSchema: z.object({ pen: z.string() }),
  async *execute({ pen }) {
    yield { pen, state: 'counting' };
    await sleep(20);
    yield { pen, state: 'done', tookMs: Number(process.hrtime.bigint() - getRequestContext()!.startedAt) / 1e6 };
  },
});

export async function run() {
  const seen: unknown[] = [];
  const results = count.execute?.({ pen: 'north' }, { toolCallId: '1', messages: [] });
  for await (const one of results as AsyncIterable<unknown>) seen.push(one);
  return { result: seen };
}
`,
  },
  {
    name: 'a hook that names the rest of what it is given',
    file: 'hook-rest.ts',
    migrated: 1,
    source: `import { getRequestContext } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import type { ToolCallHooks } from 'stitchkit/tools';
import { penContract } from './contract.js';
import { callTool, rows, sleep } from './world.js';

const hooks: ToolCallHooks = {
  afterToolCall: ({ toolName, ...rest }) => {
    const tookMs = Number(process.hrtime.bigint() - getRequestContext()!.startedAt) / 1e6;
    rows.push({ toolName, ok: rest.result.ok, tookMs });
  },
};

const pens = implement(penContract, {
  count: async ({ input }) => {
    await sleep(20);
    return { pen: input.pen };
  },
});

export const run = () => callTool(pens, hooks);
`,
  },
  {
    name: 'a hook apart from the object that names it',
    file: 'hook-constant.ts',
    migrated: 1,
    source: `import { getRequestContext } from 'stitchkit/observability';
import { implement } from 'stitchkit/server';
import { mountAgent, type AfterToolCallOptions } from 'stitchkit/tools';
import { penContract } from './contract.js';
import { execute, rows, sleep } from './world.js';

const afterToolCall = (call: AfterToolCallOptions): void => {
  const ctx = getRequestContext()!;
  rows.push({ tool: call.toolName, tookSec: Number(process.hrtime.bigint() - ctx.startedAt) / 1e9 });
};

const pens = implement(penContract, {
  count: async ({ input }) => {
    await sleep(20);
    return { pen: input.pen };
  },
});

export const run = () => execute(mountAgent(pens, { hooks: { afterToolCall } }));
`,
  },
];
