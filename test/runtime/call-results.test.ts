/** What a call comes to, and how each mount hands it over. */
import { AppError, defineContract } from 'stitchkit/contract';
import { implement } from 'stitchkit/server';
import { createToolInvoker, isAgentToolError, mountAgent } from 'stitchkit/tools';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { setBehaviourLine } from '../../fixtures/runtime/line.js';

afterEach(() => setBehaviourLine());

const contract = defineContract(
  { prefix: 'desk' },
  {
    echo: {
      method: 'POST',
      path: '/echo/:desk',
      desc: 'Say it back',
      params: z.object({ desk: z.string() }),
      input: z.object({ tags: z.array(z.string()) }),
      output: z.object({ desk: z.string(), tags: z.array(z.string()) }),
    },
    refuse: { method: 'POST', path: '/refuse', desc: 'Refuse' },
    crash: { method: 'POST', path: '/crash', desc: 'Crash' },
    untyped: { method: 'POST', path: '/untyped', desc: 'Return data without an output schema' },
    wrong: {
      method: 'POST',
      path: '/wrong',
      desc: 'Return what the schema refuses',
      output: z.object({ n: z.number() }),
    },
  },
);

const service = implement(contract, {
  echo: ({ input, params }) => ({ desk: params.desk, tags: input.tags, extra: true }),
  refuse: () => {
    throw new AppError('FORBIDDEN', { details: { why: 'closed' }, hint: 'come back tomorrow' });
  },
  crash: () => {
    throw new Error('the secret is 42');
  },
  untyped: () => ({ any: 'thing' }),
  wrong: () => ({ n: 'three' }) as never,
});

const call = { toolCallId: '1', messages: [] };
const invoker = () => createToolInvoker(service, { transport: 'AGENT' });

test('arguments are split into params and input, and JSON texts are decoded where they must be', async () => {
  const expected = { ok: true, data: { desk: 'front', tags: ['a'] } };
  expect(await invoker().invoke('desk_echo', { desk: 'front', tags: ['a'] })).toEqual(expected);
  expect(await invoker().invoke('desk_echo', { desk: 'front', tags: '["a"]' })).toEqual(expected);
  const strict = createToolInvoker(service, { transport: 'AGENT', coerceJsonArgs: false });
  expect(await strict.invoke('desk_echo', { desk: 'front', tags: '["a"]' })).toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('keys that the output schema strips are reported', async () => {
  const stripped: unknown[] = [];
  await invoker().invoke(
    'desk_echo',
    { desk: 'front', tags: [] },
    { onOutputStrip: (lost) => void stripped.push(lost) },
  );
  expect(stripped).toEqual([{ toolName: 'desk_echo', keys: ['extra'] }]);
});

test('an AppError is shown, every other throw is scrubbed', async () => {
  expect(await invoker().invoke('desk_refuse', {})).toEqual({
    ok: false,
    code: 'FORBIDDEN',
    details: { why: 'closed' },
    hint: 'come back tomorrow',
  });
  expect(await invoker().invoke('desk_crash', {})).toEqual({ ok: false, code: 'INTERNAL_SERVER_ERROR' });
});

test('data that no schema allows is a contract violation; without a schema, from 0.41 on', async () => {
  expect(await invoker().invoke('desk_wrong', {})).toEqual({ ok: false, code: 'CONTRACT_VIOLATION' });
  expect(await invoker().invoke('desk_untyped', {})).toEqual({ ok: false, code: 'CONTRACT_VIOLATION' });
  setBehaviourLine('0.40.0');
  expect(await invoker().invoke('desk_untyped', {})).toEqual({ ok: true, data: { any: 'thing' } });
});

test('a failing agent tool rejects in new releases, and returns its envelope in old ones', async () => {
  const refuse = (): Promise<unknown> | undefined => mountAgent(service)['desk_refuse']?.execute({}, call);
  const error = await refuse()?.catch((thrown: unknown) => thrown);
  expect(isAgentToolError(error)).toBe(true);
  expect(error).toMatchObject({ code: 'FORBIDDEN', details: { why: 'closed' }, hint: 'come back tomorrow' });
  setBehaviourLine('0.44.0');
  expect(await refuse()).toMatchObject({ ok: false, code: 'FORBIDDEN' });
});

test('a mount’s `errorHint` stands in where the error has none', async () => {
  setBehaviourLine('0.44.0');
  const tools = mountAgent(service, { errorHint: (code) => `about ${code}` });
  expect(await tools['desk_crash']?.execute({}, call)).toMatchObject({ hint: 'about INTERNAL_SERVER_ERROR' });
  expect(await tools['desk_refuse']?.execute({}, call)).toMatchObject({ hint: 'come back tomorrow' });
});

test('from 0.91 on an object that `beforeToolCall` returns replaces the arguments', async () => {
  const replace = { beforeToolCall: () => ({ desk: 'back', tags: ['new'] }) };
  const run = () => invoker().invoke('desk_echo', { desk: 'front', tags: [] }, { hooks: replace });
  expect(await run()).toMatchObject({ data: { desk: 'back', tags: ['new'] } });
  setBehaviourLine('0.90.0');
  expect(await run()).toMatchObject({ data: { desk: 'front', tags: [] } });
});

test('what a lifecycle and an extension add is in the handler’s context', async () => {
  const plain = defineContract(
    { prefix: 'who' },
    { am: { method: 'GET', path: '/am', desc: 'Who', output: z.unknown() } },
  );
  const who = implement(plain, { am: ({ user, desk, account }) => ({ user, desk, account }) });
  const withExtension = createToolInvoker(who, {
    transport: 'AGENT',
    extend: { schema: { desk: z.string() }, resolve: ({ desk }) => ({ desk }) },
  });
  const outcome = await withExtension.invoke(
    'who_am',
    { desk: 'front' },
    { context: { account: 7 }, lifecycle: { beforeHandle: (ctx) => void (ctx['user'] = 'u1') } },
  );
  expect(outcome).toEqual({ ok: true, data: { user: 'u1', desk: 'front', account: 7 } });
  expect(await withExtension.invoke('who_am', {})).toMatchObject({ ok: false, code: 'VALIDATION_ERROR' });
});
