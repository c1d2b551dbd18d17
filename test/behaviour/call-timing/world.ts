/** What the programs share: files of the project they stand in. */
export const WORLD: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'pens', private: true, type: 'module' })}\n`,
  'tsconfig.json': `${JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowJs: true,
      types: ['node'],
    },
    include: ['*.ts', 'contract.js', 'world.js'],
  })}\n`,
  'contract.js': `import { defineContract } from 'stitchkit/contract';
import { z } from 'zod';

export const penContract = defineContract(
  { prefix: 'pens' },
  { count: { method: 'POST', path: '/count', desc: 'Counts a pen', input: z.object({ pen: z.string() }), output: z.record(z.string(), z.unknown()) } },
);
`,
  'world.js': `import { setTimeout as wait } from 'node:timers/promises';
import { mountAgent } from 'stitchkit/tools';

/** @type {Record<string, unknown>[]} */
export const rows = [];
export const clock = { bigint: () => process.hrtime.bigint() };
/** @param {number} ms */
export const sleep = (ms) => wait(ms);

/** @param {Record<string, any>} tools */
export async function execute(tools) {
  return { result: await Object.values(tools)[0].execute({ pen: 'north' }, { toolCallId: '1', messages: [] }) };
}

/**
 * @param {import('stitchkit/server').ServiceDef} service
 * @param {import('stitchkit/tools').ToolCallHooks} [hooks]
 */
export const callTool = (service, hooks = {}) => execute(mountAgent(service, { hooks }));
`,
  'main.js': `import { createTraceContext, runWithRequestContext } from 'stitchkit/observability';
import { rows } from './world.js';

const UNITS = { Ms: 1, Sec: 1000, Ns: 1e-6 };
const told = {};
for (const file of process.argv.slice(2)) {
  const program = await import(file);
  rows.length = 0;
  const startedAt = process.hrtime.bigint() - 3_600_000_000_000n;
  const context = { trace: createTraceContext(), source: 'http', method: 'POST', path: '/agent', startedAt };
  const { result } = await runWithRequestContext(context, () => (program.run ?? program.default.run)());
  const times = {};
  const said = JSON.parse(JSON.stringify({ result, rows }), (key, value) => {
    const unit = UNITS[/(?:Ms|Sec|Ns)$/.exec(key)?.[0]];
    if (unit === undefined) return value;
    times[key] = Number(value) * unit;
    return 'a time';
  });
  told[file.slice(2)] = { said, times };
}
process.stdout.write(JSON.stringify(told));
`,
};
