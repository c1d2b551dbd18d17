import semver from 'semver';
import { reasonSentence } from '../codemods/reasons.js';
import { refuseName, type MigrateOptions } from './command-line.js';
import { discover, type Project } from './discover.js';
import type { Change, Engines, Migration, MigrationEngine, MigrationOptions } from './engine.js';
import { CliFailure, EXIT } from './exit-code.js';
import { printMigration } from './format/stylish-migrate.js';
import { askGit } from './git.js';
import type { Io } from './io.js';
import { judgeable, newerThanKnown } from './judgeable-version.js';
import { packageVersion } from './package-version.js';
import { byPlace, exitCodeOf, type FailedFile, type LeftSite, type MigratedSite, type Report } from './report.js';
import { pathInReport, surveyProject, type RelevantSource } from './survey.js';
import { UpgradePlan } from './upgrade-plan.js';
import type { JudgedVersion } from './version-tally.js';
import { replaceSource } from './write-source.js';

const TYPE_ERROR = 'type-error-after-edit';

/** What the compiler says of a name that nothing uses, with `noUnusedLocals`. */
const UNUSED = /^TS(?:6133|6196|6198|6199):/u;

/** One file's migration, as far as it has come. */
interface Migrating {
  readonly change: Change | null;
  readonly migrated: readonly MigratedSite[];
  readonly left: readonly LeftSite[];
  /** Migrates the file again, for a project that refuses unused names. */
  readonly withoutUnused: () => Migrating;
}

async function refuseDirtyTree(project: Project): Promise<void> {
  const answer = await askGit(project.root, ['status', '--porcelain', '-z']);
  if (answer.code !== 0) {
    throw new CliFailure(
      EXIT.unworkable,
      `git cannot say whether ${project.root} has uncommitted changes: ${answer.err.trim()}\nPut that right, or run with --force.`,
    );
  }
  const entries = answer.out.split('\0').filter((entry) => entry !== '');
  if (entries.length === 0) return;
  const shown = entries.slice(0, 5).map((entry) => `  ${entry}`);
  if (entries.length > shown.length) shown.push(`  and ${String(entries.length - shown.length)} more`);
  throw new CliFailure(
    EXIT.unworkable,
    `${project.root} has uncommitted changes, which a migration would mix with its own:\n${shown.join('\n')}\n` +
      'Commit or stash them, or run with --force. --dry-run shows what would happen and needs neither.',
  );
}

function migrationOptions(options: MigrateOptions, installed: string): MigrationOptions {
  const from = judgeable(options.from ?? installed);
  const to = judgeable(options.to ?? from);
  if (semver.gt(from, to)) {
    throw new CliFailure(
      EXIT.usage,
      `The code is written for stitchkit ${from}, which is newer than --to ${to}. A migration goes forward; give --from if this is wrong.`,
    );
  }
  return {
    from,
    to,
    ...(options.only && { only: options.only }),
    ...(options.runner && { runner: options.runner }),
    bestEffort: options.bestEffort,
    todo: options.todo,
  };
}

function migrateSource(
  engine: MigrationEngine,
  options: MigrateOptions,
  source: RelevantSource,
  refusesUnused = false,
): Migrating {
  const { file, path, text, settings } = source;
  const asked = { ...migrationOptions(options, settings.version), ...(refusesUnused && { refusesUnused }) };
  const migration: Migration = engine.migrate(path, text, { ...settings, version: asked.from }, asked);
  return {
    change: migration.text === text ? null : { file, before: text, after: migration.text },
    migrated: migration.migrated,
    left: migration.left,
    withoutUnused: () => migrateSource(engine, options, source, true),
  };
}

/** The file keeps its old bytes: what was migrated in it is left, with the reason. */
function undone(one: Migrating, reason: string, message: string): Migrating {
  const left = one.migrated.map(({ codemod, file, line, column }) => ({
    codemod,
    file,
    line,
    column,
    reason,
    message,
  }));
  return { ...one, change: null, migrated: [], left: [...one.left, ...left] };
}

type NewErrors = (all: readonly Migrating[]) => Promise<ReadonlyMap<string, string>>;

/** Takes back the changes that would add a type error. A configuration under which none can be judged is told to `unjudged`. */
async function keepTypesRight(
  root: string,
  engine: MigrationEngine,
  all: readonly Migrating[],
  unjudged: (problem: string) => void,
): Promise<readonly Migrating[]> {
  const errorsOf: NewErrors = async (some) => {
    const changes = some.flatMap(({ change }) => (change ? [change] : []));
    const worse = changes.length > 0 ? await engine.filesWithNewTypeErrors(root, changes, unjudged) : [];
    return new Map(worse.map((one) => [one.file, one.message]));
  };
  const { used, errors } = await withoutUnused(all, await errorsOf(all), errorsOf);
  return used.map((one) => {
    const message = one.change && errors.get(one.change.file);
    return message ? undone(one, TYPE_ERROR, reasonSentence(TYPE_ERROR, { detail: message })) : one;
  });
}

