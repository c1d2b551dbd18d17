import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const runtime = (entry: string): string => fileURLToPath(new URL(`./fixtures/runtime/${entry}.ts`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      'stitchkit/contract': runtime('contract'),
      'stitchkit/observability': runtime('observability'),
      'stitchkit/server': runtime('server'),
      'stitchkit/tools': runtime('tools'),
    },
  },
  test: {
    include: ['test/**/*.test.ts'],
    globals: true,
    env: { NO_COLOR: '1' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
