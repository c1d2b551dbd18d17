import { hit, type RuleCase } from '../../rule-case.js';
import { rawTool, sdkTool } from '../../templates/scopes.js';
import { CONTEXT, OBSERVABILITY } from './imports.js';

export const direct: readonly RuleCase[] = [
  hit('a field written', 'sheep.ts', sdkTool({ imports: CONTEXT, body: '§getRequestContext()!.userId = pen;' })),
  hit(
    'a field written through an alias',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: 'const ctx = getRequestContext();\n    if (ctx) §ctx.userId = pen;' }),
  ),
  hit(
    'the dimensions replaced',
    'sheep.js',
    sdkTool({
      imports: CONTEXT,
      body: 'const ctx = getRequestContext();\n    §ctx.dimensions = { ...ctx.dimensions, pen };',
    }),
  ),
  hit(
    'a dimension written',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: '§getRequestContext().dimensions.pen = pen;' }),
  ),
  hit(
    'a dimension deleted, where there is one',
    'sheep.ts',
    sdkTool({ imports: CONTEXT, body: '§delete getRequestContext()?.dimensions?.pen;' }),
  ),
  hit(
    'a dimension written by a computed key',
    'sheep.ts',
    sdkTool({ imports: CONTEXT, body: `const ctx = getRequestContext()!;\n    §ctx.dimensions!['pen'] = pen;` }),
  ),
  hit(
    'a dimension written into destructured dimensions',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: 'const { dimensions } = getRequestContext();\n    §dimensions.pen = pen;' }),
  ),
  hit(
    'a dimension by logical assignment',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: 'const ctx = getRequestContext();\n    §ctx.dimensions ??= {};' }),
  ),
  hit(
    'a field by Object.assign',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: `§Object.assign(getRequestContext(), { userId: pen });` }),
  ),
  hit(
    'dimensions by Object.assign',
    'sheep.ts',
    sdkTool({
      imports: CONTEXT,
      body: 'const ctx = getRequestContext()!;\n    §Object.assign(ctx.dimensions!, { pen });',
    }),
  ),
  hit(
    'a field deleted',
    'mcp.ts',
    rawTool({ imports: CONTEXT, body: 'const ctx = getRequestContext()!;\n        §delete ctx.error;' }),
  ),
  hit(
    'the error replaced',
    'mcp.ts',
    rawTool({ imports: CONTEXT, body: `§getRequestContext()!.error = { code: 'NO_LOOM' };` }),
  ),
  hit(
    'a field written by a helper',
    'sheep.js',
    sdkTool({
      imports: CONTEXT,
      top: 'function mark(ctx, pen) {\n  §ctx.action = pen;\n}',
      body: 'mark(getRequestContext(), pen);',
    }),
  ),
  hit(
    'a field written by a helper with a typed parameter',
    'sheep.ts',
    sdkTool({
      imports: `import { getRequestContext, type RequestContext } from '${OBSERVABILITY}';`,
      top: 'const mark = (ctx: RequestContext, pen: string): void => {\n  §ctx.action = pen;\n};',
      body: 'mark(getRequestContext()!, pen);',
    }),
  ),
  hit(
    'a field written in a class',
    'sheep.ts',
    sdkTool({
      imports: CONTEXT,
      top: 'class Marker {\n  readonly #ctx = getRequestContext()!;\n  mark(pen: string) {\n    §this.#ctx.serviceName = pen;\n  }\n}',
      body: 'new Marker().mark(pen);',
    }),
  ),
  hit(
    'a field written by destructuring assignment',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: 'const ctx = getRequestContext();\n    §[ctx.userId] = [pen];' }),
  ),
  hit(
    'a field written through a thin wrapper',
    'sheep.js',
    sdkTool({ imports: CONTEXT, top: 'const current = () => getRequestContext();', body: '§current().source = pen;' }),
  ),
  hit(
    'a field written through Reflect',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: `§Reflect.set(getRequestContext(), 'userId', pen);` }),
  ),
  hit(
    'a field of the whole context spread, whose dimensions are shared',
    'sheep.js',
    sdkTool({ imports: CONTEXT, body: 'const copy = { ...getRequestContext() };\n    §copy.dimensions.pen = pen;' }),
  ),
];
