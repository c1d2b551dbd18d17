/** Serves the desk over stdio; its audit rows go to stderr, one JSON text a line. */
import { createObservability } from 'stitchkit/observability';
import { createStdioMcpServer } from 'stitchkit/tools';
import { desk } from './desk-service.js';

const { toolCall } = createObservability({
  tools: {
    write: (event) => {
      console.error(JSON.stringify(event));
    },
  },
});

await createStdioMcpServer({
  serverInfo: { name: 'desk', version: '1.0.0' },
  services: desk,
  context: { userId: 'stdio-user' },
  hooks: toolCall,
});
