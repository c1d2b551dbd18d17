import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How large a tree is made. */
export interface TreeSize {
  readonly files: number;
  readonly relevant: number;
  readonly lines: number;
}

export const BENCH_SIZE: TreeSize = { files: 2_000, relevant: 100, lines: 310_000 };
export const HALF_SIZE: TreeSize = { files: 1_000, relevant: 50, lines: 155_000 };
/** No project is like that: what the whole analysis costs where no file can be set aside by a look at its text. */
export const ALL_RELEVANT_SIZE: TreeSize = { files: 1_000, relevant: 1_000, lines: 155_000 };

/** Numbers that look random and are the same each time. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Writes a tree of TypeScript modules that import each other, some of them with faults and sites of codemods. */
export function generateTree(root: string, size: TreeSize = BENCH_SIZE): void {
  const random = sequence(42);
  const lines = Math.floor(size.lines / size.files);
  const every = Math.floor(size.files / size.relevant);
  for (let index = 0; index < size.files; index++) {
    const relevant = index % every === 0;
    const text = relevant ? relevantModule(index, lines, random) : plainModule(index, lines, random);
    write(root, fileOf(index), text);
  }
  write(root, 'package.json', '{ "name": "bench", "private": true, "type": "module" }\n');
  write(root, 'node_modules/stitchkit/package.json', '{ "name": "stitchkit", "version": "0.43.0" }\n');
  write(root, '.gitignore', 'node_modules/\n');
}

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function fileOf(index: number): string {
  return `src/part${String(index % 40)}/module${String(index)}.ts`;
}

function importOf(from: number, to: number): string {
  return `import { compute${String(to)} } from '../part${String(to % 40)}/module${String(to)}.js';`;
}

function plainModule(index: number, lines: number, random: () => number): string {
  const other = Math.floor(random() * index);
  const head = index > 0 ? [importOf(index, other), ''] : [];
  return textOf([...head, ...body(index, lines - head.length, index > 0 ? other : null, random)]);
}

function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

const STEP_LINES = 10;

/** Innocent code of exactly so many lines. */
function body(index: number, lines: number, other: number | null, random: () => number): string[] {
  const made = [
    `export function compute${String(index)}(input: number): number {`,
    other === null ? '  return input;' : `  return compute${String(other)}(input) + ${String(index)};`,
    '}',
    '',
  ];
  for (let part = 0; made.length + STEP_LINES <= lines; part++) {
    const name = `step${String(index)}_${String(part)}`;
    made.push(
      `/** Step ${String(part)} of module ${String(index)}. */`,
      `export class ${name} {`,
      `  readonly #weights = [${[1, 2, 3].map(() => Math.floor(random() * 100)).join(', ')}];`,
      '  run(values: readonly number[]): { total: number; label: string } {',
      '    const total = values.map((value, at) => value * (this.#weights[at % 3] ?? 1)).reduce((a, b) => a + b, 0);',
      `    if (total > ${String(Math.floor(random() * 1_000))}) return { total, label: \`${name}: \${total}\` };`,
      "    return { total: 0, label: 'none' };",
      '  }',
      '}',
      '',
    );
  }
  while (made.length < lines) made.push(`export const rest${String(index)}_${String(made.length)} = ${String(index)};`);
  return made;
}

type Maker = (index: number) => string;

const handler: Maker = (index) => `
const contract${index} = defineContract(
  { prefix: 'p${index}' },
  { act: { method: 'POST', path: '/act', desc: 'Act', input: z.object({ id: z.string() }), expose: ['MCP', 'AGENT'] } },
);
export const service${index} = implement(contract${index}, {
  act: async ({ input }) => {
    const context = getRequestContext();
    setRequestDimensions({ id: input.id });
    const ms = context ? Number(process.hrtime.bigint() - context.startedAt) / 1e6 : 0;
    await rows.insert({ id: input.id, spanId: context?.trace.spanId, ms });
    return { ms };
  },
});
`;

const mount: Maker = (index) => `
export function tools${index}(userId: string): ToolSet {
  const set: ToolSet = {};
  for (const t of collectTools(service${index}, 'AGENT')) {
    set[t.name] = tool({
      description: t.method.desc,
      inputSchema: t.schema,
      execute: (a) => t.method.handler({ userId, input: a }),
    });
  }
  return set;
}
`;

const dispatcher: Maker = (index) => `
export const run${index} = (calls: { name: string; args: Record<string, unknown> }[]) =>
  Promise.all(calls.map((call) => service${index}.methods[call.name]!.handler({ input: call.args, source: 'batch' })));
`;

const native: Maker = (index) => `
export const native${index} = tool({
  inputSchema: z.object({ id: z.string() }),
  execute: async ({ id }) => {
    setRequestDimensions({ id });
    return { id, mine: childSpan(getRequestContext()!.trace) };
  },
});
`;

/** An endpoint that no tool reaches: the same reads are right here. */
const innocent: Maker = (index) => `
const pages${index} = defineContract(
  { prefix: 'h${index}' },
  { show: { method: 'GET', path: '/show', desc: 'Show', input: z.object({ id: z.string() }), expose: ['HTTP'] } },
);
export const pageService${index} = implement(pages${index}, {
  show: async ({ input }) => {
    const context = getRequestContext();
    setRequestDimensions({ id: input.id });
    await rows.insert({ id: input.id, spanId: context?.trace.spanId });
    return { id: input.id };
  },
});
`;

function relevantModule(index: number, lines: number, random: () => number): string {
  const other = Math.floor(random() * Math.max(1, index));
  const parts = [handler, innocent, mount, dispatcher, native].filter((_, at) => at === 0 || random() < 0.6);
  const head = [
    "import { tool, type ToolSet } from 'ai';",
    "import { defineContract } from 'stitchkit/contract';",
    "import { childSpan, getRequestContext, setRequestDimensions } from 'stitchkit/observability';",
    "import { implement } from 'stitchkit/server';",
    "import { collectTools } from 'stitchkit/tools';",
    "import { z } from 'zod';",
    ...(index > 0 ? [importOf(index, other)] : []),
    'declare const rows: { insert(row: object): Promise<void> };',
    ...parts.flatMap((make) => make(index).split('\n')),
  ];
  return textOf([...head, ...body(index, lines - head.length, index > 0 ? other : null, random)]);
}
