import type { ScriptedCall } from './scripted-model.js';

/** What a tool answered over MCP. */
export interface McpAnswer {
  readonly isError: boolean;
  readonly value: unknown;
}

interface JsonRpcAnswer {
  readonly id: number;
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
  readonly error?: { readonly message: string };
}

export const MCP_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

export interface BatchOptions {
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The calls as one JSON-RPC batch. */
export function batchOf(calls: readonly ScriptedCall[], meta?: Readonly<Record<string, unknown>>): object[] {
  return calls.map((call, i) => ({
    jsonrpc: '2.0',
    id: i + 1,
    method: 'tools/call',
    params: { name: call.tool, arguments: call.args, ...(meta && { _meta: meta }) },
  }));
}

/** The answers in a response's body, in the order of the calls; a batch of one is answered without a list around it. */
export function answersOf(body: string): McpAnswer[] {
  const answers = [JSON.parse(body) as JsonRpcAnswer | JsonRpcAnswer[]].flat();
  return answers.sort((a, b) => a.id - b.id).map(answerOf);
}

export function answerOf({ result, error }: JsonRpcAnswer): McpAnswer {
  if (!result) throw new Error(`the server refused the call: ${error?.message ?? 'no message'}`);
  const text = result.content[0]?.text ?? '';
  return { isError: result.isError === true, value: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Sends the calls in one POST, and gives their answers in the order of the calls. */
export async function postBatch(
  url: string,
  calls: readonly ScriptedCall[],
  options: BatchOptions = {},
): Promise<McpAnswer[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...MCP_HEADERS, ...options.headers },
    body: JSON.stringify(batchOf(calls, options.meta)),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`the MCP endpoint answered ${String(response.status)}: ${body}`);
  return answersOf(body);
}
