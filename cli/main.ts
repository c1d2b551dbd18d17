import { SettingsError } from '../analysis/settings-validation.js';
import { readCommandLine } from './command-line.js';
import type { Engines } from './engine.js';
import { CliFailure, EXIT } from './exit-code.js';
import type { Io } from './io.js';
import { packageVersion } from './package-version.js';

async function run(argv: readonly string[], io: Io, engines: Engines): Promise<number> {
  const line = readCommandLine(argv);
  switch (line.command) {
    case 'help':
      io.out((await import('./help.js')).helpOf(line.of));
      return EXIT.clean;
    case 'version':
      io.out(`${packageVersion()}\n`);
      return EXIT.clean;
    case 'check':
      return (await import('./check.js')).check(line, io, engines);
    case 'migrate':
      return (await import('./migrate.js')).migrate(line, io, engines);
  }
}

function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\nCaused by: ${causesOf(error.cause)}`;
}

function faultReport(error: unknown, argv: readonly string[]): string {
  return [
    'This is a fault of eslint-plugin-stitchkit, not of your project. Nothing was lost: a file is either wholly rewritten or untouched.',
    'Please report these lines, and if you can the file they name:',
    '',
    `eslint-plugin-stitchkit ${packageVersion()}, Node ${process.version}, ${process.platform} ${process.arch}`,
    `Arguments: ${argv.join(' ')}`,
    causesOf(error),
    '',
  ].join('\n');
}

/** The underlying reason where a file's own work failed for a reason that is the user's. */
function userFailure(error: unknown): CliFailure | SettingsError | null {
  if (error instanceof CliFailure || error instanceof SettingsError) return error;
  return error instanceof Error && error.cause !== undefined ? userFailure(error.cause) : null;
}

/**
 * Runs the command line.
 *
 * @param argv the arguments after the program's name
 * @returns the exit code; everything a person must know was written to `io`. Never rejects.
 */
export async function main(argv: readonly string[], io: Io, engines: Engines): Promise<number> {
  try {
    return await run(argv, io, engines);
  } catch (error) {
    const failure = userFailure(error);
    if (!failure) {
      io.err(faultReport(error, argv));
      return EXIT.fault;
    }
    io.err(`${failure.message}\n`);
    return failure instanceof CliFailure ? failure.code : EXIT.unworkable;
  }
}
