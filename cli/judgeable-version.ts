import semver from 'semver';
import { NEWEST_KNOWN } from '../analysis/known-versions.js';

/** The version that is judged by where somebody names one: their own, or the newest known where theirs is newer. */
export function judgeable(version: string): string {
  return semver.gt(version, NEWEST_KNOWN) ? NEWEST_KNOWN : version;
}

/** Says that a version is newer than all this package knows; null where it is not. */
export function newerThanKnown(version: string, saidBy: string): string | null {
  if (!semver.gt(version, NEWEST_KNOWN)) return null;
  return `stitchkit ${version} (${saidBy}) is newer than ${NEWEST_KNOWN}, the newest this package knows, and is judged like that one; a newer eslint-plugin-stitchkit may know it`;
}
