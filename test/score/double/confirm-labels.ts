import type { CorpusInput, Report } from '../../../bench/score/corpus.js';
import type { Occurrence } from './recorder.js';
import { runProgram, type Run } from './run-program.js';

/** What a run said of the labels of one input. */
export interface Confirmation {
  readonly input: string;
  readonly confirmed: readonly Report[];
  /** Labels of which the run saw nothing. */
  readonly unseen: readonly Report[];
  /** What happened where no label is. */
  readonly contradicted: readonly Report[];
  readonly run: Run;
}

type Judge = (one: Occurrence, run: Run) => boolean;

const inCall: Judge = ({ call }) => call !== null;
const onRequest: Judge = ({ record }, { requests }) => record !== null && requests.has(record);
/** A start that is the request's, and not one that a record made by hand has. */
const isRequestStart: Judge = ({ what, record }, { requests }) =>
  what === 'start' && [...requests].some(({ startedAt }) => startedAt === record?.startedAt);
const isWrite: Judge = ({ what }) => what === 'write-dimension' || what === 'write-other';

/** A read of something that only tools wrote, or that another tool wrote, and that is not there. */
const isLostDimension: Judge = (one, { occurrences }) => {
  if (one.found || (one.what !== 'row-dimension' && one.what !== 'dimension')) return false;
  const writers = occurrences.filter(
    ({ what, name, call }) => what === 'write-dimension' && name === one.name && call !== null,
  );
  return writers.some(({ call }) => call?.tool !== one.call?.tool);
};

/** What has to have happened at a label for it to be right. */
const PROOFS: Readonly<Record<string, Judge>> = {
  'no-request-span-in-tool': (one, run) => inCall(one, run) && (one.what === 'span' || one.what === 'arrived'),
  'no-request-start-in-tool': (one, run) => inCall(one, run) && isRequestStart(one, run),
  'no-context-write-in-native-tool': (one, run) =>
    one.call?.kind === 'native' && isWrite(one, run) && onRequest(one, run),
  'no-shared-context-write': (one, run) => one.call?.kind === 'managed' && isWrite(one, run) && onRequest(one, run),
  'no-ineffective-context-write': (one, run) =>
    one.call?.kind === 'managed' && one.what === 'write-other' && !onRequest(one, run),
  'no-tool-dimensions-on-request-row': isLostDimension,
  'no-child-span-fork': ({ what, name }, { occurrences }) =>
    what === 'minted' && occurrences.some((one) => one.what === 'entered' && one.name.includes(name)),
  'require-isolated-fork': ({ what, name }) => what === 'entered' && /dimensions|userId/u.test(name),
  'no-invented-root': ({ what, name, record }, { occurrences }) =>
    what === 'minted' &&
    record === null &&
    occurrences.some((one) => one.what === 'entered' && one.name === `root ${name}`),
  'no-direct-tool-hook': ({ what, name, call }) => what === 'called' && HOOK.test(name) && call === null,
  'no-hook-outside-fork': ({ what }, run) =>
    what === 'entered' &&
    run.occurrences.some((one) => one.what === 'called' && HOOK.test(one.name) && onRequest(one, run)),
  'no-resolve-outside-fork': (one, run) => one.what === 'called' && one.name === 'resolve' && onRequest(one, run),
};

/** What the handler of a call, and a copy of the framework's executor, is called. */
const CALLS = /^handler$|^exec/u;
/** The hooks of a call. */
const HOOK = /^(?:beforeToolCall|afterToolCall|onToolError)$/u;
/** A look whether there is a start, which says nothing of when. */
const PRESENCE = /\btypeof [\w.!?()]*\.startedAt\b/u;
const EXECUTOR = 'no-unforked-executor';

/** Whether the function around a label ran two calls in the record of one request, outside any call of the framework's. */
function runsCallsTogether({ file, line }: Report, run: Run): boolean {
  const { from, to } = run.functionAround(file, line);
  const lines = Array.from({ length: to - from + 1 }, (_, index) => `${file}:${String(from + index)}`);
  const calls = run.occurrences.filter(
    (one) =>
      one.call === null &&
      (isWrite(one, run) || (one.what === 'called' && CALLS.test(one.name))) &&
      onRequest(one, run) &&
      lines.some((place) => one.stack.includes(place)),
  );
  return [...run.requests].some((request) => calls.filter(({ record }) => record === request).length > 1);
}

/** What may happen nowhere but at a label. A read of a span is right where it is a parent's, so only its arrival counts. */
const FAULTS: Readonly<Record<string, Judge>> = {
  'no-request-span-in-tool': ({ what, call }) => what === 'arrived' && call?.phase === 'handler',
  'no-request-start-in-tool': (one, run) => one.call?.phase === 'handler' && isRequestStart(one, run),
  'no-context-write-in-native-tool': PROOFS['no-context-write-in-native-tool'] ?? inCall,
  'no-shared-context-write': PROOFS['no-shared-context-write'] ?? inCall,
  'no-ineffective-context-write': (one, run) =>
    (PROOFS['no-ineffective-context-write'] ?? inCall)(one, run) &&
    !(one.record && run.jobs.has(one.record)) &&
    one.call?.alsoHttp === false &&
    one.name !== 'action',
};

/** The rules whose effect a run of this kind can show. */
export const SHOWN_RULES: readonly string[] = [...Object.keys(PROOFS), EXECUTOR];

/** Runs an input on the double, and compares what happened with its labels. */
export async function confirmLabels(input: CorpusInput): Promise<Confirmation> {
  const run = await runProgram(input);
  const isSeen = (label: Report): boolean => {
    if (label.rule === EXECUTOR) return runsCallsTogether(label, run);
    const proof = PROOFS[label.rule];
    const place = placeOf(label);
    return proof !== undefined && run.occurrences.some((one) => isAt(one, place) && proof(one, run));
  };
  return {
    input: input.name,
    confirmed: input.expected.filter(isSeen),
    unseen: input.expected.filter((label) => !isSeen(label)),
    contradicted: contradictions(input, run),
    run,
  };
}

function contradictions({ expected, files }: CorpusInput, run: Run): Report[] {
  const labels = new Set(expected.map(placeOf));
  const rules = new Set(expected.map(({ rule }) => rule));
  const found = new Map<string, Report>();
  for (const [rule, isFault] of Object.entries(FAULTS)) {
    for (const one of run.occurrences) {
      const [innermost] = one.stack;
      if (innermost === undefined || !isFault(one, run) || [...labels].some((place) => isAt(one, place))) continue;
      // where a span comes from cannot be told from where it arrives
      if (one.what === 'arrived' && rules.has(rule)) continue;
      const [file = '', line = ''] = innermost.split(/:(?=\d+$)/u);
      const text = files.find(({ path }) => path === file)?.text.split('\n')[Number(line) - 1] ?? '';
      if (one.what === 'start' && PRESENCE.test(text)) continue;
      found.set(`${rule} ${innermost}`, { rule, file, line: Number(line) });
    }
  }
  return [...found.values()];
}

/** Whether something happened at a place, or in a function of another file that was handed over there. */
function isAt({ stack, call }: Occurrence, place: string): boolean {
  if (stack.includes(place)) return true;
  const file = place.replace(/:\d+$/u, '');
  return stack[0]?.startsWith(`${file}:`) === false && call?.handedOver.includes(place) === true;
}

function placeOf({ file, line }: Report): string {
  return `${file}:${String(line)}`;
}
