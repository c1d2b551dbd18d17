import { relative, resolve, sep } from 'node:path';
import { exactVersion, VERSION_FORMS } from '../analysis/known-versions.js';
import { projectLoader } from '../analysis/link/module-loader.js';
import { resolveSettings } from '../analysis/resolve-settings.js';
import type { MigrateOptions, RunnerExport } from './codemod.js';
import { migrateModule } from './index.js';

/** What a jscodeshift runner hands to a transform about one file. */
export interface TransformFile {
  readonly path: string;
  readonly source: string;
}

/** Options of a transform, as a runner's command line gives them. */
export interface TransformOptions {
  readonly from?: unknown;
  readonly to?: unknown;
  /** `module#export` */
  readonly runner?: unknown;
  readonly bestEffort?: unknown;
  readonly todo?: unknown;
}

/** Where a transform tells a person what it left; jscodeshift's `api.report`, which names the file itself. */
export type Tell = (message: string) => void;

/**
 * Runs one codemod over one file for a jscodeshift runner: the same bytes as our own command, but for its type check.
 *
 * @returns the new text, or the old one where nothing is to be changed
 * @throws {Error} for an option that says nothing, and for a file that does not parse
 */
export function transformSource(codemod: string, file: TransformFile, options: TransformOptions, tell: Tell): string {
  const path = resolve(file.path);
  const settings = resolveSettings({ filename: path, cwd: process.cwd() });
  const from = versionOption('from', options.from) ?? settings.version;
  const to = versionOption('to', options.to) ?? from;
  const runner = runnerOption(options.runner);
  const migration: MigrateOptions = {
    from,
    to,
    only: [codemod],
    ...(runner ? { runner } : {}),
    bestEffort: isOn(options.bestEffort),
    todo: isOn(options.todo),
  };
  const result = migrateModule({
    file: relative(settings.root, path).split(sep).join('/'),
    text: file.source,
    settings: { ...settings, version: from },
    options: migration,
    loader: projectLoader(settings),
  });
  for (const one of result.left) tell(`${one.line}:${one.column} left (${one.reason}): ${one.message}`);
  for (const one of result.migrated) {
    if (one.check !== null) tell(`${one.line}:${one.column} check: ${one.check}`);
  }
  return result.text;
}

function isOn(value: unknown): boolean {
  return value === true || value === 'true' || value === 1;
}

function versionOption(name: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'number') {
    throw new Error(
      `--${name} was read as the number ${value}, which may have lost a digit: write all three, as in 0.40.0.`,
    );
  }
  const version = typeof value === 'string' ? exactVersion(value) : null;
  if (version === null) throw new Error(`--${name}=${shown(value)} is no version: it is ${VERSION_FORMS}.`);
  return version;
}

function runnerOption(value: unknown): RunnerExport | null {
  if (value === undefined) return null;
  const [module, name, ...more] = typeof value === 'string' ? value.split('#') : [];
  if (!module || !name || more.length > 0) {
    throw new Error(
      `--runner=${shown(value)} is no export: write module#export, for example ./runner.js#createRunner.`,
    );
  }
  return { module, export: name };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
