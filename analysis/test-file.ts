/** Whether a path names a test: `x.test.ts`, `x.spec.ts`, or anything in a folder `test`, `tests` or `__tests__`. */
export function isTestFile(file: string): boolean {
  return /(?:^|[\\/])(?:__tests__|tests?)[\\/]|[.-](?:test|spec)\.[cm]?[jt]sx?$/iu.test(file);
}
