import semver from 'semver';

/** The newest release of the framework that the facts cover ("Version anchors"). */
export const NEWEST_KNOWN = '0.104.2';

/** The first release of the framework. */
export const FIRST_RELEASE = '0.1.0';

/**
 * The newest patch of each minor that the facts name one of. A minor that is not here counts as its `.0`: no fact about
 * it depends on a patch, so a later patch would be judged alike.
 */
const NEWEST_PATCH: Readonly<Record<string, string>> = {
  '0.36': '0.36.1',
  '0.48': '0.48.1',
  '0.56': '0.56.1',
  '0.68': '0.68.5',
  '0.90': '0.90.5',
  '0.104': NEWEST_KNOWN,
};

/** How a version may be written, for error messages. */
export const VERSION_FORMS = "'latest', a minor such as '0.36', or an exact version such as '0.36.1'";

/**
 * The exact version that a user's word for one means.
 *
 * @param word `latest`, a minor (`0.36`: its newest known patch) or an exact version
 * @returns null where the word is none of these
 */
export function exactVersion(word: string): string | null {
  if (word === 'latest') return NEWEST_KNOWN;
  if (/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/u.test(word)) return NEWEST_PATCH[word] ?? semver.valid(`${word}.0`);
  return /^\d\S*$/u.test(word) ? semver.valid(word) : null;
}
