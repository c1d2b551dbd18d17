/** The endpoint and factory options that decide whether an endpoint is a tool (facts, section C). */
export const EXPOSURE_OPTIONS = {
  /** The endpoint option that lists where an endpoint is served. */
  list: 'expose',
  /** The entries of the list that make it a tool whose calls can share a request's context. */
  toolTransports: ['MCP', 'AGENT'],
  /** The entry that also serves it over HTTP. */
  http: 'HTTP',
  /** The factory option under which an endpoint without a list is no tool. */
  factory: { key: 'toolExposure', value: 'explicit', since: '0.43.0' },
  /** Options that keep an endpoint from ever being a tool. `value`: only when it has that value. */
  never: [
    { key: 'multipart' },
    { key: 'rawResponse', since: '0.28.0' },
    { key: 'rawBody', since: '0.37.0' },
    { key: 'responseMeta', since: '0.38.0' },
    { key: 'stream', since: '0.68.0' },
    { key: 'method', value: 'HEAD', since: '0.39.0' },
  ],
} as const satisfies {
  list: string;
  http: string;
  toolTransports: readonly string[];
  factory: { key: string; value: string; since: string };
  never: readonly { key: string; value?: string; since?: string }[];
};
