import type { ModuleSummary } from './summary/module-summary.js';

const TEST_MODULES = /^(?:vitest|bun:test|node:test|@jest\/globals|mocha|ava|tap|uvu|@japa\/runner)$/u;

/** Whether a module is a test: by its path, or because it imports a test runner. */
export function isTestModule(summary: ModuleSummary): boolean {
  if (isTestFile(summary.file)) return true;
  return summary.values.some((node) => node.op === 'import' && TEST_MODULES.test(node.module));
}

/** Whether a path names a test: `x.test.ts`, `x.spec.ts`, or anything in a folder `test`, `tests` or `__tests__`. */
function isTestFile(file: string): boolean {
  return /(?:^|[\\/])(?:__tests__|tests?)[\\/]|[.-](?:test|spec)\.[cm]?[jt]sx?$/iu.test(file);
}
