/** The members of a tool call, as the SDKs and applications name them. */
export const TOOL_CALL_WORDS = {
  name: new Set(['name', 'toolName', 'tool', 'toolId', 'tool_name']),
  input: new Set(['args', 'arguments', 'input', 'params', 'parameters', 'toolInput', 'tool_input', 'rawArgs']),
  run: new Set(['execute', 'handler', 'run', 'invoke', 'call', 'handle']),
  identifier: /tool/iu,
  call: /(?:^|[a-z])calls?(?:$|[A-Z_])|^calls?|invocation/u,
  /** Tables whose functions look at tool calls and run none. */
  beside:
    /valid|verif|schema|guard|polic|permi|authori[sz]|approv|check|predicate|matcher|render|view|component|icon|label|caption|title|descri|summar|format|print|pars|serial|codec|transform|normali[sz]|redact|saniti[sz]|estimat|price|cost|limit/iu,
  extension: { holder: /exten/iu, method: 'resolve' },
} as const;

/** The members that lead from a service to one endpoint's handler, and what the handler is given. */
export const HANDLER_WORDS = {
  table: 'methods',
  handler: 'handler',
  input: 'input',
  surroundings: ['source', 'params'],
  source: 'source',
  httpSource: 'http',
} as const;

/** The hooks that a tool call runs. */
export const HOOK_NAMES: ReadonlySet<string> = new Set(['beforeToolCall', 'afterToolCall', 'onToolError']);

/** Those of them that are given how long the call took. */
export const HOOKS_WITH_DURATION: ReadonlySet<string> = new Set(['afterToolCall']);
