/** Why a codemod leaves a site for a person. */
export interface Reason {
  /** Stable: scripts may match it. */
  readonly code: string;
  /** One sentence; `{name}` is filled in from the site. */
  readonly sentence: string;
  /** Sentences for sites that say which `case` of the reason they are. */
  readonly cases?: Readonly<Record<string, string>>;
}

/** The case of `executor-itself` where the edits took the last caller away. */
export const CALLER_LOST = 'caller-lost';

/** The reason of every site where a comment tells linters to be silent. */
export const DISABLED = 'disabled-by-comment';

/** Every reason, in order of weight: where several hold at one site, the first is given. */
const TABLE = [
  {
    code: DISABLED,
    sentence: 'A comment here disables the rule that reports this; remove the comment to have the site migrated.',
  },
  {
    code: 'no-runner-in-version',
    sentence: 'stitchkit {version} has nothing that can run this call in a fork of its own; move to {needed} first.',
  },
  {
    code: 'executor-itself',
    sentence:
      'This is the executor itself, and nothing in the file calls it: run its callers through a forking runner, or fork around the whole call here.',
    cases: {
      [CALLER_LOST]:
        'This executor has lost its last caller in the file, and is kept for the comments in it or above it. Remove it.',
    },
  },
  {
    code: 'extra-work-in-executor',
    sentence:
      'The executor called here does more than a runner (a check, a log line, arguments of its own), and the call would lose that; fork around the whole call in it.',
  },
  {
    code: 'runner-does-not-fork',
    sentence: "The project's own runner opens no fork around the call; repair the runner first.",
  },
  {
    code: 'unknown-service',
    sentence: 'It cannot be seen here which service the endpoint belongs to, and the runner has to be built from it.',
  },
  {
    code: 'plain-handler-map',
    sentence:
      'The functions called here are no contract endpoints, so no runner knows them; make them endpoints, or fork around each call by hand.',
  },
  {
    code: 'runtime-tools',
    sentence:
      'The set also holds runtime tools, which a contract runner does not cover; pass them to the mount by hand.',
  },
  {
    code: 'shared-http-handler',
    sentence: 'The same code also serves HTTP requests, which must not become tool calls; separate the two first.',
  },
  {
    code: 'spread-or-computed',
    sentence:
      'What the handler is given is spread or computed, so its arguments or its source cannot be told from its context.',
  },
  {
    code: 'evaluation-order',
    sentence:
      'A runner would evaluate what it is given, or the name of the tool, in another order, and some of it does something or may change; put that into constants first.',
  },
  {
    code: 'absent-endpoint-skipped',
    sentence:
      'An endpoint that is absent is skipped here, and a runner throws for a name it does not know; --best-effort makes the change.',
  },
  {
    code: 'tool-name-unknown',
    sentence:
      'The runner needs the name of the tool, and what the endpoint is picked by here need not be it, or picks from some of the tools where the runner would run all.',
  },
  {
    code: 'tool-extension',
    sentence:
      'The tools are listed with options that nothing takes over, or with an extension that only a mount resolves, and a mount cannot say the rest of this loop.',
  },
  {
    code: 'extra-work-in-loop',
    sentence:
      'The loop does more than register tools, and this version has no runner to put in place of the handler call.',
  },
  {
    code: 'custom-result-shape',
    sentence: 'The caller expects another shape of result than the runner gives.',
  },
  {
    code: 'renamed-tools',
    sentence:
      'The tools get other names than a mount gives them, and this version has no runner to put in place of the handler call.',
  },
  {
    code: 'custom-tool-options',
    sentence:
      'The tools are described by more than their endpoints, and this version has no runner to put in place of the handler call.',
  },
  {
    code: 'custom-arguments',
    sentence:
      'The handler gets other arguments than the tool, and this version has no runner to put in place of the handler call.',
  },
  {
    code: 'per-call-context',
    sentence:
      'The context or the hooks may differ from call to call, and a mount takes them once; this version has no runner to put in place of the handler call.',
  },
  {
    code: 'custom-source',
    sentence: 'The call names a source of its own, and this version has no runner to put in place of the handler call.',
  },
  {
    code: 'other-surface',
    sentence:
      'The tools of one surface are registered on another, and this version has no runner to put in place of the handler call.',
  },
  {
    code: 'mount-returns-failure',
    sentence:
      'A mounted agent tool of this version may give a failure back as its result, where this one throws, and no runner of this version can take the place of the handler call; --best-effort mounts it.',
  },
  {
    code: 'no-start-in-hook',
    sentence: 'The call has long begun when this hook runs, and the hook is given no duration.',
  },
  {
    code: 'start-in-helper',
    sentence: 'The difference is taken in a function that the call reaches; pass it a start that is taken in the call.',
  },
  {
    code: 'start-stored',
    sentence:
      "The request's start is kept as a value, or under a name that holds other values too; decide whether a row should hold it, and take the call's own start otherwise.",
  },
  {
    code: 'start-has-side-effect',
    sentence:
      'Reading the start here may also do something else, which a change would lose; read the context by itself first.',
  },
  {
    code: 'other-clock',
    sentence:
      'The start of the call cannot read the clock, or the unit, that this start is subtracted from; take a start that matches by hand.',
  },
  {
    code: 'compared-with-limit',
    sentence:
      "The time is held against a limit, which may be the request's; from the call's own start it would mean something else. --best-effort makes the change.",
  },
  {
    code: 'measures-wait',
    sentence:
      'The end is read before the call does its work, so this is how long the call waited; from its own start it would be nothing. --best-effort makes the change.',
  },
  {
    code: 'edit-conflict',
    sentence: 'Another change touches the same text; run the codemod again after reviewing that one.',
  },
  {
    code: 'parse-error-after-edit',
    sentence:
      'The change would not parse; this is a fault of the codemod, please report it. The file keeps its old text.',
  },
  {
    code: 'type-error-after-edit',
    sentence: 'The change would give the file a type error, so it keeps its old text: {detail}',
  },
] as const satisfies readonly Reason[];

export type ReasonCode = (typeof TABLE)[number]['code'];

export const reasons: readonly (Reason & { readonly code: ReasonCode })[] = TABLE;

/** The sentence of a reason with its blanks filled in. */
export function reasonSentence(code: ReasonCode, data: Readonly<Record<string, string>> = {}): string {
  const reason = reasons.find((one) => one.code === code);
  const sentence = reason?.cases?.[data['case'] ?? ''] ?? reason?.sentence ?? code;
  return sentence.replace(/\{(\w+)\}/gu, (blank, name: string) => data[name] ?? blank);
}

/** The weightiest of several reasons. */
export function firstReason(codes: readonly ReasonCode[]): ReasonCode | undefined {
  return TABLE.find((one) => codes.includes(one.code))?.code;
}
