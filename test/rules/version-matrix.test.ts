import { describe, expect, it } from 'vitest';
import { analyseSummary } from '../../analysis/analyse-module.js';
import { exactVersion } from '../../analysis/known-versions.js';
import { parseModule } from '../../analysis/parse-module.js';
import { summarise } from '../../analysis/summary/summarise.js';
import { satisfies } from '../../analysis/vocabulary/version-range.js';
import { messageOf } from '../../rules/messages.js';
import { settingsFor } from '../analysis/settings-for.js';
import { casesByRule } from './all-cases.js';
import type { RuleCase } from './rule-case.js';
import { CHANGES, VERSIONS, WORDS_OF_VERSIONS, type VersionChange } from './version-changes.js';

interface Report {
  readonly id: string;
  readonly text: string;
}

/** What one rule reports in one version, by case and place. */
type Reports = ReadonlyMap<string, Report>;

/** A rule's cases run at every version, whichever version each was written for. */
function reportsOf(rule: string, cases: readonly RuleCase[]): readonly Reports[] {
  const summaries = cases.map((one) => summarise(parseModule(one.filename, one.code.replace(/^\uFEFF/, ''))));
  return VERSIONS.map((version) => {
    const found = cases.flatMap((one, index): [string, Report][] =>
      analyseSummary(summaries[index]!, settingsFor({ ...one, version, settings: { ...one.settings, version } }))
        .findings.filter((finding) => finding.rule === rule)
        .map((finding) => [
          `${one.name} @${String(finding.place.start)}`,
          { id: finding.messageId, text: messageOf(finding) },
        ]),
    );
    return new Map(found);
  });
}

/** What changed from one version to the next, without the reason. */
function changeBetween(
  at: VersionChange['at'],
  before: Reports,
  after: Reports,
): Omit<VersionChange, 'because'> | null {
  const ids = (list: Iterable<Report>): string[] => [...new Set([...list].map(({ id }) => id))].sort();
  const appears = ids([...after].filter(([key, { id }]) => before.get(key)?.id !== id).map(([, one]) => one));
  const vanishes = ids([...before].filter(([key, { id }]) => after.get(key)?.id !== id).map(([, one]) => one));
  const reworded = [...after].filter(([key, { id, text }]) => {
    const known = before.get(key);
    return known?.id === id && known.text !== text;
  });
  const rewords = ids(reworded.map(([, one]) => one));
  if (appears.length + vanishes.length + rewords.length === 0) return null;
  return {
    at,
    ...(appears.length > 0 ? { appears } : {}),
    ...(vanishes.length > 0 ? { vanishes } : {}),
    ...(rewords.length > 0 ? { rewords } : {}),
  };
}

function sorted({ at, appears, vanishes, rewords }: VersionChange): Omit<VersionChange, 'because'> {
  return {
    at,
    ...(appears ? { appears: [...appears].sort() } : {}),
    ...(vanishes ? { vanishes: [...vanishes].sort() } : {}),
    ...(rewords ? { rewords: [...rewords].sort() } : {}),
  };
}

describe.each([...casesByRule])('%s from version to version', (rule, cases) => {
  const matrix = reportsOf(rule, cases);

  it('reports and says what the facts of each version ask for, and changes nothing else', () => {
    const changes = VERSIONS.slice(1).flatMap((at, index) => {
      const change = changeBetween(at, matrix[index]!, matrix[index + 1]!);
      return change ? [change] : [];
    });
    expect(changes).toEqual((CHANGES[rule] ?? []).map(sorted));
  });

  it('has a report in the newest version, or had one in the oldest', () => {
    expect(matrix[0]!.size + matrix.at(-1)!.size).toBeGreaterThan(0);
  });

  it('speaks in each version only of what that version has', () => {
    const untrue = VERSIONS.flatMap((version, index) =>
      [...matrix[index]!.values()].flatMap(({ text }) =>
        WORDS_OF_VERSIONS.filter(
          ({ word, since, until }) =>
            word.test(text) &&
            !satisfies(exactVersion(version)!, { ...(since ? { since } : {}), ...(until ? { until } : {}) }),
        ).map(({ word }) => `${version}: ${String(word)} in ${text}`),
      ),
    );
    expect(untrue).toEqual([]);
  });
});

it('gives the reason for every change of a rule that there is', () => {
  expect([...casesByRule.keys()]).toEqual(expect.arrayContaining(Object.keys(CHANGES)));
  for (const { because } of Object.values(CHANGES).flat()) expect(because).toMatch(/\([0A-J](?:, [0A-J])*\)\.$/u);
});
