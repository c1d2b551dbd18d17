type Severity = 'off' | 'warn' | 'error' | 0 | 1 | 2;
type Entry<Options extends readonly unknown[]> = Severity | [Severity, ...Options];

/** What may stand under `rules`, for configurations in TypeScript: `const rules: StitchkitRules = { … }`. */
// a type and not an interface: only that fits the index signature of ESLint's own type
export type StitchkitRules = {
  readonly 'stitchkit/no-request-span-in-tool'?: Entry<[options?: { readonly reportUnknown?: boolean }]>;
  readonly 'stitchkit/no-request-start-in-tool'?: Entry<[]>;
  readonly 'stitchkit/no-context-write-in-native-tool'?: Entry<[]>;
  readonly 'stitchkit/no-shared-context-write'?: Entry<[]>;
  readonly 'stitchkit/no-unforked-executor'?: Entry<[]>;
  readonly 'stitchkit/no-resolve-outside-fork'?: Entry<[]>;
  readonly 'stitchkit/no-hook-outside-fork'?: Entry<[]>;
  readonly 'stitchkit/no-child-span-fork'?: Entry<[]>;
  readonly 'stitchkit/require-isolated-fork'?: Entry<[options?: { readonly describeCall?: boolean }]>;
  readonly 'stitchkit/no-invented-root'?: Entry<[]>;
  readonly 'stitchkit/no-direct-tool-hook'?: Entry<[]>;
  readonly 'stitchkit/no-ineffective-context-write'?: Entry<[]>;
  readonly 'stitchkit/no-tool-dimensions-on-request-row'?: Entry<[]>;
  readonly 'stitchkit/no-session-identity'?: Entry<[]>;
  readonly 'stitchkit/no-trace-keyed-call-state'?: Entry<[]>;
};
