/** How a run ends. Public interface. */
export const EXIT = {
  clean: 0,
  open: 1,
  usage: 2,
  unworkable: 3,
  unparsed: 4,
  unreadable: 5,
  fault: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A run that cannot go on for a reason its user can do something about: what happened, where, what to do. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  constructor(
    readonly code: typeof EXIT.usage | typeof EXIT.unworkable,
    message: string,
  ) {
    super(message);
  }
}
