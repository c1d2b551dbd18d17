import {
  createAuditHook,
  createObservability,
  wrapInRequestContext,
  type RequestEvent,
  type RequestObserver,
} from 'stitchkit/observability';
import type { FetchHandler } from 'stitchkit/observability';
import type { AfterToolCallOptions, ToolCallHooks } from 'stitchkit/tools';
import { currentPolicy } from '../../../fixtures/runtime/line.js';

/** How an application of the release wires its audit. */
export interface Audit {
  readonly rows: RequestEvent[];
  readonly toolCall: ToolCallHooks & { afterToolCall(options: AfterToolCallOptions): void };
  readonly server: {
    readonly observability?: RequestObserver;
    readonly wrapFetch?: (handler: FetchHandler) => FetchHandler;
  };
}

export function openAudit(): Audit {
  const rows: RequestEvent[] = [];
  const write = (event: RequestEvent): void => void rows.push(event);
  if (currentPolicy().serverOpensContext) {
    const { request, toolCall } = createObservability({ request: { write }, tools: { write } });
    return { rows, toolCall, server: { ...(request && { observability: request }) } };
  }
  const audit = createAuditHook({ write });
  return {
    rows,
    toolCall: audit.toolCall,
    server: { wrapFetch: (handler) => wrapInRequestContext(audit.http(handler)) },
  };
}

/** What a test's hooks do; the form in which the release calls them is settled here. */
export interface HookParts {
  before?(args: Readonly<Record<string, unknown>>): void;
  after?(): void;
  error?(): void;
}

/** Hooks of a mount: the test's own and then the audit's. */
export function hooksOf(parts: HookParts, audit: Audit): ToolCallHooks {
  const positional = currentPolicy().hookArguments === 'positional';
  const beforeToolCall = (...given: unknown[]): void => {
    const args = positional ? given[1] : (given[0] as { args: unknown }).args;
    parts.before?.(args as Record<string, unknown>);
  };
  const afterToolCall = (...given: unknown[]): void => {
    parts.after?.();
    (audit.toolCall.afterToolCall as (...all: unknown[]) => void)(...given);
  };
  const onToolError = (): void => parts.error?.();
  return { beforeToolCall, afterToolCall, onToolError };
}
