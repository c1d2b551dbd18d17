import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../cli/command-line.js';
import { CliFailure } from '../../cli/exit-code.js';

function refusal(...argv: string[]): string {
  try {
    readCommandLine(argv);
  } catch (error) {
    if (error instanceof CliFailure && error.code === 2) return error.message;
    throw error;
  }
  throw new Error(`${argv.join(' ')} was taken`);
}

describe('a right command line', () => {
  it('of check', () => {
    expect(readCommandLine(['check', 'src', '--format', 'json', 'test', '--unknown', '--settings=s.json'])).toEqual({
      command: 'check',
      paths: ['src', 'test'],
      settingsFile: 's.json',
      format: 'json',
      unknown: true,
    });
  });

  it('of migrate, with everything', () => {
    const line = [
      'migrate --dry-run --diff --only mount-to-runner,call-timing --only call-timing --from 0.36 --to latest',
      '--runner ./src/runner.js#run --best-effort --todo --force --settings s.json src',
    ].join(' ');
    expect(readCommandLine(line.split(' '))).toEqual({
      command: 'migrate',
      paths: ['src'],
      settingsFile: 's.json',
      format: 'stylish',
      dryRun: true,
      diff: true,
      only: ['mount-to-runner', 'call-timing'],
      from: '0.36.1',
      to: '0.104.2',
      runner: { module: './src/runner.js', export: 'run' },
      bestEffort: true,
      todo: true,
      force: true,
    });
  });

  it('of migrate, with nothing', () => {
    expect(readCommandLine(['migrate'])).toMatchObject({ paths: [], only: undefined, from: undefined, dryRun: false });
  });

  it('takes a path that looks like an option after --', () => {
    expect(readCommandLine(['check', '--', '--force'])).toMatchObject({ paths: ['--force'] });
  });

  it('asks for help or the version wherever that stands', () => {
    expect(readCommandLine(['--help'])).toEqual({ command: 'help', of: null });
    expect(readCommandLine(['migrate', '-h', '--from', '0.36'])).toEqual({ command: 'help', of: 'migrate' });
    expect(readCommandLine(['-v'])).toEqual({ command: 'version' });
    expect(readCommandLine(['check', '--version'])).toEqual({ command: 'version' });
  });
});

describe('a wrong command line is refused with what to do', () => {
  it.each([
    [[], 'A command is missing. There are: check, migrate.'],
    [['chek'], 'Unknown command chek. Did you mean check?'],
    [['explode'], 'Unknown command explode. There are: check, migrate.'],
    [['init'], 'Unknown command init.'],
    [['explain', 'no-request-span-in-tool'], 'Unknown command explain.'],
    [['check', '--formt', 'json'], 'Unknown option --formt. Did you mean --format?'],
    [['migrate', '--dryrun'], 'Unknown option --dryrun. Did you mean --dry-run?'],
    [['check', '-x'], 'Unknown option -x. There are: --help'],
    [['check', '--dry-run'], '--dry-run belongs to migrate, not to check.'],
    [['migrate', '--unknown'], '--unknown belongs to check, not to migrate.'],
    [['check', '--format', 'xml'], 'Unknown format xml. There are: stylish, json.'],
    [['check', '--format'], '--format needs a value.'],
    [['check', '--format='], '--format needs a value.'],
    [['migrate', '--from', '--to', '0.40'], '--from needs a value.'],
    [['migrate', '--force=yes'], '--force takes no value.'],
    [['migrate', '--from', '0.36', '--from', '0.37'], '--from is given 2 times.'],
    [['migrate', '--from', '^0.36.0'], '--from ^0.36.0 is no version.'],
    [['migrate', '--to', 'newest'], "Give 'latest', a minor such as '0.36', or an exact version"],
    [['migrate', '--from', '0.44', '--to', '0.43'], '--from 0.44.0 is newer than --to 0.43.0.'],
    [['migrate', '--runner', 'src/runner.js'], '--runner src/runner.js is no module#export.'],
    [['migrate', '--runner', '#run'], 'is no module#export'],
    [['migrate', '--runner', './r.js#run-it'], 'is no module#export'],
    [['migrate', '--only', 'a,,b'], '--only has an empty name in it.'],
    [['migrate', '--diff', '--format', 'json'], 'Give one of them.'],
  ])('%j', (argv, message) => {
    expect(refusal(...argv)).toContain(message);
    expect(refusal(...argv)).toContain('--help');
  });
});
