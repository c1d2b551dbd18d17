import { join } from 'node:path';
import { analyseModule, isRelevant, parseModule, projectLoader } from '../../analysis/index.js';
import { resolveSettings } from '../../analysis/resolve-settings.js';
import { BYTE_ORDER_MARK } from '../../analysis/source-text.js';
import type { CorpusInput, Report } from './corpus.js';

/** What our rules report of an input. */
export function ourReports({ root, version, files }: CorpusInput): Report[] {
  return files.flatMap(({ path, text }) => {
    // the newest version is what a project without one has, and then its own file of settings counts
    const said = version === 'latest' ? undefined : { version };
    const settings = { ...resolveSettings({ filename: join(root, path), cwd: root, settings: said, root }), root };
    if (!isRelevant(text, settings)) return [];
    const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    const { findings } = analyseModule(parseModule(path, source), settings, projectLoader(settings));
    return findings.map(({ rule, place }) => ({ rule, file: path, line: place.line }));
  });
}
