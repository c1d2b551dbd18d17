import { hit, type RuleCase } from '../../rule-case.js';

export const versions: readonly RuleCase[] = ['0.35.0', '0.36.1', '0.38.0'].map((version) =>
  hit(`message for ${version}`, 'dispatch.ts', serviceDispatch(), {
    version,
    saysNot: [/invoker/i, /runtimeTools/],
  }),
);

export const laterVersions: readonly RuleCase[] = ['0.39.0', '0.43.0', '0.44.0', 'latest'].map((version) =>
  hit(`message for ${version}`, 'dispatch.ts', serviceDispatch(), { version, saysNot: [/createContractDispatcher/] }),
);

function serviceDispatch(): string {
  return `import type { ServiceDef } from 'stitchkit/server';
export const dispatch = (service: ServiceDef, key: string, input: unknown) => §service.methods[key]!.handler({ params: {}, input, source: 'ws' });
`;
}
