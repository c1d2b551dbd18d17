import type { VersionRange } from './shape.js';

/** Negative, zero or positive as `a` is older than, the same as or newer than `b`. Labels after the patch are ignored. */
export function compareVersions(a: string, b: string): number {
  const left = parts(a);
  const right = parts(b);
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function parts(version: string): number[] {
  return (/^\d+(?:\.\d+){0,2}/u.exec(version)?.[0] ?? '0').split('.').map(Number);
}

/** Whether a version lies in a range. */
export function satisfies(version: string, range: VersionRange): boolean {
  if (range.since !== undefined && compareVersions(version, range.since) < 0) return false;
  return range.until === undefined || compareVersions(version, range.until) < 0;
}
