const NAME = 'eslint-plugin-stitchkit';

const GENERAL = `${NAME}: finds and repairs request-context faults in tool calls of stitchkit applications.

Usage
  npx ${NAME} check [paths]      report faults
  npx ${NAME} migrate [paths]    repair them

Options
  -h, --help                 this text; after a command, the command's own
  -v, --version              the version of this package

Paths are files or folders; without any, the current folder. Nothing of your project is executed.
`;

const SHARED = `  --settings FILE            settings from this JSON file instead of those found in the project
  --format stylish|json      text for people (the default), or one JSON object
  -h, --help                 this text
`;

const EXIT_CODES = `Exit codes (the highest of 5, 4, 1, 0 that applies)
  0   clean, or all migrated
  1   findings, sites left for a person, or (--dry-run) something would change
  2   wrong usage
  3   the project cannot be worked on: no such path, uncommitted changes, wrong settings
  4   some files could not be parsed; the others are done
  5   a file could not be read or written; the others are done
  70  a fault of this package, with what to report
`;

const CHECK = `Usage
  npx ${NAME} check [paths] [options]

Reports what the rules of the recommended preset find, without ESLint. Follows .gitignore; a file named itself is always checked.

Options
  --unknown                  also list what could not be followed and may hide a fault
${SHARED}
${EXIT_CODES}`;

const MIGRATE = `Usage
  npx ${NAME} migrate [paths] [options]

Rewrites what it can prove right, and names the rest with a reason. Refuses to touch a git tree with uncommitted changes.

Options
  --dry-run                  write nothing, say what would change
  --diff                     also print the changes as a patch
  --only NAMES               only these codemods, separated by commas
  --from VERSION             the version the code is written for (default: the installed one)
  --to VERSION               the version it is to run on (default: the same)
                             VERSION: 0.36.1, 0.36 (its newest patch) or latest
  --runner MODULE#EXPORT     your own runner that forks the context for each call
  --best-effort              also make edits whose meaning a person must check
  --todo                     write the reason above each site that is left
  --force                    work on a tree with uncommitted changes
${SHARED}
${EXIT_CODES}`;

/** The help text of a command, or of the whole. */
export function helpOf(command: 'check' | 'migrate' | null): string {
  if (command === null) return GENERAL;
  return command === 'check' ? CHECK : MIGRATE;
}
