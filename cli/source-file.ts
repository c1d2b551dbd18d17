const SOURCE = /\.[cm]?[jt]s$|\.[jt]sx$/u;
const DECLARATION = /\.d\.(?:[^./\\]+\.)?[cm]?ts$/u;

/** The endings of files that are looked at. */
export const SOURCE_ENDINGS: readonly string[] = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'];

/** Whether a path names TypeScript or JavaScript. */
export function isSourceName(path: string): boolean {
  return SOURCE.test(path);
}

/** Whether a path names a file that only declares types. */
export function isDeclarationName(path: string): boolean {
  return DECLARATION.test(path);
}
