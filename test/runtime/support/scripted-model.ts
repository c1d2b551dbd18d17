import type { LanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';

export interface ScriptedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that asks for the calls of each step at once, and says "done" after the last one. */
export function scriptedModel(steps: readonly (readonly ScriptedCall[])[]): LanguageModel {
  let step = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const calls = steps[step] ?? [];
      step += 1;
      if (calls.length === 0) {
        return {
          content: [{ type: 'text', text: 'done' }],
          finishReason: { unified: 'stop', raw: undefined },
          usage: USAGE,
          warnings: [],
        };
      }
      return {
        content: calls.map((call, i) => ({
          type: 'tool-call',
          toolCallId: `call-${String(step)}-${String(i)}`,
          toolName: call.tool,
          input: JSON.stringify(call.args),
        })),
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage: USAGE,
        warnings: [],
      };
    },
  });
}
