/** A mount whose hooks are `members`. */
export function hooks(members: string): string {
  return `import { getRequestContext } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { note, starts } from './notes';
import { services } from './surface';

export const tools = mountAgent(services, {
  hooks: {
    ${members},
  },
});
`;
}
