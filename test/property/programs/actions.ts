import type { Effect } from './answer.js';
import type { ModuleWriter } from './module-writer.js';

const OBSERVABILITY = 'stitchkit/observability';

/** A piece of code with one effect. `emit` gives statements, with `mark` where a report of the effect stands. */
export interface Action {
  readonly name: string;
  readonly effect: Effect;
  emit(module: ModuleWriter, mark: string): string;
}

/** An expression for the request context, from the framework or through what the module itself declares. */
function context(module: ModuleWriter): string {
  const get = module.imported(OBSERVABILITY, 'getRequestContext');
  const form = module.style.varied ? module.decide.below(6) : 0;
  if (form === 1) {
    const own = module.name('current');
    module.add(`const ${own} = () => ${get}();`);
    return `${own}()`;
  }
  if (form === 2) {
    const own = module.name('current');
    module.add(`function ${own}() { return ${module.wrapped(`${get}()`)}; }`);
    return `${own}()`;
  }
  if (form === 3) return `(0, ${get})()`;
  return module.wrapped(`${get}()`);
}

/** A statement that puts an object where rows are kept. */
function row(module: ModuleWriter, entries: string): string {
  const keep = module.name('rows');
  module.add(`const ${keep} = [];`);
  return `${keep}.push({ kind: 'note', ${entries} });`;
}

const clock = 'process.hrtime.bigint()';

function read(name: string, effect: Effect, emit: Action['emit']): Action {
  return { name, effect, emit };
}

const spans: readonly Action[] = [
  read('a chain to the span', 'reads the span', (m, mark) =>
    row(m, `span: ${m.wrapped(`${mark}${context(m)}${m.access}trace.spanId`)}`),
  ),
  read('the span of a held context', 'reads the span', (m, mark) => {
    const held = m.name('context');
    return `const ${held} = ${context(m)}; ${row(m, `span: ${mark}${held}${m.access}trace.spanId`)}`;
  }),
  read('the span of a held trace', 'reads the span', (m, mark) => {
    const held = m.name('held');
    return `const ${held} = ${context(m)}${m.access}trace; ${row(m, `id: ${mark}${held}${m.access}spanId`)}`;
  }),
  read('the parent span', 'reads the span', (m, mark) =>
    row(m, `above: ${mark}${context(m)}${m.access}trace.parentSpanId`),
  ),
  read('the span by a text key', 'reads the span', (m, mark) =>
    row(m, `span: ${mark}${context(m)}${m.access}trace['spanId']`),
  ),
  read('the span out of a pattern', 'reads the span', (m, mark) => {
    const local = m.name('span');
    return `const { ${mark}spanId: ${local} } = ${context(m)}${m.access}trace; ${row(m, `span: ${local}`)}`;
  }),
  read('the span out of a deep pattern', 'reads the span', (m, mark) => {
    const local = m.name('span');
    return `const { trace: { ${mark}spanId: ${local} } } = ${context(m)}; ${row(m, `span: ${local}`)}`;
  }),
  read('the whole trace', 'reads the span', (m, mark) => row(m, `${mark}trace: ${context(m)}${m.access}trace`)),
];

const starts: readonly Action[] = [
  read('a chain to the start', 'reads the start', (m, mark) =>
    row(m, `since: ${m.wrapped(`${mark}${context(m)}${m.access}startedAt`)}`),
  ),
  read('the start of a held context', 'reads the start', (m, mark) => {
    const held = m.name('context');
    return `const ${held} = ${context(m)}; ${row(m, `since: ${mark}${held}${m.access}startedAt`)}`;
  }),
  read('the start out of a pattern', 'reads the start', (m, mark) => {
    const local = m.name('start');
    return `const { ${mark}startedAt: ${local} } = ${context(m)}; ${row(m, `since: ${local}`)}`;
  }),
  read('a duration', 'takes a difference from the start', (m, mark) =>
    row(m, `took: ${clock} - ${mark}${context(m)}${m.access}startedAt`),
  ),
  read('a duration of a held start', 'takes a difference from the start', (m, mark) => {
    const held = m.name('start');
    return `const ${held} = ${mark}${context(m)}${m.access}startedAt; ${row(m, `took: ${clock} - ${held}`)}`;
  }),
];

const writes: readonly Action[] = [
  read('a dimension', 'writes dimensions', (m, mark) =>
    setter(m, mark, 'setRequestDimensions', `{ ${m.style.varied ? 'ticket' : 'key'}: 'T-1' }`),
  ),
  read('the user', 'writes the user', (m, mark) => setter(m, mark, 'setRequestUser', `'u-1'`)),
  read('the error', 'writes the error', (m, mark) => setter(m, mark, 'setRequestError', `{ code: 'BUSY' }`)),
];

function setter(module: ModuleWriter, mark: string, name: string, argument: string): string {
  const set = module.imported(OBSERVABILITY, name);
  return `${mark}${module.style.varied && module.decide.onceIn(4) ? `(0, ${set})` : set}(${argument});`;
}

const keyed: readonly Action[] = [
  read('a map by trace id', 'keeps state by trace', (m, mark) => {
    const kept = m.name('kept');
    m.add(`const ${kept} = new Map();`);
    return `${mark}${kept}.set(${m.imported(OBSERVABILITY, 'getTraceId')}(), 1);`;
  }),
  read('a set of trace ids', 'keeps state by trace', (m, mark) => {
    const kept = m.name('seen');
    m.add(`const ${kept} = new Set();`);
    return `${mark}${kept}.add(${context(m)}${m.access}trace.traceId);`;
  }),
];

const innocent: readonly Action[] = [
  read('the trace id', 'nothing wrong', (m) => row(m, `trace: ${m.imported(OBSERVABILITY, 'getTraceId')}()`)),
  read('the trace id of the context', 'nothing wrong', (m) => row(m, `trace: ${context(m)}${m.access}trace.traceId`)),
  read('the span as a parent', 'nothing wrong', (m) => row(m, `parentSpanId: ${context(m)}${m.access}trace.spanId`)),
  read('a header', 'nothing wrong', (m) =>
    row(m, `header: ${m.imported(OBSERVABILITY, 'formatTraceparent')}(${context(m)}${m.access}trace)`),
  ),
  read('a row of its own under the parent', 'nothing wrong', (m) => {
    const child = m.name('child');
    const minted = `${m.imported(OBSERVABILITY, 'childSpan')}(${context(m)}${m.access}trace)`;
    return `const ${child} = ${minted}; ${row(m, `spanId: ${child}.spanId`)}`;
  }),
  read('the user of the context', 'nothing wrong', (m) => row(m, `user: ${context(m)}${m.access}userId`)),
  read('a clock of its own', 'nothing wrong', (m) => {
    const began = m.name('began');
    return `const ${began} = ${clock}; ${row(m, `took: ${clock} - ${began}`)}`;
  }),
  read('a context that is none', 'nothing wrong', (m) => {
    const own = m.name('own');
    m.add(`const ${own} = { trace: { spanId: 's' }, startedAt: 0n };`);
    return row(m, `span: ${own}.trace.spanId, since: ${own}.startedAt`);
  }),
  read('a name that is shadowed', 'nothing wrong', (m) => {
    const span = m.name('read');
    m.add(`function ${span}(getRequestContext${m.type('any')}) { return getRequestContext().trace.spanId; }`);
    return row(m, `span: ${span}(() => ({ trace: { spanId: 's' } }))`);
  }),
];

/** Every action of the grammar. */
export const ACTIONS: readonly Action[] = [...spans, ...starts, ...writes, ...keyed, ...innocent];
