import { hit, type RuleCase } from '../../rule-case.js';
import { contractHandler, rawTool, runtimeTool, sdkTool } from '../../templates/scopes.js';
import { importForms } from './import-forms.js';

/** A value of the request context that a call must not take for its own. */
export interface ContextRead {
  /** Member path below the context, with its leading dot. */
  readonly path: string;
  /** A destructuring pattern that binds the value to a name, with an optional default. */
  readonly pattern: (name: string, fallback?: string) => string;
  /** The name that the shorthand pattern binds. */
  readonly key: string;
}

const TYPE_IMPORT = `import { getRequestContext, type RequestContext } from 'stitchkit/observability';`;

/** The ways a program reaches one value of the request context; each reads it once, wrongly. */
export function contextAccessCases({ path, pattern, key }: ContextRead): RuleCase[] {
  const shorthand = pattern(key);
  return [
    hit('optional chain on the call', 'kilns.ts', contractHandler({ body: `note(§getRequestContext()?${path});` })),
    hit('non-null assertion', 'kilns.ts', contractHandler({ body: `note(§getRequestContext()!${path});` })),
    hit(
      'as in parentheses',
      'kilns.ts',
      contractHandler({ imports: TYPE_IMPORT, body: `note(§(getRequestContext() as RequestContext)${path});` }),
    ),
    hit(
      'as unknown as a shape of its own',
      'kilns.ts',
      contractHandler({
        top: `interface Shape { trace: { spanId: string }; startedAt: bigint }`,
        body: `note(§(getRequestContext() as unknown as Shape)${path});`,
      }),
    ),
    hit(
      'satisfies',
      'kilns.ts',
      contractHandler({
        imports: TYPE_IMPORT,
        body: `const ctx = getRequestContext() satisfies RequestContext | undefined;\n    note(§ctx?${path});`,
      }),
    ),
    hit(
      'type assertion with angle brackets',
      'kilns.ts',
      sdkTool({ imports: TYPE_IMPORT, body: `note(§(<RequestContext>getRequestContext())${path});` }),
    ),
    hit(
      'held in a variable',
      'kilns.js',
      contractHandler({ body: `const ctx = getRequestContext();\n    note(§ctx?${path});` }),
    ),
    hit(
      'through three aliases',
      'kilns.js',
      contractHandler({
        body: `const ctx = getRequestContext();\n    const same = ctx;\n    let held = same;\n    note(§held?${path});`,
      }),
    ),
    hit(
      'assigned later to a let',
      'kilns.ts',
      contractHandler({
        body: `let ctx;\n    if (input.kilnId !== '') ctx = getRequestContext();\n    note(§ctx?${path});`,
      }),
    ),
    hit(
      'assigned inside the expression',
      'kilns.js',
      sdkTool({ body: `let ctx;\n    note(§(ctx = getRequestContext())?${path});` }),
    ),
    hit(
      'logical assignment',
      'kilns.js',
      sdkTool({ body: `let ctx = null;\n    ctx ??= getRequestContext();\n    note(§ctx?${path});` }),
    ),
    hit(
      'destructured',
      'kilns.ts',
      contractHandler({ body: `const §${shorthand} = getRequestContext()!;\n    note(${key});` }),
    ),
    hit(
      'destructured under another name with a default',
      'kilns.ts',
      contractHandler({ body: `const §${pattern('held', `''`)} = getRequestContext()!;\n    note(held);` }),
    ),
    hit(
      'destructured with a fallback for the whole context',
      'kilns.js',
      sdkTool({
        top: 'const none = {};',
        body: `const §${pattern('held')} = getRequestContext() ?? none;\n    note(held);`,
      }),
    ),
    hit(
      'destructured by assignment',
      'kilns.js',
      sdkTool({ body: `let ${key};\n    §(${shorthand} = getRequestContext());\n    note(${key});` }),
    ),
    hit(
      'destructured from an alias with a computed string key',
      'kilns.js',
      sdkTool({
        body:
          key === 'spanId'
            ? `const { ['trace']: held } = getRequestContext();\n    note(§held['spanId']);`
            : `const ctx = getRequestContext();\n    const { §['startedAt']: held } = ctx;\n    note(held);`,
      }),
    ),
    hit(
      'nullish fallback of the context',
      'kilns.ts',
      contractHandler({
        imports: TYPE_IMPORT,
        top: 'declare function missing(): RequestContext;',
        body: `note(§(getRequestContext() ?? missing())${path});`,
      }),
    ),
    hit(
      'or with an empty object',
      'kilns.js',
      sdkTool({ body: `note(§(getRequestContext() || {})${path.replace('.trace.', '.trace?.')});` }),
    ),
    hit(
      'conditional expression',
      'kilns.ts',
      contractHandler({
        body: `const ctx = input.kilnId ? getRequestContext() : undefined;\n    note(ctx ? §ctx${path} : '');`,
      }),
    ),
    hit(
      'a guard before the read',
      'kilns.ts',
      contractHandler({
        body: `const ctx = getRequestContext();\n    if (!ctx) throw new Error('no context');\n    note(§ctx${path});`,
      }),
    ),
    hit(
      'computed string members',
      'kilns.ts',
      contractHandler({ body: `note(§getRequestContext()!${path.replaceAll(/\.(\w+)/g, `['$1']`)});` }),
    ),
    hit(
      'a member name in a constant',
      'kilns.js',
      sdkTool({
        top: `const FIELD = '${key}';`,
        body: `note(§getRequestContext()${path.slice(0, -key.length - 1)}[FIELD]);`,
      }),
    ),
    hit('inside a template', 'kilns.ts', contractHandler({ body: 'note(`at ${§getRequestContext()?' + path + '}`);' })),
    hit(
      'over several lines, by the line where the expression starts',
      'kilns.ts',
      contractHandler({
        body: `note(\n      §getRequestContext()\n        ${path.startsWith('.trace') ? '?.trace\n        .spanId' : '?.startedAt'},\n    );`,
      }),
    ),
    hit(
      'copied by object spread',
      'kilns.ts',
      contractHandler({
        body: `const copy = { ...getRequestContext()!, kiln: input.kilnId };\n    note(§copy${path});`,
      }),
    ),
    hit(
      'copied by Object.assign',
      'kilns.js',
      sdkTool({ body: `note(§Object.assign({}, getRequestContext())${path});` }),
    ),
    hit(
      'kept in a property',
      'kilns.ts',
      contractHandler({ body: `const deps = { ctx: getRequestContext() };\n    note(§deps.ctx?${path});` }),
    ),
    hit(
      'kept in a property set later',
      'kilns.js',
      sdkTool({ body: `const deps = {};\n    deps.ctx = getRequestContext();\n    note(§deps.ctx?${path});` }),
    ),
    hit(
      'destructured out of an array',
      'kilns.ts',
      contractHandler({ body: `const [ctx] = [getRequestContext()];\n    note(§ctx?${path});` }),
    ),
    hit(
      'a thin arrow around the getter',
      'kilns.ts',
      contractHandler({ top: 'const ctx = () => getRequestContext()!;', body: `note(§ctx()${path});` }),
    ),
    hit(
      'a thin function around the getter, declared below its use',
      'kilns.js',
      `${sdkTool({ body: `note(§current()?${path});` })}
function current() {
  const ctx = getRequestContext();
  return ctx;
}
`,
    ),
    hit(
      'an async wrapper',
      'kilns.ts',
      contractHandler({
        top: 'async function current() {\n  return getRequestContext()!;\n}',
        body: `note(§(await current())${path});`,
      }),
    ),
    hit(
      'a wrapper that throws when there is none',
      'kilns.ts',
      contractHandler({
        top: `function need() {
  const ctx = getRequestContext();
  if (!ctx) throw new Error('no request');
  return ctx;
}`,
        body: `note(§need()${path});`,
      }),
    ),
    hit(
      'the getter under another name',
      'kilns.ts',
      contractHandler({ top: 'const current = getRequestContext;', body: `note(§current()?${path});` }),
    ),
    hit(
      'a wrapper that returns an object',
      'kilns.ts',
      contractHandler({
        top: 'const scope = () => ({ ctx: getRequestContext() });',
        body: `note(§scope().ctx?${path});`,
      }),
    ),
    hit(
      'a helper in the file reads it',
      'kilns.ts',
      contractHandler({ top: `function held() {\n  return §getRequestContext()?${path};\n}`, body: 'note(held());' }),
    ),
    hit(
      'two helpers deep, once for two callers',
      'kilns.js',
      contractHandler({
        top: `const inner = () => §getRequestContext()?${path};\nconst outer = () => inner();`,
        body: 'note(outer());\n    note(inner());',
      }),
    ),
    hit(
      'handed to a helper as an argument',
      'kilns.js',
      contractHandler({ top: `function show(c) {\n  note(§c${path});\n}`, body: 'show(getRequestContext());' }),
    ),
    hit(
      'handed to a helper that destructures',
      'kilns.js',
      contractHandler({ top: `const show = (§${shorthand}) => note(${key});`, body: 'show(getRequestContext());' }),
    ),
    hit(
      'handed to a helper inside an object',
      'kilns.js',
      contractHandler({
        top: `function show({ ctx, id }) {\n  note(id, §ctx${path});\n}`,
        body: 'show({ id: 1, ctx: getRequestContext() });',
      }),
    ),
    hit(
      'a helper with a parameter of the context type',
      'kilns.ts',
      contractHandler({
        imports: TYPE_IMPORT,
        top: `const held = (c: RequestContext) => §c${path};`,
        body: `const c = getRequestContext();\n    if (c) note(held(c));`,
      }),
    ),
    hit(
      'a default of a parameter',
      'kilns.js',
      sdkTool({ top: `function show(c = getRequestContext()) {\n  note(§c?${path});\n}`, body: 'show();' }),
    ),
    hit(
      'a local helper that calls back with it',
      'kilns.js',
      contractHandler({
        top: 'const withContext = (fn) => fn(getRequestContext());',
        body: `withContext((c) => note(§c${path}));`,
      }),
    ),
    hit(
      'bound to a helper',
      'kilns.js',
      sdkTool({
        top: `function show(c) {\n  note(§c${path});\n}`,
        body: 'const bound = show.bind(null, getRequestContext());\n    bound();',
      }),
    ),
    hit(
      'a helper run by call',
      'kilns.js',
      sdkTool({ top: `function show(c) {\n  note(§c${path});\n}`, body: 'show.call(undefined, getRequestContext());' }),
    ),
    hit(
      'a class field',
      'kilns.ts',
      contractHandler({
        top: `class Probe {\n  ctx = getRequestContext();\n  read() {\n    return §this.ctx?${path};\n  }\n}`,
        body: 'note(new Probe().read());',
      }),
    ),
    hit(
      'a private field',
      'kilns.ts',
      contractHandler({
        top: `class Probe {
  readonly #ctx = getRequestContext();
  read() {
    return §this.#ctx?${path};
  }
}`,
        body: 'const probe = new Probe();\n    note(probe.read());',
      }),
    ),
    hit(
      'a parameter property',
      'kilns.ts',
      contractHandler({
        imports: TYPE_IMPORT,
        top: `class Probe {
  constructor(private readonly ctx: RequestContext) {}
  read() {
    return §this.ctx${path};
  }
}`,
        body: 'note(new Probe(getRequestContext()!).read());',
      }),
    ),
    hit(
      'a field set in the constructor',
      'kilns.js',
      sdkTool({
        top: `class Probe {
  constructor(ctx) {
    this.ctx = ctx;
  }
  get held() {
    return §this.ctx${path};
  }
}`,
        body: 'note(new Probe(getRequestContext()).held);',
      }),
    ),
    hit(
      'a static method',
      'kilns.js',
      sdkTool({
        top: `class Probe {\n  static read() {\n    return §getRequestContext()?${path};\n  }\n}`,
        body: 'note(Probe.read());',
      }),
    ),
    hit(
      'a method of an object',
      'kilns.ts',
      contractHandler({
        top: `const probe = {\n  read() {\n    return §getRequestContext()?${path};\n  },\n};`,
        body: 'note(probe.read());',
      }),
    ),
    hit(
      'a getter of an object',
      'kilns.js',
      sdkTool({
        top: `const probe = {\n  get held() {\n    return §getRequestContext()?${path};\n  },\n};`,
        body: 'note(probe.held);',
      }),
    ),
    hit(
      'a closure run later',
      'kilns.ts',
      contractHandler({
        body: `const c = getRequestContext();\n    const later = () => note(§c?${path});\n    queueMicrotask(later);`,
      }),
    ),
    hit(
      'a callback of map',
      'kilns.ts',
      contractHandler({ body: `[1, 2].map(() => note(§getRequestContext()?${path}));` }),
    ),
    hit(
      'a helper handed over as a callback of map',
      'kilns.js',
      contractHandler({
        top: `function each() {\n  return §getRequestContext()?${path};\n}`,
        body: '[1, 2].map(each);',
      }),
    ),
    hit(
      'a callback of then',
      'kilns.js',
      sdkTool({ body: `await note(pen).then(() => note(§getRequestContext()?${path}));` }),
    ),
    hit(
      'the context resolved by a promise',
      'kilns.js',
      sdkTool({ body: `await Promise.resolve(getRequestContext()).then((c) => note(§c?${path}));` }),
    ),
    hit(
      'a callback of setTimeout',
      'kilns.js',
      sdkTool({ body: `setTimeout(() => note(§getRequestContext()?${path}), 5);` }),
    ),
    hit(
      'a function called at once',
      'kilns.js',
      sdkTool({ body: `(() => {\n      note(§getRequestContext()?${path});\n    })();` }),
    ),
    hit(
      'a module variable set by the call',
      'kilns.js',
      sdkTool({
        top: `let current;\nfunction show() {\n  note(§current?${path});\n}`,
        body: 'current = getRequestContext();\n    show();',
      }),
    ),
    hit(
      'in a finally block',
      'kilns.ts',
      runtimeTool({
        body: `try {\n      note(harbour);\n    } finally {\n      note(§getRequestContext()?${path});\n    }`,
      }),
    ),
    hit(
      'in a local generator',
      'kilns.js',
      sdkTool({
        top: `function* held() {\n  yield §getRequestContext()?${path};\n}`,
        body: 'for (const h of held()) note(h);',
      }),
    ),
    hit('in a raw tool', 'kilns.ts', rawTool({ body: `note(§getRequestContext()?${path});` })),
    ...importForms(path),
  ];
}
