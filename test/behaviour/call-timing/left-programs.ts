import { handlerProgram, type TimingProgram } from './timing-program.js';

const NOW = 'process.hrtime.bigint()';
const START = 'getRequestContext()!.startedAt';

/** Programs whose times are no durations of the call, or cannot be made ones: they are left, and run as before. */
export const leftPrograms: readonly TimingProgram[] = [
  {
    name: 'a deadline of the request',
    file: 'deadline.ts',
    migrated: 0,
    left: ['compared-with-limit'],
    source: handlerProgram(`async ({ input }) => {
    await sleep(1);
    const isLate = ${NOW} - ${START} > 1_000_000_000n;
    return { pen: input.pen, isLate };
  }`),
  },
  {
    name: 'a loop that ends with the time of the request',
    file: 'loop-limit.ts',
    migrated: 0,
    left: ['compared-with-limit'],
    source: handlerProgram(`async ({ input }) => {
    const spent = () => Number(${NOW} - ${START}) / 1e6;
    let rounds = 0;
    while (rounds < 3 && spent() < 500) {
      await sleep(1);
      rounds += 1;
    }
    return { pen: input.pen, rounds };
  }`),
  },
  {
    name: 'what is left of the time of the request',
    file: 'remaining.ts',
    migrated: 0,
    left: ['compared-with-limit'],
    source: handlerProgram(`async ({ input }) => {
    await sleep(1);
    const elapsed = Number(${NOW} - ${START}) / 1e6;
    return { pen: input.pen, hasTime: Math.sign(30_000 - elapsed) };
  }`),
  },
  {
    name: 'the age of what the request keeps',
    file: 'age.ts',
    migrated: 0,
    left: ['compared-with-limit'],
    source: handlerProgram(
      `async ({ input }) => {
    await sleep(1);
    return { pen: input.pen, fresh: isFresh(${NOW} - ${START}) };
  }`,
      `
function isFresh(age: bigint): boolean {
  return age <= 60_000_000_000n;
}
`,
    ),
  },
  {
    name: 'how long the call waited, read in its first statement',
    file: 'queue-wait.ts',
    migrated: 0,
    left: ['measures-wait'],
    requestTimes: ['waitedMs'],
    source: handlerProgram(`async ({ input }) => {
    const now = ${NOW};
    await sleep(20);
    return { pen: input.pen, waitedMs: Number(now - ${START}) / 1e6 };
  }`),
  },
  {
    name: 'how long the call waited, noted before the work',
    file: 'queue-wait-row.ts',
    migrated: 0,
    left: ['measures-wait'],
    requestTimes: ['waitedMs'],
    source: handlerProgram(`async ({ input }) => {
    const ctx = getRequestContext()!;
    if (input.pen === '') {
      await sleep(1);
      return {};
    }
    rows.push({ waitedMs: Number(${NOW} - ctx.startedAt) / 1e6 });
    await sleep(20);
    return { pen: input.pen };
  }`),
  },
  {
    name: 'a clock that is made in the call',
    file: 'made-clock.js',
    migrated: 0,
    left: ['other-clock'],
    requestTimes: ['tookMs'],
    source: handlerProgram(`async ({ input }) => {
    const ctx = getRequestContext();
    await sleep(20);
    const process = { hrtime: await Promise.resolve(clock) };
    return { pen: input.pen, tookMs: Number(process.hrtime.bigint() - ctx.startedAt) / 1e6 };
  }`),
  },
  {
    name: 'an end that a function of the call is given',
    file: 'given-end.ts',
    migrated: 0,
    left: ['other-clock'],
    requestTimes: ['tookMs'],
    source: handlerProgram(`async ({ input }) => {
    const took = (end: bigint) => Number(end - ${START}) / 1e6;
    await sleep(20);
    return { pen: input.pen, tookMs: took(clock.bigint()) };
  }`),
  },
  {
    name: 'a helper that serves two tools',
    file: 'shared-helper.ts',
    migrated: 0,
    left: ['start-in-helper'],
    requestTimes: ['tookMs'],
    source: handlerProgram(
      `async ({ input }) => {
    await sleep(20);
    return { pen: input.pen, tookMs: elapsed() };
  }`,
      `
function elapsed(): number {
  return Number(${NOW} - ${START}) / 1e6;
}
`,
    ),
  },
  {
    name: 'a method of a class that the call reaches',
    file: 'class-method.ts',
    migrated: 0,
    left: ['start-in-helper'],
    requestTimes: ['tookMs'],
    source: handlerProgram(
      `(context) => new Counter().count(context)`,
      `
class Counter {
  async count({ input }: { input: { pen: string } }) {
    await sleep(20);
    return { pen: input.pen, tookMs: this.took(${START}) };
  }

  took(since: bigint): number {
    return Number(${NOW} - since) / 1e6;
  }
}
`,
    ),
  },
  {
    name: 'a reader that counts its calls, in the difference',
    file: 'counted-in-place.ts',
    migrated: 0,
    left: ['start-has-side-effect'],
    requestTimes: ['tookMs'],
    source: handlerProgram(
      `async ({ input }) => {
    await sleep(20);
    const tookMs = Number(${NOW} - counted().startedAt) / 1e6;
    return { pen: input.pen, tookMs, reads };
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
    name: 'a start that is kept',
    file: 'kept-start.ts',
    migrated: 0,
    left: ['start-stored'],
    source: handlerProgram(`async ({ input }) => {
    await sleep(1);
    return { pen: input.pen, kept: [${START}].length };
  }`),
  },
];
