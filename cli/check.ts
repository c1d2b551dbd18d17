import type { Finding } from '../analysis/finding.js';
import { SCOPE_LABELS } from '../analysis/findings/scope-labels.js';
import type { CheckOptions } from './command-line.js';
import { discover } from './discover.js';
import type { Engine, Engines } from './engine.js';
import { exitCodeOf, byPlace, type Report, type ReportedFinding, type ReportedUnknown } from './report.js';
import { printCheck } from './format/stylish-check.js';
import type { Io } from './io.js';
import { packageVersion } from './package-version.js';
import { reportedUnknown, surveyProject } from './survey.js';

function reportedFinding(engine: Engine, finding: Finding): ReportedFinding {
  const { rule, messageId, place, scope, path } = finding;
  return {
    rule,
    file: place.file,
    line: place.line,
    column: place.column,
    endLine: place.endLine,
    endColumn: place.endColumn,
    messageId,
    message: engine.messageOf(finding),
    scope: scope && `${SCOPE_LABELS[scope.kind]} \`${scope.name}\``,
    path,
  };
}

/** Reports what the rules find in a project. */
export async function check(options: CheckOptions, io: Io, engines: Engines): Promise<number> {
  const [project, engine] = await Promise.all([discover(options.paths, io.cwd), engines.check()]);
  const { root } = project;
  const findings: ReportedFinding[] = [];
  const unknown: ReportedUnknown[] = [];
  const settingsPlace = { cwd: io.cwd, settingsFile: options.settingsFile };
  const survey = surveyProject(project, settingsPlace, engine.isRelevant, ({ path, text, settings }) => {
    const analysis = engine.analyse(path, text, settings);
    findings.push(...analysis.findings.map((one) => reportedFinding(engine, one)));
    unknown.push(...analysis.unknown.map(reportedUnknown));
  });
  const versions = survey.versions.judged(settingsPlace);
  const report: Report = {
    schema: 1,
    version: packageVersion(),
    command: 'check',
    root,
    stitchkit: { version: versions[0].version, from: versions[0].from },
    files: { seen: survey.seen, relevant: survey.relevant, changed: [] },
    findings: findings.sort(byPlace),
    unknown: [...unknown, ...survey.oversized].sort(byPlace),
    migrated: [],
    left: [],
    failed: survey.failed.sort(byPlace),
  };
  for (const problem of survey.versions.problems) io.err(`warning: ${problem}\n`);
  io.out(
    options.format === 'json'
      ? `${JSON.stringify(report, null, 2)}\n`
      : printCheck(report, { versions, listUnknown: options.unknown, cwd: io.cwd, colour: io.colour }),
  );
  return exitCodeOf(report, false);
}
