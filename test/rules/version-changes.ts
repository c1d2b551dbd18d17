/** The versions at which every rule's cases are run: before, at and behind each change of behaviour, and the newest. */
export const VERSIONS = ['0.35', '0.36.0', '0.36.1', '0.43', '0.44', '0.54', '0.91', '0.94', 'latest'] as const;

/** What changes for a rule on the way from the version before to `at`. Each list holds message ids. */
export interface VersionChange {
  readonly at: (typeof VERSIONS)[number];
  /** Reports that were not there before. */
  readonly appears?: readonly string[];
  /** Reports that are there no more. */
  readonly vanishes?: readonly string[];
  /** Reports at the same place whose text says something else. */
  readonly rewords?: readonly string[];
  /** The facts that make it so, by section. */
  readonly because: string;
}

const TOOLS_OF_0_43 =
  'Runtime tools as data and the invoker are there from 0.39, raw tools as an option from 0.42 (B, D); rawBody, responseMeta and HEAD endpoints and an explicit factory are no tools any more (C).';
const TOOLS_OF_0_54 =
  'Registries and scoped implementations (from 0.48.1 and 0.50) and the managed twins of native tools (0.54) declare calls (C, D).';
const TOOLS_OF_0_91 =
  'Remote services moved to an entry point of their own, and lifecycles are composed, in 0.55; streams are no tools from 0.68 (B, C).';
const SOURCE_OF_THE_FORK =
  'From 0.36.0 the fork says the source and method of the call, so what asks for those of HTTP is not run by a call (0).';
const UNITS_OF_WORK = 'A unit of work opens a context of its own from 0.92 (A).';

/** Every change that the facts ask for, by rule. A rule that is not here says the same in all versions. */
export const CHANGES: Readonly<Record<string, readonly VersionChange[]>> = {
  'no-request-span-in-tool': [
    { at: '0.36.0', vanishes: ['span'], because: SOURCE_OF_THE_FORK },
    {
      at: '0.43',
      appears: ['span'],
      vanishes: ['span'],
      rewords: ['span', 'trace'],
      because: `${TOOLS_OF_0_43} The call's span comes from the sinks of observability instead of the audit hook (A).`,
    },
    {
      at: '0.44',
      rewords: ['span', 'trace'],
      because: 'Over MCP a call has a record of its own, whose span no row may carry (0).',
    },
    { at: '0.54', appears: ['span'], because: TOOLS_OF_0_54 },
    { at: '0.91', appears: ['span'], vanishes: ['span'], because: TOOLS_OF_0_91 },
    { at: '0.94', vanishes: ['span'], because: UNITS_OF_WORK },
  ],
  'no-request-start-in-tool': [
    { at: '0.36.0', vanishes: ['start'], because: SOURCE_OF_THE_FORK },
    { at: '0.43', appears: ['start'], vanishes: ['start'], because: TOOLS_OF_0_43 },
    { at: '0.44', rewords: ['start', 'differenceInHook'], because: "Over MCP the start is the dispatch's (0)." },
    { at: '0.54', appears: ['start'], because: TOOLS_OF_0_54 },
    { at: '0.91', appears: ['start'], vanishes: ['start'], because: TOOLS_OF_0_91 },
    { at: '0.94', vanishes: ['start'], because: UNITS_OF_WORK },
  ],
  'no-context-write-in-native-tool': [
    {
      at: '0.36.0',
      rewords: ['write', 'directWrite'],
      because: 'Managed tools are forked from 0.36.0 on, so they are what to use instead (0).',
    },
    {
      at: '0.43',
      appears: ['write'],
      vanishes: ['write'],
      because: 'nativeTools was given the server itself until 0.36, rawTools is from 0.42 (D).',
    },
    { at: '0.94', vanishes: ['directWrite', 'write'], because: UNITS_OF_WORK },
  ],
  'no-shared-context-write': [
    { at: '0.36.0', vanishes: ['shared'], because: 'Each managed call runs in a fork (0).' },
    { at: '0.36.1', vanishes: ['shared'], because: 'So does the resolver of an extension (0, C).' },
  ],
  'no-unforked-executor': [
    {
      at: '0.36.0',
      rewords: [
        'dispatch',
        'dispatchConcurrent',
        'handler',
        'handlerConcurrent',
        'mutated',
        'mutatedConcurrent',
        'vendored',
        'vendoredConcurrent',
      ],
      because: 'A mount forks from 0.36.0 on, so it is what to use instead (0).',
    },
    {
      at: '0.43',
      rewords: [
        'dispatch',
        'dispatchConcurrent',
        'handler',
        'handlerConcurrent',
        'mutated',
        'mutatedConcurrent',
        'vendored',
        'vendoredConcurrent',
      ],
      because: 'From 0.39 there is an invoker too (B).',
    },
  ],
  'no-resolve-outside-fork': [
    { at: '0.43', appears: ['resolve'], because: 'The invoker is a runner to resolve before, from 0.39 (B).' },
  ],
  'no-child-span-fork': [
    { at: '0.43', appears: ['child'], because: 'A call of the invoker is managed, from 0.39 (B).' },
  ],
  'require-isolated-fork': [
    {
      at: '0.36.0',
      vanishes: ['fork'],
      because: 'The framework forks again inside, so that a shared record around a managed call hurts nobody (0).',
    },
  ],
  'no-invented-root': [{ at: '0.43', appears: ['root'], because: 'A call of the invoker is managed, from 0.39 (B).' }],
  'no-ineffective-context-write': [
    {
      at: '0.36.0',
      appears: ['user', 'error'],
      because: "A call's user and error reach no row from 0.36.0 on (A, F).",
    },
    { at: '0.36.1', appears: ['user'], because: 'The resolver of an extension writes on the fork too (0).' },
    { at: '0.43', appears: ['user', 'error'], because: 'Runtime tools and the invoker, from 0.39 (B).' },
    { at: '0.54', appears: ['error'], because: 'The managed twins of native tools (D).' },
    { at: '0.94', vanishes: ['error'], because: UNITS_OF_WORK },
  ],
  'no-tool-dimensions-on-request-row': [
    { at: '0.36.0', appears: ['otherTool'], because: 'Dimensions accumulate no more from call to call (F).' },
    {
      at: '0.43',
      appears: ['requestRow', 'requestContext', 'otherTool'],
      because: 'Runtime tools, the invoker and the sinks of observability are there (A, B).',
    },
  ],
  'no-session-identity': [
    { at: '0.43', vanishes: ['session'], because: 'From 0.37 a handler keeps no sessions unless it says so (E).' },
    { at: '0.44', vanishes: ['session'], because: 'There are no sessions any more (E).' },
  ],
  'no-trace-keyed-call-state': [{ at: '0.43', appears: ['keyed'], because: 'Runtime tools are there from 0.39 (B).' }],
};

/** Words that a message may only say where the version has what they name. */
export const WORDS_OF_VERSIONS: readonly { readonly word: RegExp; readonly since?: string; readonly until?: string }[] =
  [
    { word: /\binvoker\b/u, since: '0.39.0' },
    { word: /\baudit hook\b/u, until: '0.43.0' },
    { word: /\btool sink\b/u, since: '0.43.0' },
    { word: /\bover MCP\b/u, since: '0.44.0' },
    { word: /\bunit of work\b/u, since: '0.92.0' },
    { word: /\bmanaged tool\b/u, since: '0.36.0' },
    { word: /\bupgrade to 0\.36\.1\b/u, until: '0.36.0' },
  ];
