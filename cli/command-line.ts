import { parseArgs } from 'node:util';
import semver from 'semver';
import { exactVersion, FIRST_RELEASE, VERSION_FORMS } from '../analysis/known-versions.js';
import { nearestName } from '../analysis/nearest-name.js';
import { CliFailure, EXIT } from './exit-code.js';

type OutputFormat = 'stylish' | 'json';

export interface CheckOptions {
  readonly command: 'check';
  readonly paths: readonly string[];
  readonly settingsFile: string | undefined;
  readonly format: OutputFormat;
  readonly unknown: boolean;
}

export interface MigrateOptions {
  readonly command: 'migrate';
  readonly paths: readonly string[];
  readonly settingsFile: string | undefined;
  readonly format: OutputFormat;
  readonly dryRun: boolean;
  readonly diff: boolean;
  readonly only: readonly string[] | undefined;
  /** Exact versions. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly runner: { readonly module: string; readonly export: string } | undefined;
  readonly bestEffort: boolean;
  readonly todo: boolean;
  readonly force: boolean;
}

export type CommandLine =
  | CheckOptions
  | MigrateOptions
  | { readonly command: 'help'; readonly of: 'check' | 'migrate' | null }
  | { readonly command: 'version' };

const COMMANDS = ['check', 'migrate'] as const;
const FORMATS = ['stylish', 'json'] as const;

interface OptionRow {
  readonly type: 'boolean' | 'string';
  readonly of: readonly (typeof COMMANDS)[number][];
  readonly short?: string;
}

const OPTIONS = {
  help: { type: 'boolean', of: COMMANDS, short: 'h' },
  version: { type: 'boolean', of: COMMANDS, short: 'v' },
  format: { type: 'string', of: COMMANDS },
  settings: { type: 'string', of: COMMANDS },
  unknown: { type: 'boolean', of: ['check'] },
  'dry-run': { type: 'boolean', of: ['migrate'] },
  diff: { type: 'boolean', of: ['migrate'] },
  only: { type: 'string', of: ['migrate'] },
  from: { type: 'string', of: ['migrate'] },
  to: { type: 'string', of: ['migrate'] },
  runner: { type: 'string', of: ['migrate'] },
  'best-effort': { type: 'boolean', of: ['migrate'] },
  todo: { type: 'boolean', of: ['migrate'] },
  force: { type: 'boolean', of: ['migrate'] },
} as const satisfies Readonly<Record<string, OptionRow>>;

type OptionName = keyof typeof OPTIONS;
type Given = ReadonlyMap<OptionName, readonly string[]>;

/** Wrong usage: what is wrong, and where to read more. */
function wrong(message: string): never {
  throw new CliFailure(EXIT.usage, `${message}\nRun with --help to see what there is.`);
}

/** Refuses a name that is none of those there are, with the one that was probably meant. */
export function refuseName(kind: string, typed: string, names: readonly string[]): never {
  const near = nearestName(typed, names);
  const advice = near === null ? `There are: ${names.join(', ')}.` : `Did you mean ${near}?`;
  return wrong(`Unknown ${kind} ${typed}. ${advice}`);
}

function isOption(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

function isCommand(name: string): name is (typeof COMMANDS)[number] {
  return (COMMANDS as readonly string[]).includes(name);
}

function isFormat(name: string): name is OutputFormat {
  return (FORMATS as readonly string[]).includes(name);
}

function readTokens(argv: readonly string[]): { words: string[]; given: Given } {
  const { tokens } = parseArgs({
    args: [...argv],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const given = new Map<OptionName, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    if (!isOption(token.name))
      refuseName(
        'option',
        token.rawName,
        Object.keys(OPTIONS).map((name) => `--${name}`),
      );
    const isText = OPTIONS[token.name].type === 'string';
    if (!isText && token.value !== undefined) wrong(`${token.rawName} takes no value.`);
    const missing = isText && (!token.value || (!token.inlineValue && token.value.startsWith('-')));
    if (missing) wrong(`${token.rawName} needs a value.`);
    given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? '']);
  }
  return { words, given };
}

function single(given: Given, name: OptionName): string | undefined {
  const values = given.get(name) ?? [];
  if (values.length > 1) wrong(`--${name} is given ${String(values.length)} times. Give it once.`);
  return values[0];
}

function readFormat(given: Given): OutputFormat {
  const format = single(given, 'format') ?? 'stylish';
  return isFormat(format) ? format : refuseName('format', format, FORMATS);
}

function readVersion(given: Given, name: 'from' | 'to'): string | undefined {
  const word = single(given, name);
  if (word === undefined) return undefined;
  const version = exactVersion(word) ?? wrong(`--${name} ${word} is no version. Give ${VERSION_FORMS}.`);
  if (semver.lt(version, FIRST_RELEASE)) {
    wrong(`--${name} ${word} is older than ${FIRST_RELEASE}, the first release of stitchkit.`);
  }
  return version;
}

function readRunner(given: Given): MigrateOptions['runner'] {
  const text = single(given, 'runner');
  if (text === undefined) return undefined;
  const at = text.lastIndexOf('#');
  const module = text.slice(0, at);
  const exported = text.slice(at + 1);
  if (at <= 0 || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(exported)) {
    wrong(`--runner ${text} is no module#export. Give for example --runner ./src/tools/runner.js#runTool.`);
  }
  return { module, export: exported };
}

function readOnly(given: Given): readonly string[] | undefined {
  const values = given.get('only');
  if (!values) return undefined;
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  if (names.includes('')) wrong('--only has an empty name in it. Separate names by single commas.');
  return [...new Set(names)];
}

function readCheck(given: Given, paths: readonly string[]): CheckOptions {
  return {
    command: 'check',
    paths,
    settingsFile: single(given, 'settings'),
    format: readFormat(given),
    unknown: given.has('unknown'),
  };
}

function readMigrate(given: Given, paths: readonly string[]): MigrateOptions {
  const options: MigrateOptions = {
    command: 'migrate',
    paths,
    settingsFile: single(given, 'settings'),
    format: readFormat(given),
    dryRun: given.has('dry-run'),
    diff: given.has('diff'),
    only: readOnly(given),
    from: readVersion(given, 'from'),
    to: readVersion(given, 'to'),
    runner: readRunner(given),
    bestEffort: given.has('best-effort'),
    todo: given.has('todo'),
    force: given.has('force'),
  };
  if (options.diff && options.format === 'json')
    wrong('--diff prints text, and --format json one object. Give one of them.');
  if (options.from !== undefined && options.to !== undefined && semver.gt(options.from, options.to)) {
    wrong(`--from ${options.from} is newer than --to ${options.to}. A migration goes forward.`);
  }
  return options;
}

/**
 * Reads the command line.
 *
 * @throws {CliFailure} of code 2 that says what is wrong and what was probably meant
 */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const { words, given } = readTokens(argv);
  const [command, ...paths] = words;
  if (command !== undefined && !isCommand(command)) refuseName('command', command, COMMANDS);
  if (given.has('help')) return { command: 'help', of: command ?? null };
  if (given.has('version')) return { command: 'version' };
  if (command === undefined) return wrong(`A command is missing. There are: ${COMMANDS.join(', ')}.`);
  for (const name of given.keys()) {
    const of: readonly string[] = OPTIONS[name].of;
    if (!of.includes(command)) wrong(`--${name} belongs to ${of.join(', ')}, not to ${command}.`);
  }
  return command === 'check' ? readCheck(given, paths) : readMigrate(given, paths);
}
