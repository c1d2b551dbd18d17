/** What a program has to be given so that it gets as far as its labels: stand-ins fit everywhere, but they name nothing. */
export interface StageProps {
  /** Members of modules that the program imports, by specifier. */
  readonly modules?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Arguments of functions that it exports, by name. */
  readonly calls?: Readonly<Record<string, readonly unknown[]>>;
}

/** The name of the one tool that `collectTools` gives. */
export const COLLECTED_TOOL = 'collected';

/** A model that asks for two calls, and then for no more, again and again. */
function chatOnce(): () => unknown {
  let asked = 0;
  return () => {
    asked += 1;
    const calls = ['one', 'two'].map((id) => ({ id, name: COLLECTED_TOOL, args: { id } }));
    return { text: 'done', calls: asked % 2 === 0 ? [] : calls };
  };
}

/** By the name of the input. */
export const STAGE_PROPS: Readonly<Record<string, StageProps>> = {
  '103-agent-loop-pushed-calls': { modules: { './llm': { chat: chatOnce() } } },
  '14-unforked-promise-all': {
    calls: {
      runToolCalls: [
        [
          { id: '1', name: 'bell_ring', args: { bell: 'north' } },
          { id: '2', name: 'bell_ring', args: { bell: 'south' } },
        ],
      ],
    },
  },
};
