import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';

/** One report of oxlint, with its place as offsets in the text. Offsets count UTF-16 units. */
export interface OxlintReport {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

interface Diagnostic {
  readonly message: string;
  readonly code?: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly offset: number; readonly length: number } }[];
}

const OXLINT = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint');

/**
 * Runs oxlint over a folder with this package as a JS plugin, every rule on.
 *
 * @param plugin the plugin's built entry point
 * @returns the reports of each file that has any, by its path from the folder
 * @throws {Error} if oxlint reports anything that is no report of a rule of ours, or cannot run
 */
export function runOxlint(
  folder: string,
  plugin: string,
  rules: readonly string[],
  version: string,
): ReadonlyMap<string, readonly OxlintReport[]> {
  const configuration = {
    plugins: [],
    categories: { correctness: 'off' },
    jsPlugins: [{ name: 'stitchkit', specifier: plugin }],
    settings: { stitchkit: { version } },
    rules: Object.fromEntries(rules.map((rule) => [`stitchkit/${rule}`, 'error'])),
  };
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(configuration));
  const run = spawnSync(process.execPath, [OXLINT, '--format', 'json', '.'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.stderr !== '') throw new Error(`oxlint: ${run.stderr}`);
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: readonly Diagnostic[] };
  const reports = new Map<string, OxlintReport[]>();
  for (const one of diagnostics) {
    const rule = /^stitchkit\((.+)\)$/u.exec(one.code ?? '')?.[1];
    if (rule === undefined) throw new Error(`oxlint: ${one.filename}: ${one.message}`);
    reports.set(one.filename, [...(reports.get(one.filename) ?? []), { rule, ...placed(folder, one) }]);
  }
  return reports;
}

/** Oxlint counts bytes from the file's beginning, the byte order mark included. */
function placed(folder: string, { filename, labels, message }: Diagnostic): Omit<OxlintReport, 'rule'> {
  const bytes = readFileSync(join(folder, filename));
  const { offset, length } = labels[0]?.span ?? { offset: 0, length: 0 };
  const before = (end: number): number => bytes.subarray(0, end).toString('utf8').length;
  return { start: before(offset), end: before(offset + length), message };
}
