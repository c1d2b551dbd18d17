import { clean, hit, type RuleCase } from '../../rule-case.js';

function curried(wrapper: string, use: string): string {
  return `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { executors } from './executors';
${wrapper}
${use}
`;
}

const AT_ONCE = `export const runCall = (call) => withFork(getRequestContext())(() => executors[call.name](call.args));`;
const KEPT = `export const runCalls = (calls) => {
  const fork = withFork(getRequestContext());
  return Promise.all(calls.map((call) => fork(() => executors[call.name](call.args))));
};`;

/** Wrappers that take the context first and the call later. */
export const curriedForks: readonly RuleCase[] = [
  hit(
    'curried: an arrow that gives an arrow',
    'calls.js',
    curried('const withFork = (parent) => (body) => §runWithRequestContext({ ...parent }, body);', AT_ONCE),
    { says: [/dimensions/] },
  ),
  hit(
    'curried: kept in a variable between',
    'calls.js',
    curried('const withFork = (parent) => (body) => §runWithRequestContext({ ...parent }, body);', KEPT),
  ),
  hit(
    'curried: a function that gives a function',
    'calls.js',
    curried(
      'function withFork(parent) {\n  return function (body) {\n    return §runWithRequestContext({ ...parent }, body);\n  };\n}',
      AT_ONCE,
    ),
  ),
  clean(
    'curried: with a bag of its own',
    'calls.js',
    curried(
      'const withFork = (parent) => (body) =>\n  parent ? runWithRequestContext({ ...parent, dimensions: { ...parent.dimensions }, error: undefined }, body) : body();',
      KEPT,
    ),
  ),
  clean(
    'curried: around work that is no call',
    'mails.js',
    `import { getRequestContext, runWithRequestContext } from 'stitchkit/observability';
import { outbox } from './outbox';
const keep = (parent) => (body) => runWithRequestContext({ ...parent }, body);
export const later = (mail) => setImmediate(() => keep(getRequestContext())(() => outbox.send(mail)));
`,
  ),
];
