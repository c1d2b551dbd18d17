/** The package whose version a lockfile is asked for. */
export const FRAMEWORK_PACKAGE = 'stitchkit';

/** For which code a lockfile is asked. */
export interface LockfileQuestion {
  /**
   * Where the asking code stands, seen from the lockfile: its folder and every folder above it up to the lockfile's own,
   * nearest first, with `/` between names. The lockfile's own folder is the empty string.
   */
  readonly folders: readonly string[];
  /** The range under which the nearest manifest asks for the framework, where one does. Only yarn's first format needs it. */
  readonly manifestRange: () => string | null;
}

/** The framework's version as locked, or null where the lockfile has none for the asking code. */
export type OpenLockfile = (question: LockfileQuestion) => string | null;

/**
 * Reads one kind of lockfile, so that it can be asked any number of times.
 *
 * @throws an error of the parser where the text is broken
 */
export type LockfileReader = (text: string) => OpenLockfile;

/** A value of a parsed lockfile as a record, or null. Lockfiles are other tools' files: nothing about their shape is sure. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

/** A value of a parsed lockfile as text, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