/** Migrates again, without unused names, the files whose only new error is one. */
async function withoutUnused(
  all: readonly Migrating[],
  errors: ReadonlyMap<string, string>,
  errorsOf: NewErrors,
): Promise<{ readonly used: readonly Migrating[]; readonly errors: ReadonlyMap<string, string> }> {
  const used = all.map((one) =>
    UNUSED.test((one.change && errors.get(one.change.file)) ?? '') ? one.withoutUnused() : one,
  );
  const isSame = used.every((one, index) => one.change?.after === all[index]?.change?.after);
  return isSame ? { used: all, errors } : { used, errors: await errorsOf(used) };
}

function writeAll(root: string, all: readonly Migrating[], failed: FailedFile[]): Migrating[] {
  return all.map((one) => {
    if (!one.change) return one;
    try {
      replaceSource(one.change);
      return one;
    } catch (error) {
      const message = `the file cannot be written: ${error instanceof Error ? error.message : String(error)}`;
      failed.push({ file: pathInReport(root, one.change.file), line: 1, column: 1, kind: 'write', message });
      return undone(one, 'not-written', 'The file could not be written and keeps its old text.');
    }
  });
}

function judgedFrom(options: MigrateOptions, versions: readonly [JudgedVersion, ...JudgedVersion[]]): JudgedVersion {
  return options.from === undefined
    ? versions[0]
    : { version: judgeable(options.from), from: 'settings', source: null, files: versions[0].files };
}

/** A sentence for each version on the command line that is newer than all that are known. */
function unknownVersions(options: MigrateOptions): string[] {
  const given = [
    { version: options.from, option: '--from' },
    { version: options.to, option: '--to' },
  ];
  return given.flatMap(({ version, option }) => (version === undefined ? [] : (newerThanKnown(version, option) ?? [])));
}

/** Repairs a project. */
export async function migrate(options: MigrateOptions, io: Io, engines: Engines): Promise<number> {
  const [project, engine] = await Promise.all([discover(options.paths, io.cwd), engines.migration()]);
  const { root } = project;
  for (const name of options.only ?? [])
    if (!engine.codemods.includes(name)) refuseName('codemod', name, engine.codemods);
  if (project.inGit && !options.force && !options.dryRun) await refuseDirtyTree(project);
  const found: Migrating[] = [];
  const settingsPlace = { cwd: io.cwd, settingsFile: options.settingsFile };
  const plan = new UpgradePlan();
  const survey = surveyProject(project, settingsPlace, engine.isRelevant, (source) => {
    found.push(migrateSource(engine, options, source));
    const { from, to } = migrationOptions(options, source.settings.version);
    plan.note({ path: source.path, text: source.text, from, to });
  });
  const unjudged: string[] = [];
  const typed = await keepTypesRight(root, engine, found, (problem) => unjudged.push(problem));
  const final = options.dryRun ? typed : writeAll(root, typed, survey.failed);
  const changes = final.flatMap(({ change }) => (change ? [change] : []));
  const versions = survey.versions.judged(settingsPlace);
  const judged = judgedFrom(options, versions);
  const report: Report = {
    schema: 1,
    version: packageVersion(),
    command: 'migrate',
    root,
    stitchkit: {
      version: judged.version,
      from: judged.from,
      to: options.to === undefined ? judged.version : judgeable(options.to),
    },
    files: {
      seen: survey.seen,
      relevant: survey.relevant,
      changed: changes.map(({ file }) => pathInReport(root, file)).sort(),
    },
    findings: [],
    unknown: survey.oversized.sort(byPlace),
    migrated: final.flatMap((one) => one.migrated).sort(byPlace),
    left: final.flatMap((one) => one.left).sort(byPlace),
    failed: survey.failed.sort(byPlace),
  };
  const skipped = survey.oversized.map(({ file, message }) => `${file}: ${message}`);
  for (const problem of [...unknownVersions(options), ...survey.versions.problems, ...skipped, ...unjudged])
    io.err(`warning: ${problem}\n`);
  if (options.format === 'json') io.out(`${JSON.stringify(report, null, 2)}\n`);
  else {
    const patch = options.diff ? (await import('./format/patch.js')).patchOf(root, changes) : '';
    const others = options.from === undefined ? versions.slice(1) : [];
    io.out(
      printMigration(report, {
        versions: [judged, ...others],
        dryRun: options.dryRun,
        patch,
        plan: plan.lines(report.left),
        cwd: io.cwd,
        colour: io.colour,
      }),
    );
  }
  return exitCodeOf(report, options.dryRun);
}
