import type { CallbackPosition } from './shape.js';

/** From this version on each managed call runs in a fork (facts, section 0). */
export const CALLS_FORKED_SINCE = '0.36.0';
/** From this version on an extension's resolver runs inside it (facts, section 0). */
const RESOLVER_FORK = '0.36.1';

/** Hooks, lifecycle and extension of a mount's options (facts, section C). */
export function mountOptions(argument: number): CallbackPosition[] {
  const at = (path: string): string => `${argument}.${path}`;
  return [
    { at: at('hooks.beforeToolCall'), scope: 'tool-hook', forkedSince: CALLS_FORKED_SINCE },
    { at: at('hooks.afterToolCall'), scope: 'tool-hook', forkedSince: CALLS_FORKED_SINCE },
    { at: at('hooks.onToolError'), scope: 'tool-hook', forkedSince: CALLS_FORKED_SINCE, since: '0.30.0' },
    { at: at('lifecycle.beforeHandle'), scope: 'lifecycle', forkedSince: CALLS_FORKED_SINCE },
    { at: at('lifecycle.afterHandle'), scope: 'lifecycle', forkedSince: CALLS_FORKED_SINCE },
    { at: at('extend.resolve'), scope: 'extension-resolver', forkedSince: RESOLVER_FORK },
  ];
}

/** The extra options of a mount that builds an MCP server (facts, section D). */
export function serverOptions(argument: number): CallbackPosition[] {
  const at = (path: string): string => `${argument}.${path}`;
  return [
    ...mountOptions(argument),
    { at: at('nativeTools'), until: '0.37.0', params: ['McpServer'] },
    { at: at('nativeTools'), since: '0.37.0', until: '0.42.0', params: ['NativeRegistrar'] },
    { at: at('rawTools'), since: '0.42.0', params: ['McpServer'] },
    ...runtimeTools(at('runtimeTools')),
    ...runtimeTools(at('surfaces.*.runtimeTools')),
  ];
}

/** Runtime tools given as data (facts, section D). */
export function runtimeTools(at: string): CallbackPosition[] {
  return [{ at: `${at}.[].handler`, scope: 'runtime-tool', forkedSince: CALLS_FORKED_SINCE, since: '0.39.0' }];
}

/** The callbacks of a managed tool that its own call scope runs (facts, section C). */
export function managedCallbacks(argument: number, names: readonly string[]): CallbackPosition[] {
  return names.map((name) => ({
    at: `${argument}.${name}`,
    scope: 'runtime-tool',
    forkedSince: CALLS_FORKED_SINCE,
    nameArgument: argument,
  }));
}

/** The callbacks of a native tool: they run in whatever context stands around the server (facts, section C). */
export function nativeCallbacks(names: readonly string[]): CallbackPosition[] {
  return names.map((name) => ({ at: `1.${name}`, scope: 'native-callback', nameArgument: 1 }));
}

/** Handlers of a contract: a table of functions, one for each endpoint. */
export function handlers(at: string, contract: NonNullable<CallbackPosition['contract']>): CallbackPosition[] {
  return [{ at, scope: 'contract-handler', forkedSince: CALLS_FORKED_SINCE, contract }];
}
