import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/** The tests of the mutation run: those of the analysis that start no process and load no host of the rules. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      'test/mutation/*.mutation.ts',
      'test/analysis/{linking,unknown,version-truth}.test.ts',
      'test/property/found-programs.test.ts',
    ],
    isolate: false,
  },
});
