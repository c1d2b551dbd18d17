import type { CallScopeKind } from '../finding.js';

/** From which version on (inclusive) and before which (exclusive) something holds. */
export interface VersionRange {
  readonly since?: string;
  readonly until?: string;
}

/** What a framework value is to the analysis, beyond its members. */
export type Role =
  /** A call gives the request context that is current. */
  | 'context-getter'
  /** The request context record itself. */
  | 'context'
  /** The context's trace: the enclosing span's, never the call's. */
  | 'enclosing-trace'
  /** A span id of the enclosing trace. */
  | 'enclosing-span'
  /** The start of whatever encloses the call. */
  | 'enclosing-start'
  /** The mutable part of the context that rows are built from. */
  | 'context-part'
  /** The trace id, the same for every call of a request. */
  | 'trace-id'
  /** Who the request came from. */
  | 'context-user'
  /** The dimensions of a row that is a request's. */
  | 'request-dimensions'
  /** The dimensions of a row that is a tool's. */
  | 'tool-dimensions'
  /** The dimensions of the context of an HTTP request, where its own code reads them. */
  | 'http-dimensions'
  /** The dimensions of a row that is a request's or a tool's. */
  | 'event-dimensions'
  /** A call builds the sinks of audit rows. */
  | 'observability'
  /** A span made under another one. */
  | 'minted-child'
  /** A trace of its own, under nothing. */
  | 'minted-root'
  /** The span id of a trace made in the application. */
  | 'own-span'
  /** A call writes the current context. */
  | 'context-writer'
  /** A call runs a function in the context it is given. */
  | 'fork-runner'
  /** A call runs a function in a root context of its own. */
  | 'root-runner'
  /** A call takes a trace as the parent of something else. */
  | 'parent-reader'
  /** A call runs one endpoint's handler as it is: no validation, no hooks, no fork. */
  | 'handler-call'
  /** A call goes through the framework's executor. */
  | 'managed-call'
  /** A call runs a copy of the framework's executor, which opens no fork of its own. */
  | 'vendored-executor'
  /** A call declares endpoints. */
  | 'contract-definer'
  /** A declared contract. */
  | 'contract'
  /** One implemented service: a table of endpoints with their handlers. */
  | 'service'
  /** A table of endpoints by name. */
  | 'method-table'
  /** A call gives the endpoints of a service that are tools. */
  | 'tool-collector'
  /** A call mounts services as tools. */
  | 'mount'
  /** A call builds an invoker of tools. */
  | 'invoker-factory'
  /** A call builds a runner that forks around each call. */
  | 'runner-factory'
  /** A call defines a tool of an SDK by hand. */
  | 'sdk-tool'
  /** A call runs an agent's loop of model steps and tool calls. */
  | 'sdk-loop'
  /** A call runs one of a tool call's hooks. */
  | 'tool-hook-call'
  /** A call resolves what an extension adds to a tool call. */
  | 'extension-resolver'
  /** A call registers a tool on an MCP server by hand. */
  | 'raw-registration'
  /** A bounded or scheduled caller of functions that opens no fork. */
  | 'scheduler'
  /** A call runs a function for many values at once. */
  | 'concurrent-map';

/** How a function handed to a framework call is run. */
export interface CallbackPosition extends VersionRange {
  /**
   * The way from the call to the function: an argument index, then property names. `*` is every property, `[]` every
   * element, `last` the last argument.
   */
  readonly at: string;
  /** The call scope the function is, or absent where it runs in none. */
  readonly scope?: CallScopeKind;
  /** From which version on it runs inside the call's fork; absent: never. */
  readonly forkedSince?: string;
  /** Shapes of the function's parameters. */
  readonly params?: readonly (string | null)[];
  /** Where the contract stands that says whether the function is a tool: an argument index, or the callee's own call. */
  readonly contract?: { readonly argument: number; readonly of: 'call' | 'callee'; readonly registry?: boolean };
  /** The position only counts when this argument is one of these (a string, or an export of this name). */
  readonly when?: { readonly argument: number; readonly isOneOf: readonly string[] };
  /** The argument that names the tool. */
  readonly nameArgument?: number;
}

/** What a value means: what calling it does and gives, and what its members are. All names are names of shapes. */
export interface Shape {
  readonly role?: Role;
  /** The shape of a call's result. */
  readonly returns?: string;
  /** The argument whose result the call gives back. */
  readonly returnsResultOf?: number;
  readonly callbacks?: readonly CallbackPosition[];
  readonly members?: Readonly<Record<string, string>>;
  readonly elements?: string;
  /** Functions among the arguments of the call that made it, which run where it is put. */
  readonly wraps?: readonly string[];
  /** For a mount: whether its options are resolved for each request, unless a session keeps them. */
  readonly perRequest?: boolean;
  /** For a mount: whether its options are resolved once, wherever it is built. */
  readonly oncePerProcess?: boolean;
  /** Functions that an object typed as this declares, by property. */
  readonly declares?: Readonly<Record<string, { readonly scope: CallScopeKind; readonly forkedSince?: string }>>;
  /** For a root runner: the shape of the context it opens. */
  readonly opens?: string;
  /** What a context writer writes. */
  readonly writes?: string;
  /** Which argument is the context, the function, the parent, the endpoints or the services, by the role's need. */
  readonly arguments?: Readonly<Record<string, number>>;
}

/** One framework export. */
export interface ExportRow extends VersionRange {
  /** Module specifiers; `relative:` stands for any module of the project, a trailing `*` for any ending. */
  readonly modules: readonly string[];
  readonly export: string;
  readonly shape: string;
  readonly kind?: 'value' | 'type' | 'both';
}
