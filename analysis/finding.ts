/** A place in a source file. Offsets count UTF-16 units of the text without its byte order mark; lines and columns start at 1. */
export interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The kinds of function that run during one tool call, or around it. */
export type CallScopeKind =
  | 'contract-handler'
  | 'runtime-tool'
  | 'extension-resolver'
  | 'lifecycle'
  | 'tool-hook'
  | 'audit-sink'
  | 'native-callback'
  | 'raw-callback'
  | 'sdk-execute'
  | 'tool-file';

/** The call scope a finding belongs to. `name` is what a person would call the function, without quotes. */
export interface CallScope {
  readonly kind: CallScopeKind;
  readonly name: string;
  readonly place: Place;
  /** Present where the framework also runs the function for HTTP requests, or may: then it runs in no fork (facts, section C). */
  readonly servesHttp?: true;
}

/** One step on the way from the call scope to the fault. */
export interface PathStep {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** What a rule may offer to change at a finding. Offsets as in `Place`. */
export type Repair =
  /** The property at `property` holds the value under `key`; it may be renamed to `to`, or dropped. */
  | {
      readonly kind: 'row-property';
      readonly start: number;
      readonly end: number;
      readonly key: { readonly start: number; readonly end: number };
      readonly shorthand: boolean;
      readonly to: string;
      readonly siblingTaken: boolean;
      /** Whether the read stands in the property itself, so that dropping it drops the read. */
      readonly holdsRead: boolean;
    }
  /** The operand at `start`–`end` may become a local start taken at the top of the function body at `body`. */
  | {
      readonly kind: 'local-start';
      readonly start: number;
      readonly end: number;
      readonly body: { readonly start: number; readonly end: number; readonly block: boolean };
      readonly clock: string;
    };

/** One fault at one place. Plain data: it can cross a worker boundary. */
export interface Finding {
  readonly rule: string;
  readonly messageId: string;
  readonly data: Readonly<Record<string, string>>;
  readonly place: Place;
  readonly scope: CallScope | null;
  readonly path: readonly PathStep[];
  readonly repairs: readonly Repair[];
}

/** A finding that a rule reports only with one of its options. */
export interface OptionalFinding extends Finding {
  readonly option: string;
}

/** Why an exit from what can be seen was not followed. */
export type UnknownReason = 'computed' | 'too-dynamic' | 'unresolvable' | 'outside-root' | 'budget';

/** Something that could not be followed and may hide a fault. */
export interface Unknown {
  readonly reason: UnknownReason;
  readonly message: string;
  readonly place: Place;
}

/** What the analysis says of one file. */
export interface FileAnalysis {
  readonly findings: readonly Finding[];
  /** What is reported, in the place of a finding at the same place, only where a rule's option asks for it. */
  readonly onRequest?: readonly OptionalFinding[];
  readonly unknown: readonly Unknown[];
}
